package kernel

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
)

// TestKernelKey: goals with one key are one problem, so that the cache may answer
// for one with what it knows of the other.
func TestKernelKey(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	known := map[kernelKey]*chess.Setup{}
	compared := 0
	randomgames.Play(6, 20_000, func(g *randomgames.Position) bool {
		if g.Start != nil || r.IntN(4) > 0 {
			return true
		}
		s := g.Pos.Setup()
		key := kernelKeyOf(&s, false)
		other := known[key]
		if other == nil {
			known[key] = &s
			return true
		}
		p, err := newProblem(&initial, &s)
		q, err2 := newProblem(&initial, other)
		if err != nil || err2 != nil {
			t.Fatalf("%s: %v, %v", s, err, err2)
		}
		p.Goal, q.Goal = nil, nil
		compared++
		if !reflect.DeepEqual(p, q) {
			t.Errorf("%s and %s have one key but are two problems", s, other)
		}
		return true
	})
	t.Logf("%d pairs", compared)
}

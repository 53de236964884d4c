package kernel

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// mutant is a rule that is broken on purpose.
type mutant struct {
	name   string
	wrong  func(g *randomgames.Position) bool // calls a position of a game illegal
	tricky bool                               // it takes the tricky starts alone to catch it soon
}

func mutants() []mutant {
	setups := func(g *randomgames.Position) (*chess.Setup, *chess.Setup) {
		s := g.Pos.Setup()
		return rules.StartOr(g.Start), &s
	}
	skipping := func(name string, skip func(chess.Unmove) bool) mutant {
		return mutant{name: name, wrong: func(g *randomgames.Position) bool {
			start, goal := setups(g)
			if facts.SameSetup(start, goal) {
				return false
			}
			a := newRetroanalysis(context.Background(), start, newKernelCache(&DecideOptions{Start: start, Kernel: ExtendedKernel, KernelNodes: 20_000, LastMoveKernelNodes: 200}), 40)
			a.skip = skip
			return a.root(g.Pos, *goal) != nil
		}}
	}
	forgetful := skipping("e.p. rights before forgotten", func(u chess.Unmove) bool { return u.EnPassant != chess.NoSquare })
	forgetful.tricky = true // it is the peer's mistake, and rarely matters
	return []mutant{
		forgetful,
		{name: "one capture less in the kernel", wrong: func(g *randomgames.Position) bool {
			p, err := newProblem(setups(g))
			if err != nil || p.Captures[0] < 1 {
				return false
			}
			p.Captures[0]--
			q := search{problem: p, ctx: context.Background(), budget: 2000, relaxed: true, visit: func([]step, *state) bool { return true }}
			first := p.first()
			_, found := q.run(&first, p.incomplete(&first, allFiles))
			return !found && q.stop == nil
		}},
		skipping("un-captures forgotten", func(u chess.Unmove) bool { return u.Captured != chess.NoMan }),
		skipping("quiet un-moves forgotten", func(u chess.Unmove) bool { return u.Captured == chess.NoMan }),
		skipping("castling rights before forgotten", func(u chess.Unmove) bool { return u.Castling != chess.NoCastling }),
	}
}

// TestMutants: a rule that is broken on purpose is caught by the stream of random
// games. One that the stream lets through would mean that the stream is too tame.
func TestMutants(t *testing.T) {
	t.Parallel()
	const positions = 60_000
	for _, m := range mutants() {
		at, caught := 0, false
		visit := func(g *randomgames.Position) bool {
			at++
			caught = m.wrong(g)
			return !caught
		}
		if m.tricky {
			randomgames.PlayFrom(20, positions, randomgames.TrickyStart, visit)
		} else {
			randomgames.Play(20, positions, visit)
		}
		if !caught {
			t.Errorf("%s: not caught in %d positions", m.name, at)
		} else {
			t.Logf("%s: caught after %d positions", m.name, at)
		}
	}
}

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

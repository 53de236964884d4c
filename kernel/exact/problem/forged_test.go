package problem

import (
	"math"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	proof "retroproof/proofs/exact"
)

// TestForged asks for arguments with arbitrary numbers on the way of random games: a file may
// have others than the writer's. None may refute, and no man that they call still may move.
func TestForged(t *testing.T) {
	t.Parallel()
	n := expect.Size(500, 150_000)
	for name, start := range randomgames.Starts {
		r := rand.New(rand.NewPCG(21, 21))
		var game []chess.Position
		asked, accepted, still := 0, 0, 0
		visit := func(p *randomgames.Position) bool {
			if p.Ply == 0 {
				game = game[:0]
			}
			game = append(game, *p.Pos)
			plies := min(len(game)-1, r.IntN(10))
			if plies == 0 || r.IntN(5) != 0 {
				return true
			}
			last := &game[len(game)-1]
			goal := last.Setup()
			if r.IntN(2) == 0 {
				goal.Castling = chess.NoCastling
			}
			to := expect.Must(chess.NewPosition(goal))
			way := game[len(game)-1-plies:]
			q := &way[0]
			c := &writer{bound: proof.NewBound(playable(t, to.FEN()))}
			if !c.bound.Begin(playable(t, q.FEN()), plies) {
				t.Fatalf("%s\n%s\n%d plies later, refuted", q, last, plies)
			}
			for range 1 + r.IntN(6) {
				s := c.solve(r.IntN(2))
				if s == nil {
					t.Fatal("no numbers")
				}
				c.forge(r, s)
				refuted, ok := c.bound.Apply(&c.costs, s)
				if refuted {
					t.Fatalf("%s\n%s\n%d plies later, refuted by %v", q, last, plies, s)
				}
				asked++
				if ok {
					accepted++
				}
			}
			still += c.stay(t, way)
			return asked < n
		}
		randomgames.PlayFrom(22, math.MaxInt, start, visit)
		if accepted < asked/4 || still == 0 {
			t.Errorf("%s: of %d arguments %d are accepted, and %d men stay", name, asked, accepted, still)
		}
	}
}

// forge changes the best numbers of a side: some men's are others, and some are moved from the
// men to the places, or the other way round.
func (w *writer) forge(r *rand.Rand, s *proof.Step) {
	n := w.costs.N
	for range r.IntN(4) {
		if n == 0 {
			return
		}
		k := int8(r.IntN(7) - 3)
		i := r.IntN(n)
		switch r.IntN(4) {
		case 0: // all of them, which changes nothing
			for i := range n {
				s.Men[i] += k
				s.Places[i] -= k
			}
		case 1: // a man's, and then the places' are as large as can be
			s.Men[i] += k
			for j := range n {
				s.Places[j] = 100
				for i := range n {
					s.Places[j] = min(s.Places[j], w.costs.Cost[i][j]-s.Men[i])
				}
			}
		case 2: // a place's, and then the men's
			s.Places[i] += k
			for i := range n {
				s.Men[i] = 100
				for j := range n {
					s.Men[i] = min(s.Men[i], w.costs.Cost[i][j]-s.Places[j])
				}
			}
		default: // anything
			s.Men[i] += k
		}
	}
}

package kernel

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"retroproof/chess"
)

// mutant is a rule that is broken on purpose.
type mutant struct {
	name   string
	wrong  func(g *gamePosition) bool // calls a position of a game illegal
	tricky bool                       // it takes the tricky starts alone to catch it soon
}

func mutants() []mutant {
	setups := func(g *gamePosition) (*chess.Setup, *chess.Setup) {
		s := g.pos.Setup()
		return startOr(g.start), &s
	}
	brokenReach := func(name string, change func(r *reach)) mutant {
		return mutant{name: name, wrong: func(g *gamePosition) bool {
			r := prepareReach(setups(g))
			change(r)
			return r.solve() != nil
		}}
	}
	skipping := func(name string, skip func(chess.Unmove) bool) mutant {
		return mutant{name: name, wrong: func(g *gamePosition) bool {
			start, goal := setups(g)
			if sameSetup(start, goal) {
				return false
			}
			a := newRetroanalysis(context.Background(), start, newKernelCache(start, ExtendedKernel, 200), 40)
			a.skip = skip
			return a.expand(g.pos, *goal, g.pos.Key()) != nil
		}}
	}
	forgetful := skipping("e.p. rights before forgotten", func(u chess.Unmove) bool { return u.EnPassant != chess.NoSquare })
	forgetful.tricky = true // it is the peer's mistake, and rarely matters
	return []mutant{
		forgetful,
		{name: "every double check", wrong: func(g *gamePosition) bool { return g.pos.Checkers().Several() }},
		{name: "no promotions", wrong: func(g *gamePosition) bool {
			start, goal := setups(g)
			has, had := countMaterial(goal), countMaterial(start)
			for c := range 2 {
				for k := range numPieceKinds {
					if has.pieces[c][k] > had.pieces[c][k] {
						return true
					}
				}
			}
			return false
		}},
		{name: "one capture less in the kernel", wrong: func(g *gamePosition) bool {
			p, err := newProblem(setups(g))
			if err != nil || p.captures[0] < 1 {
				return false
			}
			p.captures[0]--
			q := search{problem: p, ctx: context.Background(), budget: 2000, relaxed: true, visit: func([]step, *state) bool { return true }}
			first := p.first()
			_, found := q.run(&first)
			return !found && q.stop == nil
		}},
		{name: "the other parity", wrong: func(g *gamePosition) bool {
			start, goal := setups(g)
			r := prepareReach(start, goal)
			if r.captures != [2]int{} || r.solve() != nil {
				return false
			}
			goal.Turn = goal.Turn.Other()
			return r.parity() != nil
		}},
		brokenReach("one capture less for pawns", func(r *reach) { r.captures[0] = max(0, r.captures[0]-1) }),
		brokenReach("no capture is left", func(r *reach) { r.captures = [2]int{} }),
		brokenReach("pawns on the third rank never move", func(r *reach) {
			for _, c := range []chess.Color{chess.White, chess.Black} {
				for sq := range chess.Square(64) {
					if sq.Rank() == 2+3*int(c) && r.start.Board[sq] == chess.MakeMan(c, chess.Pawn) {
						r.blocked |= sq.Bit()
					}
				}
			}
		}),
		skipping("un-captures forgotten", func(u chess.Unmove) bool { return u.Captured != chess.NoMan }),
		skipping("quiet un-moves forgotten", func(u chess.Unmove) bool { return u.Captured == chess.NoMan }),
		skipping("castling rights before forgotten", func(u chess.Unmove) bool { return u.Castling != chess.NoCastling }),
	}
}

// TestMutants: a rule that is broken on purpose is caught by the stream of random
// games. One that the stream lets through would mean that the stream is too tame.
func TestMutants(t *testing.T) {
	const positions = 60_000
	for _, m := range mutants() {
		at, caught := 0, false
		starts := randomStart
		if m.tricky {
			starts = trickyStart
		}
		randomGamesFrom(20, positions, starts, func(g *gamePosition) bool {
			at++
			caught = m.wrong(g)
			return !caught
		})
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
	r := rand.New(rand.NewPCG(5, 5))
	known := map[kernelKey]*chess.Setup{}
	compared := 0
	randomGames(6, 20_000, func(g *gamePosition) bool {
		if g.start != nil || r.IntN(4) > 0 {
			return true
		}
		s := g.pos.Setup()
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
		p.goal, q.goal = nil, nil
		compared++
		if !reflect.DeepEqual(p, q) {
			t.Errorf("%s and %s have one key but are two problems", s, other)
		}
		return true
	})
	t.Logf("%d pairs", compared)
}

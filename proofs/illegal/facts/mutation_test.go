package facts

import (
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
)

// mutant is a rule that is broken on purpose.
type mutant struct {
	name  string
	wrong func(g *randomgames.Position) bool // calls a position of a game illegal
}

func mutants() []mutant {
	setups := func(g *randomgames.Position) (*chess.Setup, *chess.Setup) {
		s := g.Pos.Setup()
		return StartOr(g.Start), &s
	}
	brokenReach := func(name string, change func(r *reach)) mutant {
		return mutant{name: name, wrong: func(g *randomgames.Position) bool {
			r := prepareReach(setups(g))
			change(r)
			return r.solve() != nil
		}}
	}
	return []mutant{
		{name: "every double check", wrong: func(g *randomgames.Position) bool { return g.Pos.Checkers().Several() }},
		{name: "no promotions", wrong: func(g *randomgames.Position) bool {
			start, goal := setups(g)
			has, had := CountMaterial(goal), CountMaterial(start)
			for c := range 2 {
				for k := range NumPieceKinds {
					if has.Pieces[c][k] > had.Pieces[c][k] {
						return true
					}
				}
			}
			return false
		}},
		{name: "the other parity", wrong: func(g *randomgames.Position) bool {
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
	}
}

// TestMutants: a rule that is broken on purpose is caught by the stream of random
// games. One that the stream lets through would mean that the stream is too tame.
func TestMutants(t *testing.T) {
	const positions = 60_000
	for _, m := range mutants() {
		at, caught := 0, false
		randomgames.Play(20, positions, func(g *randomgames.Position) bool {
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

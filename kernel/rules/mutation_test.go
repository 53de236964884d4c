package rules

import (
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/proofs/illegal/facts"
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
	brokenReach := func(name string, change func(f *reachFinder)) mutant {
		return mutant{name: name, wrong: func(g *randomgames.Position) bool {
			f := reachFinder{finder: newFinder(setups(g))}
			change(&f)
			return f.solve() != nil
		}}
	}
	return []mutant{
		{name: "every double check", wrong: func(g *randomgames.Position) bool { return g.Pos.Checkers().Several() }},
		{name: "no promotions", wrong: func(g *randomgames.Position) bool {
			start, goal := setups(g)
			has, had := facts.CountMaterial(goal), facts.CountMaterial(start)
			for c := range 2 {
				for k := range facts.NumPieceKinds {
					if has.Pieces[c][k] > had.Pieces[c][k] {
						return true
					}
				}
			}
			return false
		}},
		{name: "the other parity", wrong: func(g *randomgames.Position) bool {
			start, goal := setups(g)
			f := reachFinder{finder: newFinder(start, goal)}
			if f.Captures != [2]int{} || f.solve() != nil {
				return false
			}
			goal.Turn = goal.Turn.Other()
			return f.parity() != nil
		}},
		brokenReach("one capture less for pawns", func(f *reachFinder) { f.Captures[0] = max(0, f.Captures[0]-1) }),
		brokenReach("no capture is left", func(f *reachFinder) { f.Captures = [2]int{} }),
		brokenReach("pawns on the third rank never move", func(f *reachFinder) {
			for _, c := range []chess.Color{chess.White, chess.Black} {
				for sq := range chess.Square(64) {
					if sq.Rank() == 2+3*int(c) && f.Start.Board[sq] == chess.MakeMan(c, chess.Pawn) {
						f.Blocked |= sq.Bit()
					}
				}
			}
		}),
	}
}

// TestMutants: a rule that is broken on purpose is caught by the stream of random
// games. One that the stream lets through would mean that the stream is too tame.
func TestMutants(t *testing.T) {
	t.Parallel()
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

package rules

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// parity compares the number of moves with the side to move, where the men show
// whether it is even or odd.
func (f *reachFinder) parity() *Impossible {
	odd, ok := f.Parity()
	if !ok || odd == (f.Start.Turn != f.Goal.Turn) {
		return nil
	}
	number, turn := "even", f.Start.Turn
	if odd {
		number, turn = "odd", turn.Other()
	}
	var moved chess.Bitboard
	for sq, m := range f.Start.Board {
		if m != chess.NoMan && m.Kind() != chess.Pawn && !f.Blocked.Has(chess.Square(sq)) {
			moved |= chess.Square(sq).Bit()
		}
	}
	who := "only men that cannot lose a tempo can have moved"
	if moved != 0 {
		who = "of the pieces only those on " + SquareList(f.Start, moved) + " can have moved, none of which can lose a tempo"
	}
	return Because(facts.MoveParity, "nothing was captured, and %s: the squares of the men show that the number of moves of both sides together is %s, so it should be %s's move",
		who, number, Capital(turn)).by(facts.Argument{Blocked: f.found})
}

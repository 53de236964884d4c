package rules

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// LastMove refutes a position to which no move leads, and which is not the start. The
// predecessors have any castling rights and en passant squares; if the start is the initial
// position, they have no more men than it.
func LastMove(start *chess.Setup, p *chess.Position) *Impossible {
	s := p.Setup()
	if facts.SameSetup(start, &s) || hasUnmove(p, *start == initial) {
		return nil
	}
	return NoUnmoves(p)
}

// NoUnmoves is the Impossible of a position that has no un-moves; the caller has seen to that.
func NoUnmoves(p *chess.Position) *Impossible {
	s := p.Setup()
	us, them := Capital(p.Turn().Other()), Capital(p.Turn())
	switch checkers := p.Checkers(); {
	case checkers == 0:
		return proven(facts.NoLastMove, "no move of %s's leads here: the way back is closed for all men, or leads to squares from which they gave check to %s already", us, them)
	case checkers.Several():
		return proven(facts.NoLastMove, "%s give check, and no possible move of %s's began that", SquareList(&s, checkers), us)
	default:
		return proven(facts.NoLastMove, "%s gives check, and no possible move of %s's began that", SquareList(&s, checkers), us)
	}
}

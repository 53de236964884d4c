package rules

import (
	"slices"

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
	if squares := EnPassantSquares(&s); squares != nil {
		var steps, passed []string
		up := s.Turn.Other().Forward()
		for _, sq := range squares {
			steps = append(steps, (sq-chess.Square(up)).String()+"-"+(sq+chess.Square(up)).String())
			passed = append(passed, sq.String())
		}
		return proven(NoLastMove, "no move of %s's leads here but %s, after which %s could capture en passant: the en passant square %s would have to be given",
			us, alternatives(steps), them, alternatives(passed))
	}
	switch checkers := p.Checkers(); {
	case checkers == 0:
		kept, who := "", "all men"
		if men := castlers(&s, p.Turn().Other()); men != 0 {
			kept, who = SquareList(&s, men)+" may still castle and have never moved, and ", "all others"
		}
		return proven(NoLastMove, "no move of %s's leads here: %sthe way back is closed for %s, or leads to squares from which they gave check to %s already", us, kept, who, them)
	case checkers.Several():
		return proven(NoLastMove, "%s give check, and no possible move of %s's began that", menList(&s, checkers), us)
	default:
		return proven(NoLastMove, "%s gives check, and no possible move of %s's began that", menList(&s, checkers), us)
	}
}

// castlers returns the kings and rooks of a side that may still castle.
func castlers(s *chess.Setup, us chess.Color) (set chess.Bitboard) {
	for sq := range s.Castling.Homes().Squares() {
		if s.Board[sq].Color() == us {
			set |= sq.Bit()
		}
	}
	return set
}

// EnPassantSquares returns the en passant squares that a position without one can have: a double step over it can have
// been the last move, and a capture en passant is legal. With another one the position would be the same without it.
func EnPassantSquares(s *chess.Setup) (squares []chess.Square) {
	if s.EnPassant != chess.NoSquare {
		return nil
	}
	rank := s.Turn.RelativeRank(5)
	for file := range 8 {
		with := *s
		with.EnPassant = chess.MakeSquare(file, rank)
		p, err := chess.NewPosition(with)
		if err != nil || !capturesEnPassant(p) || !hasUnmove(p, false) {
			continue
		}
		squares = append(squares, with.EnPassant)
	}
	return squares
}

// capturesEnPassant reports whether a capture en passant is legal.
func capturesEnPassant(p *chess.Position) bool {
	return slices.ContainsFunc(p.LegalMoves(nil), func(m chess.Move) bool {
		return m.To() == p.EnPassant() && p.At(m.From()).Kind() == chess.Pawn
	})
}

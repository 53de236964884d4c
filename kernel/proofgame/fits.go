package proofgame

import (
	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/ways"
)

// fits reports whether a kernel only moves and captures men that may stand there, so
// that kernelMoves can convert it. As in kernels, a man that was on a square counts as
// still there.
func fits(start *chess.Position, e *kernel.Extended) bool {
	men := [2]chess.Bitboard{start.Side(chess.White), start.Side(chess.Black)}
	pawns := [2]chess.Bitboard{start.Men(chess.WhitePawn), start.Men(chess.BlackPawn)}
	for _, m := range e.Moves {
		us, them := m.Color, m.Color.Other()
		if m.Captures && !men[them].Has(m.To) {
			return false
		}
		men[us] |= m.To.Bit()
		if m.Piece != kernel.Pawn {
			continue
		}
		// It may have just passed the square.
		passed := chess.SetOf(m.From)
		passed |= ways.Ahead(us, passed)
		if passed&pawns[us] == 0 {
			return false
		}
		pawns[us] |= m.To.Bit()
	}
	return true
}

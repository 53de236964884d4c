package facts

import "retroproof/chess"

// Bishops between men that never move. They never move themselves; those that are not
// at the goal are dead.

// caged reports whether blocked squares are all squares to which a bishop could go
// from a square.
func caged(sq chess.Square, blocked chess.Bitboard) bool {
	return chess.BishopAttacks(sq, chess.AllSquares)&^blocked == 0
}

// cagedBishop: a bishop all of whose next squares are blocked does not move, and no
// other bishop comes to its square. If the goal has such a bishop there it is the same
// one, unless that was captured, and then a pawn became another one there: that takes
// a promotion square, a pawn, and that a man of the side was captured.
func (p *Proven) cagedBishop(sq chess.Square, m chess.Man) bool {
	c := m.Color()
	mayReturn := c.RelativeRank(sq.Rank()) == 7 && p.from[c] != 0 && p.Captures[c.Other()] > 0
	return m.Kind() == chess.Bishop && p.Goal.Board[sq] == m && caged(sq, p.Blocked) && !mayReturn
}

// deadBishop: such a bishop that is not at the goal was captured on its square. No pawn
// did that: pawns would have come from blocked squares.
func (p *Proven) deadBishop(sq chess.Square, m chess.Man) bool {
	return m.Kind() == chess.Bishop && p.Goal.Board[sq] != m && caged(sq, p.Blocked)
}

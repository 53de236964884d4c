package facts

import chess "retroproof/chess/board"

// Bishops enclosed by men that never move. Such a bishop never moves itself; if it is absent at
// the goal, it is called dead.

// caged reports whether all squares to which a bishop could move from a square are blocked.
func caged(sq chess.Square, blocked chess.Bitboard) bool {
	return chess.BishopAttacks(sq, chess.AllSquares)&^blocked == 0
}

// cagedBishop: a bishop all of whose neighbouring diagonal squares are blocked never moves, and
// no other bishop can move to its square. So if the goal has a bishop of that colour there, it
// is the same one, unless it was captured and a pawn promoted to a bishop there. The latter
// needs a promotion square, a pawn, and a captured man of that side.
func (p *Proven) cagedBishop(sq chess.Square, m chess.Man) bool {
	c := m.Color()
	mayReturn := c.RelativeRank(sq.Rank()) == 7 && p.from[c] != 0 && p.Captures[c.Other()] > 0
	return m.Kind() == chess.Bishop && p.Goal.Board[sq] == m && caged(sq, p.Blocked) && !mayReturn
}

// deadBishop: an enclosed bishop that is absent at the goal was captured on its square. No pawn
// captured it, because the pawn would have come from a blocked square.
func (p *Proven) deadBishop(sq chess.Square, m chess.Man) bool {
	return m.Kind() == chess.Bishop && p.Goal.Board[sq] != m && caged(sq, p.Blocked)
}

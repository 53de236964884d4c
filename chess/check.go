package chess

// Attackers returns the squares of a side's men that attack s. Men that are
// pinned attack all the same.
func (p *Position) Attackers(s Square, by Color) Bitboard {
	return p.attackers(s, p.Occupied()) & p.colors[by]
}

// Attacked reports whether a man of a side attacks s.
func (p *Position) Attacked(s Square, by Color) bool {
	return p.attackedAmong(s, by, p.Occupied())
}

// attackers returns the men of both sides that would attack s if the squares of
// occupied were those that are not empty.
func (p *Position) attackers(s Square, occupied Bitboard) Bitboard {
	return kingAttacks[s]&p.kinds[King] |
		knightAttacks[s]&p.kinds[Knight] |
		pawnAttacks[White][s]&p.kinds[Pawn]&p.colors[Black] |
		pawnAttacks[Black][s]&p.kinds[Pawn]&p.colors[White] |
		RookAttacks(s, occupied)&(p.kinds[Rook]|p.kinds[Queen]) |
		BishopAttacks(s, occupied)&(p.kinds[Bishop]|p.kinds[Queen])
}

// attackedAmong is Attacked for other occupied squares than there are.
func (p *Position) attackedAmong(s Square, by Color, occupied Bitboard) bool {
	side := p.colors[by]
	if kingAttacks[s]&side&p.kinds[King]|
		knightAttacks[s]&side&p.kinds[Knight]|
		pawnAttacks[by.Other()][s]&side&p.kinds[Pawn] != 0 {
		return true
	}
	return RookAttacks(s, occupied)&side&(p.kinds[Rook]|p.kinds[Queen]) != 0 ||
		BishopAttacks(s, occupied)&side&(p.kinds[Bishop]|p.kinds[Queen]) != 0
}

// Checkers returns the men that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.Attackers(p.King(p.turn), p.turn.Other()) }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Attacked(p.King(p.turn), p.turn.Other()) }

// IsCheckmate reports whether the side to move is mated.
func (p *Position) IsCheckmate() bool { return p.InCheck() && !p.HasLegalMove() }

// IsStalemate reports whether the side to move is stalemated.
func (p *Position) IsStalemate() bool { return !p.InCheck() && !p.HasLegalMove() }

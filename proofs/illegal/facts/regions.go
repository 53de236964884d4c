package facts

import chess "retroproof/chess/board"

// Regions: the squares between which pieces can move, obstructed only by men that never move.

// region returns the squares from which a piece can come to a square, itself included. Except
// for the king, these are also the squares to which it can go from there.
func (p *Proven) region(m chess.Man, to chess.Square) chess.Bitboard {
	if m.Kind() == chess.King {
		return p.flood(m, to, p.closedToKing(m))
	}
	regions := &p.regions[m&(chess.NumMen-1)]
	if regions[to] == 0 {
		region := p.flood(m, to, p.Blocked)
		for sq := range region.Squares() {
			regions[sq] = region
		}
	}
	return regions[to]
}

// flood returns the squares that are connected with a square by moves to squares that are not
// closed. Moves of pieces can be reversed. Castling leads to no other squares: the rook can
// move along the squares between it and the king, which are not blocked, and the king passes
// over the square next to his, which no blocked pawn attacks, or castling would be illegal.
func (p *Proven) flood(m chess.Man, to chess.Square, closed chess.Bitboard) chess.Bitboard {
	reached := to.Bit()
	for front := reached; front != 0; {
		sq := front.First()
		front = front.WithoutFirst()
		next := chess.Attacks(m, sq, closed) &^ closed &^ reached
		reached |= next
		front |= next
	}
	return reached
}

// closedToKing returns the squares that a king never enters: blocked squares, and those
// attacked by a pawn of the other side that never moves. The king's square at the start is
// exempt from the second.
func (p *Proven) closedToKing(king chess.Man) (closed chess.Bitboard) {
	them := king.Color().Other()
	for pawn := range (p.Blocked & p.from[them]).Squares() {
		closed |= chess.PawnAttacks(them, pawn)
	}
	return closed&^p.at[king] | p.Blocked
}

// MayCastle reports whether the start has castling right 0 to 3, and neither its king and rook
// nor the squares between them are blocked.
func (p *Proven) MayCastle(right chess.Castling) bool {
	path := &chess.CastlingPaths[right]
	return p.Start.Castling.Has(1<<right) &&
		p.Blocked&(path.Home[0].Square.Bit()|path.Home[1].Square.Bit()|path.Empty) == 0
}

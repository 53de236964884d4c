package facts

import "retroproof/chess"

// Regions: where pieces can go past the men that never move.

// region returns the squares from which a piece can come to a square, itself
// included. But for the king's they are also those to which it can go.
func (p *Proven) region(m chess.Man, to chess.Square) chess.Bitboard {
	if m.Kind() == chess.King {
		return p.flood(m, to, p.closedToKing(m))
	}
	found := &p.regions[m&(chess.NumMen-1)]
	for i := range found {
		switch {
		case found[i].Has(to):
			return found[i]
		case found[i] == 0:
			found[i] = p.flood(m, to, p.Blocked)
			return found[i]
		}
	}
	return p.flood(m, to, p.Blocked)
}

// flood finds the squares that are connected with a square by moves to squares that are
// not closed. Pieces move as they came. Castling is taken for a move that king and rook
// can also make back.
func (p *Proven) flood(m chess.Man, to chess.Square, closed chess.Bitboard) chess.Bitboard {
	castling := p.castlingSquares(m)
	reached := to.Bit()
	for front := reached; front != 0; {
		sq := front.First()
		front = front.WithoutFirst()
		next := chess.Attacks(m, sq, p.Blocked) &^ closed
		for _, pair := range castling {
			if pair.Has(sq) {
				next |= pair
			}
		}
		next &^= reached
		reached |= next
		front |= next
	}
	return reached
}

// closedToKing returns where a king never comes: to blocked squares, and next to a pawn
// of the other side that never moves. But where he is at the start, he is.
func (p *Proven) closedToKing(king chess.Man) (closed chess.Bitboard) {
	them := king.Color().Other()
	for pawn := range (p.Blocked & p.from[them]).Squares() {
		closed |= chess.PawnAttacks(them, pawn)
	}
	return closed&^p.at[king] | p.Blocked
}

// castlingSquares returns, for each right with which a man can castle, where it stands
// before and after.
func (p *Proven) castlingSquares(m chess.Man) (pairs [2]chess.Bitboard) {
	for right := range chess.Castling(4) {
		path := &chess.CastlingPaths[right]
		for i, to := range [2]chess.Square{path.KingTo, path.RookTo} {
			if m == path.Home[i].Man && p.mayCastle(right) {
				pairs[right%2] = path.Home[i].Square.Bit() | to.Bit()
			}
		}
	}
	return pairs
}

// mayCastle reports whether the start has a castling right, 0 to 3, and neither king and
// rook nor a square between them are blocked.
func (p *Proven) mayCastle(right chess.Castling) bool {
	path := &chess.CastlingPaths[right]
	return p.Start.Castling.Has(1<<right) && p.Blocked&(path.Home[0].Square.Bit()|path.Home[1].Square.Bit()|path.Empty) == 0
}

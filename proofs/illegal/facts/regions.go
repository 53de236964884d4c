package facts

import "retroproof/chess"

// Regions: where pieces can go past the men that never move.

// region returns the squares from which a piece can come to a square, itself
// included. But for the king's they are also those to which it can go.
func (p *Proven) region(m chess.Man, to chess.Square) chess.Bitboard {
	if p.Blocked == 0 {
		switch {
		case m.Kind() != chess.Bishop:
			return chess.AllSquares
		case to.Dark():
			return chess.DarkSquares
		}
		return chess.LightSquares
	}
	if m.Kind() == chess.King {
		return p.kingRegion(m, to)
	}
	found := &p.regions[m&(chess.NumMen-1)]
	for i := range found {
		switch {
		case found[i].Has(to):
			return found[i]
		case found[i] == 0:
			found[i] = p.flood(m, to)
			return found[i]
		}
	}
	return p.flood(m, to)
}

// flood finds the squares that are connected with a square. Pieces move as they
// came. Castling of a rook is taken for a move that it can also make back.
func (p *Proven) flood(m chess.Man, to chess.Square) chess.Bitboard {
	reached := to.Bit()
	castling := m.Kind() == chess.Rook
	for front := reached; front != 0; {
		sq := front.First()
		front = front.WithoutFirst()
		next := chess.Attacks(m, sq, p.Blocked) &^ p.Blocked
		if castling {
			next |= p.castlingSquares(m, sq)
		}
		next &^= reached
		reached |= next
		front |= next
	}
	return reached
}

// kingRegion is region for a king: he never steps next to a pawn of the other
// side that never moves. Where he is at the start, and at the goal, he is.
func (p *Proven) kingRegion(m chess.Man, to chess.Square) chess.Bitboard {
	closed := p.Blocked
	for pawn := range p.blockedPawns[m.Color().Other()].Squares() {
		closed |= chess.PawnAttacks(m.Color().Other(), pawn)
	}
	closed &^= p.at[m&(chess.NumMen-1)] &^ p.Blocked
	reached := to.Bit()
	for front := reached; front != 0; {
		sq := front.First()
		front = front.WithoutFirst()
		next := (chess.KingAttacks(sq)&^closed | p.castlingSquares(m, sq)) &^ reached
		reached |= next
		front |= next
	}
	return reached
}

// castlingSquares returns where a king or rook on a square came from by castling,
// or goes, if a right of the start still allows it.
func (p *Proven) castlingSquares(m chess.Man, sq chess.Square) (squares chess.Bitboard) {
	for right := range chess.Castling(4) {
		path := &chess.CastlingPaths[right]
		for i, to := range [2]chess.Square{path.KingTo, path.RookTo} {
			if from := path.Home[i].Square; m == path.Home[i].Man && (sq == from || sq == to) && p.mayCastle(right) {
				squares |= from.Bit() | to.Bit()
			}
		}
	}
	return squares &^ sq.Bit()
}

// mayCastle reports whether castling is possible with a right, 0 to 3, as far as blocked
// squares tell: king, rook, and the squares between them are not blocked.
func (p *Proven) mayCastle(right chess.Castling) bool {
	path := &chess.CastlingPaths[right]
	return p.Start.Castling.Has(1<<right) && p.Blocked&(path.Home[0].Square.Bit()|path.Home[1].Square.Bit()|path.Empty) == 0
}

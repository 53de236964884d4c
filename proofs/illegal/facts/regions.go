package facts

import "retroproof/chess"

// Regions: where pieces can go past the men that never move.

// region returns the squares from which a piece can come to a square, itself
// included. But for the king's they are also those to which it can go.
func (r *reach) region(m chess.Man, to chess.Square) chess.Bitboard {
	if r.blocked == 0 {
		switch {
		case m.Kind() != chess.Bishop:
			return chess.AllSquares
		case to.Dark():
			return chess.DarkSquares
		}
		return chess.LightSquares
	}
	if m.Kind() == chess.King {
		return r.kingRegion(m, to)
	}
	known := &r.regions[m&(chess.NumMen-1)]
	for i := range known {
		switch {
		case known[i].Has(to):
			return known[i]
		case known[i] == 0:
			known[i] = r.flood(m, to)
			return known[i]
		}
	}
	return r.flood(m, to)
}

// flood finds the squares that are connected with a square. Pieces move as they
// came. Castling of a rook is taken for a move that it can also make back.
func (r *reach) flood(m chess.Man, to chess.Square) chess.Bitboard {
	reached := to.Bit()
	castling := m.Kind() == chess.Rook
	for front := reached; front != 0; {
		sq := front.First()
		front = front.WithoutFirst()
		next := chess.Attacks(m, sq, r.blocked) &^ r.blocked
		if castling {
			next |= r.castlingSquares(m, sq)
		}
		next &^= reached
		reached |= next
		front |= next
	}
	return reached
}

// kingRegion is region for a king: he never steps next to a pawn of the other
// side that never moves. Where he is at the start, and at the goal, he is.
func (r *reach) kingRegion(m chess.Man, to chess.Square) chess.Bitboard {
	closed := r.blocked
	for p := range r.blockedPawn[m.Color().Other()].Squares() {
		closed |= chess.PawnAttacks(m.Color().Other(), p)
	}
	closed &^= r.at[m&(chess.NumMen-1)] &^ r.blocked
	reached := to.Bit()
	for front := reached; front != 0; {
		sq := front.First()
		front = front.WithoutFirst()
		next := (chess.KingAttacks(sq)&^closed | r.castlingSquares(m, sq)) &^ reached
		reached |= next
		front |= next
	}
	return reached
}

// castlingSquares returns where a king or rook on a square came from by castling,
// or goes, if the start has the right.
func (r *reach) castlingSquares(m chess.Man, sq chess.Square) (squares chess.Bitboard) {
	if r.start.Castling == 0 {
		return 0
	}
	for i := range castlingWays {
		way := &castlingWays[i]
		from, to := way.kingFrom, way.kingTo
		if m == way.rook {
			from, to = way.rookFrom, way.rookTo
		} else if m != way.king {
			continue
		}
		if sq != from && sq != to || !r.start.Castling.Has(1<<i) || r.blocked&(way.homes()|way.between) != 0 {
			continue
		}
		squares |= from.Bit() | to.Bit()
	}
	return squares &^ sq.Bit()
}

// castlingWay is what moves with a castling right.
type castlingWay struct {
	king, rook                         chess.Man
	kingFrom, kingTo, rookFrom, rookTo chess.Square
	between                            chess.Bitboard
}

// homes returns where king and rook stand before.
func (w *castlingWay) homes() chess.Bitboard { return w.kingFrom.Bit() | w.rookFrom.Bit() }

// castlingWays are in the order of the rights.
var castlingWays = [4]castlingWay{
	{chess.WhiteKing, chess.WhiteRook, 4, 6, 7, 5, chess.SetOf(5, 6)},
	{chess.WhiteKing, chess.WhiteRook, 4, 2, 0, 3, chess.SetOf(1, 2, 3)},
	{chess.BlackKing, chess.BlackRook, 60, 62, 63, 61, chess.SetOf(61, 62)},
	{chess.BlackKing, chess.BlackRook, 60, 58, 56, 59, chess.SetOf(57, 58, 59)},
}

package exact

import "retroproof/chess"

// jammed reports whether some men that have to move block each other: each of them can only go
// to or over squares on which another of them stands. Then none of them can be the first to
// move. look must have been called.
func (e *bound) jammed() bool {
	stuck := e.pos.Occupied() &^ (e.blocked | e.sides[0].victim | e.sides[1].victim)
	return e.keepEachOther(stuck, e.getsAway)
}

// jammedAtGoal is jammed backwards from the goal: it reports whether some men that have to come
// to their squares can only come from or over squares on which another of them stands at the
// end. Then none of them can be the last to move.
func (e *bound) jammedAtGoal() bool {
	stuck := e.goal.Occupied() &^ e.blocked
	return e.keepEachOther(stuck, e.comes)
}

// keepEachOther takes the men that can move while all others of the set stand off the set, again and
// again, and reports whether one that has to move is left.
func (e *bound) keepEachOther(stuck chess.Bitboard, canMove func(sq chess.Square, occupied chess.Bitboard) bool) bool {
	must := stuck &^ (e.sides[0].rest | e.sides[1].rest)
	for again := must != 0; again; {
		again = false
		for b := stuck; b != 0; b = b.WithoutFirst() {
			if sq := b.First(); canMove(sq, stuck|e.blocked) {
				stuck &^= sq.Bit()
				again = true
			}
		}
		if must&stuck == 0 {
			return false
		}
	}
	return must != 0
}

// comes reports whether a man of the goal may have come to its square while other squares
// were occupied as they are at the end.
func (e *bound) comes(sq chess.Square, occupied chess.Bitboard) bool {
	m := e.goal.At(sq)
	c := m.Color()
	s := &e.sides[c]
	for i := range chess.CastlingPaths {
		path := &chess.CastlingPaths[i]
		if s.castle.Has(1<<i) && (path.KingTo == sq || path.RookTo == sq) {
			return true
		}
	}
	came := s.came[sq&63]
	if lastRank(c).Has(sq) && came == chess.AllSquares {
		return true // it may have promoted on this square
	}
	if m.Kind() != chess.Pawn {
		return chess.Attacks(m, sq, occupied)&came&^occupied != 0
	}
	back := c.Other()
	one := ahead(back, sq.Bit()) &^ occupied
	two := ahead(back, one) & homeRank(c) &^ occupied
	from := one | two
	if e.spare[back] > 0 {
		from |= captures(back, sq.Bit()) &^ occupied
	}
	return from&came != 0
}

// getsAway reports whether a man may leave its square while the given squares are occupied.
func (e *bound) getsAway(sq chess.Square, occupied chess.Bitboard) bool {
	m := e.pos.At(sq)
	c := m.Color()
	s := &e.sides[c]
	if s.castle != 0 && e.castlesAway(sq, s.castle, occupied) {
		return true
	}
	dest := s.dest[sq&63]
	if m.Kind() != chess.Pawn {
		return chess.Attacks(m, sq, occupied)&dest&^occupied != 0
	}
	one := ahead(c, sq.Bit()) &^ occupied
	if homeRank(c).Has(sq) {
		one |= ahead(c, one) &^ occupied
	}
	// A victim on the square of a capture arrives there first, or is not counted as occupied.
	return (one|captures(c, sq.Bit())&s.takes)&dest&^occupied != 0
}

// castlesAway reports whether a man may be a part of castling.
func (e *bound) castlesAway(sq chess.Square, rights chess.Castling, occupied chess.Bitboard) bool {
	for i := range chess.CastlingPaths {
		path := &chess.CastlingPaths[i]
		if rights.Has(1<<i) && (path.Home[0].Square == sq || path.Home[1].Square == sq) && path.Empty&occupied == 0 {
			return true
		}
	}
	return false
}

package exact

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// deadlocked reports whether some men that have to move block each other: each of them can only go
// to or over squares on which another of them stands. Then none of them can be the first to
// move. derive must have been called.
func (b *bound) deadlocked() bool {
	stuck := b.pos.Occupied() &^ (b.blocked | b.sides[0].victim | b.sides[1].victim)
	return b.deadlock(stuck, b.canLeave)
}

// deadlockedAtGoal is deadlocked backwards from the goal: it reports whether some men that have to come
// to their squares can only come from or over squares on which another of them stands at the
// end. Then none of them can be the last to move.
func (b *bound) deadlockedAtGoal() bool {
	stuck := b.goal.Occupied() &^ b.blocked
	return b.deadlock(stuck, b.canArrive)
}

// deadlock takes the men that can move while all others of the set stand off the set, again and
// again, and reports whether one that has to move is left.
func (b *bound) deadlock(stuck chess.Bitboard, canMove func(sq chess.Square, occupied chess.Bitboard) bool) bool {
	must := stuck &^ (b.sides[0].rest | b.sides[1].rest)
	for again := must != 0; again; {
		again = false
		for set := stuck; set != 0; set = set.WithoutFirst() {
			if sq := set.First(); canMove(sq, stuck|b.blocked) {
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

// canArrive reports whether a man of the goal may have come to its square while other squares
// were occupied as they are at the end.
func (b *bound) canArrive(sq chess.Square, occupied chess.Bitboard) bool {
	m := b.goal.At(sq)
	c := m.Color()
	s := &b.sides[c]
	for i := range chess.CastlingPaths {
		path := &chess.CastlingPaths[i]
		if s.castle.Has(1<<i) && (path.KingTo == sq || path.RookTo == sq) {
			return true
		}
	}
	came := s.came[sq&63]
	if ways.LastRank(c).Has(sq) && came == chess.AllSquares {
		return true // it may have promoted on this square
	}
	if m.Kind() != chess.Pawn {
		return chess.Attacks(m, sq, occupied)&came&^occupied != 0
	}
	back := c.Other()
	one := ways.Ahead(back, sq.Bit()) &^ occupied
	two := ways.Ahead(back, one) & ways.HomeRank(c) &^ occupied
	from := one | two
	if b.spare[back] > 0 {
		from |= ways.Captures(back, sq.Bit()) &^ occupied
	}
	return from&came != 0
}

// canLeave reports whether a man may leave its square while the given squares are occupied.
func (b *bound) canLeave(sq chess.Square, occupied chess.Bitboard) bool {
	m := b.pos.At(sq)
	c := m.Color()
	s := &b.sides[c]
	if s.castle != 0 && b.canCastle(sq, s.castle, occupied) {
		return true
	}
	dest := s.dest[sq&63]
	if m.Kind() != chess.Pawn {
		return chess.Attacks(m, sq, occupied)&dest&^occupied != 0
	}
	one := ways.Ahead(c, sq.Bit()) &^ occupied
	if ways.HomeRank(c).Has(sq) {
		one |= ways.Ahead(c, one) &^ occupied
	}
	// A victim on the square of a capture arrives there first, or is not counted as occupied.
	return (one|ways.Captures(c, sq.Bit())&s.takes)&dest&^occupied != 0
}

// canCastle reports whether a man may be a part of castling.
func (b *bound) canCastle(sq chess.Square, rights chess.Castling, occupied chess.Bitboard) bool {
	for i := range chess.CastlingPaths {
		path := &chess.CastlingPaths[i]
		if rights.Has(1<<i) && (path.Home[0].Square == sq || path.Home[1].Square == sq) && path.Empty&occupied == 0 {
			return true
		}
	}
	return false
}

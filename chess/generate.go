package chess

// The moves are generated legal, not made and tested: what the king must not
// step on, what is pinned to him, and where a check can be met is worked out
// first, and the moves of each man are cut down to that.

// duties are what binds the side to move because of its king.
type duties struct {
	us, them Bitboard // the men of the side to move, and of the other
	occupied Bitboard
	king     Square
	checkers Bitboard // the men that give check
	pinned   Bitboard // our men that may only move on the line between king and attacker
	target   Bitboard // where a man other than the king may go: not onto our men, and a check must be met
}

// LegalMoves appends the legal moves to dst and returns it, in an order that
// depends on the position alone. With dst[:0] of an earlier call nothing is
// allocated.
func (p *Position) LegalMoves(dst []Move) []Move {
	var d duties
	p.findDuties(&d)
	for b := p.kingTargets(&d); b != 0; b = b.WithoutFirst() {
		dst = append(dst, NewMove(d.king, b.First()))
	}
	if d.checkers.Several() {
		return dst
	}
	for b := p.castlingTargets(&d); b != 0; b = b.WithoutFirst() {
		dst = append(dst, newCastling(d.king, b.First()))
	}
	for b := p.kinds[Knight] & d.us &^ d.pinned; b != 0; b = b.WithoutFirst() {
		from := b.First()
		dst = appendMoves(dst, from, knightAttacks[from&63]&d.target)
	}
	for b := (p.kinds[Bishop] | p.kinds[Queen]) & d.us; b != 0; b = b.WithoutFirst() {
		from := b.First()
		to := BishopAttacks(from, d.occupied) & d.target
		if d.pinned&bit(from) != 0 {
			to &= lines[d.king&63][from&63]
		}
		dst = appendMoves(dst, from, to)
	}
	for b := (p.kinds[Rook] | p.kinds[Queen]) & d.us; b != 0; b = b.WithoutFirst() {
		from := b.First()
		to := RookAttacks(from, d.occupied) & d.target
		if d.pinned&bit(from) != 0 {
			to &= lines[d.king&63][from&63]
		}
		dst = appendMoves(dst, from, to)
	}
	t := p.pawnTargets(&d)
	forward := p.turn.Forward()
	dst = appendPawnMoves(dst, t.one, forward)
	for b := t.two; b != 0; b = b.WithoutFirst() {
		dst = append(dst, NewMove(b.First()-Square(2*forward), b.First()))
	}
	dst = appendPawnMoves(dst, t.west, forward-1)
	dst = appendPawnMoves(dst, t.east, forward+1)
	for b := p.enPassantCapturers(); b != 0; b = b.WithoutFirst() {
		dst = append(dst, newEnPassant(b.First(), p.enPassant))
	}
	return dst
}

// CountMoves returns the number of legal moves, in less time than it takes to
// list them.
func (p *Position) CountMoves() int {
	var d duties
	p.findDuties(&d)
	return p.kingTargets(&d).Count() + p.countOthers(&d)
}

// HasLegalMove reports whether the side to move has a legal move.
func (p *Position) HasLegalMove() bool {
	var d duties
	p.findDuties(&d)
	return p.kingTargets(&d) != 0 || p.countOthers(&d) > 0
}

// countOthers returns the number of legal moves but for the king's steps.
func (p *Position) countOthers(d *duties) int {
	if d.checkers.Several() {
		return 0
	}
	n := p.castlingTargets(d).Count()
	for b := p.kinds[Knight] & d.us &^ d.pinned; b != 0; b = b.WithoutFirst() {
		n += (knightAttacks[b.First()&63] & d.target).Count()
	}
	for b := (p.kinds[Bishop] | p.kinds[Queen]) & d.us; b != 0; b = b.WithoutFirst() {
		from := b.First()
		to := BishopAttacks(from, d.occupied) & d.target
		if d.pinned&bit(from) != 0 {
			to &= lines[d.king&63][from&63]
		}
		n += to.Count()
	}
	for b := (p.kinds[Rook] | p.kinds[Queen]) & d.us; b != 0; b = b.WithoutFirst() {
		from := b.First()
		to := RookAttacks(from, d.occupied) & d.target
		if d.pinned&bit(from) != 0 {
			to &= lines[d.king&63][from&63]
		}
		n += to.Count()
	}
	const last = rank1 | rank8
	t := p.pawnTargets(d)
	n += t.one.Count() + t.two.Count() + t.west.Count() + t.east.Count()
	if promotions := (t.one | t.west | t.east) & last; promotions != 0 {
		n += 3 * ((t.one & last).Count() + (t.west & last).Count() + (t.east & last).Count())
	}
	return n + p.enPassantCapturers().Count()
}

// appendMoves appends the moves of one piece.
func appendMoves(dst []Move, from Square, to Bitboard) []Move {
	for ; to != 0; to = to.WithoutFirst() {
		dst = append(dst, NewMove(from, to.First()))
	}
	return dst
}

// appendPawnMoves appends the moves of pawns that go n squares further, with all
// promotions.
func appendPawnMoves(dst []Move, to Bitboard, n int) []Move {
	for b := to &^ (rank1 | rank8); b != 0; b = b.WithoutFirst() {
		s := b.First()
		dst = append(dst, NewMove(s-Square(n), s))
	}
	for b := to & (rank1 | rank8); b != 0; b = b.WithoutFirst() {
		s := b.First()
		m := NewMove(s-Square(n), s)
		dst = append(dst, m|Move(Queen)<<12, m|Move(Rook)<<12, m|Move(Bishop)<<12, m|Move(Knight)<<12)
	}
	return dst
}

// findDuties works out what binds the side to move.
func (p *Position) findDuties(d *duties) {
	us := p.turn
	d.us, d.them = p.colors[us], p.colors[us^1]
	d.occupied = d.us | d.them
	king := (d.us & p.kinds[King]).First() & 63
	d.king = king
	checkers := knightAttacks[king]&p.kinds[Knight]&d.them | pawnAttacks[us&1][king]&p.kinds[Pawn]&d.them
	pinned := NoSquares
	snipers := RookAttacks(king, d.them)&(p.kinds[Rook]|p.kinds[Queen]) |
		BishopAttacks(king, d.them)&(p.kinds[Bishop]|p.kinds[Queen])
	for b := snipers & d.them; b != 0; b = b.WithoutFirst() {
		sniper := b.First()
		switch inner := between[king][sniper&63] & d.us; {
		case inner == 0:
			checkers |= bit(sniper)
		case !inner.Several():
			pinned |= inner
		}
	}
	d.checkers, d.pinned = checkers, pinned
	d.target = ^d.us
	if checkers != 0 {
		// For a double check, which only the king can leave, target is not used.
		d.target &= checkers | between[king][checkers.First()&63]
	}
}

// kingTargets returns where the king may step. He must not hide behind himself,
// so that he is taken off the board for the test.
func (p *Position) kingTargets(d *duties) Bitboard {
	safe := NoSquares
	them := p.turn ^ 1
	without := d.occupied ^ bit(d.king)
	for b := kingAttacks[d.king&63] &^ d.us; b != 0; b = b.WithoutFirst() {
		if s := b.First() & 63; !p.attackedAmong(s, them, without) {
			safe |= bit(s)
		}
	}
	return safe
}

// castlingTargets returns where the king may go by castling.
func (p *Position) castlingTargets(d *duties) Bitboard {
	to := NoSquares
	if p.castling == NoCastling || d.checkers != 0 {
		return to
	}
	for i := range Castling(2) {
		i += 2 * Castling(p.turn&1)
		path := &CastlingPaths[i]
		if p.castling>>i&1 != 0 && d.occupied&path.Empty == 0 &&
			!p.Attacked(path.RookTo, p.turn^1) && !p.Attacked(path.KingTo, p.turn^1) {
			to |= bit(path.KingTo)
		}
	}
	return to
}

// pawnSets are the squares that pawns may go to, by the way they go: one or two
// steps ahead, capturing towards the a-file, towards the h-file.
type pawnSets struct{ one, two, west, east Bitboard }

// pawnTargets returns where pawns may go, captures en passant apart. All pawns
// move at once. A pinned pawn on the king's file may go ahead, and one on his
// diagonal capture along it: the pin can be along no other line.
func (p *Position) pawnTargets(d *duties) pawnSets {
	pawns := p.kinds[Pawn] & d.us
	forward := p.turn.Forward()
	westLine, eastLine, third := antidiagonals[d.king&63], diagonals[d.king&63], RankSet(2)
	if p.turn == Black {
		westLine, eastLine, third = eastLine, westLine, RankSet(5)
	}
	one := rotate(pawns&(^d.pinned|FileSet(int(d.king))), forward) &^ d.occupied
	captures := d.them & d.target
	return pawnSets{
		one:  one & d.target,
		two:  rotate(one&third, forward) &^ d.occupied & d.target,
		west: rotate(pawns&(^d.pinned|westLine)&^fileA, forward-1) & captures,
		east: rotate(pawns&(^d.pinned|eastLine)&^fileH, forward+1) & captures,
	}
}

// enPassantCapturers returns the pawns that may capture en passant.
func (p *Position) enPassantCapturers() Bitboard {
	if p.capturable == NoSquare {
		return NoSquares
	}
	return p.findCapturers()
}

// findCapturable returns the en passant square if a capture there is legal.
func (p *Position) findCapturable() Square {
	if p.findCapturers() == NoSquares {
		return NoSquare
	}
	return p.enPassant
}

// findCapturers returns the pawns that may capture on the en passant square.
// Two men leave a rank at once, so that pins are not enough: the king's safety is
// looked at as it will be after the capture.
func (p *Position) findCapturers() Bitboard {
	us, at := p.turn, p.enPassant
	capturers := NoSquares
	taken := bit(at ^ 8)
	king := p.King(us)
	for b := pawnAttacks[us^1][at] & p.kinds[Pawn] & p.colors[us]; b != 0; b = b.WithoutFirst() {
		from := b & -b
		occupied := (p.Occupied() ^ from ^ taken) | bit(at)
		if p.attackers(king, occupied)&p.colors[us^1]&^taken == 0 {
			capturers |= from
		}
	}
	return capturers
}

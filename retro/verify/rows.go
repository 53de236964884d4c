package verify

import (
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/table"
)

// The positions of a row differ in the square of one man, the inner one, and a move
// of any other man leads from row to row: one destination gives all 64 positions a
// move. So values are derived row by row, and only captures, promotions and double
// steps that may be answered en passant position by position.
//
// A move is left out where the cell that it leads to is empty, which is where the
// mover's king stays in check. That exactly the cells of legal positions have a value
// is checked, too.

// sampled reports whether a row's positions are derived by themselves, too. The
// number is prime, so that all squares of all men are met.
func sampled(word int) bool { return word%61 == 0 }

// rows derives the values of rows of a table.
type rows[T table.Cell] struct {
	*verifyWorker
	codes *[2][]T

	// Of the row and side that are looked at:
	board table.Board
	us    chess.Color
	legal uint64    // the positions of the row
	men   table.Men // the outer men
	best  [64]T     // the best code that a move leads to, as the side to move has it; 0 if there is no move
	alone uint64    // positions that have to be looked at by themselves
}

// pairOfRows looks at all rows of a pair of kings, by its number.
func (r *rows[T]) pairOfRows(pair int) {
	l := r.table.Layout
	for word := pair * l.PerPair; word < (pair+1)*l.PerPair; word++ {
		l.Place(&r.board, word)
		own := l.Own(&r.board)
		if own == 0 {
			continue
		}
		r.men = l.OuterMen(&r.board)
		for r.us = chess.White; r.us <= chess.Black; r.us++ {
			r.legal = own & l.Legal(&r.board, int(r.us))
			r.row()
			if sampled(word) {
				r.sample(own)
			}
		}
	}
}

// row compares the values of a row with one side to move.
func (r *rows[T]) row() {
	stored := (*[64]T)(r.codes[r.us][64*r.board.Word:])
	r.seen[r.us][r.board.Word] = r.legal
	r.counts[r.us].Add(table.CountRow(stored, r.legal&^table.Equal(stored, 0)))
	if r.legal == 0 {
		return
	}
	r.derive64()
	check := r.table.Attacked(&r.board, int(r.us.Other()))
	for set := r.legal; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set) & 63
		want := r.best[sq]
		if want == 0 {
			want = table.Draw[T]()
			if check>>sq&1 != 0 {
				want = table.LossIn[T](0)
			}
		}
		alone := r.alone>>sq&1 != 0
		if want == stored[sq] && !alone && !sampled(r.board.Word) {
			continue
		}
		p, err := chess.NewPosition(r.table.Setup(&r.board, uint8(sq), r.us))
		if err != nil {
			r.disagree(uint8(sq))
			continue
		}
		if r.compare(p, r.us, r.board.Word<<6|sq) && !alone && want != stored[sq] {
			r.wrong(p, r.us, r.board.Word<<6|sq, 0,
				"its moves, taken one by one and together with those of its row, give different values")
		}
	}
}

// sample looks at the positions of a row as package chess has them: which are legal,
// and in which cell each is found.
func (r *rows[T]) sample(own uint64) {
	for ; own != 0; own &= own - 1 {
		sq := uint8(bits.TrailingZeros64(own))
		p, err := chess.NewPosition(r.table.Setup(&r.board, sq, r.us))
		cell := r.board.Word<<6 | int(sq)
		switch {
		case (err == nil) != (r.legal>>sq&1 != 0):
			r.disagree(sq)
		case err == nil:
			if side, found := r.table.Find(p, r.material); side != r.us || found != cell {
				r.note(Wrong{FEN: p.FEN(), Reason: "it is looked up in another cell", key: uint64(r.us)<<60 | uint64(cell)})
			}
		}
	}
}

// disagree notes that the layout and package chess differ on a position.
func (r *rows[T]) disagree(sq uint8) {
	setup := r.table.Setup(&r.board, sq, r.us)
	r.note(Wrong{FEN: setup.FEN(), Reason: "the table's layout and the rules disagree whether it is legal",
		key: uint64(r.us)<<60 | uint64(r.board.Word<<6|int(sq))})
}

// derive64 sets best and alone.
func (r *rows[T]) derive64() {
	l, b := r.table.Layout, &r.board
	r.best, r.alone = [64]T{}, 0
	for _, step := range l.KingSteps(b, int(r.us)) {
		if b.Occupied>>step.To&1 == 0 {
			r.kingStep(&step)
		}
	}
	for i := range l.Outer {
		s := &l.Outer[i]
		switch {
		case s.Color != r.us:
			r.takeOuter(i)
		case s.Kind == chess.Pawn:
			r.outerPawn(l.Offsets(b, i), b.Sq[i])
		default:
			off := l.Offsets(b, i)
			at := b.Word - off[b.Sq[i]]
			for to := range squares(table.Attacks(s.Color, s.Kind, b.Sq[i], b.Occupied) &^ b.Occupied) {
				r.raiseRow(at+off[to], r.legal&^(1<<to)&^between(b.Sq[i], to))
			}
		}
	}
	switch {
	case l.Inner.Color != r.us:
		r.takeInner()
	case l.Inner.Kind == chess.Pawn:
		r.innerPawn()
	default:
		row := (*[64]T)(r.codes[r.us.Other()][64*b.Word:])
		for from := range squares(r.legal) {
			best := r.best[from]
			for to := table.Attacks(r.us, l.Inner.Kind, from, b.Occupied) &^ b.Occupied; to != 0; to &= to - 1 {
				best = max(best, table.Before(row[bits.TrailingZeros64(to)&63]))
			}
			r.best[from] = best
		}
	}
}

// raise notes a move of one position, by the code of the position that it leads to.
func (r *rows[T]) raise(sq uint8, after T) { r.best[sq] = max(r.best[sq], table.Before(after)) }

// raiseRow notes a move of some positions of the row to another row.
func (r *rows[T]) raiseRow(word int, set uint64) {
	after := (*[64]T)(r.codes[r.us.Other()][64*word:])
	for ; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set) & 63
		r.best[sq] = max(r.best[sq], table.Before(after[sq]))
	}
}

// kingStep notes a step of our king to a square that is free but perhaps for the inner man.
func (r *rows[T]) kingStep(step *table.KingStep) {
	after := (*[64]T)(r.codes[r.us.Other()][64*r.table.AfterKingStep(&r.board, step.Pair, step.Op):])
	for sq := range squares(r.legal &^ (1 << step.To)) {
		r.raise(sq, after[step.Op.Square(sq)&63])
	}
}

// home and last are the ranks where a side's pawns begin and are promoted; forward
// is a step of theirs.
func (r *rows[T]) home() uint8 { return [2]uint8{1, 6}[r.us] }
func (r *rows[T]) last() uint8 { return [2]uint8{7, 0}[r.us] }
func (r *rows[T]) forward(sq uint8) uint8 {
	return uint8(int(sq) + [2]int{8, -8}[r.us])
}

// outerPawn notes the steps of an outer pawn of ours, who adds offsets to the row's number.
func (r *rows[T]) outerPawn(off *[64]int, from uint8) {
	b := &r.board
	at := b.Word - off[from]
	one := r.forward(from)
	if b.Occupied>>one&1 != 0 {
		return
	}
	set := r.legal &^ (1 << one)
	if one>>3 == r.last() {
		men := r.men
		men[r.us][chess.Pawn] &^= 1 << from
		for sq := range squares(set) {
			r.promote(sq, one, chess.NoKind, b.King, &men, 1<<sq)
		}
		return
	}
	r.raiseRow(at+off[one], set)
	if from>>3 != r.home() {
		return
	}
	two := r.forward(one)
	if b.Occupied>>two&1 != 0 {
		return
	}
	set &^= 1 << two
	passing := set & r.passing(two)
	r.alone |= passing
	r.raiseRow(at+off[two], set&^passing)
}

// innerPawn notes the steps of the inner man, a pawn of ours.
func (r *rows[T]) innerPawn() {
	b := &r.board
	row := (*[64]T)(r.codes[r.us.Other()][64*b.Word:])
	for from := range squares(r.legal) {
		one := r.forward(from)
		if b.Occupied>>one&1 != 0 {
			continue
		}
		if one>>3 == r.last() {
			r.promote(from, one, chess.NoKind, b.King, &r.men, 0)
			continue
		}
		r.raise(from, row[one])
		if from>>3 != r.home() {
			continue
		}
		two := r.forward(one)
		switch {
		case b.Occupied>>two&1 != 0:
		case r.passing(two) != 0:
			r.alone |= 1 << from
		default:
			r.raise(from, row[two])
		}
	}
}

// passing returns the squares of the inner man with which a pawn that steps to a
// square by a double step stands beside one of theirs.
func (r *rows[T]) passing(to uint8) uint64 {
	beside := uint64(chess.KingAttacks(chess.Square(to))) & (0xff << (to &^ 7))
	if r.men[r.us.Other()][chess.Pawn]&beside != 0 {
		return ^uint64(0)
	}
	if r.table.Inner.Kind == chess.Pawn && r.table.Inner.Color != r.us {
		return beside
	}
	return 0
}

// takeOuter notes the captures of an outer man.
func (r *rows[T]) takeOuter(victim int) {
	l, b := r.table.Layout, &r.board
	kind, x := l.Outer[victim].Kind, b.Sq[victim]
	without := r.men
	without[r.us.Other()][kind] &^= 1 << x
	inner := &without[l.Inner.Color][l.Inner.Kind]
	if king := b.King[r.us]; chess.KingAttacks(chess.Square(king)).Has(chess.Square(x)) {
		kings := b.King
		kings[r.us] = x
		others := *inner
		for sq := range squares(r.legal) {
			*inner = others | 1<<sq
			r.convert(sq, &r.after[r.us][kind][chess.NoKind], kings, &without)
		}
		*inner = others
	}
	for i := range l.Outer {
		s := &l.Outer[i]
		if s.Color != r.us || table.Attacks(r.us, s.Kind, b.Sq[i], b.Occupied)>>x&1 == 0 {
			continue
		}
		men := without
		men[r.us][s.Kind] &^= 1 << b.Sq[i]
		for sq := range squares(r.legal &^ between(b.Sq[i], x)) {
			r.take(sq, s.Kind, kind, x, &men, 1<<sq)
		}
	}
	if l.Inner.Color == r.us {
		for sq := range squares(r.legal & table.Attacks(r.us.Other(), l.Inner.Kind, x, b.Occupied)) {
			r.take(sq, l.Inner.Kind, kind, x, &without, 0)
		}
	}
}

// takeInner notes the captures of the inner man.
func (r *rows[T]) takeInner() {
	l, b := r.table.Layout, &r.board
	kind := l.Inner.Kind
	for sq := range squares(r.legal & uint64(chess.KingAttacks(chess.Square(b.King[r.us])))) {
		kings := b.King
		kings[r.us] = sq
		r.convert(sq, &r.after[r.us][kind][chess.NoKind], kings, &r.men)
	}
	for i := range l.Outer {
		s := &l.Outer[i]
		if s.Color != r.us {
			continue
		}
		men := r.men
		men[r.us][s.Kind] &^= 1 << b.Sq[i]
		for sq := range squares(r.legal & table.Attacks(r.us, s.Kind, b.Sq[i], b.Occupied)) {
			r.take(sq, s.Kind, kind, sq, &men, 0)
		}
	}
}

// take notes a capture in the position with the inner man on sq: a man of ours, no
// longer among men, takes one of a kind on the square to. inner has the square of
// the inner man if it has neither moved nor been taken.
func (r *rows[T]) take(sq uint8, mover, kind chess.Kind, to uint8, men *table.Men, inner uint64) {
	if mover == chess.Pawn && to>>3 == r.last() {
		r.promote(sq, to, kind, r.board.King, men, inner)
		return
	}
	after := *men
	after[r.us][mover] |= 1 << to
	after[r.table.Inner.Color][r.table.Inner.Kind] |= inner
	r.convert(sq, &r.after[r.us][kind][chess.NoKind], r.board.King, &after)
}

// promote is take for the promotions of a pawn.
func (r *rows[T]) promote(sq, to uint8, taken chess.Kind, kings [2]uint8, men *table.Men, inner uint64) {
	for _, kind := range table.Promotions {
		after := *men
		after[r.table.Inner.Color][r.table.Inner.Kind] |= inner
		after[r.us][kind] |= 1 << to
		r.convert(sq, &r.after[r.us][taken][kind], kings, &after)
	}
}

// convert notes a move of one position to the men of another table.
func (r *rows[T]) convert(sq uint8, d *destination, kings [2]uint8, men *table.Men) {
	if d.table == nil {
		if !chess.KingAttacks(chess.Square(kings[0])).Has(chess.Square(kings[1])) {
			r.raise(sq, table.Draw[T]())
		}
		return
	}
	side, cell, ok := d.table.FindDiagram(&table.Diagram{King: kings, Men: *men, Turn: r.us.Other()}, d.material)
	if !ok {
		return // adjacent kings
	}
	after := d.table.At(side, cell)
	if after.Result == table.NotLegal {
		return // the king that moves stays in check
	}
	code, ok := table.CodeOf[T](after.Before())
	if !ok {
		r.alone |= 1 << sq // the depth of this position has no code
		return
	}
	r.best[sq] = max(r.best[sq], code)
}

// between returns the squares strictly between two squares on a line.
func between(from, to uint8) uint64 {
	return uint64(chess.Between(chess.Square(from), chess.Square(to)))
}

// squares yields the squares of a set.
func squares(set uint64) func(yield func(uint8) bool) {
	return func(yield func(uint8) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(uint8(bits.TrailingZeros64(set)) & 63) {
				return
			}
		}
	}
}

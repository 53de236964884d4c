package exact

import "retroproof/chess"

// jointStates is a set of positions with the same number of plies to go, as pairs of side states: rows
// for one side, columns for the other, and a bit for every pair. En passant squares do not tell
// positions apart.
type jointStates struct {
	rows, cols []sideState
	words      int // of a row
	bits       []uint64
}

// newJointStates returns an empty set.
func newJointStates(rows, cols []sideState) *jointStates {
	words := (len(cols) + 63) / 64
	return &jointStates{rows: rows, cols: cols, words: words, bits: make([]uint64, words*len(rows))}
}

// row returns the bits of a row.
func (j *jointStates) row(i int) []uint64 { return j.bits[i*j.words : (i+1)*j.words] }

// set adds a pair, and has reports whether there is one.
func (j *jointStates) set(row, col int)      { j.bits[row*j.words+col/64] |= 1 << (col & 63) }
func (j *jointStates) has(row, col int) bool { return j.bits[row*j.words+col/64]>>(col&63)&1 != 0 }

// bytes returns the size of the set.
func (j *jointStates) bytes() uint64 {
	return uint64(len(j.bits))*8 + uint64(len(j.rows)+len(j.cols))*40
}

// transposed returns the same set with rows for columns.
func (j *jointStates) transposed() *jointStates {
	t := newJointStates(j.cols, j.rows)
	var square [64]uint64
	for i := 0; i < len(j.rows); i += 64 {
		n := min(64, len(j.rows)-i)
		for k := range j.words {
			some := uint64(0)
			for a := range n {
				square[a] = j.bits[(i+a)*j.words+k]
				some |= square[a]
			}
			if some == 0 {
				continue
			}
			clear(square[n:])
			transpose(&square)
			for a := range min(64, len(j.cols)-64*k) {
				t.bits[(64*k+a)*t.words+i/64] = square[a]
			}
		}
	}
	return t
}

// transpose reflects a square of bits at its diagonal: halves, then halves of these.
func transpose(a *[64]uint64) {
	mask := uint64(0xFFFFFFFF)
	for j := 32; j != 0; j, mask = j>>1, mask^mask<<(j>>1) {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (a[k]>>j ^ a[k+j]) & mask
			a[k] ^= t << j
			a[k+j] ^= t
		}
	}
}

// dropEmptyRows drops the rows without pairs.
func (j *jointStates) dropEmptyRows() {
	n := 0
	for i := range j.rows {
		row := j.row(i)
		some := uint64(0)
		for _, w := range row {
			some |= w
		}
		if some == 0 {
			continue
		}
		if n != i {
			j.rows[n] = j.rows[i]
			copy(j.row(n), row)
		}
		n++
	}
	j.rows, j.bits = j.rows[:n], j.bits[:n*j.words]
}

// as returns the rows of a set in another order; those that it has not are empty.
func (j *jointStates) as(rows []sideState) *jointStates {
	at := indexOf(j.rows)
	t := newJointStates(rows, j.cols)
	for i := range rows {
		if k := at.find(&rows[i]); k >= 0 {
			copy(t.row(i), j.row(k))
		}
	}
	return t
}

// within drops the pairs that are not in another set, with rows of the same side.
func (j *jointStates) within(other *jointStates) *jointStates {
	t := other.as(j.rows).transposed().as(j.cols).transposed()
	for i, w := range t.bits {
		j.bits[i] &= w
	}
	return j.compact()
}

// compact drops rows and columns without pairs.
func (j *jointStates) compact() *jointStates {
	j.dropEmptyRows()
	t := j.transposed()
	t.dropEmptyRows()
	return t.transposed()
}

// indexOf returns the places of side states.
func indexOf(all []sideState) *stateSet {
	s := &stateSet{all: all}
	s.reindex(2*len(all) + 2)
	return s
}

// columns has for the columns of a set which of them have men on squares. It is filled as needed.
type columns struct {
	all   []sideState
	words int
	c     chess.Color // whose side states they are
	men   [chess.NumSquares][]uint64
	kinds [chess.NumSquares][chess.Pawn + 1][]uint64
	// attacks has by square the columns with a man that attacks it whatever stands between, and lines
	// those where one on another square attacks it along a line.
	attacks [chess.NumSquares]*[]uint64
	lines   [chess.NumSquares][chess.NumSquares]*[]uint64
}

// newColumns prepares them.
func newColumns(all []sideState, c chess.Color) *columns {
	k := &columns{all: all, words: (len(all) + 63) / 64, c: c}
	for i := range all {
		l := &all[i]
		for b := l.men(); b != 0; b = b.WithoutFirst() {
			sq := b.First() & 63
			kind := l.at(sq)
			if k.men[sq] == nil {
				k.men[sq] = make([]uint64, k.words)
			}
			if k.kinds[sq][kind] == nil {
				k.kinds[sq][kind] = make([]uint64, k.words)
			}
			k.men[sq][i/64] |= 1 << (i & 63)
			k.kinds[sq][kind][i/64] |= 1 << (i & 63)
		}
	}
	return k
}

// without takes out of a row the columns with a man on one of some squares.
func (c *columns) without(row []uint64, squares chess.Bitboard) {
	for ; squares != 0; squares = squares.WithoutFirst() {
		if men := c.men[squares.First()&63]; men != nil {
			for i, w := range men {
				row[i] &^= w
			}
		}
	}
}

// leapers returns the columns where kings, knights and pawns attack a square, nil for none.
func (c *columns) leapers(sq chess.Square) []uint64 {
	if set := c.attacks[sq&63]; set != nil {
		return *set
	}
	var set []uint64
	add := func(from chess.Bitboard, kind chess.Kind) {
		for ; from != 0; from = from.WithoutFirst() {
			set = union(set, c.kinds[from.First()&63][kind])
		}
	}
	add(chess.KingAttacks(sq), chess.King)
	add(chess.KnightAttacks(sq), chess.Knight)
	add(chess.PawnAttacks(c.c.Other(), sq), chess.Pawn)
	c.attacks[sq&63] = &set
	return set
}

// line returns the columns with a queen or another piece on a square that attacks one on a line with it, over squares
// that are empty in the column, nil for none.
func (c *columns) line(sq, from chess.Square, piece chess.Kind) []uint64 {
	slot := &c.lines[sq&63][from&63]
	if *slot == nil {
		set := union(union(nil, c.kinds[from&63][chess.Queen]), c.kinds[from&63][piece])
		if set != nil {
			c.without(set, chess.Between(sq, from))
		}
		*slot = &set
	}
	return **slot
}

// union adds to a set another one; both may be nil for the empty set. The first is changed.
func union(set, other []uint64) []uint64 {
	if other == nil {
		return set
	}
	if set == nil {
		set = make([]uint64, len(other))
	}
	for i, w := range other {
		set[i] |= w
	}
	return set
}

// withoutAttack takes out of a row the columns that attack one of some squares while the side of the row
// has its own men.
func (c *columns) withoutAttack(row []uint64, squares, own chess.Bitboard) {
	for ; squares != 0; squares = squares.WithoutFirst() {
		sq := squares.First()
		remove(row, c.leapers(sq))
		for b := chess.RookAttacks(sq, own) &^ own; b != 0; b = b.WithoutFirst() {
			remove(row, c.line(sq, b.First(), chess.Rook))
		}
		for b := chess.BishopAttacks(sq, own) &^ own; b != 0; b = b.WithoutFirst() {
			remove(row, c.line(sq, b.First(), chess.Bishop))
		}
	}
}

// safe takes out of a row of a side state the columns that attack its king.
func (c *columns) safe(row []uint64, l *sideState) { c.withoutAttack(row, l.of(chess.King), l.men()) }

// remove takes a set out of a row.
func remove(row, set []uint64) {
	for i := range min(len(row), len(set)) {
		row[i] &^= set[i]
	}
}

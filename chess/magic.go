package chess

// The attacks of rooks and bishops stand in one table. The occupied squares that
// matter, those of the lines through the square without the board's edge, are
// multiplied by a number that gathers them in the highest bits of the product;
// those bits are the index. The numbers, in magicnumbers.go, were found by trial.

// magic says where the attacks from one square stand.
type magic struct {
	relevant Bitboard // the squares whose men can shorten the lines
	number   uint64
	offset   uint32 // of the square's part of the table
	shift    uint8  // leaves as many bits as there are relevant squares
}

// The sizes of the table: the sum of 1<<n over the squares, where n is the
// number of their relevant squares.
const (
	rookEntries   = 102400
	bishopEntries = 5248
)

var (
	rookMagics, bishopMagics [NumSquares]magic
	sliderTable              [rookEntries + bishopEntries]Bitboard
)

// RookAttacks returns the squares a rook on s attacks when the squares of
// occupied are not empty; the first square of occupied that it meets in each
// direction is among them. Whether s itself is in occupied makes no difference.
func RookAttacks(s Square, occupied Bitboard) Bitboard {
	m := &rookMagics[s]
	return sliderTable[m.index(occupied)]
}

// BishopAttacks returns the squares a bishop on s attacks; see [RookAttacks].
func BishopAttacks(s Square, occupied Bitboard) Bitboard {
	m := &bishopMagics[s]
	return sliderTable[m.index(occupied)]
}

func (m *magic) index(occupied Bitboard) uint32 {
	return m.offset + uint32(uint64(occupied&m.relevant)*m.number>>(m.shift&63))
}

func init() { fillSliderTable() }

func fillSliderTable() {
	offset := uint32(0)
	for s := range Square(NumSquares) {
		offset = fillMagic(&rookMagics[s], s, rookNumbers[s], files[s], ranks[s], offset)
	}
	for s := range Square(NumSquares) {
		offset = fillMagic(&bishopMagics[s], s, bishopNumbers[s], diagonals[s], antidiagonals[s], offset)
	}
}

// fillMagic writes the part of the table that belongs to one square, and returns
// where the next part begins. The attacks along the two lines are worked out
// once for each way to occupy them, at most 64. A product of sums is the sum
// of products, so that the index of a pair takes one addition: the program
// spends a fraction of a millisecond here.
func fillMagic(m *magic, s Square, number uint64, line1, line2 Bitboard, offset uint32) uint32 {
	*m = magic{relevant: relevant(s, line1) | relevant(s, line2), number: number, offset: offset}
	m.shift = uint8(NumSquares - m.relevant.Count())

	var buf1, buf2 [64]lineEntry
	entries1 := lineEntries(buf1[:0], s, line1, number)
	entries2 := lineEntries(buf2[:0], s, line2, number)
	part := sliderTable[offset:]
	for _, e1 := range entries1 {
		for _, e2 := range entries2 {
			part[(e1.product+e2.product)>>(m.shift&63)] = e1.attacks | e2.attacks
		}
	}
	return offset + 1<<m.relevant.Count()
}

// relevant returns the squares of a line through s whose men can take squares
// from what a man on s attacks: all but s and the two ends.
func relevant(s Square, line Bitboard) Bitboard {
	ends := NoSquares
	if s.File() > 0 && s.File() < 7 || line&^FileSet(s.File()) != 0 {
		ends |= (fileA | fileH) &^ FileSet(s.File())
	}
	if s.Rank() > 0 && s.Rank() < 7 || line&^RankSet(s.Rank()) != 0 {
		ends |= (rank1 | rank8) &^ RankSet(s.Rank())
	}
	return line &^ ends &^ bit(s)
}

// lineEntry is one way to occupy a line: its product with the magic number, and
// what is attacked along the line.
type lineEntry struct {
	product uint64
	attacks Bitboard
}

// lineEntries appends all ways to occupy the relevant squares of a line.
func lineEntries(dst []lineEntry, s Square, line Bitboard, number uint64) []lineEntry {
	mask := relevant(s, line)
	occupied := NoSquares
	for {
		dst = append(dst, lineEntry{uint64(occupied) * number, lineAttacks(s, line, occupied)})
		occupied = (occupied - mask) & mask // the next subset of mask
		if occupied == 0 {
			return dst
		}
	}
}

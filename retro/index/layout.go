package index

import (
	"math/bits"
	"unsafe"

	"retroproof/chess"
	"retroproof/retro/material"
)

// layout says where the positions of a material are found in its table.
//
// A table has, for each side to move, one row of 64 cells for every word. A word
// is a placement of all men but one: the number of the kings' pair, then the
// squares of the outer men, each a digit. The inner man's square is the cell's
// place in the row; so a set of positions of one word is a set of squares, and
// what does not depend on the inner man's square is done for 64 positions at
// once. The inner man is the most mobile one, because the moves of all others
// lead from word to word, and its own do not.
//
// Men of one colour and kind are kept apart: each of their orders has its place.
type Layout struct {
	Material material.Material
	pairs    *pairing
	Outer    []Slot // pawns first, then by mobility
	Inner    Slot
	PerPair  int // words of one pair of kings
	Words    int
	// rest has the outer men's squares by word within the pair.
	rest []placement
	// ways is how many places one set of squares of a word's men has.
	Ways int
}

// slot is a man of the material besides the kings.
type Slot struct {
	Color  chess.Color
	Kind   chess.Kind
	stride int     // for outer men: words from one digit to the next
	Off    [64]int // by square: words from the first; for pawns on the last ranks meaningless
	// turned is off after each symmetry; for the inner man its square.
	Turned [numSymmetries][64]int32
}

const MaxOuter = material.MaxMen - 3

// placement is where the outer men of a word are.
type placement struct {
	occupied uint64
	sq       [MaxOuter]uint8
	clash    bool // two on one square
}

// board is a word made explicit.
type Board struct {
	Word     int
	Pair     int
	King     [2]uint8
	Sq       [MaxOuter]uint8
	Occupied uint64 // by kings and outer men
	clash    bool   // two of them on one square
}

// newLayout returns the layout of a canonical material with at least one man
// besides the kings.
func New(m material.Material) *Layout {
	l := &Layout{Material: m, pairs: pawnlessPairs(), PerPair: 1, Ways: 1}
	if m.Pawns() {
		l.pairs = pawnPairs()
	}
	var men []Slot
	for i := len(material.Kinds) - 1; i >= 0; i-- { // pawns first, queens last
		for c := chess.Black; ; c-- {
			n := m.Count(c, material.Kinds[i])
			for k := range n {
				men = append(men, Slot{Color: c, Kind: material.Kinds[i]})
				l.Ways *= k + 1
			}
			if c == chess.White {
				break
			}
		}
	}
	l.Inner = men[len(men)-1]
	l.Outer = men[:len(men)-1]
	l.Inner.stride = 1
	for sq := range l.Inner.Off {
		l.Inner.Off[sq] = sq
	}
	for i := len(l.Outer) - 1; i >= 0; i-- {
		s := &l.Outer[i]
		s.stride = l.PerPair
		first, last := 0, 63
		if s.Kind == chess.Pawn {
			first, last = 8, 55
		}
		for sq := first; sq <= last; sq++ {
			s.Off[sq] = (sq - first) * s.stride
		}
		l.PerPair *= last - first + 1
	}
	l.Words = len(l.pairs.kings) * l.PerPair
	for i := range len(l.Outer) + 1 {
		m := l.Man(i)
		for op := range m.Turned {
			for sq := range m.Turned[op] {
				m.Turned[op][sq] = int32(m.Off[symSquare[op][sq]])
			}
		}
	}
	return l
}

// forScan returns a layout as newLayout does, with the table that place needs:
// for those who go through all words.
func ForScan(m material.Material) *Layout {
	l := New(m)
	l.rest = make([]placement, l.PerPair)
	for r := range l.rest {
		p := &l.rest[r]
		left := r
		for i := range l.Outer {
			s := &l.Outer[i]
			p.sq[i] = uint8(left / s.stride)
			left %= s.stride
			if s.Kind == chess.Pawn {
				p.sq[i] += 8
			}
			if p.occupied>>p.sq[i]&1 != 0 {
				p.clash = true
			}
			p.occupied |= 1 << p.sq[i]
		}
	}
	return l
}

// place makes a word explicit.
func (l *Layout) Place(b *Board, word int) {
	b.Word = word
	b.Pair = int(uint32(word) / uint32(l.PerPair)) // half as long as with 64 bits
	p := &l.rest[word-b.Pair*l.PerPair]
	b.King = l.pairs.kings[b.Pair]
	kings := uint64(1)<<b.King[0] | uint64(1)<<b.King[1]
	b.Sq = p.sq
	b.Occupied = p.occupied | kings
	b.clash = p.clash || p.occupied&kings != 0
}

// to returns the word of a board after a king's step to a pair, for which op
// turns the board.
func (l *Layout) AfterKingStep(b *Board, pair int16, op Symmetry) int {
	if op == identity {
		return b.Word + (int(pair)-b.Pair)*l.PerPair
	}
	w := int(pair) * l.PerPair
	for i := range l.Outer {
		w += int(l.Outer[i].Turned[op&7][b.Sq[i]&63])
	}
	return w
}

// kingPair returns the number of the pair that symmetry makes of two kings, and
// the symmetry; -1 if they are adjacent or on one square.
func (l *Layout) KingPair(kings [2]uint8) (pair int, op Symmetry) {
	p := l.pairs.at[int(kings[0]&63)<<6|int(kings[1]&63)]
	return int(p.index), p.op
}

// kingSteps returns the steps of a side's king.
func (l *Layout) KingSteps(b *Board, side int) []KingStep { return l.pairs.steps[b.Pair][side] }

// symmetric reports whether both kings are on the diagonal a1-h8 of a table
// without pawns.
func (l *Layout) Symmetric(b *Board) bool { return l.pairs.symmetric[b.Pair] }

// placementBytes returns the memory of what forScan adds to a layout.
func (l *Layout) PlacementBytes() int64 {
	return int64(l.PerPair) * int64(unsafe.Sizeof(placement{}))
}

// cells returns the number of cells of each side to move.
func (l *Layout) Cells() int { return 64 * l.Words }

// flipSquare exchanges the ranks, as an exchange of colours has to.
func FlipSquare(sq uint8) uint8 { return sq ^ 56 }

// index returns the cell of a position with the material of the layout, and
// whether its kings are not adjacent. Men of one kind take their slots in the
// order of their squares after symmetry, greatest first, so that equal
// positions have one index.
func (l *Layout) index(kings [2]uint8, set *[2][chess.Pawn + 1]uint64) (int, bool) {
	p := l.pairs.at[int(kings[0])<<6|int(kings[1])]
	if p.index < 0 {
		return 0, false
	}
	i := l.indexAt(int(p.index), p.op, set)
	if l.pairs.symmetric[p.index] {
		// Two images, both in the table; the smaller index names them.
		i = min(i, l.indexAt(int(p.index), p.op^Transpose, set))
	}
	return i, true
}

// indexAt returns the index in a pair after a symmetry. For a symmetric pair
// p.op^transpose is the other symmetry: transposing comes last.
func (l *Layout) indexAt(pair int, op Symmetry, set *[2][chess.Pawn + 1]uint64) int {
	word := pair * l.PerPair
	var cell int
	var last *Slot
	var left uint64
	for i := range l.Outer {
		s := &l.Outer[i]
		if last == nil || last.Kind != s.Kind || last.Color != s.Color {
			left = op.Bits(set[s.Color][s.Kind])
		}
		sq := 63 - bits.LeadingZeros64(left)
		left &^= 1 << sq
		word += s.Off[sq&63]
		last = s
	}
	if last == nil || last.Kind != l.Inner.Kind || last.Color != l.Inner.Color {
		left = op.Bits(set[l.Inner.Color][l.Inner.Kind])
	}
	cell = 63 - bits.LeadingZeros64(left)
	return 64*word + cell&63
}

// man returns a man by number.
func (l *Layout) Man(i int) *Slot {
	if i == len(l.Outer) {
		return &l.Inner
	}
	return &l.Outer[i]
}

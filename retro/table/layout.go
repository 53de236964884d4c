package table

import (
	"math/bits"
	"unsafe"

	"retroproof/chess"
)

// A Layout numbers the words of a material: a word's number has the number of the
// kings' pair as its highest digit, then the squares of the outer men, each a
// digit. The inner man is the most mobile one, because the moves of all others
// lead from word to word, and its own do not.
//
// Men of one colour and kind are kept apart, so that each order of them has its own
// cell, but for what [Paired] puts together.
type Layout struct {
	Material Material
	Version  Version
	pairs    *pairing
	lead     []int  // the values of the first digit, in the layout of a slice
	first    int    // the first pair of kings; see OfPairs
	Outer    []Slot // pawns first, then by mobility; without the kings
	Inner    Slot
	PerPair  int // number of words of one pair of kings
	Words    int // number of words
	// rest has the outer men's squares by word within the pair.
	rest []placement
	Ways int // orders of identical men that have cells of their own
}

// A Version says how the words of a material are numbered.
type Version uint16

const (
	// Ordered is that each outer man has a digit of his own.
	Ordered Version = 1
	// Paired is that two identical outer men, the first and the second of their kind, share
	// a digit, the number of the pair of their squares: 2,016 in place of 4,096, or 1,128
	// in place of 2,304 for pawns.
	Paired Version = 2
)

// VersionOf returns the version in which a material's table is made: of up to five men it
// is Ordered, so that the files of all times are alike, and of six men Paired.
func VersionOf(m Material) Version {
	if m.Men() > 5 {
		return Paired
	}
	return Ordered
}

// A Slot is a man of the material besides the kings.
type Slot struct {
	Color  chess.Color
	Kind   chess.Kind
	stride int     // what one step of the digit adds to the number of the word
	Off    [64]int // by square: what it adds to the number of the word; for pawns only on ranks 2 to 7
	// Turned is Off of the square that each symmetry leads to; for the inner man it
	// is that square.
	Turned [numSymmetries][64]int32
	// With two men in one digit Off and Turned are not used, but shared is, and mate is
	// the other man's number, the next one or the one before.
	shared *sharedDigit
	mate   int
	// Leads is set for the leading pawns in the layout of a slice: their moves lead out of it, and
	// Off is for the squares of the slice only.
	Leads bool
}

// MaxOuter bounds the outer men.
const MaxOuter = MaxMen - 3

// placement is where the outer men of a word are.
type placement struct {
	occupied uint64
	sq       [MaxOuter]uint8
	clash    bool // two on one square
}

// A Board has the squares of the men of a word.
type Board struct {
	Word     int
	Pair     int             // number of the pair of kings
	King     [2]uint8        // by colour
	Sq       [MaxOuter]uint8 // of the outer men
	Occupied uint64          // by kings and outer men
	clash    bool            // two of them on one square
}

// LayoutOf returns the layout of a canonical material with at least one man
// besides the kings, in the version in which its table is made. It is enough for
// lookups; see [ScanLayout].
func LayoutOf(m Material) *Layout { return LayoutOfVersion(m, VersionOf(m)) }

// LayoutOfVersion is LayoutOf for a given version.
func LayoutOfVersion(m Material, v Version) *Layout { return newLayout(m, v, nil) }

// newLayout is LayoutOfVersion for those words only whose first digit has one of some values, in
// ascending order, which are counted from 0 then; nil is all.
func newLayout(m Material, v Version, lead []int) *Layout {
	l := &Layout{Material: m, Version: v, pairs: pawnlessPairs(), lead: lead, PerPair: 1, Ways: 1}
	if m.Pawns() {
		l.pairs = pawnPairs()
	}
	var men []Slot
	for i := len(Kinds) - 1; i >= 0; i-- { // pawns first, queens last
		for c := chess.Black; ; c-- {
			n := m.Count(c, Kinds[i])
			for k := range n {
				men = append(men, Slot{Color: c, Kind: Kinds[i]})
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
	l.share()
	for i := len(l.Outer) - 1; i >= 0; i-- {
		s := &l.Outer[i]
		s.stride = l.PerPair
		var values []int
		if i == 0 {
			values = lead
		}
		if s.shared != nil {
			if s.mate < i { // the digit is that of the first of the two
				continue
			}
			l.Outer[s.mate].stride = l.PerPair
			l.PerPair *= s.shared.fill(s.stride, values)
			continue
		}
		first, last := s.squares()
		if values == nil {
			for sq := first; sq <= last; sq++ {
				s.Off[sq] = (sq - first) * s.stride
			}
			l.PerPair *= last - first + 1
			continue
		}
		for k, value := range values {
			s.Off[first+value] = k * s.stride
		}
		l.PerPair *= len(values)
	}
	if lead != nil {
		l.Outer[0].Leads = true
		if mate, ok := l.Shared(0); ok {
			l.Outer[mate].Leads = true
		}
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

// ScanLayout is LayoutOf for those who go through all words: [Layout.Place] needs a table
// that a lookup does not.
func ScanLayout(m Material) *Layout { return ScanLayoutVersion(m, VersionOf(m)) }

// ScanLayoutVersion is ScanLayout for a given version.
func ScanLayoutVersion(m Material, v Version) *Layout { return forScan(LayoutOfVersion(m, v)) }

// forScan adds the table for Place.
func forScan(l *Layout) *Layout {
	l.rest = make([]placement, l.PerPair)
	for r := range l.rest {
		p := &l.rest[r]
		left := r
		for i := range l.Outer {
			s := &l.Outer[i]
			if s.shared == nil || s.mate > i {
				value := left / s.stride
				left %= s.stride
				if i == 0 && l.lead != nil {
					value = l.lead[value]
				}
				if first, _ := s.squares(); s.shared == nil {
					p.sq[i] = uint8(first + value)
				} else {
					p.sq[i], p.sq[s.mate] = s.shared.squares(value)
				}
			}
			if p.occupied>>p.sq[i]&1 != 0 {
				p.clash = true
			}
			p.occupied |= 1 << p.sq[i]
		}
	}
	return l
}

// Place sets b to a word. The layout is one of [ScanLayout].
func (l *Layout) Place(b *Board, word int) {
	b.Word = word
	pair := int(uint32(word) / uint32(l.PerPair)) // half as long as with 64 bits
	b.Pair = l.first + pair
	p := &l.rest[word-pair*l.PerPair]
	b.King = l.pairs.kings[b.Pair]
	kings := uint64(1)<<b.King[0] | uint64(1)<<b.King[1]
	b.Sq = p.sq
	b.Occupied = p.occupied | kings
	b.clash = p.clash || p.occupied&kings != 0
}

// OfPairs returns the layout of the words of n pairs of kings from the first one on, which are numbered from
// 0. It is for a part of a finished table: kings' steps lead out of it.
func (l *Layout) OfPairs(first, n int) *Layout {
	part := *l
	part.first, part.Words = l.first+first, n*l.PerPair
	return &part
}

// Pairs returns the number of pairs of kings that the words have.
func (l *Layout) Pairs() int { return l.Words / l.PerPair }

// FirstWord returns the first word of a pair of kings.
func (l *Layout) FirstWord(pair int) int { return (pair - l.first) * l.PerPair }

// Kings returns the squares of the kings of a pair, White's first.
func (l *Layout) Kings(pair int) [2]uint8 { return l.pairs.kings[pair] }

// AfterKingStep returns the word of a board after a king's step to another pair,
// for which op turns the board.
func (l *Layout) AfterKingStep(b *Board, pair int16, op Symmetry) int {
	if op == identity {
		return b.Word + (int(pair)-b.Pair)*l.PerPair
	}
	return int(pair)*l.PerPair + l.outerNumber(&b.Sq, op)
}

// outerNumber returns what the outer men on some squares add to the number of a word after a symmetry.
func (l *Layout) outerNumber(sq *[MaxOuter]uint8, op Symmetry) (number int) {
	for i := range l.Outer {
		s := &l.Outer[i]
		switch {
		case s.shared == nil:
			number += int(s.Turned[op&7][sq[i]&63])
		case s.mate > i:
			number += int(s.shared.turned[op&7][sq[s.mate]&63][sq[i]&63])
		}
	}
	return number
}

// Offsets returns, by the square of an outer man, what he adds to the number of the word,
// while all other men are where b has them: a move of his adds the offset of the square
// that he goes to, less that of the square he is on.
func (l *Layout) Offsets(b *Board, man int) *[64]int {
	s := &l.Outer[man]
	if s.shared == nil {
		return &s.Off
	}
	return &s.shared.off[b.Sq[s.mate]&63]
}

// KingPair returns the number of the pair that symmetry makes of two kings, and
// the symmetry; -1 if they are adjacent or on one square.
func (l *Layout) KingPair(kings [2]uint8) (pair int, op Symmetry) {
	p := l.pairs.at[int(kings[0]&63)<<6|int(kings[1]&63)]
	return int(p.index), p.op
}

// KingSteps returns the steps of a side's king.
func (l *Layout) KingSteps(b *Board, side int) []KingStep { return l.pairs.steps[b.Pair][side] }

// Symmetric reports whether both kings are on the diagonal a1-h8 of a table
// without pawns.
func (l *Layout) Symmetric(b *Board) bool { return l.pairs.symmetric[b.Pair] }

// PlacementBytes returns the memory of the table that [ScanLayout] adds, in bytes.
func (l *Layout) PlacementBytes() int64 {
	return int64(l.PerPair) * int64(unsafe.Sizeof(placement{}))
}

// Cells returns the number of cells of each side to move.
func (l *Layout) Cells() int { return 64 * l.Words }

// FlipSquare mirrors the ranks, as an exchange of colours does.
func FlipSquare(sq uint8) uint8 { return sq ^ 56 }

// index returns the cell of a position with the material of the layout, and
// whether its kings are not adjacent. Men of one kind take their slots in the
// order of their squares after symmetry, greatest first, so that equal
// positions have one index.
func (l *Layout) index(kings [2]uint8, set *Men) (int, bool) {
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
func (l *Layout) indexAt(pair int, op Symmetry, set *Men) int {
	word := l.FirstWord(pair)
	var cell, before int
	var last *Slot
	var left uint64
	for i := range l.Outer {
		s := &l.Outer[i]
		if last == nil || last.Kind != s.Kind || last.Color != s.Color {
			left = op.Bits(set[s.Color][s.Kind])
		}
		sq := 63 - bits.LeadingZeros64(left)
		left &^= 1 << sq
		switch {
		case s.shared == nil:
			word += s.Off[sq&63]
		case s.mate < i:
			word += s.shared.off[before&63][sq&63]
		}
		last, before = s, sq
	}
	if last == nil || last.Kind != l.Inner.Kind || last.Color != l.Inner.Color {
		left = op.Bits(set[l.Inner.Color][l.Inner.Kind])
	}
	cell = 63 - bits.LeadingZeros64(left)
	return 64*word + cell&63
}

// Man returns a man by number: the outer men, then the inner one.
func (l *Layout) Man(i int) *Slot {
	if i == len(l.Outer) {
		return &l.Inner
	}
	return &l.Outer[i]
}

package board

import (
	"iter"
	"math/bits"
)

// Bitboard is a set of squares: bit n is the square n, a1 the lowest. Sets are
// combined with the operators & | ^ &^ and compared with ==.
type Bitboard uint64

// Some sets. The other files and ranks are shifts of these: see [FileSet] and
// [RankSet].
const (
	NoSquares  Bitboard = 0
	AllSquares Bitboard = 1<<NumSquares - 1

	fileA Bitboard = 0x0101010101010101
	fileH Bitboard = fileA << 7
	rank1 Bitboard = 0xFF
	rank8 Bitboard = rank1 << 56

	// DarkSquares are those of a1's colour, LightSquares the others.
	DarkSquares  Bitboard = 0xAA55AA55AA55AA55
	LightSquares          = ^DarkSquares
)

// FileSet returns the squares of a file, 0 = a ... 7 = h.
func FileSet(file int) Bitboard { return fileA << (file & 7) }

// RankSet returns the squares of a rank, 0 = the first ... 7 = the eighth.
func RankSet(rank int) Bitboard { return rank1 << (8 * (rank & 7)) }

// SetOf returns the set of the squares given. NoSquare adds nothing.
func SetOf(squares ...Square) Bitboard {
	var b Bitboard
	for _, s := range squares {
		b |= s.Bit()
	}
	return b
}

// Bit returns the set of the one square s; the empty set for NoSquare.
func (s Square) Bit() Bitboard { return 1 << s }

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool { return b&s.Bit() != 0 }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// Several reports whether the set has more than one square.
func (b Bitboard) Several() bool { return b&(b-1) != 0 }

// First returns the lowest square of the set; NoSquare if the set is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// WithoutFirst returns the set without its lowest square. Together with First
// it makes the loop over a set:
//
//	for ; b != 0; b = b.WithoutFirst() {
//		use(b.First())
//	}
func (b Bitboard) WithoutFirst() Bitboard { return b & (b - 1) }

// Squares yields the squares of the set from the lowest up.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b = b.WithoutFirst() {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// String returns the set as a board of eight lines, the eighth rank first, with
// an x for every square in the set.
func (b Bitboard) String() string {
	text := make([]byte, 0, 9*8)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			c := byte('.')
			if b.Has(MakeSquare(file, rank)) {
				c = 'x'
			}
			text = append(text, c)
		}
		text = append(text, '\n')
	}
	return string(text)
}

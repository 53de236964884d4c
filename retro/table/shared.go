package table

import (
	"slices"

	"retroproof/chess"
)

// sharedDigit numbers the squares of two identical men, in no order: a pair of squares
// a > b, counted from the first one that the men may stand on, is a(a-1)/2 + b.
type sharedDigit struct {
	first, last int // squares of the men
	// off is, by the squares of both in either order, what they add to the number of the
	// word; turned that of the squares that each symmetry leads to. Nothing is said of equal
	// squares.
	off    [64][64]int
	turned [numSymmetries][64][64]int32
}

// squares returns the first and the last square on which a man may stand.
func (s *Slot) squares() (first, last int) {
	if s.Kind == chess.Pawn {
		return 8, 55
	}
	return 0, 63
}

// share lets identical outer men share digits, two at a time, where the version does so.
func (l *Layout) share() {
	if l.Version < Paired {
		return
	}
	for i := 1; i < len(l.Outer); i++ {
		s, before := &l.Outer[i], &l.Outer[i-1]
		if !s.alike(before) || before.shared != nil {
			continue
		}
		d := &sharedDigit{}
		d.first, d.last = s.squares()
		s.shared, s.mate = d, i-1
		before.shared, before.mate = d, i
		l.Ways /= 2
	}
}

// size returns how many numbers the digit has.
func (d *sharedDigit) size() int {
	n := d.last - d.first + 1
	return n * (n - 1) / 2
}

// fill sets the offsets for a step of the digit, of those values only that are listed unless
// the list is nil. It returns how many numbers the digit has.
func (d *sharedDigit) fill(stride int, values []int) int {
	for a := d.first; a <= d.last; a++ {
		for b := d.first; b < a; b++ {
			number := d.number(a, b)
			if values != nil {
				k, ok := slices.BinarySearch(values, number)
				if !ok {
					continue
				}
				number = k
			}
			d.off[a][b] = number * stride
			d.off[b][a] = d.off[a][b]
		}
	}
	for op := range d.turned {
		for a := d.first; a <= d.last; a++ {
			for b := d.first; b <= d.last; b++ {
				d.turned[op][a][b] = int32(d.off[symSquare[op][a]][symSquare[op][b]])
			}
		}
	}
	if values != nil {
		return len(values)
	}
	return d.size()
}

// number returns the number of two squares, the greater one first.
func (d *sharedDigit) number(greater, smaller int) int {
	x, y := greater-d.first, smaller-d.first
	return x*(x-1)/2 + y
}

// squares returns the squares of a number, the greater one first.
func (d *sharedDigit) squares(number int) (greater, smaller uint8) {
	a := 1
	for (a+1)*a/2 <= number {
		a++
	}
	return uint8(d.first + a), uint8(d.first + number - a*(a-1)/2)
}

// Shared returns the number of the outer man with whom one shares a digit; ok is false if
// he has his own.
func (l *Layout) Shared(man int) (mate int, ok bool) {
	if man < len(l.Outer) && l.Outer[man].shared != nil {
		return l.Outer[man].mate, true
	}
	return 0, false
}

// TurnedWith returns, by the square of one of two men who share a digit, what both add to
// the number of the word after a symmetry; mate is the square of the other. All squares are
// those before the symmetry.
func (s *Slot) TurnedWith(op Symmetry, mate uint8) *[64]int32 {
	return &s.shared.turned[op&7][mate&63]
}

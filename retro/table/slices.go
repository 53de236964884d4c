package table

import (
	"cmp"
	"slices"

	"retroproof/chess"
)

// A Slicing divides the words of a material with pawns into slices, in which the leading pawns
// stand still. These are the men of the first digit: one pawn, or the two that share it. A slice has
// the words with one value of the digit and with its mirror image, because a king's step over the
// middle of the board mirrors it. So all moves but those of the leading pawns, captures and
// promotions stay within the slice.
//
// Slices are in an order in which they can be solved: a move of a leading pawn, which is no promotion
// and no capture, adds one or two to the number of ranks that the leading pawns have gone, and the slices in
// which they have gone farther come first. Mirrored pawns have gone as far.
type Slicing struct {
	Material Material
	Version  Version
	Values   [][]int // by slice: the values of the first digit, in ascending order
	PerValue int     // words of one value and one pair of kings
	Pairs    int     // of kings
	of       []place // by value
	whole    *Layout
}

// place is where the words of a value are.
type place struct{ slice, at int }

// NewSlicing returns the slices of a canonical material in the version in which its table is made;
// nil if no outer man is a pawn.
func NewSlicing(m Material) *Slicing { return newSlicingVersion(m, VersionOf(m)) }

// newSlicingVersion is NewSlicing for a given version.
func newSlicingVersion(m Material, v Version) *Slicing {
	l := LayoutOfVersion(m, v)
	if len(l.Outer) == 0 || l.Outer[0].Kind != chess.Pawn {
		return nil
	}
	s := &Slicing{Material: m, Version: v, PerValue: l.Outer[0].stride, Pairs: len(l.pairs.kings), whole: l}
	s.of = make([]place, l.PerPair/s.PerValue)
	for value := range s.of {
		if image := s.mirrored(value); value <= image {
			values := []int{value}
			if value < image {
				values = append(values, image)
			}
			s.Values = append(s.Values, values)
		}
	}
	slices.SortStableFunc(s.Values, func(a, b []int) int { return -cmp.Compare(s.gone(a[0]), s.gone(b[0])) })
	for i, values := range s.Values {
		for at, value := range values {
			s.of[value] = place{i, at}
		}
	}
	return s
}

// Squares returns the squares of the leading pawns, by their numbers.
func (s *Slicing) Squares(value int) []uint8 {
	if d := s.whole.Outer[0].shared; d != nil {
		a, b := d.squares(value)
		return []uint8{a, b}
	}
	first, _ := s.whole.Outer[0].squares()
	return []uint8{uint8(first + value)}
}

// value returns the value of the digit for squares of the leading pawns.
func (s *Slicing) value(sq []uint8) int {
	if d := s.whole.Outer[0].shared; d != nil {
		return d.number(int(max(sq[0], sq[1])), int(min(sq[0], sq[1])))
	}
	first, _ := s.whole.Outer[0].squares()
	return int(sq[0]) - first
}

// mirrored returns the value after the files have been mirrored.
func (s *Slicing) mirrored(value int) int {
	sq := s.Squares(value)
	for i := range sq {
		sq[i] = MirrorFiles.Square(sq[i])
	}
	return s.value(sq)
}

// gone returns how many ranks the leading pawns have gone.
func (s *Slicing) gone(value int) (ranks int) {
	for _, sq := range s.Squares(value) {
		if s.whole.Outer[0].Color == chess.White {
			ranks += int(sq>>3) - 1
		} else {
			ranks += 6 - int(sq>>3)
		}
	}
	return ranks
}

// Layout returns the layout of a slice, for scanning. Its words are in the order of those of the
// whole table. What [Layout.Find], [Layout.Own] and the like return has no meaning there.
func (s *Slicing) Layout(slice int) *Layout {
	return forScan(newLayout(s.Material, s.Version, s.Values[slice]))
}

// Words returns the number of words of a slice.
func (s *Slicing) Words(slice int) int { return s.Pairs * len(s.Values[slice]) * s.PerValue }

// Numbers returns how many values the first digit has.
func (s *Slicing) Numbers() int { return len(s.of) }

// Slice returns the slice in which the words of a value are.
func (s *Slicing) Slice(value int) int { return s.of[value].slice }

// Step returns where the step of a leading pawn of a slice's board to a square leads: another slice,
// and the word's number there among those of its pair of kings, which is that of the board.
func (s *Slicing) Step(b *Board, man int, to uint8) (slice, inPair int) {
	var sq [2]uint8
	n := copy(sq[:], b.Sq[:2])
	if s.whole.Outer[0].shared == nil {
		n = 1
	}
	sq[man&1] = to
	at := s.of[s.value(sq[:n])]
	return at.slice, at.at*s.PerValue + b.Word%s.PerValue
}

// Next returns the slices to which the steps of a slice's leading pawns lead, promotions apart.
func (s *Slicing) Next(slice int) map[int]bool {
	next := map[int]bool{}
	for _, value := range s.Values[slice] {
		sq := s.Squares(value)
		for i := range sq {
			ahead, home := 8, uint8(1)
			if s.whole.Outer[0].Color == chess.Black {
				ahead, home = -8, 6
			}
			to := slices.Clone(sq)
			for steps := range 2 {
				to[i] = uint8(int(to[i]) + ahead)
				if r := to[i] >> 3; r == 0 || r == 7 || steps == 1 && sq[i]>>3 != home || len(to) == 2 && to[0] == to[1] {
					break
				}
				next[s.of[s.value(to)].slice] = true
			}
		}
	}
	return next
}

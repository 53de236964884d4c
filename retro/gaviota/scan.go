package gaviota

import (
	"retroproof/chess"
	"retroproof/retro/table"
)

// scanner goes through cells in their order and finds those of our tables: for the
// numbers of the first axes, which give the kings, it reckons how the board is turned;
// then the number of our cell is a sum of a number for each of the other axes.
type scanner struct {
	*Layout
	to *table.Layout
	// slots has the men of our table by axis.
	slots [][]*table.Slot
	// offsets has, by symmetry and axis, what a number adds to that of our cell.
	offsets [8][][]int
}

// newScanner returns a scanner from a layout to that of our table.
func newScanner(l *Layout, to *table.Layout) *scanner {
	s := &scanner{Layout: l, to: to, slots: make([][]*table.Slot, len(l.axes))}
	taken := make([]bool, len(to.Outer)+1)
	for i := range l.axes {
		a := &l.axes[i]
		if a.kind == chess.King {
			continue
		}
		for j := range taken {
			if slot := to.Man(j); !taken[j] && slot.Color == a.color && slot.Kind == a.kind && len(s.slots[i]) < a.men {
				taken[j] = true
				s.slots[i] = append(s.slots[i], slot)
			}
		}
	}
	for op := range s.offsets {
		s.offsets[op] = make([][]int, len(l.axes))
		for i := l.headAxes; i < len(l.axes); i++ {
			a := &l.axes[i]
			list := make([]int, a.size())
			for number := range list {
				list[number] = s.offset(i, table.Symmetry(op), a.of(number))
			}
			s.offsets[op][i] = list
		}
	}
	return s
}

// offset returns what the men of an axis on some squares add to the number of our
// cell.
func (s *scanner) offset(axis int, op table.Symmetry, squares []uint8) (sum int) {
	for i, slot := range s.slots[axis] {
		n := int(slot.Turned[op][squares[i]])
		if slot != &s.to.Inner {
			n *= 64
		}
		sum += n
	}
	return sum
}

// none is the number of our cell where the kings are adjacent.
const none = -1

// head returns, for a number of the first axes, the number of our cell without the men
// of the others, and the symmetry that turns these.
func (s *scanner) head(number int) (base int, op table.Symmetry) {
	var white, black uint8
	var digits [4]int
	for i := s.headAxes - 1; i >= 0; i-- {
		a := &s.axes[i]
		digits[i] = number % a.size()
		number /= a.size()
		switch sq := a.of(digits[i]); {
		case a.kind != chess.King:
		case a.men == 2:
			black, white = sq[0], sq[1]
		case a.color == chess.White:
			white = sq[0]
		default:
			black = sq[0]
		}
	}
	pair, op := s.to.KingPair([2]uint8{white, black})
	if pair < 0 {
		return none, op
	}
	base = 64 * pair * s.to.PerPair
	for i := range s.headAxes {
		if a := &s.axes[i]; a.kind != chess.King {
			base += s.offset(i, op, a.of(digits[i]))
		}
	}
	return base, op
}

// each calls do for runs of cells, from first to last, in their order: with the number
// of the first of our cells, or none, and what the cells' numbers add to it. offsets
// is nil for a single cell.
func (s *scanner) each(first, last int, do func(base int, offsets []int, cells int)) {
	for first < last {
		number, from := first/s.tail, first%s.tail
		to := min(s.tail, from+last-first)
		base, op := s.head(number)
		if base == none {
			do(none, nil, to-from)
		} else {
			s.tails(s.headAxes, base, s.offsets[op&7], from, to, do)
		}
		first += to - from
	}
}

// tails is each for the axes from one on.
func (s *scanner) tails(i, base int, offsets [][]int, from, to int, do func(base int, offsets []int, cells int)) {
	switch {
	case i == len(s.axes):
		do(base, nil, 1)
	case i == len(s.axes)-1:
		do(base, offsets[i][from:to], to-from)
	default:
		stride := s.axes[i].stride
		for from < to {
			number := from / stride
			end := min(to, (number+1)*stride)
			s.tails(i+1, base+offsets[i][number], offsets, from-number*stride, end-number*stride, do)
			from = end
		}
	}
}

// cells appends the cells from first to last of a side to move, as code turns our
// codes into them.
func cells[T table.Cell](s *scanner, out []byte, codes []T, code []byte, first, last int) []byte {
	s.each(first, last, func(base int, offsets []int, n int) {
		switch {
		case base == none:
			for range n {
				out = append(out, illegal)
			}
		case offsets == nil:
			out = append(out, code[codes[base]])
		default:
			for _, offset := range offsets {
				out = append(out, code[codes[base+offset]])
			}
		}
	})
	return out
}

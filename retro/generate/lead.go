package generate

import (
	"math/bits"
	"os"

	"retroproof/chess"
	"retroproof/retro/table"
)

// leading finds what the moves of the leading pawns of a slice lead to: positions of slices that are
// finished, so that these moves are like captures and promotions.
type leading[T table.Cell] struct {
	slicing *table.Slicing
	scratch *scratch[T]
	files   map[int]*os.File // the finished slices, by number
}

// page has the cells of a finished slice with one side to move and one pair of kings.
type page[T table.Cell] struct {
	slice, side, pair int
	cells             []T
}

// newLeading opens the slices that the moves of a slice's leading pawns lead to.
func newLeading[T table.Cell](s *table.Slicing, slice int, from *scratch[T]) (*leading[T], error) {
	l := &leading[T]{slicing: s, scratch: from, files: map[int]*os.File{}}
	for next := range s.Next(slice) {
		f, err := from.open(next)
		if err != nil {
			l.close()
			return nil, err
		}
		l.files[next] = f
	}
	return l, nil
}

func (l *leading[T]) close() {
	for _, f := range l.files {
		f.Close()
	}
}

// row returns the cells of a word of a finished slice, with a side to move; inPair is the word's number
// among those of its pair of kings. Each goroutine keeps the last pages that it has read. A page that
// cannot be read leaves its error with the worker.
func (l *leading[T]) row(w *worker[T], slice, side, pair, inPair int) *[64]T {
	var p *page[T]
	for i := range w.pages {
		if w.pages[i].slice == slice {
			p = &w.pages[i]
			break
		}
	}
	if p == nil {
		w.pages = append(w.pages, page[T]{slice: slice, pair: -1})
		p = &w.pages[len(w.pages)-1]
		p.cells = make([]T, 64*l.slicing.Words(slice)/l.slicing.Pairs)
	}
	if p.pair != pair || p.side != side {
		p.pair, p.side = pair, side
		at := side*64*l.slicing.Words(slice) + pair*len(p.cells)
		if err := l.scratch.readAt(l.files[slice], p.cells, at); err != nil && w.err == nil {
			w.err = err
		}
	}
	return (*[64]T)(p.cells[64*inPair:])
}

// raiseLead puts the values of the leading pawns' moves into the cells of a set of positions with a side
// to move, where they are better. Promotions and captures are fold's.
func (g *generator[T]) raiseLead(w *worker[T], b *table.Board, set uint64, side int, row *[64]T) {
	c := chess.Color(side)
	home, last := pawnRanks[c].home, pawnRanks[c].last
	for i := range min(len(g.Outer), 2) {
		if s := &g.Outer[i]; !s.Leads || s.Color != c {
			continue
		}
		one := ahead(c, b.Sq[i])
		if one>>3 == last || b.Occupied>>one&1 != 0 {
			continue
		}
		free := set &^ (1 << one)
		slice, inPair := g.lead.slicing.Step(b, i, one)
		raiseRow(row, g.lead.row(w, slice, 1-side, b.Pair, inPair), free)
		two := ahead(c, one)
		if b.Sq[i]>>3 != home || b.Occupied>>two&1 != 0 {
			continue
		}
		free &^= 1 << two
		slice, inPair = g.lead.slicing.Step(b, i, two)
		next := g.lead.row(w, slice, 1-side, b.Pair, inPair)
		passing := free & passedOuter(g.Layout, b, c, two)
		raiseRow(row, next, free&^passing)
		if passing != 0 {
			g.raisePassing(b, i, one, two, passing, side, row, next)
		}
	}
}

// raiseRow puts into the cells of a set the values of moves to the cells of another word, where
// they are better.
func raiseRow[T table.Cell](row, next *[64]T, set uint64) {
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set) & 63
		row[i] = max(row[i], table.Before(next[i]))
	}
}

// raisePassing is raiseRow for the double step of a leading pawn over a square to another one, which
// may be answered by a capture en passant: its value is that of the best answer, with the capture.
func (g *generator[T]) raisePassing(b *table.Board, man int, over, to uint8, set uint64, side int, row, next *[64]T) {
	after := *b
	after.Occupied ^= 1<<b.Sq[man] | 1<<to
	after.Sq[man] = to
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set) & 63
		code := next[i]
		if code == 0 {
			continue
		}
		if capture := g.subs.enPassant(&after, 1-side, passingStep{Inner: uint8(i), Pawn: to, Passed: over}); capture != 0 {
			// In a mate or stalemate of the table the capture is the only move.
			if (code == table.LossIn[T](0) || code == table.Draw[T]()) && !hasMove(g.Layout, &after, uint8(i), 1-side) {
				code = capture
			}
			code = max(code, capture)
		}
		row[i] = max(row[i], table.Before(code))
	}
}

package generate

import (
	"math/bits"

	"retroproof/retro/index"
	"retroproof/retro/moves"
	"retroproof/retro/table"
)

// initLegal opens the legal positions.
func (g *generator[T]) initLegal(w *worker[T], side, from, to int) {
	var b index.Board
	for word := from << 6; word < min(to<<6, g.Words); word++ {
		g.Place(&b, word)
		open := g.Legal(&b, side)
		g.open[side][word] = open
		w.legal += uint64(bits.OnesCount64(open))
	}
}

// initMoves looks at captures and promotions, and finds mates and stalemates.
func (g *generator[T]) initMoves(w *worker[T], side, from, to int) {
	var b index.Board
	for block := from; block < to; block++ {
		for word := block << 6; word < min(block<<6+64, g.Words); word++ {
			open := g.open[side][word]
			if open == 0 {
				continue
			}
			g.Place(&b, word)
			row := g.row(side, word)
			nothing := open &^ g.bound(w, side, block, row, g.subs.fold(&b, open, side, row)&open)
			if nothing = moves.Stuck(g.Layout, &b, g.open[1-side], nothing, side, false); nothing == 0 {
				continue
			}
			mates := nothing & g.Attacked(&b, 1-side)
			table.Put(row, mates, table.LossIn[T](0))
			table.Put(row, nothing&^mates, table.Draw[T]())
			if mates != 0 {
				g.newLosses[side][block] |= 1 << (word & 63)
			}
		}
	}
}

// bound notes the depths at which captures and promotions may decide positions of
// a row, and returns the positions that have one.
func (g *generator[T]) bound(w *worker[T], side, block int, row *[64]T, set uint64) (have uint64) {
	for ; set != 0; set &= set - 1 {
		code := row[bits.TrailingZeros64(set)]
		if code == 0 {
			continue
		}
		have |= set & -set
		switch {
		case code > table.Draw[T]():
			n := table.ValueOf(code).Plies
			w.last = max(w.last, n)
			g.pendingWins[side][block] |= pendingBit(n)
		case code < table.Draw[T]():
			n := table.ValueOf(code).Plies
			w.last = max(w.last, n)
			g.pendingLosses[side][block] |= pendingBit(n)
		}
	}
	return have
}

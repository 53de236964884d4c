package generate

import (
	"math/bits"
	"retroproof/retro/table"
)

// initLegal opens the legal positions.
func (g *generator[T]) initLegal(w *worker[T], side, from, to int) {
	var b table.Board
	for word := from << 6; word < min(to<<6, g.Words); word++ {
		g.Place(&b, word)
		open := g.Legal(&b, side)
		g.open[side][word] = open
		w.legal += uint64(bits.OnesCount64(open))
	}
}

// initConversions looks at captures and promotions to one of several groups of tables.
func (g *generator[T]) initConversions(_ *worker[T], side, from, to int) {
	var b table.Board
	for word := from << 6; word < min(to<<6, g.Words); word++ {
		if g.reaching != nil && !g.reaching[word/g.PerPair] {
			continue
		}
		if open := g.open[side][word]; open != 0 {
			g.Place(&b, word)
			g.subs.fold(&b, open, side, g.row(side, word))
		}
	}
}

// initMoves looks at captures and promotions to the last group of tables and at the moves of the leading
// pawns of a slice, and finds mates and stalemates.
func (g *generator[T]) initMoves(w *worker[T], side, from, to int) {
	var b table.Board
	for block := from; block < to; block++ {
		var pending bounds
		for word := block << 6; word < min(block<<6+64, g.Words); word++ {
			open := g.open[side][word]
			if open == 0 {
				continue
			}
			g.Place(&b, word)
			row := g.row(side, word)
			touched := g.subs.fold(&b, open, side, row) & open
			if g.lead != nil {
				g.raiseLead(w, &b, open, side, row)
			}
			if g.grouped {
				touched = open &^ table.Equal(row, 0)
			}
			nothing := open &^ addBounds(&pending, row, touched)
			if nothing = Stuck(g.Layout, &b, g.open[1-side], nothing, side, false); nothing == 0 {
				continue
			}
			mates := nothing & g.Attacked(&b, 1-side)
			table.Put(row, mates, table.LossIn[T](0))
			table.Put(row, nothing&^mates, table.Draw[T]())
			if mates != 0 {
				g.newLosses[side][block] |= 1 << (word & 63)
			}
		}
		g.pendingWins[side][block], g.pendingLosses[side][block] = pending.wins, pending.losses
		w.last = max(w.last, pending.last)
	}
}

// bounds are the depths at which captures and promotions may decide positions.
type bounds struct {
	wins, losses uint64 // as in generator.pendingWins
	last         int    // the greatest depth
}

// addBounds adds the bounds of some positions of a row, and returns the positions
// that have a legal capture or promotion.
func addBounds[T table.Cell](p *bounds, row *[64]T, set uint64) (have uint64) {
	wins, losses, last := p.wins, p.losses, p.last
	for ; set != 0; set &= set - 1 {
		code := row[bits.TrailingZeros64(set)&63]
		if code == 0 {
			continue
		}
		have |= set & -set
		// n/2, for a depth of n plies, is the distance to the end of the codes.
		switch {
		case code > table.Draw[T]():
			n := int(^T(0) - code)
			last = max(last, 2*n+1)
			wins |= 1 << min(n, pendingBits)
		case code < table.Draw[T]():
			n := int(code) - 1
			last = max(last, 2*n)
			losses |= 1 << min(n, pendingBits)
		}
	}
	*p = bounds{wins, losses, last}
	return have
}

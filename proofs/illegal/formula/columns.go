package formula

import (
	"fmt"

	"retroproof/chess"
	"retroproof/encode"
	"retroproof/proofs/illegal/facts"
)

// addColumns makes the columns of a kernel without ranks. In place of the ranks
// there is one order of all pawns, of which only that of pawns on one file means
// something. A capture takes the pawn that captures out of the order and puts it
// back elsewhere; all others keep theirs.
//
// Of the steps of a pawn there are only the last two: 7 says that it has
// promoted, 6 that it promotes if it captures.
func (f *Formula) addColumns() {
	n := len(f.slots)
	for k := range f.pawns {
		p := &f.pawns[k]
		for i := range n + 1 {
			begins := [8]encode.Bool{7: f.False}
			if i > 0 {
				begins[7] = f.Or(p.promoted(i-1), f.promotes(p, i-1))
			}
			ends := [8]encode.Bool{6: f.False, 7: f.input(p.moves, "promoted.%s.%d", p.at, i)}
			if i < n {
				ends[6] = f.input(p.takes[i] != f.False, "promotes.%s.%d", p.at, i)
				f.clause(ends[6].Not(), p.takes[i])
			}
			p.begins, p.ends = append(p.begins, begins), append(p.ends, ends)
			f.clause(begins[7].Not(), ends[7])
			f.mayPromote(p, i)
		}
	}
	f.makeOrder()
	for q := range f.pawns {
		for p := range q {
			for i := range n + 1 {
				f.promoteInOrder(&f.pawns[p], &f.pawns[q], f.below[q][p][i], i)
				f.promoteInOrder(&f.pawns[q], &f.pawns[p], f.above[q][p][i], i)
				f.passFixed(&f.pawns[p], &f.pawns[q], f.below[q][p][i], i)
				f.passFixed(&f.pawns[q], &f.pawns[p], f.above[q][p][i], i)
			}
		}
	}
	f.bishopPromotions()
}

// makeOrder makes the order of the pawns in each interval.
func (f *Formula) makeOrder() {
	n := len(f.slots)
	f.below, f.above = make([][][]encode.Bool, len(f.pawns)), make([][][]encode.Bool, len(f.pawns))
	for q := range f.pawns {
		f.below[q], f.above[q] = make([][]encode.Bool, q), make([][]encode.Bool, q)
		for p := range q {
			a, b := &f.pawns[p], &f.pawns[q]
			for i := range n + 1 {
				below := f.True
				switch {
				case i == 0:
				case a.takes[i-1] == f.False && b.takes[i-1] == f.False:
					below = f.below[q][p][i-1]
				default:
					below = f.Input(fmt.Sprintf("below.%s.%s.%d", a.at, b.at, i))
					f.clause(a.takes[i-1], b.takes[i-1], below, f.below[q][p][i-1].Not())
					f.clause(a.takes[i-1], b.takes[i-1], below.Not(), f.below[q][p][i-1])
				}
				f.below[q][p] = append(f.below[q][p], below)
				f.above[q][p] = append(f.above[q][p], below.Not())
			}
		}
	}
	for i := 1; i <= n; i++ {
		for r := range f.pawns {
			for q := range r {
				for p := range q {
					pq, qr, pr := f.below[q][p][i], f.below[r][q][i], f.below[r][p][i]
					f.clause(pq.Not(), qr.Not(), pr)
					f.clause(pq, qr, pr.Not())
				}
			}
		}
		f.takePlace(i - 1)
	}
}

// isBelow: of two different pawns, one comes before the other in an interval.
func (f *Formula) isBelow(p, q, i int) encode.Bool {
	if p < q {
		return f.below[q][p][i]
	}
	return f.above[p][q][i]
}

// takePlace demands that a pawn that captures another one takes its place.
func (f *Formula) takePlace(i int) {
	for x := range f.pawns {
		under := f.Input(fmt.Sprintf("under.%s.%d", f.pawns[x].at, i)) // the place
		for p := range f.pawns {
			if p == x {
				continue
			}
			if takes := f.pawns[p].takes[i]; takes != f.False {
				when := f.And(takes, f.slots[i].kind[aPawn])
				f.clause(when.Not(), under.Not(), f.isBelow(x, p, i+1))
				f.clause(when.Not(), under, f.isBelow(x, p, i+1).Not())
			}
			if taken := f.pawns[p].taken[i]; taken != f.False {
				f.clause(taken.Not(), f.pawns[x].takes[i], under.Not(), f.isBelow(x, p, i))
				f.clause(taken.Not(), f.pawns[x].takes[i], under, f.isBelow(x, p, i).Not())
			}
		}
	}
}

// promoteInOrder: who promotes, without capturing or by the capture that ends the
// interval, has no pawn ahead but some of its own side that have promoted by then.
func (f *Formula) promoteInOrder(low, high *pawn, below encode.Bool, i int) {
	switch {
	case low.color == chess.White && high.color == chess.Black:
		f.blocks(low, high, below, f.False, i)
		f.blocks(high, low, below, f.False, i)
	case low.color == chess.White && high.color == chess.White:
		f.blocks(low, high, below, high.promoted(i), i)
	case low.color == chess.Black && high.color == chess.Black:
		f.blocks(high, low, below, low.promoted(i), i)
	}
}

// blocks: under a condition a pawn does not promote as long as another one is on
// its file, unless that one is out of the way.
func (f *Formula) blocks(p, other *pawn, when, out encode.Bool, i int) {
	for file := range 8 {
		if p.on[i][file] == f.False || other.on[i][file] == f.False {
			continue
		}
		blocked := []encode.Bool{p.on[i][file].Not(), other.on[i][file].Not(), when.Not(), out}
		f.clause(append(blocked, p.promoted(i).Not())...)
		if i < len(f.slots) {
			f.clause(append(blocked, f.promotes(p, i).Not())...)
		}
	}
}

// passFixed: nobody is below a pawn at the bottom of a column that never moves, nor
// above one at its top.
func (f *Formula) passFixed(low, high *pawn, below encode.Bool, i int) {
	if high.home && high.color == chess.White {
		f.clause(below.Not(), low.on[i][high.file].Not())
	}
	if low.home && low.color == chess.Black {
		f.clause(below.Not(), high.on[i][low.file].Not())
	}
}

// bishopPromotions demands of captures that promote that a bishop is taken on a
// square of its colour. Of other captures the square is not known.
func (f *Formula) bishopPromotions() {
	for i := range f.slots {
		s := &f.slots[i]
		for k := range f.pawns {
			p := &f.pawns[k]
			for w, way := range s.way {
				kind := s.kind[aLightBishop]
				if facts.LightPromotion(p.color, wayTo(w)) {
					kind = s.kind[aDarkBishop]
				}
				f.clause(f.promotes(p, i).Not(), way.Not(), kind.Not())
			}
		}
	}
}

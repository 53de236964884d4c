package formula

import (
	"fmt"

	"retroproof/chess"
	"retroproof/encode"
)

// addRows makes the ranks. A pawn's rank is counted from its side's first rank,
// 0, to the last, 7: a pawn of 7 has promoted, and is not on the board any more.
// It is written in unary: the k-th Boolean says "k or more".
func (f *Formula) addRows() {
	n := len(f.slots)
	for i := range f.slots {
		s := &f.slots[i]
		s.row[0] = f.True
		for r := 1; r < 8; r++ {
			s.row[r] = f.Input(fmt.Sprintf("row.%d.%d", i, r+1))
			f.clause(s.row[r].Not(), s.row[r-1])
		}
	}
	for k := range f.pawns {
		p := &f.pawns[k]
		for i := range n + 1 {
			p.begins = append(p.begins, f.begins(p, i))
			var ends [8]encode.Bool
			for r := range ends {
				switch {
				case r <= p.steps:
					ends[r] = f.True
				case !p.moves:
					ends[r] = f.False
				default:
					ends[r] = f.Input(fmt.Sprintf("rank.%s.%d.%d", p.at, i, r))
					f.clause(ends[r].Not(), ends[r-1])
					f.clause(p.begins[i][r].Not(), ends[r])
				}
			}
			p.ends = append(p.ends, ends)
			f.mayPromote(p, i)
			if i < n {
				f.meet(p, i)
			}
		}
	}
	f.below = f.relations("below")
	f.above = f.relations("above")
	for q := range f.pawns {
		for p := range q {
			for i := range n + 1 {
				f.keepOrder(p, q, i)
			}
		}
	}
	for i := range f.slots {
		f.landApart(i)
	}
	f.bishopRows()
}

// landApart demands that a capture of a slot is not where another pawn stands. The
// order of the next interval says so, too, but not of pawns that a piece takes at once.
func (f *Formula) landApart(i int) {
	s := &f.slots[i]
	for file := range 8 {
		lands := f.Or(s.to(file)...)
		for k := range f.pawns {
			p := &f.pawns[k]
			on := p.on[i+1][file]
			if on == f.False {
				continue
			}
			for r := 1; r < 7; r++ {
				steps := seenBy(p.color, r)
				begins := &p.begins[i+1]
				f.clause(lands.Not(), on.Not(), p.takes[i], s.row[r].Not(), s.row[r+1], begins[steps].Not(), begins[steps+1])
			}
		}
	}
}

// begins returns the rank of a pawn when an interval begins: a capture brings it
// one further.
func (f *Formula) begins(p *pawn, i int) (ranks [8]encode.Bool) {
	for r := range ranks {
		switch {
		case i == 0:
			ranks[r] = f.Of(r <= p.steps)
		case r == 0:
			ranks[r] = f.True
		default:
			ranks[r] = f.Or(p.ends[i-1][r], f.And(p.takes[i-1], p.ends[i-1][r-1]))
		}
	}
	return ranks
}

// meet demands that a pawn that captures, or is captured, is where the capture is.
func (f *Formula) meet(p *pawn, i int) {
	row, ends := &f.slots[i].row, &p.ends[i]
	same := func(when, a, b encode.Bool) {
		f.clause(when.Not(), a.Not(), b)
		f.clause(when.Not(), a, b.Not())
	}
	for r := 1; r < 8; r++ {
		if p.color == chess.White {
			same(p.takes[i], row[r], ends[r-1])
			same(p.taken[i], row[r], ends[r])
		} else {
			same(p.takes[i], row[r], ends[7-r].Not())
			same(p.taken[i], row[r], f.atLeast(ends, 8-r).Not())
		}
	}
}

// atLeast is a Boolean of a rank, also beyond its end.
func (f *Formula) atLeast(ranks *[8]encode.Bool, r int) encode.Bool {
	if r > 7 {
		return f.False
	}
	return ranks[r]
}

// relations makes variables for every two pawns that can be on one file.
func (f *Formula) relations(name string) [][][]encode.Bool {
	all := make([][][]encode.Bool, len(f.pawns))
	for q := range f.pawns {
		all[q] = make([][]encode.Bool, q)
		for p := range q {
			for i := range len(f.slots) + 1 {
				all[q][p] = append(all[q][p], f.input(f.meeting(p, q, i), "%s.%s.%s.%d", name, f.pawns[p].at, f.pawns[q].at, i))
			}
		}
	}
	return all
}

// meeting reports whether two pawns can be on one file in an interval.
func (f *Formula) meeting(p, q, i int) bool {
	for file := range 8 {
		if f.pawns[p].on[i][file] != f.False && f.pawns[q].on[i][file] != f.False {
			return true
		}
	}
	return false
}

// keepOrder: of two pawns on one file, one is below the other from the beginning
// of an interval to its end.
func (f *Formula) keepOrder(p, q, i int) {
	if !f.meeting(p, q, i) {
		return
	}
	a, b := &f.pawns[p], &f.pawns[q]
	below, above := f.below[q][p][i], f.above[q][p][i]
	for file := range 8 {
		if a.on[i][file] != f.False && b.on[i][file] != f.False {
			f.clause(a.on[i][file].Not(), b.on[i][file].Not(), below, above)
		}
	}
	f.under(below, a, b, i)
	f.under(above, b, a, i)
	if i > 0 && f.meeting(p, q, i-1) {
		// The ranks imply it, but not by unit propagation.
		f.clause(f.below[q][p][i-1].Not(), a.takes[i-1], b.takes[i-1], above.Not())
		f.clause(f.above[q][p][i-1].Not(), a.takes[i-1], b.takes[i-1], below.Not())
	}
}

// under demands, under a condition, that one pawn is below another when an
// interval begins, and still when it ends.
func (f *Formula) under(when encode.Bool, low, high *pawn, i int) {
	for _, ranks := range [][2]*[8]encode.Bool{{&low.begins[i], &high.begins[i]}, {&low.ends[i], &high.ends[i]}} {
		l, h := ranks[0], ranks[1]
		switch {
		case low.color == high.color:
			if low.color == chess.Black {
				l, h = h, l // h has the one that is farther ahead
			}
			for r := range 7 {
				f.clause(when.Not(), l[r].Not(), h[r+1])
			}
		case low.color == chess.White:
			// They stand in each other's way: together less than 7 steps.
			for r := range 8 {
				f.clause(when.Not(), l[r].Not(), h[7-r].Not())
			}
		default:
			// They have passed each other: together more than 7.
			for r := 2; r < 8; r++ {
				f.clause(when.Not(), l[r], h[9-r])
			}
		}
	}
}

// bishopRows demands that a bishop is captured on squares of its colour.
func (f *Formula) bishopRows() {
	for i := range f.slots {
		s := &f.slots[i]
		var odd []encode.Bool
		for w, way := range s.way {
			if wayTo(w)%2 == 1 {
				odd = append(odd, way)
			}
		}
		oddFile := f.Or(odd...)
		for r := range 8 {
			// Not on this rank: above it or below it.
			elsewhere := f.Or(s.row[r].Not(), f.atLeast(&s.row, r+1))
			light := oddFile // a1 is dark
			if r%2 == 1 {
				light = light.Not()
			}
			f.clause(s.kind[aDarkBishop].Not(), elsewhere, light.Not())
			f.clause(s.kind[aLightBishop].Not(), elsewhere, light)
		}
	}
}

package formula

import (
	"slices"

	"retroproof/encode"
)

// capture demands of a slot what makes it a capture: who captures, from where to
// where, whom, and who is on which file afterwards.
func (f *Formula) capture(i int) {
	s := &f.slots[i]
	var takes, taken, takenPiece [2][]encode.Bool
	for k := range f.pawns {
		p := &f.pawns[k]
		c := p.color
		takes[c] = append(takes[c], p.takes[i])
		taken[c] = append(taken[c], p.taken[i])
		takenPiece[c] = append(takenPiece[c], p.takenPiece[i])
		f.clause(p.takes[i].Not(), s.by(c))
		f.clause(p.taken[i].Not(), s.by(c.Other()))
		f.clause(p.takenPiece[i].Not(), s.by(c.Other()))
		f.clause(p.takes[i].Not(), s.used)
		f.clause(p.taken[i].Not(), s.kind[aPawn])
		f.clause(p.takenPiece[i].Not(), s.kind[aPromoted])
		f.clause(p.takes[i].Not(), p.promoted(i).Not())
		f.clause(p.taken[i].Not(), p.promoted(i).Not())
		f.clause(p.takenPiece[i].Not(), p.promoted(i))
		f.moveOn(i, p)
	}
	all := slices.Concat(takes[0], takes[1])
	f.atMostOne(all...)
	f.clause(append(all, s.used.Not())...)
	f.atMostOne(taken[0]...)
	f.atMostOne(taken[1]...)
	f.clause(append(slices.Concat(taken[0], taken[1]), s.kind[aPawn].Not())...)
	f.atMostOne(takenPiece[0]...)
	f.atMostOne(takenPiece[1]...)
	f.clause(append(slices.Concat(takenPiece[0], takenPiece[1]), s.kind[aPromoted].Not())...)
}

// moveOn demands that a pawn is where the capture of a slot wants it, and where
// it leaves it.
func (f *Formula) moveOn(i int, p *pawn) {
	s := &f.slots[i]
	takes, taken := p.takes[i], p.taken[i]
	promotes, gone := f.promotes(p, i), f.vanishes(p, i+1)
	f.clause(promotes.Not(), s.kind[aPawn].Not()) // no pawn stands on the last rank
	before, after := &p.on[i], &p.on[i+1]
	for w, way := range s.way {
		from, to := wayFrom(w), wayTo(w)
		f.clause(takes.Not(), way.Not(), before[from])
		f.clause(taken.Not(), way.Not(), before[to])
		f.clause(takes.Not(), way.Not(), promotes, gone, after[to])
		if !f.a.Promotes[p.color][from][1+to-from] {
			f.clause(takes.Not(), way.Not(), promotes.Not())
		}
	}
	for file := range 8 {
		if before[file] != f.False {
			f.clause(before[file].Not(), takes, taken, p.promoted(i), gone, after[file])
		}
		if after[file] == f.False {
			continue
		}
		for _, not := range []encode.Bool{taken, p.promoted(i), promotes, gone} {
			f.clause(after[file].Not(), not.Not())
		}
		f.clause(after[file].Not(), takes, before[file])
		f.clause(append(s.to(file), after[file].Not(), takes.Not())...)
	}
}

// addOrder puts captures that have nothing to do with each other into an order:
// of two slots, one after the other, that have no file in common, the first is
// the one farther to the left, unless one captures what was a pawn.
//
// Whoever makes two such captures in the other order can make them in this one:
// the pawns on the files of the one go on before it, or after it, and meet no
// pawn of the other. Pawns of other files do what they did between the two. To
// exchange neighbours that are in the wrong order comes to an end, as each
// exchange leaves fewer pairs in the wrong order.
func (f *Formula) addOrder() {
	for i := 1; i < len(f.slots); i++ {
		a, b := &f.slots[i-1], &f.slots[i]
		for w, way := range b.way {
			for v, before := range a.way {
				if v/2 >= w/2+2 {
					f.clause(way.Not(), before.Not(), a.kind[aPromoted], b.kind[aPromoted])
				}
			}
		}
	}
}

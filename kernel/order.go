package kernel

import (
	"math/bits"
	"slices"
)

// manyCaptures is how many captures must be left for the order of the steps to
// matter more than the time it takes. Where the captures are few most searches
// are for kernels that do not exist.
const manyCaptures = 4

// disorder is how much nearer a step may seem in a random order at least: two
// columns.
const disorder = 4

// unlike says how far from the goal the columns of some files seem to be, for the order of the search
// only: those that are not complete, and pawns that lack.
func (p *problem) unlike(s *state, files uint8) (d int) {
	for open := p.incomplete(s, files); open != 0; open &= open - 1 {
		f := bits.TrailingZeros8(open)
		d += 2
		n := s.col[f].count()
		for c := range 2 {
			d += max(0, p.goalCount[f][c]-n[c])
		}
	}
	return d
}

// lackingBishops is the same for bishops for which no pawn promotes on a square of their colour. The pawns are those of
// the columns.
func (p *problem) lackingBishops(s *state, pawns *[8][2]int) (n int) {
	for c, lacks := range p.bishops {
		if lacks {
			n += p.bishopsNeed(s, c, pawns)
		}
	}
	return n
}

// nearestFirst calls try as steps does, but with the steps that lead nearest to
// the goal first.
func (s *search) nearestFirst(st *state, try func(step) bool) bool {
	var stepBuffer [128]step
	var orderBuffer [128]uint32
	// Steps are sorted by distance and, where that is the same, as they come: numbers of both take less time to sort
	// than the steps themselves, which is most of what a short search does.
	all, order := stepBuffer[:0], orderBuffer[:0]
	var before [8]int
	sum := 0
	for f := range before {
		before[f] = s.unlike(st, 1<<f)
		sum += before[f]
	}
	pawns := st.pawns()
	s.steps(st, func(m step) bool {
		next, after := st.make(s.problem, m), pawns
		changed := m.files()
		d := sum + s.unlike(&next, changed)
		for ; changed != 0; changed &= changed - 1 {
			f := bits.TrailingZeros8(changed)
			d -= before[f]
			after[f] = next.col[f].count()
		}
		d += s.lackingBishops(&next, &after)
		if s.jitter != nil {
			d += s.jitter()
		}
		order = append(order, uint32(d)<<16|uint32(len(all)))
		all = append(all, m)
		return false
	})
	slices.Sort(order)
	for _, i := range order {
		if try(all[i&(1<<16-1)]) {
			return true
		}
	}
	return false
}

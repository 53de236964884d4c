package kernel

import (
	"cmp"
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

// lackingBishops is the same for bishops for which no pawn promotes on a square of their colour.
func (p *problem) lackingBishops(s *state) int {
	if !p.bishops[0] && !p.bishops[1] {
		return 0
	}
	pawns := s.pawns()
	return p.bishopsNeed(s, 0, &pawns) + p.bishopsNeed(s, 1, &pawns)
}

// scored is a step and the distance after it.
type scored struct {
	step
	distance int
}

// nearestFirst calls try as steps does, but with the steps that lead nearest to
// the goal first.
func (s *search) nearestFirst(st *state, try func(step) bool) bool {
	var buffer [128]scored
	all := buffer[:0]
	var before [8]int
	sum := 0
	for f := range before {
		before[f] = s.unlike(st, 1<<f)
		sum += before[f]
	}
	s.steps(st, func(m step) bool {
		next := st.make(s.problem, m)
		changed := m.files()
		d := sum + s.unlike(&next, changed) + s.lackingBishops(&next)
		for ; changed != 0; changed &= changed - 1 {
			d -= before[bits.TrailingZeros8(changed)]
		}
		if s.jitter != nil {
			d += s.jitter()
		}
		all = append(all, scored{m, d})
		return false
	})
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(a.distance, b.distance) })
	for _, m := range all {
		if try(m.step) {
			return true
		}
	}
	return false
}

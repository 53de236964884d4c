package kernel

import (
	"cmp"
	"slices"
)

// manyCaptures is how many captures must be left for the order of the steps to
// matter more than the time it takes. Where the captures are few most searches
// are for kernels that do not exist.
const manyCaptures = 4

// disorder is how much nearer a step may seem in a random order at least: two
// columns.
const disorder = 4

// distance says how far from the goal columns seem to be, for the order of the
// search only: columns that are not complete, pawns that lack, and bishops for which no pawn
// promotes on a square of their colour.
func (p *problem) distance(s *state) (d int) {
	if p.bishops[0] || p.bishops[1] {
		var pawns [8][2]int
		for f, c := range s.col {
			pawns[f] = c.count()
		}
		d = p.bishopsNeed(s, 0, &pawns) + p.bishopsNeed(s, 1, &pawns)
	}
	for f, c := range s.col {
		if _, _, ok := p.complete(f, c); ok {
			continue
		}
		d += 2
		n := c.count()
		for c := range 2 {
			d += max(0, p.goalCount[f][c]-n[c])
		}
	}
	return d
}

// scored is a step and the distance after it.
type scored struct {
	step
	distance int
}

// nearestFirst calls try as steps does, but with the steps that lead nearest to
// the goal first.
func (q *search) nearestFirst(s *state, try func(step) bool) bool {
	var buffer [128]scored
	all := buffer[:0]
	q.steps(s, func(m step) bool {
		next := s.make(q.problem, m)
		d := q.distance(&next)
		if q.jitter != nil {
			d += q.jitter()
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

package cdcl

import (
	"cmp"
	"slices"
)

// Tiers of learnt clauses by glue.
const (
	glueKept  = 2
	glueTier2 = 4
)

// reduce deletes the less useful part of the learnt clauses. It keeps those with small glue, those used since the last
// time, and reasons, which are in use. It goes back to level 0.
func (s *Solver) reduce() {
	s.stats.reductions++
	if s.newUnits() {
		s.backtrack(0)
		s.simplify()
	}
	s.candidates = s.candidates[:0]
	for _, ref := range s.learnts {
		f := s.flags(ref)
		used := *f & maskUsed
		glue := s.glue(ref)
		switch {
		case used == flagUsed2:
			*f = *f&^maskUsed | flagUsed
		case used != 0:
			*f &^= maskUsed
		}
		if *f&flagGarbage != 0 || glue <= glueKept || used != 0 || s.arena[ref+wordSize] == 2 || s.protected(ref) {
			continue
		}
		s.candidates = append(s.candidates, ref)
	}
	slices.SortStableFunc(s.candidates, func(a, b cref) int {
		if c := cmp.Compare(s.glue(b), s.glue(a)); c != 0 {
			return c
		}
		return cmp.Compare(s.arena[b+wordSize], s.arena[a+wordSize])
	})
	for _, ref := range s.candidates[:int(reduceFraction*float64(len(s.candidates)))] {
		s.remove(ref)
	}
	// A clause that was garbage already may have become a reason since.
	s.backtrack(0)
	s.collect()
	// The interval grows with every one, so that the number of clauses kept grows with the square root of the number of
	// conflicts or so.
	s.nextReduce = s.stats.Conflicts + int64(s.tune.reduceInterval*float64(s.stats.reductions+1))
}

// protected reports whether a clause is the reason of an assignment. A reason implies one of its first two literals.
func (s *Solver) protected(ref cref) bool {
	for _, l := range s.lits(ref)[:2] {
		if s.values[l] > 0 && s.assigned[l>>1].reason == ref {
			return true
		}
	}
	return false
}

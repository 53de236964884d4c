package cdcl

import "slices"

// input takes a clause given to AddClause into the search, at level 0. Repeated literals and those that are false for
// good are left out, which makes it another clause, with a proof step of its own. It is not watched yet.
func (s *Solver) input(id int64, given []int32) {
	s.buffer = s.buffer[:0]
	for _, l := range given {
		s.buffer = append(s.buffer, toLit(l))
	}
	slices.Sort(s.buffer)
	s.hints = s.hints[:0]
	kept := s.buffer[:0]
	for i, l := range s.buffer {
		switch {
		case s.values[l] > 0, i+1 < len(s.buffer) && s.buffer[i+1] == l^1:
			return // satisfied, or a tautology
		case i > 0 && s.buffer[i-1] == l:
		case s.values[l] < 0:
			if h := s.units[l>>1]; !slices.Contains(s.hints, h) {
				s.hints = append(s.hints, h)
			}
		default:
			kept = append(kept, l)
		}
	}
	s.hints = append(s.hints, id)
	if len(kept) < len(given) || len(kept) == 0 {
		if len(kept) == 0 {
			s.emptyClause()
			return
		}
		old := id
		id = s.logAdd(kept)
		s.delete(old)
	}
	if len(kept) == 1 {
		s.fixBy(kept[0], id)
		return
	}
	s.newClause(kept, id, false, 0)
}

// newUnits reports whether variables were fixed since the last simplification.
func (s *Solver) newUnits() bool {
	fixed := len(s.trail)
	if s.level() > 0 {
		fixed = s.control[0]
	}
	return fixed > s.simplified
}

// simplify removes satisfied clauses and false literals at level 0, where propagation is complete.
func (s *Solver) simplify() {
	if !s.newUnits() {
		return
	}
	s.simplified = len(s.trail)
	for _, list := range [][]cref{s.given, s.learnts} {
		for _, ref := range list {
			if *s.flags(ref)&flagGarbage == 0 {
				s.strip(ref)
			}
		}
	}
	s.collect()
}

// strip removes a clause that is satisfied for good, or its literals that are false for good. These are never watched:
// propagation has found others, or the clause is satisfied.
func (s *Solver) strip(ref cref) {
	c := s.lits(ref)
	kept := 0
	for _, l := range c {
		if s.values[l] > 0 {
			s.remove(ref)
			return
		}
		if s.values[l] == 0 {
			kept++
		}
	}
	if kept == len(c) {
		return
	}
	s.hints = s.hints[:0]
	kept = 0
	for _, l := range c {
		if s.values[l] == 0 {
			c[kept] = l
			kept++
		} else {
			s.hints = append(s.hints, s.units[l>>1])
		}
	}
	old := s.id(ref)
	s.hints = append(s.hints, old)
	s.arena[ref+wordSize] = uint32(kept)
	s.arena[ref+wordID] = uint32(s.logAdd(c[:kept]))
	s.delete(old)
	s.wasted += len(c) - kept
	s.shrunk = true
	if *s.flags(ref)&flagLearnt != 0 {
		s.setGlue(ref, min(s.glue(ref), kept-1))
	}
}

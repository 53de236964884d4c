package cdcl

// probe assumes literals, one at a time, and propagates: if that ends in a conflict, their negations hold for good.
// Only the roots of implications are tried: literals that imply others by binary clauses and are implied by none. What
// a root implies fails only if the root does. False: unsatisfiable.
func (s *Solver) probe() bool {
	s.backtrack(0)
	before := s.ticks
	limit := before + int64(s.tune.probeEffort*float64(before-s.probed))
	s.probing = true
	defer func() {
		s.probing = false
		s.ticks = before // the budgets of the search are not to be spent here
		s.probed = before
	}()
	// Round and round, from where the last time ended.
	for range len(s.values) {
		if s.ticks >= limit {
			break
		}
		s.nextProbe++
		if s.nextProbe >= len(s.values) {
			s.nextProbe = 0
		}
		l := lit(s.nextProbe)
		if s.values[l] != 0 || s.gone[l>>1] || s.tried[l] == len(s.trail)+1 || !s.isRoot(l) {
			continue
		}
		s.assume(l)
		conflict := s.propagate()
		if conflict == noClause {
			s.backtrack(0)
			s.tried[l] = len(s.trail) + 1
			continue
		}
		s.learnt = append(s.learnt[:0], l^1)
		s.chain(conflict, s.learnt)
		s.unmark()
		s.backtrack(0)
		if _, ok := s.addDerived(s.learnt); !ok {
			return false
		}
	}
	return true
}

// isRoot reports whether a literal implies others by binary clauses, and is implied by none.
func (s *Solver) isRoot(l lit) bool {
	return s.hasBinary(l^1) && !s.hasBinary(l)
}

// hasBinary reports whether a literal is in a binary clause.
func (s *Solver) hasBinary(l lit) bool {
	for i, w := range s.watchesOf(l) {
		if w.ref&binaryWatch != 0 {
			return true
		}
		if i > 1000 {
			break // binary clauses come early
		}
	}
	return false
}

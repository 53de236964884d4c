package cdcl

// FailedClause returns the number of the clause of the proof that says, after Unsatisfiable, that the failed
// assumptions do not hold together: it has their negations. It is the empty clause if none failed. The number is 0 if
// the assumptions contradict each other, which needs no proof, and without a proof. The clause is deleted from the
// proof when the next Solve begins, unless it is a unit clause that was there before.
func (s *Solver) FailedClause() int64 {
	if s.status != Unsatisfiable || s.proof == nil {
		return 0
	}
	return s.failedClause
}

// collectFailed collects in s.failed a false assumption and the assumptions that imply its negation, and derives the
// clause that says so.
func (s *Solver) collectFailed(p lit) {
	s.failed = append(s.failed[:0], external(p))
	s.failedClause = 0
	v := p >> 1
	a := s.assigned[v]
	if a.level == 0 {
		s.failedClause = s.units[v]
		return
	}
	clause := append(s.learnt[:0], p^1)
	// Below the level of the assumptions all decisions are assumptions. If p is one itself, as its negation was
	// assumed earlier, it is the decision that is reached at once.
	s.mark(v, markSeen)
	for i := len(s.trail) - 1; i >= s.control[0]; i-- {
		l := s.trail[i]
		if s.marks[l>>1] == 0 {
			continue
		}
		reason := s.assigned[l>>1].reason
		if reason == noClause {
			s.failed = append(s.failed, external(l))
			clause = append(clause, l^1)
			continue
		}
		for _, q := range s.lits(reason) {
			if s.assigned[q>>1].level > 0 {
				s.mark(q>>1, markSeen)
			}
		}
	}
	s.unmark()
	s.learnt = clause
	if s.proof == nil || a.reason == noClause {
		return
	}
	s.chain(a.reason, clause)
	s.unmark()
	s.failedClause = s.logAdd(clause)
	s.dropFailed = true
}

// forgetFailed deletes the clause that the last Solve derived for failed assumptions: nothing rests on it.
func (s *Solver) forgetFailed() {
	if s.dropFailed {
		s.delete(s.failedClause)
	}
	s.failedClause, s.dropFailed = 0, false
}

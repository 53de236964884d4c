package cdcl

import "slices"

// vivify makes learnt clauses shorter: it assumes the literals of a clause to be false, one after the other. A conflict
// or an implied literal shows that some of them suffice. The step of the proof is found just as for a learnt clause.
// False: unsatisfiable.
func (s *Solver) vivify() bool {
	s.backtrack(0)
	before := s.ticks
	limit := before + int64(s.tune.vivifyEffort*float64(before-s.vivified))
	s.probing = true
	ok := true
	for _, c := range s.vivifySchedule() {
		if s.ticks >= limit || s.interrupted() != nil {
			break
		}
		if ok = s.vivifyClause(c.ref, s.sorted[c.begin:c.end]); !ok {
			break
		}
	}
	s.ignored = noClause
	s.backtrack(0)
	s.probing = false
	s.ticks = before // the budgets of the search are not to be spent here
	s.vivified = before
	return ok
}

// sortedClause is a clause to be vivified, with its literals in s.sorted, those that occur most first: each is the
// lower half of a number, whose upper half is the less, the more it occurs.
type sortedClause struct {
	ref        cref
	begin, end int
}

// vivifySchedule returns the clauses to be vivified, in an order in which neighbours begin with the same literals, so
// that they share decisions.
func (s *Solver) vivifySchedule() []sortedClause {
	occurrences := make([]uint32, len(s.values))
	pick := func(fresh bool) []cref {
		var refs []cref
		for _, ref := range s.learnts {
			f := *s.flags(ref)
			if f&flagGarbage != 0 || s.arena[ref+wordSize] == 2 || s.glue(ref) > s.tune.vivifyGlue {
				continue
			}
			if fresh && f&flagVivify != 0 {
				continue
			}
			refs = append(refs, ref)
		}
		return refs
	}
	refs := pick(true)
	if len(refs) == 0 {
		for _, ref := range s.learnts {
			*s.flags(ref) &^= flagVivify
		}
		refs = pick(false)
	}
	s.sorted = s.sorted[:0]
	clauses := make([]sortedClause, 0, len(refs))
	for _, ref := range refs {
		begin := len(s.sorted)
		for _, l := range s.lits(ref) {
			s.sorted = append(s.sorted, uint64(l))
			occurrences[l]++
		}
		clauses = append(clauses, sortedClause{ref, begin, len(s.sorted)})
	}
	for i, x := range s.sorted {
		s.sorted[i] |= uint64(^occurrences[x]) << 32
	}
	for _, c := range clauses {
		slices.Sort(s.sorted[c.begin:c.end])
	}
	slices.SortStableFunc(clauses, func(a, b sortedClause) int {
		return slices.Compare(s.sorted[a.begin:a.end], s.sorted[b.begin:b.end])
	})
	return clauses
}

// vivifyClause tries to shorten one clause. False: unsatisfiable.
func (s *Solver) vivifyClause(ref cref, sorted []uint64) bool {
	*s.flags(ref) |= flagVivify
	s.ignored = ref
	if s.level() > 0 && s.protected(ref) {
		l := s.lits(ref)[0]
		if s.values[l] <= 0 || s.assigned[l>>1].reason != ref {
			l = s.lits(ref)[1]
		}
		s.backtrack(int(s.assigned[l>>1].level) - 1)
	}
	// Keep the decisions that are needed again.
	level := 0
	for _, x := range sorted {
		if level >= s.level() || s.trail[s.control[level]] != lit(x)^1 {
			break
		}
		level++
	}
	s.backtrack(level)

	from := noClause // the clause that is false, or implies:
	implied := noLit
	for _, x := range sorted {
		l := lit(x)
		value := s.values[l]
		if value < 0 {
			continue
		}
		if value > 0 {
			if s.assigned[l>>1].level == 0 {
				s.remove(ref)
				return true
			}
			implied, from = l, s.assigned[l>>1].reason
			break
		}
		s.assume(l ^ 1)
		if from = s.propagate(); from != noClause {
			break
		}
	}
	redundant := from != noClause
	if from == noClause {
		from = ref // all literals are false; those that are implied are not needed
	}
	s.learnt = s.decisions(from, implied)
	shorter := len(s.learnt) < len(sorted)
	if shorter {
		s.chain(from, s.learnt)
		s.unmark()
		s.backtrack(0)
		return s.replace(ref, s.learnt)
	}
	if redundant {
		if implied != noLit {
			// Propagation finds the same without the clause.
			s.remove(ref)
		} else {
			s.backtrack(s.level() - 1) // drop the conflict
		}
	}
	return true
}

// decisions returns the negated decisions from which a clause is false, or implies a literal, which comes first.
func (s *Solver) decisions(from cref, implied lit) []lit {
	found := s.learnt[:0]
	if implied != noLit {
		found = append(found, implied)
		s.mark(implied>>1, markSeen)
	}
	s.frames = append(s.frames[:0], frame{from, 0})
	for len(s.frames) > 0 {
		f := s.frames[len(s.frames)-1]
		s.frames = s.frames[:len(s.frames)-1]
		for _, q := range s.lits(f.ref) {
			v := q >> 1
			a := s.assigned[v]
			if s.marks[v] != 0 || a.level == 0 {
				continue
			}
			s.mark(v, markSeen)
			if a.reason == noClause {
				found = append(found, q)
			} else {
				s.frames = append(s.frames, frame{a.reason, 0})
			}
		}
	}
	s.unmark()
	return found
}

// replace puts a shorter clause in the place of a learnt one, at level 0 and with s.hints. False: unsatisfiable.
func (s *Solver) replace(ref cref, clause []lit) bool {
	id := s.logAdd(clause)
	old := *s.flags(ref)
	s.remove(ref)
	if len(clause) > 1 {
		shorter := s.newClause(clause, id, true, min(s.glue(ref), len(clause)-1))
		*s.flags(shorter) |= old & (maskUsed | flagVivify)
		s.attach(shorter)
		return true
	}
	s.ignored = noClause
	return s.addUnit(clause[0], id)
}

package cdcl

import (
	"cmp"
	"slices"
)

// subsume removes the clauses of the formula that contain all literals of one of those given, and from those that
// contain all but one, and that one negated, the negated one. What is made shorter is tried in turn. False:
// unsatisfiable.
func (s *Solver) subsume(o *occurrences, by []cref) bool {
	queue := s.shortestFirst(by)
	for len(queue) > 0 && o.budget > 0 {
		ref := queue[0]
		queue = queue[1:]
		if *s.flags(ref)&flagGarbage != 0 || s.arena[ref+wordSize] > maxSubsuming {
			continue
		}
		shorter, ok := s.subsumeBy(o, ref)
		if !ok {
			return false
		}
		queue = append(queue, shorter...)
	}
	return true
}

// shortestFirst returns those of the clauses that are compared with others, the shortest ones first; of the same
// length, in their order.
func (s *Solver) shortestFirst(refs []cref) []cref {
	size := func(ref cref) uint32 { return s.arena[ref+wordSize] }
	sorted := slices.DeleteFunc(slices.Clone(refs), func(ref cref) bool { return size(ref) > maxSubsuming })
	slices.SortStableFunc(sorted, func(a, b cref) int { return cmp.Compare(size(a), size(b)) })
	return sorted
}

// maxSubsuming is the length of the longest clause that is compared with others.
const maxSubsuming = 30

// subsumeBy compares one clause with all that contain one of its variables, and returns those that are shorter now.
func (s *Solver) subsumeBy(o *occurrences, ref cref) (shorter []cref, ok bool) {
	c := s.lits(ref)
	rarest := c[0]
	for _, l := range c {
		if s.values[l] != 0 {
			return nil, true // satisfied, or about to be made shorter
		}
		if len(o.of[l])+len(o.of[l^1]) < len(o.of[rarest])+len(o.of[rarest^1]) {
			rarest = l
		}
	}
	set := signatureOf(c)
	s.flag(ref, true)
	defer s.flag(ref, false)
	for _, l := range []lit{rarest, rarest ^ 1} {
		for _, clause := range o.of[l] { // what is added meanwhile is tried by itself
			o.budget -= 2
			if set&^clause.set != 0 {
				continue // most clauses lack a variable, and need not be looked at
			}
			other := clause.ref
			if other == ref || *s.flags(other)&flagGarbage != 0 || len(s.lits(other)) < len(c) {
				continue
			}
			if *s.flags(ref)&flagGarbage != 0 {
				return shorter, true
			}
			o.budget -= int64(len(s.lits(other)))
			subsumed, wrong := s.compare(len(c), s.lits(other))
			if !subsumed {
				continue
			}
			if wrong == noLit {
				s.remove(other)
				continue
			}
			s.hints = append(s.hints[:0], s.id(ref), s.id(other))
			s.learnt = s.learnt[:0]
			for _, q := range s.lits(other) {
				if q != wrong {
					s.learnt = append(s.learnt, q)
				}
			}
			s.flag(ref, false) // no flag stays while clauses are added
			next, ok := s.addDerived(s.learnt)
			s.flag(ref, true)
			if !ok {
				return nil, false
			}
			s.remove(other)
			if next != noClause {
				o.add(next, s.lits(next))
				shorter = append(shorter, next)
			}
		}
	}
	return shorter, true
}

// compare reports whether a clause contains all flagged literals, n of them, or all but one and that one negated, which
// is then the second result, noLit otherwise. Most clauses do not, and are left after a few literals.
func (s *Solver) compare(n int, clause []lit) (subsumed bool, wrong lit) {
	wrong = noLit
	others := len(clause) - n // how many literals may be others
	for _, q := range clause {
		switch {
		case s.flagged[q]:
		case s.flagged[q^1] && wrong == noLit:
			wrong = q
		default: // another literal, or a second one that is negated
			if others--; others < 0 {
				return false, noLit
			}
		}
	}
	return true, wrong
}

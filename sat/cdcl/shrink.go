package cdcl

import (
	"cmp"
	"slices"
)

// shrink makes the learnt clause shorter where several of its literals are of one level: they are replaced by a single
// one, the first unique implication point of that level, if that implies them together with the rest of the clause.
//
// Mathias Fleury, Armin Biere: Efficient All-UIP Learned Clause Minimization, SAT 2021.
func (s *Solver) shrink() {
	rest := s.learnt[1:]
	slices.SortFunc(rest, func(a, b lit) int {
		if c := cmp.Compare(s.assigned[b>>1].level, s.assigned[a>>1].level); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	kept := s.learnt[:1]
	for begin, end := 0, 0; begin < len(rest); begin = end {
		level := s.assigned[rest[begin]>>1].level
		for end = begin + 1; end < len(rest) && s.assigned[rest[end]>>1].level == level; end++ {
		}
		block := rest[begin:end]
		if len(block) == 1 {
			kept = append(kept, block[0])
			continue
		}
		if l := s.levelUIP(block, int(level)); l != noLit {
			s.stats.shrunk += int64(len(block) - 1)
			s.mark(l>>1, markClause)
			kept = append(kept, l)
			continue
		}
		kept = append(kept, block...)
	}
	s.learnt = kept
}

// levelUIP returns a literal of a level from which, with the rest of the clause, all literals of the clause on that level
// follow; noLit if there is none. It resolves upon the literals of the level, from the last one on the trail, as long as
// what comes in from other levels is in the clause or implied by it.
func (s *Solver) levelUIP(block []lit, level int) lit {
	open := len(block)
	s.opened = s.opened[:0]
	for _, l := range block {
		s.marks[l>>1] |= markOpen
		s.opened = append(s.opened, l>>1)
	}
	end := len(s.trail)
	if level < len(s.control) {
		end = s.control[level]
	}
	found := noLit
search:
	for i := end - 1; ; i-- {
		l := s.trail[i]
		if s.marks[l>>1]&markOpen == 0 {
			continue
		}
		if open == 1 {
			found = l ^ 1
			break
		}
		open--
		for _, q := range s.lits(s.assigned[l>>1].reason) {
			v := q >> 1
			if q == l || s.marks[v]&markOpen != 0 {
				continue
			}
			if int(s.assigned[v].level) == level {
				s.mark(v, markOpen)
				s.opened = append(s.opened, v)
				open++
			} else if !s.implied(q, 1) {
				break search
			}
		}
	}
	for _, v := range s.opened {
		s.marks[v] &^= markOpen
	}
	return found
}

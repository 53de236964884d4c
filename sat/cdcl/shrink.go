package cdcl

import (
	"cmp"
	"slices"
)

// shrink replaces literals of s.learnt that have the same level by one literal that implies them, where it can, from
// the highest level down: M. Fleury and A. Biere, Efficient all-UIP learned clause minimization, SAT 2021. The first
// literal is alone on its level. The others are in the order of their levels then.
func (s *Solver) shrink() {
	rest := s.learnt[1:]
	if !s.tune.shrink || !s.stable || len(rest) < 2 {
		return
	}
	assigned := s.assigned
	slices.SortFunc(rest, func(a, b lit) int { return cmp.Compare(assigned[b>>1].level, assigned[a>>1].level) })
	kept := s.learnt[:1]
	for len(rest) > 0 {
		level := assigned[rest[0]>>1].level
		n := 1
		for n < len(rest) && assigned[rest[n]>>1].level == level {
			n++
		}
		block := rest[:n]
		rest = rest[n:]
		if n > 1 {
			if l := s.impliesAll(block, level); l != noLit {
				for _, b := range block {
					s.marks[b>>1] &^= markClause
				}
				s.mark(l>>1, markClause)
				kept = append(kept, l)
				s.stats.shrunk += int64(n - 1)
				continue
			}
		}
		kept = append(kept, block...)
	}
	s.learnt = kept
}

// impliesAll returns a literal of a level that can stand in s.learnt instead of those that it has of this level, or
// noLit. It resolves these with their reasons, the last one assigned first, until one is left. The other literals of
// the reasons must be in the clause or implied by it. Those are on lower levels, on which the clause is as minimize
// left it, so its marks are right. The cost is a look at the literals of the level, and at those of the reasons.
func (s *Solver) impliesAll(block []lit, level int32) lit {
	marks, assigned, trail := s.marks, s.assigned, s.trail
	for _, l := range block {
		marks[l>>1] |= markBlock
	}
	open, possible := len(block), true
	for next := s.control[level] - 1; ; next-- {
		p := trail[next]
		v := p >> 1
		if marks[v]&markBlock == 0 {
			continue
		}
		marks[v] &^= markBlock
		open--
		switch {
		case open == 0 && possible:
			return p ^ 1
		case open == 0:
			return noLit
		case !possible: // only the marks have to go
			continue
		}
		for _, q := range s.lits(assigned[v].reason) {
			u := q >> 1
			at := assigned[u].level
			if at == level && q != p && marks[u]&markBlock == 0 {
				s.mark(u, markBlock)
				open++
			}
			if at != level && at > 0 && !s.rests(q) {
				possible = false
				break
			}
		}
	}
}

// rests reports whether a false literal is in s.learnt or implied by it.
func (s *Solver) rests(l lit) bool {
	m, a := s.marks[l>>1], s.assigned[l>>1]
	return m&(markClause|markRedundant) != 0 ||
		a.reason != noClause && m&markPoison == 0 && s.stamps[a.level] >= s.stamp-1 && s.implied(l, 1)
}

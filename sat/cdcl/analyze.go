package cdcl

import (
	"cmp"
	"slices"
)

// Marks of variables during the analysis of a conflict.
const (
	markSeen      = 1 << iota // resolved upon, or in the clause before minimisation
	markClause                // in the learnt clause
	markRedundant             // implied by the rest of the clause
	markPoison                // not so
	markChained               // its reason is in the hints, or needs not be
	markBlock                 // to be replaced by a literal that implies it
)

func (s *Solver) mark(v uint32, m uint8) {
	if s.marks[v] == 0 {
		s.marked = append(s.marked, v)
	}
	s.marks[v] |= m
}

func (s *Solver) unmark() {
	for _, v := range s.marked {
		s.marks[v] = 0
	}
	s.marked = s.marked[:0]
}

// level returns the current level.
func (s *Solver) level() int { return len(s.control) }

// learn derives a clause from a conflict above level 0, jumps back to where it implies a literal, and adds it.
func (s *Solver) learn(conflict cref) {
	s.firstUIP(conflict)
	s.minimize()
	s.shrink()
	s.addReasonSide()
	clause := s.learnt
	// The second watch must be the literal that is unassigned last when jumping back.
	jump := 0
	for i := 1; i < len(clause); i++ {
		if l := int(s.assigned[clause[i]>>1].level); l > jump {
			jump = l
			clause[1], clause[i] = clause[i], clause[1]
		}
	}
	glue := s.countLevels(clause) - 1
	s.averageGlue(glue)
	s.chain(conflict, clause)
	s.unmark()
	for _, v := range s.analyzed {
		s.marks[v] = 0
	}
	s.bumpAnalyzed()
	s.backtrack(jump)
	s.addLearnt(clause, glue)
}

// addLearnt adds a clause that has just been derived, with s.hints, and makes its first literal true if the others are
// false.
func (s *Solver) addLearnt(clause []lit, glue int) {
	id := s.logAdd(clause)
	if len(clause) == 1 {
		s.fixBy(clause[0], id)
		return
	}
	s.subsumeRecent(clause)
	ref := s.newClause(clause, id, true, glue)
	*s.flags(ref) |= usedFlag(glue)
	s.attach(ref)
	s.enqueue(clause[0], ref)
}

// firstUIP resolves the conflict with reasons until one literal of the current level is left, and leaves the clause in
// s.learnt, with that literal first. The variables are in s.analyzed, and marked without being in s.marked, too.
func (s *Solver) firstUIP(conflict cref) {
	level := int32(s.level())
	learnt, analyzed := append(s.learnt[:0], noLit), s.analyzed[:0]
	marks, assigned, trail := s.marks, s.assigned, s.trail
	open := 0
	next := len(trail) - 1
	ref := conflict
	for {
		s.useClause(ref)
		for _, q := range s.lits(ref) {
			v := q >> 1
			if marks[v] != 0 {
				continue
			}
			at := assigned[v].level
			if at == 0 {
				continue
			}
			marks[v] = markSeen
			analyzed = append(analyzed, v)
			if at == level {
				open++
			} else {
				learnt = append(learnt, q)
			}
		}
		for marks[trail[next]>>1] == 0 {
			next--
		}
		p := trail[next]
		next--
		open--
		if open == 0 {
			learnt[0] = p ^ 1
			break
		}
		ref = assigned[p>>1].reason
	}
	s.learnt, s.analyzed = learnt, analyzed
}

// addReasonSide adds the variables of the reasons of the literals of s.learnt, as minimisation left it, to those that
// took part in the conflict: had one of them been decided otherwise, the conflict would have come earlier. In stable
// mode it adds those of their reasons in turn. Where few variables are left, these would be most of them, and scores
// say nothing any more.
func (s *Solver) addReasonSide() {
	if !s.tune.reasonSide || s.stats.Decisions > maxDecisionRate*s.stats.Conflicts {
		return
	}
	left := s.vars() - len(s.eliminated) - s.control[0]
	begin := len(s.analyzed)
	if begin*s.tune.reasonShare > left {
		return
	}
	analyzed := s.analyzed
	for _, l := range s.learnt {
		analyzed = s.addReason(analyzed, l>>1)
	}
	if s.stable && len(analyzed)*s.tune.reasonShare <= left {
		for _, v := range analyzed[begin:len(analyzed):len(analyzed)] {
			analyzed = s.addReason(analyzed, v)
		}
	}
	s.analyzed = analyzed
}

// maxDecisionRate is the number of decisions for each conflict above which conflicts are not closer to be had.
const maxDecisionRate = 100

// addReason adds the variables of the reason of one to a list, with marks.
func (s *Solver) addReason(list []uint32, v uint32) []uint32 {
	reason := s.assigned[v].reason
	if reason == noClause {
		return list
	}
	marks, assigned := s.marks, s.assigned
	for _, q := range s.lits(reason) {
		u := q >> 1
		if m := marks[u]; m&markSeen == 0 && assigned[u].level > 0 {
			marks[u] = m | markSeen
			list = append(list, u)
		}
	}
	return list
}

// subsumeRecent removes those of the clauses learnt last that contain all literals of a new one.
func (s *Solver) subsumeRecent(clause []lit) {
	n := s.tune.subsumeRecent
	if n == 0 {
		return
	}
	set := signatureOf(clause)
	flagged := false
	for i := max(0, len(s.learnts)-n); i < len(s.learnts); i++ {
		if set&^s.recent[i%maxRecent] != 0 {
			continue // it lacks a variable
		}
		ref := s.learnts[i]
		c := s.lits(ref)
		if len(c) < len(clause) || *s.flags(ref)&flagGarbage != 0 {
			continue
		}
		if !flagged {
			flagged = true
			for _, l := range clause {
				s.flagged[l] = true
			}
		}
		others := len(c) - len(clause) // how many literals may be others
		for _, l := range c {
			if !s.flagged[l] {
				if others--; others < 0 {
					break
				}
			}
		}
		if others >= 0 && !s.protected(ref) {
			s.remove(ref)
			s.stats.subsumed++
		}
	}
	if flagged {
		for _, l := range clause {
			s.flagged[l] = false
		}
	}
}

// maxRecent is how many of the clauses learnt last have their signatures at hand.
const maxRecent = 32

// noteRecent notes the signatures of the clauses learnt last.
func (s *Solver) noteRecent() {
	for i := max(0, len(s.learnts)-maxRecent); i < len(s.learnts); i++ {
		s.recent[i%maxRecent] = signatureOf(s.lits(s.learnts[i]))
	}
}

// useClause notes that a clause took part in a conflict, and lowers its glue if it is lower now.
func (s *Solver) useClause(ref cref) {
	f := s.flags(ref)
	if *f&flagLearnt == 0 {
		return
	}
	glue := s.glue(ref)
	if glue > glueKept {
		if now := s.countLevels(s.lits(ref)) - 1; now < glue {
			s.setGlue(ref, now)
			glue = now
		}
	}
	*f = *f&^maskUsed | usedFlag(glue)
}

// usedFlag says how many reductions a clause survives that is new, or has just been used.
func usedFlag(glue int) uint32 {
	if glue <= glueTier2 {
		return flagUsed2
	}
	return flagUsed
}

// countLevels returns the number of levels above 0 of assigned literals.
func (s *Solver) countLevels(lits []lit) int {
	s.stamp++
	n := 0
	for _, l := range lits {
		if at := s.assigned[l>>1].level; at > 0 && s.stamps[at] != s.stamp {
			s.stamps[at] = s.stamp
			n++
		}
	}
	return n
}

// minimize removes the literals of s.learnt that the others imply.
func (s *Solver) minimize() {
	for _, l := range s.learnt {
		s.marks[l>>1] |= markClause
	}
	s.stampLevels()
	kept := s.learnt[:1]
	for _, l := range s.learnt[1:] {
		// A literal that is alone on its level cannot go: what implies it begins with a decision or a literal of that level.
		if a := s.assigned[l>>1]; a.reason != noClause && s.stamps[a.level] == s.stamp && s.implied(l, 0) {
			continue
		}
		kept = append(kept, l)
	}
	for _, l := range s.learnt {
		s.marks[l>>1] &^= markClause
	}
	s.learnt = kept
	for _, l := range kept {
		s.marks[l>>1] |= markClause
	}
}

// stampLevels stamps the levels of s.learnt: with s.stamp-1 those of one literal, with s.stamp those of more.
func (s *Solver) stampLevels() {
	s.stamp += 2
	for _, l := range s.learnt {
		if at := s.assigned[l>>1].level; s.stamps[at] < s.stamp-1 {
			s.stamps[at] = s.stamp - 1
		} else {
			s.stamps[at] = s.stamp
		}
	}
}

// maxDepth bounds the recursion of minimisation.
const maxDepth = 1000

// implied reports whether the reason of a false literal, which has one, consists of literals that are in the clause or
// implied by it. Its level is one of the clause's. Literals that turn out to be implied stay marked, removed ones
// included: a removed literal was implied by others. A look at all literals of the reason comes first: most that are
// not implied show that at once, and so no other one is gone into in vain.
func (s *Solver) implied(l lit, depth int) bool {
	v := l >> 1
	c := s.lits(s.assigned[v].reason)
	marks := s.marks
	first := len(c) // literal that has to be gone into
	for i, q := range c {
		m := marks[q>>1]
		if m&(markClause|markRedundant) != 0 || q == l^1 {
			continue
		}
		a := s.assigned[q>>1]
		if a.level == 0 {
			continue
		}
		if a.reason == noClause || m&markPoison != 0 || depth >= maxDepth || s.stamps[a.level] < s.stamp-1 {
			s.mark(v, markPoison)
			return false
		}
		first = min(first, i)
	}
	for _, q := range c[first:] {
		if u := q >> 1; marks[u]&(markClause|markRedundant) == 0 && q != l^1 && s.assigned[u].level > 0 &&
			!s.implied(q, depth+1) {
			s.mark(v, markPoison)
			return false
		}
	}
	s.mark(v, markRedundant)
	return true
}

// frame is a clause in the search for hints, and which of its literals is next.
type frame struct {
	ref  cref
	next uint32
}

// chain puts the hints into s.hints from which a checker derives the clause: units, reasons, and at last the clause
// that is false. It goes from that one through the reasons of its literals to the literals of the derived clause, and
// lists each reason after those that it needs. These are the reasons that minimisation needs as well.
func (s *Solver) chain(conflict cref, clause []lit) {
	s.hints = s.hints[:0]
	if s.proof == nil {
		return
	}
	for _, l := range clause {
		s.mark(l>>1, markChained)
	}
	s.frames = append(s.frames[:0], frame{conflict, 0})
outer:
	for {
		f := &s.frames[len(s.frames)-1]
		c := s.lits(f.ref)
		for i, q := range c[f.next:] {
			v := q >> 1
			if s.marks[v]&markChained != 0 {
				continue
			}
			s.mark(v, markChained)
			a := s.assigned[v]
			if a.level == 0 {
				s.hints = append(s.hints, s.units[v])
				continue
			}
			f.next += uint32(i) + 1
			s.frames = append(s.frames, frame{a.reason, 0})
			continue outer
		}
		s.hints = append(s.hints, s.id(f.ref))
		s.frames = s.frames[:len(s.frames)-1]
		if len(s.frames) == 0 {
			return
		}
	}
}

// refute logs the empty clause after a conflict at level 0.
func (s *Solver) refute(conflict cref) {
	s.chain(conflict, nil)
	s.unmark()
	s.emptyClause()
}

// emptyClause logs the empty clause, with s.hints: nothing is left to prove.
func (s *Solver) emptyClause() {
	s.failedClause = s.logAdd(nil)
	s.unsat = true
}

// bumpAnalyzed moves the variables of the last conflict to the front of the order of decisions.
func (s *Solver) bumpAnalyzed() {
	if s.stable {
		for _, v := range s.analyzed {
			s.scores.bump(v)
		}
		s.scores.increment *= 1 / decay
		return
	}
	// The order among them stays as it was.
	links := s.queue.links
	slices.SortFunc(s.analyzed, func(a, b uint32) int { return cmp.Compare(links[a].stamp, links[b].stamp) })
	for _, v := range s.analyzed {
		s.queue.bump(v, s.values[v<<1] == 0)
	}
}

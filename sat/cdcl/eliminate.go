package cdcl

import (
	"cmp"
	"slices"
)

// eliminated is a variable that no clause contains any more, since all resolvents upon it were added: with the clauses
// that had it. These give it its value in a model, and come back as they were if the variable is used again, which is
// why they are not deleted from the proof.
type eliminated struct {
	variable uint32
	clauses  []savedClause
}

type savedClause struct {
	id   int64
	lits []lit
}

// occurrences lists the clauses of the formula that contain each literal, for elimination and subsumption. Clauses that
// have been removed since are still in the lists.
type occurrences struct {
	of     [][]occurrence
	budget int64 // literals that may still be looked at
}

// occurrence is a clause in a list, and its signature when it was put there: literals that it has lost since only make
// that too large.
type occurrence struct {
	ref cref
	set signature
}

// signature is a set of variables, each of which is one of 32 bits: what lacks a bit of another one lacks a variable.
type signature uint32

func signatureOf(c []lit) signature {
	set := signature(0)
	for _, l := range c {
		set |= 1 << (l >> 1 & 31)
	}
	return set
}

// preprocess makes the formula smaller, at level 0: by what follows from parities, equal variables, subsumption, and
// elimination of variables where that does not make more clauses of it. False: unsatisfiable.
func (s *Solver) preprocess() bool {
	s.backtrack(0)
	s.simplify()
	spent := max(s.ticks-s.preprocessed, s.tune.eliminateLeast)
	s.preprocessed = s.ticks
	before := s.ticks
	if s.tune.parityEffort > 0 {
		if !s.addParities(int64(s.tune.parityEffort * float64(spent))) {
			return false
		}
		s.simplify()
	}
	o := s.occurrences()
	if s.tune.sweepEffort > 0 && !s.sweep(&o, spent) {
		return false
	}
	o.budget = int64(s.tune.eliminateEffort * float64(spent))
	changed := slices.ContainsFunc(s.given, func(ref cref) bool { return s.id(ref) > s.subsumedID })
	ok := true
	if changed {
		// Elimination is left half of the budget.
		half := o.budget / 2
		o.budget -= half
		ok = s.subsume(&o, s.given)
		if o.budget > 0 {
			s.subsumedID = s.lastID
		}
		o.budget = max(0, o.budget) + half
	}
	ok = ok && s.eliminate(&o)
	if ok {
		s.dropLearnts()
		s.simplify()
		s.collect()
	}
	s.ticks = before // the budgets of the search are not to be spent here
	s.nextPreprocess = 2*s.stats.Conflicts + s.tune.eliminateInterval
	s.eliminateBound = min(maxMoreClauses, max(1, 2*s.eliminateBound))
	return ok
}

// occurrences lists the clauses of the formula by their literals.
func (s *Solver) occurrences() occurrences {
	counts := make([]int, len(s.values))
	for _, ref := range s.given {
		for _, l := range s.lits(ref) {
			counts[l]++
		}
	}
	total := 0
	for l, n := range counts {
		if n > 0 {
			counts[l] = n + roomOf(n) // for what is derived
			total += counts[l]
		}
	}
	o := occurrences{of: make([][]occurrence, len(s.values))}
	all := make([]occurrence, total)
	for l, n := range counts {
		o.of[l], all = all[:0:n], all[n:]
	}
	for _, ref := range s.given {
		o.add(ref, s.lits(ref))
	}
	return o
}

func (o *occurrences) add(ref cref, c []lit) {
	set := signatureOf(c)
	for _, l := range c {
		o.of[l] = append(o.of[l], occurrence{ref, set})
	}
}

// alive returns the clauses that contain a literal, less what is fixed for good.
func (s *Solver) alive(o *occurrences, l lit) []occurrence {
	kept := o.of[l][:0]
	for _, clause := range o.of[l] {
		o.budget -= 4
		if *s.flags(clause.ref)&flagGarbage == 0 {
			s.strip(clause.ref)
		}
		if *s.flags(clause.ref)&flagGarbage == 0 {
			kept = append(kept, clause)
		}
	}
	o.of[l] = kept
	return kept
}

// Bounds of elimination: variables that occur more often, or whose resolvents are longer, are kept.
const (
	maxOccurrences = 400
	maxResolvent   = 100
	// At first a variable is eliminated if that adds no clause, later up to 1, 2, 4, ... and at last so many.
	maxMoreClauses = 16
)

// eliminate tries all variables, those that occur least first, but for those of assumptions, which takeIn restored.
func (s *Solver) eliminate(o *occurrences) bool {
	order := make([]uint32, 0, s.vars())
	for v := range uint32(s.vars()) {
		n := len(o.of[v<<1]) + len(o.of[v<<1|1])
		if s.values[v<<1] == 0 && !s.gone[v] && !s.touched[v] && n > 0 && n <= maxOccurrences {
			order = append(order, v)
		}
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		return cmp.Compare(len(o.of[a<<1])*len(o.of[a<<1|1]), len(o.of[b<<1])*len(o.of[b<<1|1]))
	})
	for _, v := range order {
		if o.budget < 0 {
			break
		}
		if s.values[v<<1] == 0 && !s.eliminateVariable(o, v) {
			return false
		}
	}
	return true
}

// eliminateVariable replaces the clauses that contain a variable by their resolvents upon it, if these are hardly more.
// False: unsatisfiable.
func (s *Solver) eliminateVariable(o *occurrences, v uint32) bool {
	with, without := s.alive(o, v<<1), s.alive(o, v<<1|1)
	limit := len(with) + len(without) + s.eliminateBound
	if len(with)*len(without) > limit*limit {
		return true
	}
	// Counting comes first, as most variables are left as they are; it costs the literals that are looked at.
	count := 0
	for _, p := range with {
		s.flag(p.ref, true)
		for _, n := range without {
			size := s.resolventSize(p.ref, n.ref, v)
			o.budget -= int64(len(s.lits(n.ref)))
			if size < 0 {
				continue
			}
			if count++; count > limit || size > maxResolvent {
				s.flag(p.ref, false)
				return true
			}
		}
		s.flag(p.ref, false)
	}
	var resolvents []cref
	// What is derived may fix variables, and more clauses than those at hand: they are looked at as they were.
	for _, p := range with {
		for _, n := range without {
			s.flag(p.ref, true)
			size := s.resolventSize(p.ref, n.ref, v)
			s.flag(p.ref, false)
			if size < 0 {
				continue
			}
			s.hints = append(s.hints[:0], s.id(p.ref), s.id(n.ref))
			ref, ok := s.addDerived(s.resolve(p.ref, n.ref, v))
			if !ok {
				return false
			}
			if ref != noClause {
				resolvents = append(resolvents, ref)
				o.add(ref, s.lits(ref))
			}
		}
	}
	s.save(v, with, without)
	return s.subsume(o, resolvents)
}

// save takes out the clauses of a variable, and keeps them for the end, when a model is extended, or the variable is
// back.
func (s *Solver) save(v uint32, with, without []occurrence) {
	saved := eliminated{variable: v}
	literals := 0
	for _, list := range [][]occurrence{with, without} {
		for _, clause := range list {
			literals += len(s.lits(clause.ref))
		}
	}
	saved.clauses = make([]savedClause, 0, len(with)+len(without))
	all := make([]lit, 0, literals)
	for _, list := range [][]occurrence{with, without} {
		for _, clause := range list {
			begin := len(all)
			all = append(all, s.lits(clause.ref)...)
			saved.clauses = append(saved.clauses, savedClause{s.id(clause.ref), all[begin:len(all):len(all)]})
			*s.flags(clause.ref) |= flagSaved
			s.remove(clause.ref)
		}
	}
	s.eliminated = append(s.eliminated, saved)
	s.gone[v] = true
}

// flag flags the literals of a clause, or no longer.
func (s *Solver) flag(ref cref, on bool) {
	for _, l := range s.lits(ref) {
		s.flagged[l] = on
	}
}

// resolventSize returns the number of literals of the resolvent of two clauses upon a variable, the first of which is
// flagged, or -1 if it is a tautology.
func (s *Solver) resolventSize(p, n cref, v uint32) int {
	size := len(s.lits(p)) - 1
	for _, l := range s.lits(n) {
		if l>>1 == v || s.flagged[l] {
			continue
		}
		if s.flagged[l^1] {
			return -1
		}
		size++
	}
	return size
}

// resolve returns the resolvent of two clauses, in s.learnt.
func (s *Solver) resolve(p, n cref, v uint32) []lit {
	s.learnt = s.learnt[:0]
	for _, ref := range []cref{p, n} {
		for _, l := range s.lits(ref) {
			if l>>1 != v && !s.flagged[l] {
				s.flagged[l] = true
				s.learnt = append(s.learnt, l)
			}
		}
	}
	for _, l := range s.learnt {
		s.flagged[l] = false
	}
	return s.learnt
}

// addDerived adds a clause to the formula that s.hints derive, at level 0: no clause if it is satisfied, or a unit.
// False: unsatisfiable.
func (s *Solver) addDerived(clause []lit) (cref, bool) {
	kept := clause[:0]
	hints := 0
	for _, l := range clause {
		switch value := s.values[l]; {
		case value > 0:
			return noClause, true
		case value < 0:
			s.hints = slices.Insert(s.hints, hints, s.units[l>>1])
			hints++
		default:
			kept = append(kept, l)
		}
	}
	if len(kept) == 0 {
		s.emptyClause()
		return noClause, false
	}
	id := s.logAdd(kept)
	if len(kept) > 1 {
		ref := s.newClause(kept, id, false, 0)
		s.attach(ref)
		return ref, true
	}
	return noClause, s.addUnit(kept[0], id)
}

// addUnit makes a literal true for good, at level 0, by a clause of the proof. False: unsatisfiable.
func (s *Solver) addUnit(l lit, id int64) bool {
	s.fixBy(l, id)
	conflict := s.propagate()
	if conflict != noClause {
		s.refute(conflict)
	}
	return conflict == noClause
}

// dropLearnts removes the learnt clauses that contain eliminated variables.
func (s *Solver) dropLearnts() {
	for _, ref := range s.learnts {
		if *s.flags(ref)&flagGarbage == 0 && slices.ContainsFunc(s.lits(ref), func(l lit) bool { return s.gone[l>>1] }) {
			s.remove(ref)
		}
	}
}

// extend gives the eliminated variables values in the model, the last one first: true only if a clause needs it.
func (s *Solver) extend() {
	for _, e := range slices.Backward(s.eliminated) {
		l := e.variable << 1
		s.model[l], s.model[l^1] = -1, 1
		for _, c := range e.clauses {
			if !slices.ContainsFunc(c.lits, func(q lit) bool { return s.model[q] > 0 }) {
				s.model[l], s.model[l^1] = 1, -1
				break
			}
		}
	}
}

// restore brings back a variable that was eliminated, if it was, with its clauses and all variables in these. False:
// unsatisfiable.
func (s *Solver) restore(v uint32) bool {
	s.touched[v] = true
	if !s.gone[v] {
		return true
	}
	s.gone[v] = false
	i := slices.IndexFunc(s.eliminated, func(e eliminated) bool { return e.variable == v })
	e := s.eliminated[i]
	s.eliminated = slices.Delete(s.eliminated, i, i+1)
	s.scores.push(v)
	s.release(v)
	for _, c := range e.clauses {
		for _, l := range c.lits {
			if s.gone[l>>1] && !s.restore(l>>1) {
				return false
			}
		}
		s.input(c.id, slices.Clone(s.externals(c.lits)))
		if s.unsat {
			return false
		}
	}
	return true
}

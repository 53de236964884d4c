package cdcl

import (
	"cmp"
	"slices"
)

// A window is what sweeping sees of a formula at a time. It looks for variables that are equal, opposite or constant
// because of some hundred clauses around them: these are given to a solver of their own. Variables that are equal in a
// number of its models are shown to be so, or not, in a few conflicts. Two circuits that compute the same in other ways
// are proved equal from the inputs on, where clause learning would have to find out everything at once.
type window struct {
	s       *Solver
	o       *occurrences
	random  uint64
	covered []bool  // by variable: in the middle of a neighbourhood since anything near it changed
	index   []int32 // by variable: number in the inner solver, or 0
	taken   map[cref]bool

	// One neighbourhood.
	inner      *Solver
	vars       []uint32 // by variable of inner
	ids        []int64  // numbers in the proof, by those of inner; 0 if the clause is not there any more
	derived    []bool   // by inner: whether it derived it
	signatures []uint64 // by variable of inner: the values in its models
	models     int
	unknown    int // questions without an answer
}

const (
	sweepClauses   = 1200 // of a neighbourhood
	sweepLength    = 12   // of its longest clause
	sweepModels    = 16   // drawn before questions are asked
	sweepAllModels = 60   // no more questions then; at most 64, the bits of a signature
	sweepConflicts = 100  // for one question
	sweepUnknown   = 10   // questions without an answer
	sweepPartners  = 8    // variables that one is compared with
	// Ticks for the first time: about 40 neighbourhoods. Those in which something is found take so many times less of
	// them.
	firstSweep = 1.2e6
	foundSweep = 20
	// Later it is less if nothing has been found yet.
	barrenSweep = 0.2
)

var sweepTuning = func() tuning {
	t := defaultTuning
	t.mode, t.rephaseInterval, t.reasonSide = focusedOnly, 0, false
	t.vivifyEffort, t.probeEffort, t.parityEffort, t.eliminateEffort, t.sweepEffort = 0, 0, 0, 0, 0
	return t
}()

// sweep tries neighbourhoods, from where the last time ended, and adds what it finds to the formula, at level 0. It is
// bounded by ticks of the inner solvers; the first time it may go on much longer while it finds something. False:
// unsatisfiable.
func (s *Solver) sweep(o *occurrences, spent int64) bool {
	found := func() int64 { return s.stats.sweepPairs + s.stats.sweepUnits }
	first := s.stats.swept == 0
	budget := s.tune.sweepEffort * float64(spent)
	switch {
	case first:
		budget = max(budget, firstSweep)
	case found() == 0:
		budget *= barrenSweep
	}
	w := &window{
		s: s, o: o, random: 1, covered: make([]bool, s.vars()), index: make([]int32, s.vars()),
		taken: map[cref]bool{},
	}
	for tries := 0; tries < s.vars() && budget > 0; tries++ {
		if s.nextSweep++; s.nextSweep >= s.vars() {
			s.nextSweep = 0
		}
		v := uint32(s.nextSweep)
		if s.values[v<<1] != 0 || s.gone[v] || w.covered[v] || len(o.of[v<<1])+len(o.of[v<<1|1]) == 0 {
			continue
		}
		if s.interrupted() != nil {
			break
		}
		s.stats.swept++
		before := found()
		ticks, ok := w.try(v)
		if !ok {
			return false
		}
		if found() > before {
			tries = 0 // some variables may be tried again
		}
		if first && found() > before {
			ticks /= foundSweep
		}
		budget -= float64(ticks)
	}
	return true
}

// Input implements Proof: the numbers are in w.ids already.
func (w *window) Input(int64, []int32) {}

// Add implements Proof: a step of inner is a step of the proof.
func (w *window) Add(_ int64, lits []int32, hints []int64) {
	s := w.s
	s.hints = s.hints[:0]
	for _, h := range hints {
		s.hints = append(s.hints, w.ids[h])
	}
	w.derived = append(w.derived, true)
	if len(lits) == 0 {
		s.emptyClause()
		w.ids = append(w.ids, s.lastID)
		return
	}
	s.learnt = s.learnt[:0]
	for _, l := range lits {
		s.learnt = append(s.learnt, w.outer(toLit(l)))
	}
	w.ids = append(w.ids, s.logAdd(s.learnt))
}

// Delete implements Proof: the clauses of the formula stay.
func (w *window) Delete(ids []int64) {
	for _, id := range ids {
		if w.derived[id] && w.ids[id] != 0 {
			w.s.delete(w.ids[id])
			w.ids[id] = 0
		}
	}
}

// Err implements Proof.
func (w *window) Err() error { return nil }

// outer translates a literal of inner.
func (w *window) outer(l lit) lit { return w.vars[l>>1]<<1 | l&1 }

// try looks for equal, opposite and constant variables around one. Not ok: unsatisfiable.
func (w *window) try(v uint32) (ticks int64, ok bool) {
	s := w.s
	w.surround(v)
	if len(w.taken) == 0 { // all clauses around it are long
		w.index[v] = 0
		return 1, true
	}
	ok = w.inner.takeIn()
	for range sweepModels {
		if !ok {
			break
		}
		for i := range w.inner.phases {
			w.random = w.random*6364136223846793005 + 1442695040888963407
			w.inner.phases[i] = int8(w.random >> 63)
		}
		status := w.ask()
		ok = status != Unsatisfiable
		if status == Unknown {
			break
		}
	}
	if ok && w.models == sweepModels {
		ok = w.tryCandidates()
	}
	if !ok && !s.unsat {
		s.emptyClause() // without a proof
	}
	if s.proof != nil && !s.unsat {
		for id, outer := range w.ids {
			if w.derived[id] && outer != 0 {
				s.delete(outer)
			}
		}
		s.logDeletes()
	}
	for _, x := range w.vars {
		w.index[x] = 0
	}
	return w.inner.ticks + 4*int64(len(w.inner.given)), ok
}

// surround gives the clauses around a variable to a new inner solver.
func (w *window) surround(v uint32) {
	s := w.s
	w.inner = New()
	w.inner.tune = sweepTuning
	w.inner.nextPreprocess = never
	if s.proof != nil {
		w.inner.SetProof(w)
	}
	w.vars = append(w.vars[:0], v)
	w.index[v] = 1
	w.ids, w.derived = append(w.ids[:0], 0), append(w.derived[:0], false)
	w.models, w.unknown = 0, 0
	clear(w.taken)
	for i := 0; i < len(w.vars) && len(w.taken) < sweepClauses; i++ {
		x := w.vars[i]
		if i == 0 || len(w.taken) < sweepClauses/2 {
			w.covered[x] = true
		}
		for _, l := range []lit{x << 1, x<<1 | 1} {
			for _, clause := range w.o.of[l] {
				ref := clause.ref
				if len(w.taken) >= sweepClauses {
					break
				}
				if w.taken[ref] || s.arena[ref+wordSize] > sweepLength || *s.flags(ref)&flagGarbage != 0 {
					continue
				}
				w.taken[ref] = true
				for _, q := range s.lits(ref) {
					if w.index[q>>1] == 0 {
						w.vars = append(w.vars, q>>1)
						w.index[q>>1] = int32(len(w.vars))
					}
				}
				w.give(s.id(ref), s.lits(ref))
			}
		}
	}
	w.signatures = make([]uint64, len(w.vars))
}

// give gives one clause to the inner solver.
func (w *window) give(id int64, c []lit) {
	s := w.s
	s.external = s.external[:0]
	for _, l := range c {
		i := w.index[l>>1]
		if l&1 != 0 {
			i = -i
		}
		s.external = append(s.external, i)
	}
	w.ids, w.derived = append(w.ids, id), append(w.derived, false)
	w.inner.AddClause(s.external...)
}

// ask asks for a model under assumptions, and keeps its values.
func (w *window) ask(assumptions ...lit) Status {
	for _, l := range assumptions {
		w.inner.Assume(external(l))
	}
	status, _ := w.inner.Solve(w.s.ctx, sweepConflicts)
	if status == Satisfiable {
		for i := range w.signatures {
			w.signatures[i] = w.signatures[i]<<1 | uint64(w.inner.model[i<<1]+1)>>1
		}
		w.models++
	}
	if status == Unknown {
		w.unknown++
	}
	return status
}

// asking reports whether more questions may be asked.
func (w *window) asking() bool { return w.models < sweepAllModels && w.unknown < sweepUnknown }

// signature returns the values of a literal in the models so far.
func (w *window) signature(l lit) uint64 {
	x := w.signatures[l>>1]
	if l&1 != 0 {
		x ^= 1<<w.models - 1
	}
	return x
}

// tryCandidates asks whether variables are constant, or the same as one before them. False: unsatisfiable.
func (w *window) tryCandidates() bool {
	// Candidates by the models so far, which those that come while they are tried make fewer: each with the first of its
	// kind.
	type candidate struct {
		signature uint64
		l         lit
	}
	normal := func(v int) candidate {
		c := candidate{w.signatures[v], lit(v) << 1}
		if c.signature&1 != 0 {
			c = candidate{w.signature(c.l | 1), c.l | 1}
		}
		return c
	}
	list := make([]candidate, len(w.vars))
	for v := range list {
		list[v] = normal(v)
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.signature, b.signature), cmp.Compare(a.l, b.l))
	})
	type pair struct{ a, b lit }
	var pairs []pair
	for i, c := range list {
		if c.signature == 0 {
			if w.asking() && w.open(c.l) && w.signature(c.l) == 0 && !w.tryConstant(c.l) {
				return false
			}
			continue
		}
		for k := i - 1; k >= max(0, i-sweepPartners) && list[k].signature == c.signature; k-- {
			pairs = append(pairs, pair{list[k].l, c.l})
		}
	}
	// What is near is tried first: the rest may follow from it.
	slices.SortStableFunc(pairs, func(p, q pair) int { return cmp.Compare(p.b, q.b) })
	same := map[lit]bool{}
	for _, p := range pairs {
		if !w.asking() {
			break
		}
		if same[p.b] || !w.open(p.a) || !w.open(p.b) || w.signature(p.a) != w.signature(p.b) {
			continue
		}
		equal, ok := w.tryPair(p.a, p.b)
		if !ok {
			return false
		}
		same[p.b] = equal
	}
	return true
}

// open reports whether a literal of inner has no value at level 0 of the solver outside.
func (w *window) open(l lit) bool { return w.s.values[w.outer(l)] == 0 }

// tryConstant asks whether a literal of inner, false in all models so far, is false. False: unsatisfiable.
func (w *window) tryConstant(l lit) bool {
	if w.ask(l) != Unsatisfiable {
		return true
	}
	w.s.stats.sweepUnits++
	return w.add(l ^ 1)
}

// tryPair asks whether two literals of inner are equal. Not ok: unsatisfiable.
func (w *window) tryPair(a, b lit) (equal, ok bool) {
	s := w.s
	found := false
	for _, c := range [][2]lit{{a ^ 1, b}, {a, b ^ 1}} {
		if s.hasBinaryClause(w.outer(c[0]), w.outer(c[1])) {
			continue
		}
		if w.ask(c[0]^1, c[1]^1) != Unsatisfiable {
			return false, true
		}
		found = true
		if !w.add(c[0], c[1]) {
			return false, false
		}
	}
	if found {
		s.stats.sweepPairs++
		w.uncover(w.outer(a) >> 1)
		w.uncover(w.outer(b) >> 1)
	}
	return true, true
}

// uncover makes the variables be tried again that are in a clause with one.
func (w *window) uncover(v uint32) {
	s := w.s
	for _, l := range []lit{v << 1, v<<1 | 1} {
		for _, clause := range w.o.of[l] {
			ref := clause.ref
			for _, q := range s.lits(ref) {
				if q>>1 != v && w.index[q>>1] == 0 {
					w.covered[q>>1] = false
				}
			}
		}
	}
}

// hasBinaryClause reports whether there is a clause of two literals.
func (s *Solver) hasBinaryClause(a, b lit) bool {
	return slices.ContainsFunc(s.watchesOf(a), func(w watch) bool { return w.ref&binaryWatch != 0 && w.blocker == b })
}

// add adds a clause to the formula whose negation failed as assumptions of inner, which may have found less to fail.
// False: unsatisfiable.
func (w *window) add(clause ...lit) bool {
	s := w.s
	if s.unsat {
		return false
	}
	s.hints = s.hints[:0]
	if id := w.inner.FailedClause(); s.proof != nil {
		s.hints = append(s.hints, w.ids[id])
	}
	c := s.learnt[:0]
	for _, l := range clause {
		if slices.Contains(w.inner.Failed(), external(l^1)) {
			c = append(c, w.outer(l))
		}
	}
	s.learnt = c
	if len(c) == 0 {
		s.emptyClause()
		return false
	}
	ref, ok := s.addDerived(c)
	if ref != noClause {
		w.o.add(ref, s.lits(ref))
		w.give(s.id(ref), s.lits(ref))
	} else if ok && len(c) == 1 {
		w.give(s.units[c[0]>>1], c)
	}
	return ok
}

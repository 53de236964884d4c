package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"retroproof/proofs/lrat"
)

// MaxSAT looks for a model of the hard clauses that costs least, by cores (OLL: Andres and others, ICLP 2012; Morgado
// and others, CP 2014). Soft clauses are literals that are assumed. Of those that fail together one is false: the least
// of their weights goes from all of them to the lower bound, and that no more than one is false is assumed instead.
type MaxSAT struct {
	Cost     int64 // of the best model so far
	Lower    int64 // no model costs less
	Model    []int // its literals; nil: there is none
	Improved func(cost int64)

	w        *WCNF
	s        Solver
	next     int            // the last variable
	weights  map[int]int64  // by assumed literal: what its being false costs
	outputs  map[int]output // by assumed literal, if it is the negation of one
	cores    [][]int        // assumed literals
	counters [][]int        // clauses
	limit    int64
}

// output is one of a counter of failed assumptions.
type output struct {
	*counter
	k int
}

// NewMaxSAT gives a solver the clauses of a formula.
func NewMaxSAT(w *WCNF, s Solver) *MaxSAT {
	m := &MaxSAT{
		Cost: math.MaxInt64, Improved: func(int64) {}, w: w, s: s, weights: map[int]int64{}, outputs: map[int]output{},
	}
	m.eachClause(s.AddClause, func(l int, weight int64) {
		if l == 0 {
			m.Lower += weight
		} else {
			m.weights[l] += weight
		}
	})
	return m
}

// eachClause passes on the hard clauses, and for each soft one a literal that makes it true, 0 for an empty one.
func (m *MaxSAT) eachClause(hard func([]int), soft func(l int, weight int64)) {
	m.next = m.w.NumVars
	for i, weight := range m.w.Weights {
		switch clause := literals(&m.w.Formula, i); {
		case weight == 0:
			hard(clause)
		case len(clause) == 0:
			soft(0, weight)
		case len(clause) == 1:
			soft(clause[0], weight)
		default:
			b := m.fresh()
			hard(append(clause, -b))
			soft(b, weight)
		}
	}
}

func (m *MaxSAT) fresh() int {
	m.next++
	return m.next
}

// Solve goes on until the model is proved to be the best, Satisfiable, or it is proved that there is none. Unknown
// comes with an error, and Model and Lower are what is known by then. A limit of conflicts is for all calls.
//
// The heaviest assumptions come first. Cores are taken away until there is a model of the rest; then what is assumed
// instead of them joins, and once nothing does, assumptions of half the weight.
func (m *MaxSAT) Solve(ctx context.Context) (Status, error) {
	m.limit = conflictLimit(ctx)
	level := int64(math.MaxInt64)
	for {
		cores, err := m.takeAway(ctx, m.assumed(level))
		switch {
		case err != nil:
			return Unknown, err
		case m.Model == nil:
			return Unsatisfiable, nil
		case m.Lower == m.Cost:
			return Satisfiable, nil
		case cores > 0:
			continue
		}
		below := int64(0)
		for _, weight := range m.weights {
			if weight < level {
				below = max(below, weight)
			}
		}
		if level = (below + 1) / 2; level == 0 {
			return Unknown, fmt.Errorf("solver %s is wrong: cost %d, lower bound %d", m.s.Name(), m.Cost, m.Lower)
		}
	}
}

// takeAway takes cores away from assumptions until there is a model of the rest, or the best is proved to be that, and
// returns how many there were.
func (m *MaxSAT) takeAway(ctx context.Context, assumed []int) (cores int, err error) {
	for {
		status, err := m.ask(ctx, assumed, 0)
		switch {
		case status == Unknown:
			return cores, err
		case status == Satisfiable:
			return cores, m.model()
		case m.Model == nil:
			return cores, nil
		}
		core := m.smaller(ctx)
		if err := m.relax(core); err != nil || m.Lower == m.Cost {
			return cores, err
		}
		cores++
		assumed = slices.DeleteFunc(assumed, func(l int) bool { return m.weights[l] == 0 && slices.Contains(core, l) })
	}
}

// assumed returns the literals of at least a weight, the heaviest first.
func (m *MaxSAT) assumed(level int64) (lits []int) {
	for l, weight := range m.weights {
		if weight >= level {
			lits = append(lits, l)
		}
	}
	m.sort(lits)
	slices.Reverse(lits)
	return lits
}

// sort sorts assumptions, the lightest first.
func (m *MaxSAT) sort(lits []int) {
	slices.SortFunc(lits, func(a, b int) int { return cmp.Or(cmp.Compare(m.weights[a], m.weights[b]), cmp.Compare(a, b)) })
}

// ask is Solve of the solver, within what is left of the conflicts; most, if not 0, limits them further.
func (m *MaxSAT) ask(ctx context.Context, assumed []int, most int64) (Status, error) {
	if m.limit > 0 {
		left := m.limit - max(m.s.Stats().Conflicts, 0)
		if left <= 0 {
			return Unknown, ErrConflictLimit
		}
		if most == 0 || left < most {
			most = left
		}
	}
	m.s.Assume(assumed...)
	return m.s.Solve(WithConflictLimit(ctx, most))
}

// smaller returns the failed assumptions without some that are not needed, as far as 100,000 propagations show.
func (m *MaxSAT) smaller(ctx context.Context) []int {
	failed := func() []int {
		core := slices.Clone(m.s.Failed())
		m.sort(core) // the lightest are left out first, that the rest fails for more
		return slices.Compact(core)
	}
	core := failed()
	for i, left := 0, int64(100_000); i < len(core) && left > 0; {
		before := m.s.Stats().Propagations
		if status, _ := m.ask(ctx, slices.Delete(slices.Clone(core), i, i+1), 100); status == Unsatisfiable {
			core = failed()
		} else {
			i++
		}
		left -= m.s.Stats().Propagations - before + 1000
	}
	return core
}

// relax takes from the weights of a core what is certain to be lost.
func (m *MaxSAT) relax(core []int) error {
	if len(core) == 0 {
		return errors.New("the best model is none of the hard clauses")
	}
	lost := int64(math.MaxInt64)
	clause := make([]int, len(core))
	for i, l := range core {
		lost = min(lost, m.weights[l])
		clause[i] = -l
	}
	m.cores = append(m.cores, core)
	m.Lower += lost
	m.s.AddClause(clause)
	for _, l := range core {
		if m.weights[l] -= lost; m.weights[l] == 0 {
			delete(m.weights, l)
		}
		if o, ok := m.outputs[l]; ok {
			m.assumeLess(output{o.counter, o.k + 1}, lost)
		}
	}
	m.assumeLess(output{newCounter(clause), 2}, lost)
	return nil
}

// assumeLess makes it an assumption that an output is false.
func (m *MaxSAT) assumeLess(o output, weight int64) {
	if o.k > o.size {
		return
	}
	l := -o.atLeast(o.k, m.fresh, func(clause []int) {
		m.counters = append(m.counters, clause)
		m.s.AddClause(clause)
	})
	m.weights[l] += weight
	m.outputs[l] = o
}

// cost returns the weights of the soft clauses that are false, -1 if a hard one is.
func (w *WCNF) cost(value func(int32) bool) (cost int64) {
	for i, weight := range w.Weights {
		if slices.ContainsFunc(w.Clause(i), value) {
			continue
		}
		if weight == 0 {
			return -1
		}
		cost += weight
	}
	return cost
}

// model takes the solver's model, if it is better than the best.
func (m *MaxSAT) model() error {
	cost := m.w.cost(func(l int32) bool { return m.s.Value(int(l)) })
	if cost < 0 {
		return fmt.Errorf("solver %s is wrong: %w: a hard clause is false", m.s.Name(), errModel)
	}
	if m.Model == nil || cost < m.Cost {
		m.Cost, m.Model = cost, ModelLiterals(&m.w.Formula, m.s.Value)
		m.Improved(cost)
	}
	return nil
}

// Bound returns a formula that has a model if one of the hard clauses costs less than Lower: after Solve it has none.
// It has the hard clauses, the soft ones, each with a literal more, the counters, and that all literals of one of the
// cores are true: else each core costs at least what the lower bound has for it.
func (m *MaxSAT) Bound() (*lrat.Formula, error) {
	f := &lrat.Formula{NumVars: m.w.NumVars}
	var wrong error
	add := func(clause []int) {
		var lits []int32
		for _, l := range clause {
			lits = append(lits, int32(l))
		}
		wrong = errors.Join(wrong, f.AddClause(lits...))
	}
	last := m.next
	m.eachClause(add, func(int, int64) {})
	m.next = last
	if m.Model == nil {
		return f, wrong
	}
	for _, clause := range m.counters {
		add(clause)
	}
	var some []int
	for i, core := range m.cores {
		one := last + 1 + i
		for _, l := range core {
			add([]int{-one, l})
		}
		some = append(some, one)
	}
	add(some)
	return f, wrong
}

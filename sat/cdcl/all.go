package cdcl

import (
	"context"
	"slices"
)

// SolveAll is Solve, but goes on after a model: found is called with each, which Value has, and returns a clause that
// the model violates, to be added to the formula; nil ends the search with Satisfiable. Unsatisfiable means that there
// are no more models. The clauses are over the variables given, which are not eliminated. They are not checked.
func (s *Solver) SolveAll(ctx context.Context, conflicts int64, over []int32, found func() []int32) (Status, error) {
	s.check(over)
	s.over = over
	s.tune.vivifyEffort = 0 // it takes more than it saves while clauses come with every model
	s.onModel = func() []int32 {
		s.status = Satisfiable
		return found()
	}
	defer func() { s.onModel, s.over = nil, nil }()
	return s.Solve(ctx, conflicts)
}

// exclude adds a clause that is false to the formula, and goes on with the search from where it is: the clause is a
// conflict, or it implies a literal a few levels back. The trail stays, and the phases of what is undone, so that the
// next model is close: that costs a few propagations instead of a whole assignment. False: unsatisfiable.
func (s *Solver) exclude(given []int32) bool {
	id := s.nextID()
	if s.proof != nil {
		s.proof.Input(id, given)
	}
	s.hints = s.hints[:0]
	clause := make([]lit, 0, len(given))
	for _, l := range given {
		if v := toLit(l) >> 1; s.assigned[v].level == 0 {
			s.hints = append(s.hints, s.units[v])
		} else {
			clause = append(clause, toLit(l))
		}
	}
	if s.hints = append(s.hints, id); len(clause) == 0 {
		s.emptyClause()
		return false
	}
	if len(clause) < len(given) {
		s.delete(id)
		id = s.logAdd(clause)
	}
	levelOf := func(l lit) int { return int(s.assigned[l>>1].level) }
	slices.SortFunc(clause, func(a, b lit) int { return levelOf(b) - levelOf(a) })
	if len(clause) == 1 {
		s.backtrack(0)
		s.fixBy(clause[0], id)
		return true
	}
	top, second := levelOf(clause[0]), levelOf(clause[1])
	ref := s.newClause(clause, id, false, 0)
	s.attach(ref)
	s.backtrack(top)
	if second == top {
		s.learn(ref)
		return true
	}
	s.backtrack(second)
	s.enqueue(clause[0], ref)
	return true
}

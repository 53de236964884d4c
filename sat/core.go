package sat

import (
	"context"
	"slices"

	"retroproof/proofs/lrat"
)

// Core returns a minimal unsatisfiable part of a formula: the numbers of its clauses, from 0, ascending. Without any
// one of them the others have a model. It is nil if the formula has one.
//
// The native solver is asked with a variable for each clause that turns it on. One clause after the other is turned
// off: if the others have a model the clause stays for good, else all stay off that the refutation does not need.
func Core(ctx context.Context, f *lrat.Formula) ([]int, error) {
	s := newNative()
	defer s.Close()
	on := func(i int) int { return f.NumVars + 1 + i }
	core := make([]int, f.NumClauses())
	for i := range core {
		s.AddClause(append(literals(f, i), -on(i)))
		core[i] = i
	}
	for stays := -1; stays < len(core); {
		for k, i := range core {
			if k != stays {
				s.Assume(on(i))
			}
		}
		switch status, err := s.Solve(ctx); {
		case status == Unsatisfiable:
			core = core[:0]
			for _, l := range s.Failed() {
				core = append(core, l-on(0))
			}
			slices.Sort(core)
			stays = max(stays, 0)
		case status != Satisfiable:
			return nil, err
		case stays < 0:
			return nil, nil
		default:
			stays++
		}
	}
	return core, nil
}

package sat

import (
	"context"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// giniSolver adapts github.com/go-air/gini v1.0.4, the embedded solver.
//
// Properties of gini, and what the adapter does about them:
//
//   - After an unsatisfiable answer gini must not simply be called again. Its next Solve analyses the last conflict; if
//     that ends at decision level 0 it learns a wrong clause and drops the fact that the formula is unsatisfiable. Then
//     it either finds that its "model" is wrong and calls log.Fatalf, which ends the process with exit code 1, or
//     answers "satisfiable". So unsatisfiability without assumptions is stored here and gini not called again, and
//     after unsatisfiability under assumptions reset drops the last conflict before the next Solve.
//   - Adding a clause undoes the assignment, so Value is lost. Clauses are therefore kept in pending until the next
//     Solve, and callers can read the model while they build the next clause from it.
//   - When gini has to grow, it also queues every variable up to the new capacity for decisions, used or not. Since
//     clauses wait in pending, it can be made with the right capacity the first time.
//   - After every satisfiable answer gini checks all clauses, which makes a thousand models of a big formula slow.
//     Once an activation literal has been requested, it checks only the first model after a clause was added.
//   - Try sets a deadline that no later call clears: a Solve after a Try gives up at random. Try is not used.
//   - The control returned by GoSolve holds a mutex while it waits, so Wait and Stop can't be called from two
//     goroutines. But Pause blocks until the solver reaches its next checkpoint or ends, which is just what a
//     supervisor needs: no polling, no sleeping, and no delay when the solver is quick. A pause changes nothing of
//     the search.
type giniSolver struct {
	frontEnd
	g       *gini.Gini // nil until the first Solve
	meters  giniMeters
	act     z.Lit   // an activation literal, not in any clause
	pending []int32 // clauses not yet given to gini, each ended by 0
	stale   bool    // the last answer was "unsatisfiable under these assumptions": reset before the next Solve
	lits    []z.Lit // scratch
}

func newGini() *giniSolver {
	return &giniSolver{frontEnd: frontEnd{name: Embedded}}
}

func (s *giniSolver) AddClause(lits []int) {
	s.pending = s.appendClause(s.pending, lits)
}

// giniLit translates +-(index+1); gini's variable 1 is the activation literal's.
func giniLit(l int32) z.Lit {
	if l < 0 {
		return z.Var(-l + 1).Neg()
	}
	return z.Var(l + 1).Pos()
}

// flush gives gini the pending clauses.
func (s *giniSolver) flush() {
	if s.g == nil {
		n := s.vars.len() + 2
		s.g = gini.NewVc(n+n/4+64, len(s.pending)/3+64)
		s.meters = metersOf(s.g)
		s.act = s.g.ActivationLit()
		s.g.Deactivate(s.act)
	}
	if len(s.pending) == 0 {
		return
	}
	for _, l := range s.pending {
		if l == 0 {
			s.g.Add(z.LitNull)
		} else {
			s.g.Add(giniLit(l))
		}
	}
	s.stale = false // the end of a clause resets, too
	if cap(s.pending) > 1<<16 {
		s.pending = nil
	} else {
		s.pending = s.pending[:0]
	}
}

// reset makes gini return to decision level 0 and drop its last conflict. Requesting an activation literal and giving
// it back has that effect and no other.
func (s *giniSolver) reset() {
	s.act = s.g.ActivationLit()
	s.g.Deactivate(s.act)
	s.stale = false
}

func (s *giniSolver) Solve(ctx context.Context) (Status, error) {
	assumptions, status, done, err := s.begin(ctx)
	if done {
		return status, err
	}
	s.flush()
	if s.stale {
		s.reset()
	}
	s.lits = s.lits[:0]
	for _, a := range assumptions {
		s.lits = append(s.lits, giniLit(s.vars.literal(a)))
	}
	s.g.Assume(s.lits...)
	answer, err := s.run(ctx)
	switch answer {
	case 1:
		s.status = Satisfiable
	case -1:
		s.status = Unsatisfiable
		s.failed = s.why()
		// Without a failed assumption the clauses alone are contradictory. This must be stored now: gini drops it.
		s.unsat = len(s.failed) == 0
		s.stale = true
	}
	return s.status, err
}

// run runs gini until it answers, the context ends or the conflict limit is reached. An answer is returned even if the
// limit has been reached before.
func (s *giniSolver) run(ctx context.Context) (int, error) {
	limit := conflictLimit(ctx)
	if limit > 0 && !s.meters.ok {
		return 0, ErrNoLimitSupport
	}
	report := reportOf(ctx)
	if !s.meters.ok {
		report = nil
	}
	if ctx.Done() == nil && limit == 0 && report == nil {
		return s.g.Solve(), nil
	}
	start := s.meters.conflicts()
	control := s.g.GoSolve()
	for {
		answer, paused := control.Pause()
		if !paused {
			return answer, nil
		}
		if report != nil {
			report(s.Stats())
		}
		err := ctx.Err()
		if err == nil && limit > 0 && s.meters.conflicts()-start >= limit {
			err = ErrConflictLimit
		}
		control.Unpause()
		if err != nil {
			if answer := control.Stop(); answer != 0 {
				return answer, nil
			}
			return 0, err
		}
	}
}

// why returns the failed assumptions in the caller's numbers.
func (s *giniSolver) why() []int {
	s.lits = s.g.Why(s.lits[:0])
	if len(s.lits) == 0 {
		return nil
	}
	failed := make([]int, len(s.lits))
	for i, l := range s.lits {
		v := int32(l.Var()) - 1
		if !l.IsPos() {
			v = -v
		}
		failed[i] = s.vars.original(v)
	}
	return failed
}

func (s *giniSolver) Value(lit int) bool {
	// A variable first seen in a clause that is still pending has no value in gini either.
	return s.value(lit, func(i int32) bool { return z.Var(i+2) <= s.g.MaxVar() && s.g.Value(giniLit(i+1)) })
}

func (s *giniSolver) Stats() Stats {
	st := Stats{
		Variables: int64(s.vars.len()), Clauses: s.clauses, Solves: s.solves,
		Conflicts: 0, Decisions: 0, Propagations: 0, Restarts: 0,
	}
	if s.g != nil {
		s.meters.read(&st)
	}
	return st
}

func (s *giniSolver) Close() error {
	s.close()
	s.g, s.meters, s.pending, s.lits = nil, giniMeters{}, nil, nil
	return nil
}

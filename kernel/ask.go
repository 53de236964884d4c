package kernel

import (
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/sat"
)

// Ask decides with a solver whether there is an extended kernel, by the formula of
// doc/formula.md. solver is a name that sat.New accepts. If the formula has a model, the result
// has its kernel, which has been replayed, and the kernel's ranks; Nodes counts the solver's
// conflicts. If there is no extended kernel, Kernel stays Undecided, as the formula does not
// decide that. The error is the context's, [sat.ErrConflictLimit] if the solver does not decide
// within its limit, or it says that a model does not replay as a kernel, which is a bug.
func Ask(ctx context.Context, start, goal *chess.Setup, solver string) (Result, error) {
	var r Result
	p, err := newProblem(start, goal)
	if impossible := (*rules.Impossible)(nil); errors.As(err, &impossible) {
		return Result{Kernel: Absent, Extended: Absent, Impossible: impossible, Refuted: impossible}, nil
	} else if err != nil {
		return r, err
	}
	cnf := formula.New(&p.Abstraction)
	s, err := sat.New(solver)
	if err != nil {
		return r, err
	}
	defer s.Close()
	cnf.Emit(s)
	status, err := s.Solve(ctx)
	r.Nodes = uint64(s.Stats().Conflicts)
	switch status {
	case sat.Unsatisfiable:
		r.Extended = Absent
		return r, nil
	case sat.Unknown:
		return r, err
	}
	model := formulaModel{}
	for i, name := range cnf.Names {
		model[name] = s.Value(i + 1)
	}
	r.Moves, err = p.movesOf(model)
	if err == nil {
		err = replay(start, goal, r.Moves)
	}
	if err != nil {
		return Result{}, fmt.Errorf("the model of %s is no kernel: %w", solver, err)
	}
	e, ok := p.extend(r.Moves)
	if !ok {
		return Result{}, fmt.Errorf("the model of %s, %s, is no extended kernel", solver, FormatMoves(r.Moves))
	}
	r.Kernel, r.Extended, r.Ranks = Found, Found, e
	return r, nil
}

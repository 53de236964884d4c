package kernel

import (
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/formula"
	"retroproof/sat"
)

// Ask asks a solver whether there is an extended kernel, by the formula of
// doc/formula.md. The solver is a name that sat.New knows. The answer has the kernel of a
// model, which has been replayed, and its ranks; Nodes are the solver's conflicts. If
// there is no extended kernel, Kernel stays Undecided: that is another question. The
// error is the context's or [sat.ErrConflictLimit] if the question stays open, or says
// that a model was no kernel, which is a bug.
func Ask(ctx context.Context, start, goal *chess.Setup, solver string) (Result, error) {
	var r Result
	p, err := newProblem(start, goal)
	if impossible := (*rules.Impossible)(nil); errors.As(err, &impossible) {
		return Result{Kernel: Absent, Extended: Absent, Impossible: impossible, refuted: impossible}, nil
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

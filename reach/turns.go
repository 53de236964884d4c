package reach

import (
	"context"
	"errors"
	"iter"

	"retroproof/encode"
	"retroproof/sat"
)

// turns lets an engine pause when its share of the work is spent, in the middle of a search too. Work is counted, in
// propagations or what takes as long, so that the answer does not depend on the machine.
type turns struct {
	left  int64 // of this turn
	pause func() bool
}

var errPassed = errors.New("another engine has decided")

// spend counts work, and pauses until it is paid for.
func (t *turns) spend(work int64) error {
	if t == nil {
		return nil
	}
	for t.left -= work; t.left < 0; {
		if !t.pause() {
			return errPassed
		}
	}
	return nil
}

// pass ends the turn.
func (t *turns) pass() error {
	if t == nil {
		return nil
	}
	t.left = min(t.left, 0)
	return t.spend(1)
}

// shared is a solver of an engine that takes turns.
type shared struct {
	sat.Solver
	*turns
	assumed []int
}

// The work of a question besides its propagations, and the conflicts after which it is interrupted for the first time.
const (
	questionWork      = 200
	firstInterruption = 500
)

// open makes a solver; with turns, one that pauses. It eliminates variables early: that halves the time of pdr's steps
// of king and rook.
func (o Options) open() (sat.Solver, error) {
	s, err := sat.New(sat.Native)
	if err != nil {
		return nil, err
	}
	sat.EliminateEarly(s)
	if o.turns == nil {
		return s, nil
	}
	return &shared{Solver: s, turns: o.turns}, nil
}

func (s *shared) Assume(lits ...int) { s.assumed = append(s.assumed, lits...) }

// Solve is that of the solver, asked again after each pause: it keeps what it has learnt.
func (s *shared) Solve(ctx context.Context) (sat.Status, error) {
	defer func() { s.assumed = s.assumed[:0] }()
	for limit := int64(firstInterruption); ; limit += limit / 2 {
		before := s.Stats().Propagations
		s.Solver.Assume(s.assumed...)
		status, err := s.Solver.Solve(sat.WithConflictLimit(ctx, limit))
		paused := s.spend(questionWork + s.Stats().Propagations - before)
		if !errors.Is(err, sat.ErrConflictLimit) {
			return status, err
		}
		if paused != nil {
			return sat.Unknown, paused
		}
	}
}

// runner is an engine that takes turns.
type runner struct {
	turns  *turns
	share  int64
	next   func() (struct{}, bool) // a turn; false: it is at its end
	stop   func()
	result *Result
	err    error
}

func newRunner(share int64, o Options, engine func(Options) (*Result, error)) *runner {
	r := &runner{turns: &turns{}, share: share}
	o.turns = r.turns
	r.next, r.stop = iter.Pull(func(yield func(struct{}) bool) {
		r.turns.pause = func() bool { return yield(struct{}{}) }
		r.result, r.err = engine(o)
	})
	return r
}

// The work of the first turn, for each gate and besides. Induction has more, that grows with the square of the gates:
// with king and rook, 12,000 gates, it is all that is needed, and with 2,000 gates its start takes 0.04 s.
const (
	firstTurn     = 20_000
	firstTurnGate = 5
	headStart     = 10
	mostHeadStart = 20_000_000
)

// auto lets the engines run in turn, as takeTurns says. When the equations are found that hold, k-induction and pdr
// begin once more with them.
func (s *System) auto(ctx context.Context, o Options) (*Result, error) {
	induction := func(lemma encode.Bool) func(Options) (*Result, error) {
		return func(o Options) (*Result, error) { return s.inductionOf(ctx, o, autoK, lemma) }
	}
	search := func(lemma encode.Bool) func(Options) (*Result, error) {
		return func(o Options) (*Result, error) { return runPDR(ctx, s, o, lemma) }
	}
	lemma, none := s.Circuit.True, s.Circuit.True
	gates := int64(s.Circuit.Len())
	first := newRunner(2, o, induction(none))
	first.turns.left = min(gates*gates/headStart, mostHeadStart)
	parity := newRunner(1, o, func(o Options) (r *Result, err error) {
		m := newSimulation(s)
		tr, err := m.search(simulationWork, o.turns)
		if tr != nil || err != nil {
			return unsafe("simulation", tr), err
		}
		r, lemma, err = s.byParity(ctx, o, m.samples)
		return r, err
	})
	bmc := newRunner(1, o, func(o Options) (*Result, error) { return s.bmcOf(ctx, o) })
	return takeTurns(ctx, gates, []*runner{first, parity, bmc, newRunner(4, o, search(none))}, func() (more []*runner) {
		if lemma != none {
			more = []*runner{newRunner(1, o, induction(lemma)), newRunner(2, o, search(lemma))}
			lemma = none
		}
		return more
	})
}

// takeTurns lets engines run in turn, each as far as its share of the work goes, which grows from round to round: what
// one of them does at once takes a few times as long. It ends with the first verdict, or when all have come to their
// limits. Each time that one has, others begin that the function returns.
func takeTurns(ctx context.Context, gates int64, all []*runner, ended func() []*runner) (*Result, error) {
	defer func() {
		for _, r := range all {
			r.stop()
		}
	}()
	for turn := firstTurn + firstTurnGate*gates; len(all) > 0; turn += turn / 2 {
		for i := 0; i < len(all); i++ {
			r := all[i]
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			r.turns.left += r.share * turn
			if r.turns.left < 0 {
				continue // a question took more than its share
			}
			if _, more := r.next(); more {
				continue
			}
			if r.result != nil || r.err != nil && !errors.Is(r.err, ErrBudget) {
				return r.result, r.err
			}
			all = append(all[:i], all[i+1:]...)
			i--
			all = append(all, ended()...)
		}
	}
	return nil, nil
}

package reach

import (
	"context"
	"errors"
	"fmt"

	"retroproof/encode"
	"retroproof/sat"
)

// Engine names a way of deciding.
type Engine string

// The engines. Auto runs the others, the cheap ones first.
const (
	Auto      Engine = "auto"
	BMC       Engine = "bmc"    // finds counterexamples only, the shortest
	Induction Engine = "kind"   // k-induction, k = 1, 2, 4, ...
	PDR       Engine = "pdr"    // complete
	Parity    Engine = "parity" // invariants that are equations over GF(2), and 1-induction with them
)

// Engines are all engines.
var Engines = []Engine{Auto, BMC, Induction, PDR, Parity}

// Options are the options of Decide.
type Options struct {
	Engine    Engine       // "" is Auto
	MaxFrames int          // 0: no limit; else the number of steps of bmc, the k of induction, and the frames of pdr
	Progress  func(string) // called now and then; nil: not
}

func (o Options) progress(text string) {
	if o.Progress != nil {
		o.Progress(text)
	}
}

// solver is the one for many small questions, stepSolver that for one large question, of which a
// comparison on the models of king and rook gave half the time.
func (o Options) solver() string     { return sat.Native }
func (o Options) stepSolver() string { return sat.Embedded }

var errLift = errors.New("pdr: a step that was found is none")

// The limits of Auto: conflicts of one question of the engines before pdr, and the
// depth to which bmc goes.
const (
	autoConflicts = 20000
	autoDepth     = 40
	autoK         = 4
)

// Decide decides whether a bad state can be reached. The error wraps ErrBudget if a limit was
// reached or the engine cannot decide, and is the context's if that was cancelled. A trace has
// been checked; of an invariant, which is not believed anyhow, Certify makes a proof.
func Decide(ctx context.Context, s *System, o Options) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r, err := decide(ctx, s, o)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, fmt.Errorf("%s: %w", o.Engine, ErrBudget)
	}
	if r.Verdict == Unsafe {
		if err := s.finish(r.Trace); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Engine, err)
		}
	}
	return r, nil
}

func decide(ctx context.Context, s *System, o Options) (*Result, error) {
	none := s.Circuit.True
	switch o.Engine {
	case BMC, Induction:
		u, err := newUnrolling(s, o.solver())
		if err != nil {
			return nil, err
		}
		defer u.Close()
		if o.Engine == Induction {
			return s.kInduction(ctx, u, o, o.MaxFrames, none)
		}
		depth := -1
		if o.MaxFrames > 0 {
			depth = o.MaxFrames
		}
		tr, err := u.bmc(ctx, depth, o.progress)
		return unsafe("bmc", tr), err
	case PDR:
		return runPDR(ctx, s, o, none)
	case Parity:
		m := newSimulation(s)
		if tr := m.search(simulationWork); tr != nil {
			return unsafe("simulation", tr), nil
		}
		r, _, err := s.byParity(ctx, o, m.samples)
		return r, err
	case Auto, "":
		return s.auto(ctx, o)
	}
	return nil, fmt.Errorf("unknown engine %q", o.Engine)
}

// byParity tries 1-induction with parities as a lemma, which it returns.
func (s *System) byParity(ctx context.Context, o Options, samples [][]bool) (*Result, encode.Bool, error) {
	all, n, err := s.parities(ctx, o, samples)
	if err != nil || n == 0 {
		return nil, s.Circuit.True, err
	}
	u, err := newUnrolling(s, o.solver())
	if err != nil {
		return nil, s.Circuit.True, err
	}
	defer u.Close()
	r, err := s.kInduction(ctx, u, o, 1, all)
	if r != nil && r.Verdict == Safe {
		r.Engine = "parity"
	}
	return r, all, err
}

// auto runs simulation, bmc and induction with small limits, parities, and pdr.
func (s *System) auto(ctx context.Context, o Options) (*Result, error) {
	limited := sat.WithConflictLimit(ctx, autoConflicts)
	small := func(err error) error {
		if errors.Is(err, sat.ErrConflictLimit) {
			return nil
		}
		return err
	}
	u, err := newUnrolling(s, o.solver())
	if err != nil {
		return nil, err
	}
	defer u.Close()
	if r, err := s.kInduction(limited, u, o, 1, s.Circuit.True); r != nil || small(err) != nil {
		return r, err
	}
	m := newSimulation(s)
	if tr := m.search(simulationWork); tr != nil {
		return unsafe("simulation", tr), nil
	}
	if tr, err := u.bmc(limited, autoDepth, o.progress); tr != nil || small(err) != nil {
		return unsafe("bmc", tr), err
	}
	r, lemma, err := s.byParity(limited, o, m.samples)
	if r != nil || small(err) != nil {
		return r, err
	}
	if r, err := s.kInduction(limited, u, o, autoK, lemma); r != nil || small(err) != nil {
		return r, err
	}
	return runPDR(ctx, s, o, lemma)
}

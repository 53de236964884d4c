package reach

import (
	"cmp"
	"context"
	"fmt"

	"retroproof/encode"
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
	Engine    Engine        // "" is Auto
	MaxFrames int           // 0: no limit; else the number of steps of bmc, the k of induction, and the frames of pdr
	Progress  func(string)  // called now and then; nil: not
	turns     *turns        // nil: the engine runs by itself
	kept      *[][]*blocked // of pdr: see justice.monitor
}

func (o Options) progress(text string) {
	if o.Progress != nil {
		o.Progress(text)
	}
}

// autoK bounds the k of auto, and mostUnrolled the gates of its bmc.
const (
	autoK        = 16
	mostUnrolled = 4_000_000
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
	case BMC:
		return s.bmcOf(ctx, o)
	case Induction:
		return s.inductionOf(ctx, o, o.MaxFrames, none)
	case PDR:
		return runPDR(ctx, s, o, none)
	case Parity:
		m := newSimulation(s)
		if tr, _ := m.search(simulationWork, nil); tr != nil {
			return unsafe("simulation", tr), nil
		}
		r, _, err := s.byParity(ctx, o, m.samples)
		return r, err
	case Auto, "":
		return s.auto(ctx, o)
	}
	return nil, fmt.Errorf("unknown engine %q", o.Engine)
}

// bmcOf runs bmc.
func (s *System) bmcOf(ctx context.Context, o Options) (*Result, error) {
	u, err := newUnrolling(s, o)
	if err != nil {
		return nil, err
	}
	defer u.Close()
	tr, err := u.bmc(ctx, cmp.Or(o.MaxFrames, -1), o)
	return unsafe("bmc", tr), err
}

// byParity tries 1-induction with parities as a lemma, which it returns.
func (s *System) byParity(ctx context.Context, o Options, samples [][]bool) (*Result, encode.Bool, error) {
	all, n, err := s.parities(ctx, o, samples)
	if err != nil || n == 0 {
		return nil, s.Circuit.True, err
	}
	r, err := s.inductionOf(ctx, o, 1, all)
	if r != nil && r.Verdict == Safe {
		r.Engine = "parity"
	}
	return r, all, err
}

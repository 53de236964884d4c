package kernel

import (
	"context"
	"time"

	"retroproof/chess"
)

// Verdict is what is known of a position.
type Verdict uint8

// The verdicts.
const (
	// Unknown: neither proven.
	Unknown Verdict = iota
	// Illegal: proven that no game leads here.
	Illegal
	// Legal: proven that one does.
	Legal
)

// String returns "unknown", "illegal" or "legal".
func (v Verdict) String() string {
	switch v {
	case Illegal:
		return "illegal"
	case Legal:
		return "legal"
	}
	return "unknown"
}

// IsStart is the reason of a legal verdict: the position is the start.
const IsStart Reason = "IsStart"

// Options of Decide. The zero value means the initial position as the start and
// the budgets of DefaultOptions.
type Options struct {
	Start *chess.Setup // nil: the initial position

	// Kernel looks for kernels, nil for ExistingKernel. Another search may only
	// see of a goal what [ExistingKernel] sees: pawns, the numbers of pieces,
	// castling rights, and bishops on the first and the last rank.
	Kernel KernelSearch

	KernelNodes         uint64        // for the position's own kernel
	LastMovePositions   int           // of the last-move analysis; below 0 for none
	LastMoveKernelNodes uint64        // for a kernel of one of these
	Time                time.Duration // for everything; below 0 for no limit
}

// DefaultOptions has the budgets that the zero Options stands for. The time is a
// safeguard: verdicts do not depend on it unless a machine is very slow.
var DefaultOptions = Options{
	Kernel:              ExistingKernel,
	KernelNodes:         500_000,
	LastMovePositions:   250,
	LastMoveKernelNodes: 20_000,
	Time:                1500 * time.Millisecond,
}

// withDefaults fills in what is zero.
func (o Options) withDefaults() Options {
	d := DefaultOptions
	if o.Kernel == nil {
		o.Kernel = d.Kernel
	}
	if o.KernelNodes == 0 {
		o.KernelNodes = d.KernelNodes
	}
	if o.LastMovePositions == 0 {
		o.LastMovePositions = d.LastMovePositions
	}
	if o.LastMoveKernelNodes == 0 {
		o.LastMoveKernelNodes = d.LastMoveKernelNodes
	}
	if o.Time == 0 {
		o.Time = d.Time
	}
	o.Start = startOr(o.Start)
	return o
}

// Decision is what Decide found.
type Decision struct {
	Setup    chess.Setup
	Start    chess.Setup
	Verdict  Verdict
	Reason   Reason    // of an illegal or legal verdict
	Evidence *Evidence // of an illegal verdict
	Kernel   KernelResult

	Positions int    // that the last-move analysis looked at
	Nodes     uint64 // of all searches for kernels
	// OutOfBudget: with more nodes, positions or time the answer may be another.
	OutOfBudget bool
}

// Decide tries to prove that a position is illegal: that no sequence of legal
// moves leads from the start to it. The cheapest rules come first. A position
// that is not refuted is Unknown, but for the start itself. The error is that of
// a start that is no position.
func Decide(ctx context.Context, goal *chess.Setup, o Options) (Decision, error) {
	o = o.withDefaults()
	d := Decision{Setup: *goal, Start: *o.Start}
	if o.Start != &initial {
		if _, err := chess.NewPosition(*o.Start); err != nil {
			return d, err
		}
	}
	p, refuted := static(o.Start, goal)
	if refuted != nil {
		d.refute(refuted)
		return d, nil
	}
	if sameSetup(o.Start, goal) {
		d.Verdict, d.Reason = Legal, IsStart
		return d, nil
	}
	if len(p.Retractions(nil, chess.UnmoveOptions{MaterialLimit: *o.Start == initial})) == 0 {
		d.refute(impossible(NoLastMove, "%s", noLastMove(p)))
		return d, nil
	}
	if refuted := checkReach(o.Start, goal); refuted != nil {
		d.refute(refuted)
		return d, nil
	}
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	d.Kernel = o.Kernel(ctx, o.Start, goal, o.KernelNodes)
	d.Nodes = d.Kernel.Nodes
	if d.Kernel.Refuted != nil {
		d.refute(d.Kernel.Refuted)
		return d, nil
	}
	d.OutOfBudget = d.Kernel.Status == KernelUnknown
	if o.LastMovePositions < 0 {
		return d, nil
	}
	kernels := newKernelCache(o.Start, o.Kernel, o.LastMoveKernelNodes)
	a := newRetroanalysis(ctx, o.Start, kernels, o.LastMovePositions)
	e := a.expand(p, *goal, p.Key())
	d.Positions = a.added
	d.Nodes += kernels.searched
	if e != nil {
		d.Verdict, d.Reason, d.Evidence = Illegal, e.Reason, e
		return d, nil
	}
	d.OutOfBudget = d.OutOfBudget || a.limit || kernels.unknown > 0
	return d, nil
}

// refute makes the decision illegal, for one reason.
func (d *Decision) refute(why *Impossible) {
	d.Verdict, d.Reason = Illegal, why.Reason
	d.Evidence = &Evidence{Setup: d.Setup, Reason: why.Reason, Detail: why.Detail}
}

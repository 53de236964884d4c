package kernel

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"time"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Verdict is the result of [Decide] about a position.
type Verdict uint8

// The verdicts.
const (
	// Unknown: neither Illegal nor Legal is proven.
	Unknown Verdict = iota
	// Illegal: it is proven that no game leads to the position.
	Illegal
	// Legal: it is proven that a game leads to the position.
	Legal
)

// String returns "unknown", "illegal" or "legal".
func (v Verdict) String() string { return [...]string{"unknown", "illegal", "legal"}[v] }

// initial is the default start.
var initial = chess.InitialSetup()

// IsStart is the reason of a legal verdict on the start itself.
const IsStart facts.Reason = "IsStart"

// DecideOptions are the options of [Decide]. The zero value selects the initial position as the
// start, and the budgets of DefaultDecideOptions.
type DecideOptions struct {
	Start *chess.Setup // nil: the initial position

	// NeverMoved has squares of men of the start. A position is then illegal if no game leads there in which these men
	// never move, nor are captured.
	NeverMoved chess.Bitboard

	// Kernel searches for kernels; nil means ExtendedKernel. Another search may depend only on
	// what [ExtendedKernel] depends on in a goal: the pawns, the numbers of pieces, castling
	// rights, and the squares of bishops: of all bishops, or from the initial position of those
	// on the first and the last rank.
	Kernel KernelSearch

	// The budgets are counts, so that the verdict on a position is the same on every machine. A
	// node is that of [Options]. KernelNodes are available to each of the two searches for the
	// position's own kernels, and once more to all searches of the last-move analysis together.
	KernelNodes         uint64 `budget:"kernel-nodes" json:"kernel_nodes,omitempty" page:"max=100000000" doc:"of each search for proof kernels; as much for those of earlier positions"`
	LastMovePositions   int    `budget:"last-move-positions" json:"last_move_positions,omitempty" page:"min=-1,max=100000" doc:"of the last-move analysis; -1 for none"`
	LastMoveKernelNodes uint64 `budget:"last-move-kernel-nodes" doc:"of each search for kernels of an earlier position"`
	// CageStates are available once more for all earlier positions together.
	CageStates  int  `budget:"cage-states" doc:"of the search for men that cannot have come to where they stand together; -1 for none"`
	NoPastPawns bool // pawns that are in the way are not looked for
	// FormulaConflicts: see [facts.Closing] and [facts.Jam].
	FormulaConflicts int64 `budget:"formula-conflicts" doc:"of the solver that decides whether there is a proof kernel; -1 for no solver"`

	// EarlierConflicts are those of the solver that decides formulas of earlier positions in the last-move analysis, for
	// all of them together; not above 0: it does not. That is dear, and few positions need it.
	EarlierConflicts int64

	// Known is the result of an earlier search for the position's kernels, which is then not
	// repeated. It must not have refuted the position.
	Known *Result

	// Time limits all searches together if it is positive. Verdicts then depend on the speed
	// and load of the machine.
	Time time.Duration `flag:"time" rare:"" min:"0" doc:"time limit of the refutation of a position, such as 2s; 0 for none"`

	// Soon, if not nil, is asked for a game where a kernel was found, and the last-move analysis has too few positions to
	// refute the goal: before cages, pawns in the way and formulas, which take longer than most games. If it reports true
	// the verdict is left to it.
	Soon func(*Result) bool

	// Log receives each stage, with the time and budgets that it used, at level debug; nil for
	// no logging.
	Log *slog.Logger
}

// DefaultDecideOptions has the default budgets. With them most positions take milliseconds, and
// the slowest known one takes six seconds.
var DefaultDecideOptions = DecideOptions{
	Kernel:              ExtendedKernel,
	KernelNodes:         700_000,
	LastMovePositions:   250,
	LastMoveKernelNodes: 20_000,
	CageStates:          2_000,
	FormulaConflicts:    500,
}

// Round returns the options of round n of repeated decisions, in which each round has larger
// budgets than the one before. Round 0 has the given budgets; only it searches for kernels of
// the position.
func (o DecideOptions) Round(n int) DecideOptions {
	o = o.withDefaults()
	for ; n > 1; n-- {
		o.LastMovePositions *= 8
		o.LastMoveKernelNodes *= 2
		o.CageStates *= 30
		o.FormulaConflicts *= 20
	}
	return o
}

// withDefaults replaces zero values by the defaults.
func (o DecideOptions) withDefaults() DecideOptions {
	d := DefaultDecideOptions
	if o.Kernel == nil {
		o.Kernel = d.Kernel
	}
	o.KernelNodes = cmp.Or(o.KernelNodes, d.KernelNodes)
	o.LastMovePositions = cmp.Or(o.LastMovePositions, d.LastMovePositions)
	o.LastMoveKernelNodes = cmp.Or(o.LastMoveKernelNodes, d.LastMoveKernelNodes)
	o.CageStates = cmp.Or(o.CageStates, d.CageStates)
	o.FormulaConflicts = cmp.Or(o.FormulaConflicts, d.FormulaConflicts)
	o.Start = rules.StartOr(o.Start)
	if o.NeverMoved != 0 {
		start := *o.Start
		start.Stay = o.NeverMoved
		o.Start = &start
	}
	return o
}

// Decision is the result of Decide.
type Decision struct {
	Setup    chess.Setup
	Start    chess.Setup
	Verdict  Verdict
	Reason   facts.Reason // of an illegal or legal verdict
	Evidence *Evidence    // of an illegal verdict
	Kernel   Result

	Positions int    // number of positions that the last-move analysis examined
	Nodes     uint64 // of all searches for kernels
	// OutOfBudget has, for an unknown verdict, the budgets that ended searches: with larger
	// ones the verdict may be different.
	OutOfBudget Budgets
}

// Decide tries to prove that a position is illegal: that no sequence of legal moves leads from
// the start to it. It applies the cheapest rules first. A position that is not refuted is
// Unknown, except for the start itself, which is Legal. The error says that the start is not a
// legal diagram, or it is [ErrStart].
func Decide(ctx context.Context, goal *chess.Setup, o DecideOptions) (Decision, error) {
	o = o.withDefaults()
	d := Decision{Setup: *goal, Start: *o.Start}
	if *o.Start != initial {
		if _, err := chess.NewPosition(*o.Start); err != nil {
			return d, err
		}
		if err := checkStart(o.Start); err != nil {
			return d, err
		}
	}
	trace := NewTrace(o.Log)
	p, past, decided := d.atOnce(&o)
	if decided {
		return d, nil
	}
	trace.Stage("static rules, last move, reach")
	timed := ctx
	if o.Time > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	if d.search(timed, &o, p, past, trace); timed.Err() != nil && ctx.Err() == nil && d.Verdict == Unknown {
		d.OutOfBudget = Budgets{BudgetTime} // the time limit ended the searches before their own budgets did
	}
	return d, nil
}

// atOnce applies the rules that take next to no time. The position is that of the goal; past looks for pawns that are
// in the way, and decided says that there is a verdict.
func (d *Decision) atOnce(o *DecideOptions) (p *chess.Position, past func() *rules.Impossible, decided bool) {
	goal := &d.Setup
	reason, p := rules.QuickStatic(o.Start, goal)
	if reason != "" {
		// The sentence is written when it is wanted.
		d.Verdict, d.Reason = Illegal, reason
		d.Evidence = &Evidence{Setup: d.Setup, Reason: reason}
		return p, nil, true
	}
	if facts.SameSetup(o.Start, goal) {
		d.Verdict, d.Reason = Legal, IsStart
		return p, nil, true
	}
	if refuted := rules.LastMove(o.Start, p); refuted != nil {
		return p, nil, d.refute(refuted)
	}
	refuted, past := rules.ReachThenPast(o.Start, goal)
	if refuted != nil {
		return p, nil, d.refute(refuted)
	}
	if captures(p) >= dearKernels {
		// A search for kernels may take long, and this does not.
		if refuted := rules.ReachPastKings(o.Start, goal); refuted != nil {
			return p, nil, d.refute(refuted)
		}
	}
	return p, past, false
}

// search looks for kernels, cages, pawns that are in the way, and last moves, and decides the formula, in this order,
// until one of them refutes the goal, whose position is p; past looks for the pawns.
func (d *Decision) search(ctx context.Context, o *DecideOptions, p *chess.Position, past func() *rules.Impossible,
	trace Trace) {
	goal := &d.Setup
	if o.Known != nil {
		d.Kernel = *o.Known
	} else {
		d.Kernel = o.Kernel(ctx, o.Start, goal, o.KernelNodes)
	}
	d.Nodes = d.Kernel.Nodes
	trace.Stage("kernels", "found", d.Kernel.String(), "nodes", d.Nodes, "spent", d.Kernel.Spent, "budget", o.KernelNodes)
	if d.Kernel.Refuted != nil {
		d.refute(d.Kernel.Refuted)
		return
	}
	// Most random positions that have a kernel end here, with a game: what follows would be ten times as dear as the
	// kernel, and find nothing.
	kernels := newKernelCache(o)
	a := newRetroanalysis(ctx, o.Start, kernels, o.LastMovePositions)
	if o.Soon != nil && d.Kernel.Ranks != nil && a.hopeless(p) && o.Soon(&d.Kernel) {
		return
	}
	// An argument comes before a tree of un-moves, which is longer to read, and what needs a solver comes last.
	cages := cageFinder{start: o.Start, stop: ctx.Done(), left: o.CageStates}
	if refuted := cages.refute(goal, o.CageStates/cageShare); refuted != nil {
		d.refute(refuted)
		return
	}
	trace.Stage("cages", "states_left", cages.left, "budget", o.CageStates)
	if o.Known == nil && !o.NoPastPawns {
		if refuted := past(); refuted != nil {
			d.refute(refuted)
			return
		}
		trace.Stage("pawns in the way")
	}
	a.cages = &cageFinder{start: o.Start, stop: ctx.Done(), left: o.CageStates}
	a.cages.each = min(o.CageStates/leafShare, mostLeafStates)
	if o.LastMovePositions >= 0 {
		e := a.root(p, *goal)
		d.Positions = a.added
		d.Nodes += kernels.searched
		trace.Stage("last moves", "refuted", e != nil, "positions", a.added, "budget", o.LastMovePositions,
			"kernel_nodes", kernels.searched, "kernel_nodes_left", kernels.left, "kernel_nodes_each", o.LastMoveKernelNodes)
		if e != nil {
			d.Verdict, d.Reason, d.Evidence = Illegal, e.Reason, e
			return
		}
	}
	question := closingQuestion{start: o.Start, goal: goal, conflicts: o.FormulaConflicts}
	if !d.Kernel.asked {
		var refuted *rules.Impossible
		refuted, d.Kernel.asked = question.refute(ctx, &d.Kernel)
		trace.Stage("formula", "refuted", refuted != nil, "conflicts_left", question.conflicts, "budget", o.FormulaConflicts)
		if refuted != nil {
			d.refute(refuted)
			return
		}
	}
	d.OutOfBudget.add(BudgetKernelNodes, d.Kernel.OutOfBudget || kernels.allLimit)
	d.OutOfBudget.add(BudgetFormulaConflicts, question.limit || kernels.undecided)
	d.OutOfBudget.add(BudgetLastMovePositions, a.limit)
	d.OutOfBudget.add(BudgetLastMoveKernelNodes, kernels.limit)
	d.OutOfBudget.add(BudgetCageStates, cages.limit || a.cages.limit)
}

// dearKernels is the number of missing men, of 32, from which on a search for kernels may take
// long.
const dearKernels = 10

// captures returns the number of men, of 32, that are missing in a position.
func captures(p *chess.Position) int { return 32 - p.Occupied().Count() }

// refute sets the verdict to Illegal, for one reason. It returns true.
func (d *Decision) refute(why *rules.Impossible) bool {
	d.Verdict, d.Reason = Illegal, why.Reason
	e := newEvidence(&d.Setup, why)
	d.Evidence = &e
	return true
}

// Budget is the name of a budget, which is that of the flag of "retroproof legal" that sets it.
type Budget string

// The budgets of [Decide].
const (
	BudgetKernelNodes         Budget = "kernel-nodes"
	BudgetLastMovePositions   Budget = "last-move-positions"
	BudgetLastMoveKernelNodes Budget = "last-move-kernel-nodes"
	BudgetCageStates          Budget = "cage-states"
	BudgetFormulaConflicts    Budget = "formula-conflicts"
	BudgetTime                Budget = "time"
)

// Budgets are names of budgets, without repetitions.
type Budgets []Budget

// add adds the name of a budget if it ended a search.
func (b *Budgets) add(name Budget, ended bool) {
	if ended {
		*b = append(*b, name)
	}
}

// String returns the names separated by commas: "kernel-nodes,last-move-positions".
func (b Budgets) String() string {
	names := make([]string, len(b))
	for i, name := range b {
		names[i] = string(name)
	}
	return strings.Join(names, ",")
}

// Trace logs the stages of a search for one position, each when it ends, with the time since the one before ended.
// The zero value logs nothing.
type Trace struct {
	log *slog.Logger
	at  time.Time
}

// NewTrace returns the trace of a search that begins now. Nothing is logged if log is nil.
func NewTrace(log *slog.Logger) Trace {
	if log == nil {
		return Trace{}
	}
	return Trace{log, time.Now()}
}

// Stage logs, at level debug, that a stage has ended, with pairs of names and values.
func (t *Trace) Stage(name string, values ...any) {
	if t.log == nil {
		return
	}
	now := time.Now()
	t.log.Debug(name, append(values, "took", now.Sub(t.at).Round(time.Microsecond))...)
	t.at = now
}

// cageFinder searches for cages in several positions of one start, with a common budget.
type cageFinder struct {
	start *chess.Setup
	stop  <-chan struct{} // see [rules.CageBudget]
	left  int             // states left
	each  int             // states for the search around one man of an earlier position
	limit bool
}

// refute returns a cage of a goal that [rules.Reach] does not refute, or nil if it finds none.
// each is the number of states for each man around which it searches.
func (c *cageFinder) refute(goal *chess.Setup, each int) *rules.Impossible {
	if c.left <= 0 {
		c.limit = c.limit || c.left == 0
		return nil
	}
	refuted, looked, ended := rules.Cage(c.start, goal,
		rules.CageBudget{States: c.left, EachTry: each, MostMen: mostCaged, Stop: c.stop})
	if c.left = max(0, c.left-looked); refuted == nil && !ended {
		c.limit = true
	}
	return refuted
}

const (
	// mostCaged is the largest number of men of a cage.
	mostCaged = 12
	// The share of the states that the search around one man may use, in the position itself
	// and in earlier ones, and the largest number of these states. Enclosed men need few.
	cageShare      = 4
	leafShare      = 20
	mostLeafStates = 3000
)

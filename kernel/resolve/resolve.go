// Package resolve gives positions their verdicts, with evidence for each: it refutes
// them with package kernel, or else has package proofgame build a game, or package
// astar search for one. Games are checked by package replay, which implements the rules
// independently.
//
// The same position and options give the same answer on every machine, unless a time
// limit is set: all other budgets are numbers of nodes, positions and states.
package resolve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// ProofGame is the reason of a legal verdict: a game leads to the position.
const ProofGame facts.Reason = "ProofGame"

// BudgetGameStates is the budget of the construction of a game, Options.Game.States.
const BudgetGameStates kernel.Budget = "game-states"

// errReplay is wrapped by errors about a constructed game that package replay rejects. It
// means that one of the two implementations of the rules of chess is wrong.
var errReplay = errors.New("the game that was built is not legal, or ends elsewhere")

// Options of Position. The zero value has the default budgets.
type Options struct {
	// Refute are the options of the refutation, the start among them.
	Refute kernel.DecideOptions
	// OnlyGlance leaves out the searches for a kernel and the last-move analysis:
	// what a glance does not refute is given to the search for a game at once.
	OnlyGlance bool

	// Begin are legal moves with which games have to begin. Decided is whether there is
	// such a game: a refutation is one from the position after them.
	Begin []chess.Move

	// Effort is how many rounds of refutation there are, 1 to MostEffort, each with larger
	// budgets, as long as a budget ended the one before; 0 is 1. Between the first and the
	// others a game is sought with a part of its budget.
	Effort int

	// Game are the options of the construction of a game. Its MaxQuiet is for games
	// that are given or searched for, too.
	Game proofgame.Options
	// Hint is an extended kernel that a first construction follows, with a budget of
	// its own; nil for no hint.
	Hint *kernel.Extended
	// Few spends the budget of games on a short construction first, and then on walks back from the goal with short ones:
	// where few men are left that is mostly enough.
	Few bool
	// NoGame leaves all of that out.
	NoGame bool

	// Search, if not nil, has A* search for a game instead of constructing one: once,
	// or, with Restarts, again and again.
	Search   *astar.Options
	Restarts bool
	// LastResort, if not nil, has A* search with restarts where no game could be
	// constructed.
	LastResort *astar.Options
	// OnNearer, if not nil, is called with each position that A* finds nearer to the goal.
	OnNearer func(*Search)
}

// MostEffort is the largest Effort, DefaultEffort that of the command line.
const (
	MostEffort    = 5
	DefaultEffort = 3
)

// firstGame is the part of the budget of games with which one is sought after the first
// round of refutation.
const firstGame = 3

// soonStates is the budget with which a game is sought before what takes longer than most games: it is enough for 97 of
// 100 random positions, and takes a tenth of a second at most.
const soonStates = 1_500_000

// fewParts is the part of the budget for each construction of Options.Few, but for the last.
const fewParts = 8

// firstWalks and allWalks are the parts for walks back from the goal: before the later rounds of refutation, and in
// all.
const (
	firstWalks = 8
	allWalks   = 2
)

// laterSeed is how much the seed of a second construction differs from that of the first.
const laterSeed = 1

// Answer is the verdict on a position with its evidence.
type Answer struct {
	// Decision has the reason ProofGame if there is a game, and Unreachable if A* has
	// proven that no game exists. Its Start is that of the game; if the position is
	// illegal, it is the position after Begin.
	kernel.Decision
	Game     []string // of a legal position, in SAN, with Begin; empty for the start itself
	Shortest bool     // the game is proven to be a shortest one that begins with Begin
	sought   bool     // a game was sought
	Search   *Search  // the result of A*; nil if it did not search
}

// decide makes the verdict another than unknown, which no budget can change.
func (a *Answer) decide(v kernel.Verdict, why facts.Reason) {
	a.Verdict, a.Reason, a.OutOfBudget = v, why, nil
}

// Position decides a position. The error is the context's, one about the start, or
// one that wraps errReplay, or proofgame.ErrKernel if Game has such a kernel.
//
// Refute.Log gets all stages, those of the search for a game, too, with the position.
func Position(ctx context.Context, goal *chess.Setup, o Options) (Answer, error) {
	if o.Refute.Log == nil {
		return o.position(ctx, goal)
	}
	o.Refute.Log = o.Refute.Log.With("fen", goal.FEN())
	o.Game.Log = o.Refute.Log
	trace := kernel.NewTrace(o.Refute.Log)
	a, err := o.position(ctx, goal)
	trace.Stage("answer", "verdict", a.Verdict, "reason", a.Reason, "out_of_budget", a.OutOfBudget)
	return a, err
}

// position decides a position.
func (o *Options) position(ctx context.Context, goal *chess.Setup) (Answer, error) {
	start := rules.StartOr(o.Refute.Start)
	from := start
	if len(o.Begin) > 0 {
		after := astar.After(start, o.Begin)
		from = &after
	}
	search := o.Refute.Kernel
	if o.OnlyGlance {
		o.Refute.Kernel, o.Refute.LastMovePositions, o.Refute.CageStates, o.Refute.FormulaConflicts = noKernel, -1, -1, -1
	}
	a, err := o.first(ctx, from, goal)
	if err != nil || a.Verdict == kernel.Illegal {
		return a, err
	}
	a.Start = *start
	if a.Verdict == kernel.Legal {
		if a.Reason == kernel.IsStart {
			a.Game, a.Shortest = sanOf(start, o.Begin), o.Search != nil
		}
		return a, nil
	}
	d := a.Decision
	var nodes uint64 // of A*
	if o.near(from, goal) {
		if nodes, err = o.seekNear(ctx, from, goal, &a); err != nil || a.Verdict != kernel.Unknown {
			return a, err
		}
	}
	walks := o.newWalker(from, search)
	if again := o.Effort > 1 && !o.OnlyGlance && len(d.OutOfBudget) > 0; again {
		if !o.NoGame && o.Search == nil {
			if err := o.seekSoon(ctx, from, goal, &a, o.states()/firstGame); err != nil || a.Verdict != kernel.Unknown {
				return a, err
			}
			if err := walks.walk(ctx, o, goal, &a, firstWalks); err != nil || a.Verdict != kernel.Unknown {
				return a, err
			}
		}
		d, err := o.more(ctx, from, goal, &d)
		if err != nil || d.Verdict == kernel.Illegal {
			return Answer{Decision: d}, err
		}
		a.OutOfBudget = d.OutOfBudget
	}
	if o.NoGame {
		return a, nil
	}
	last := *o
	if nodes > 0 {
		last.Game.States = max(o.states()/2, o.states()-min(o.states(), nearNodeStates*nodes))
	}
	if o.Few && o.constructs() {
		if err := o.seekSoon(ctx, from, goal, &a, walks.each); err != nil || a.Verdict != kernel.Unknown {
			return a, err
		}
		last.Game.States = o.states()/allWalks - walks.each
	}
	if a.sought {
		if err := walks.walk(ctx, o, goal, &a, allWalks); err != nil || a.Verdict != kernel.Unknown {
			return a, err
		}
		last.Game.Seed += laterSeed // the same choices again would fail again
	}
	a.sought = true
	err = last.seek(ctx, from, goal, &a)
	return a, err
}

// first tries to refute a goal from the position after Begin. Where a game is likely, it is sought before what takes
// longer than most games do.
func (o Options) first(ctx context.Context, from, goal *chess.Setup) (Answer, error) {
	var soon Answer
	var failed error
	if !o.OnlyGlance && o.constructs() && !o.near(from, goal) {
		seek := o
		o.Refute.Soon = func(k *kernel.Result) bool {
			soon.Kernel = *k
			failed = seek.seekSoon(ctx, from, goal, &soon, min(soonStates, o.states()/firstGame))
			return failed != nil || soon.Verdict == kernel.Legal
		}
	}
	o.Refute.Start = from
	d, err := kernel.Decide(ctx, goal, o.Refute)
	a := Answer{Decision: d}
	if soon.Verdict == kernel.Legal {
		a.decide(kernel.Legal, ProofGame)
		a.Game = soon.Game
	}
	return a, cmp.Or(err, failed, ctx.Err())
}

// seekSoon looks for a game with a part of the budget, before what costs more. Without one the answer names the budgets
// that it did.
func (o *Options) seekSoon(ctx context.Context, from, goal *chess.Setup, a *Answer, states uint64) error {
	soon, budgets := *o, a.OutOfBudget
	soon.Game.States, soon.LastResort = max(1, states), nil // 0 would be the default
	a.sought = true
	err := soon.seek(ctx, from, goal, a)
	if a.Verdict == kernel.Unknown {
		a.OutOfBudget = budgets
	}
	return err
}

// more tries the other rounds of refutation.
func (o *Options) more(ctx context.Context, from, goal *chess.Setup, first *kernel.Decision) (kernel.Decision, error) {
	d := *first
	for round := 2; round <= min(o.Effort, MostEffort) && len(d.OutOfBudget) > 0; round++ {
		refute := o.Refute.Round(round)
		known := d.Kernel
		refute.Start, refute.Known, refute.EarlierConflicts = from, &known, refute.FormulaConflicts
		var err error
		d, err = kernel.Decide(ctx, goal, refute)
		if err = cmp.Or(err, ctx.Err()); err != nil || d.Verdict == kernel.Illegal {
			return d, err
		}
	}
	return d, nil
}

// seek looks for a game from the position after Begin.
func (o *Options) seek(ctx context.Context, from, goal *chess.Setup, a *Answer) error {
	if o.Search != nil {
		return o.search(ctx, from, goal, a, *o.Search, o.Restarts)
	}
	if o.Hint != nil {
		hinted := o.Game
		hinted.Kernel = o.Hint
		err := o.construct(ctx, from, goal, a, hinted)
		if err == nil || !errors.Is(err, proofgame.ErrBudget) && !errors.Is(err, proofgame.ErrKernel) {
			return err
		}
	}
	err := o.construct(ctx, from, goal, a, o.Game)
	switch {
	case errors.Is(err, proofgame.ErrNoKernel): // no search would find one
		return nil
	case errors.Is(err, proofgame.ErrBudget):
		a.OutOfBudget = append(a.OutOfBudget, BudgetGameStates)
		if o.LastResort != nil {
			return o.search(ctx, from, goal, a, *o.LastResort, true)
		}
		return nil
	}
	return err
}

// construct builds a game.
func (o *Options) construct(ctx context.Context, from, goal *chess.Setup, a *Answer, with proofgame.Options) error {
	with.Found = a.Kernel.Ranks
	trace := kernel.NewTrace(with.Log)
	game, err := proofgame.Construct(ctx, from, goal, with)
	if err != nil {
		trace.Stage("no game constructed", "why", err, "budget", with.States)
		return err
	}
	trace.Stage("game constructed", "plies", len(game.Moves), "states", game.States, "budget", with.States)
	moves := o.whole(game.Moves)
	if err := o.Given(goal, moves); err != nil {
		return fmt.Errorf("%s: %w: %w", goal.FEN(), errReplay, err)
	}
	a.decide(kernel.Legal, ProofGame)
	a.Game = moves
	return nil
}

// whole returns Begin and the moves in SAN.
func (o *Options) whole(moves []chess.Move) []string {
	return sanOf(rules.StartOr(o.Refute.Start), slices.Concat(o.Begin, moves))
}

// Given checks a game: the error is nil if it proves the goal legal, and otherwise says
// which move is illegal, that it does not lead from the start to the goal, or that it
// breaks the rule of Game.MaxQuiet.
func (o *Options) Given(goal *chess.Setup, moves []string) error {
	start := rules.StartOr(o.Refute.Start)
	uci, err := notation.InUCI(start, moves)
	if err == nil {
		_, err = replay.Check(start.FEN(), goal.FEN(), uci, replay.Options{MaxQuiet: o.Game.MaxQuiet})
	}
	return err
}

// replayed checks a game that a search found which does not know the rule of Game.MaxQuiet: quiet reports that the game
// breaks it. The error wraps errReplay.
func (o *Options) replayed(goal *chess.Setup, moves []string) (quiet bool, err error) {
	plain := *o
	plain.Game.MaxQuiet = 0
	if err := plain.Given(goal, moves); err != nil {
		return false, fmt.Errorf("%s: %w: %w", goal.FEN(), errReplay, err)
	}
	return o.Given(goal, moves) != nil, nil
}

// constructs reports whether games are constructed, with any kernel.
func (o *Options) constructs() bool {
	return !o.NoGame && o.Search == nil && o.Hint == nil && o.Game.Kernel == nil
}

// states returns the budget of constructions.
func (o *Options) states() uint64 { return cmp.Or(o.Game.States, proofgame.DefaultStates) }

// noKernel is a search for kernels that does not search.
func noKernel(context.Context, *chess.Setup, *chess.Setup, uint64) kernel.Result {
	return kernel.Result{}
}

// sanOf writes moves from a start on.
func sanOf(start *chess.Setup, moves []chess.Move) []string {
	p, err := chess.NewPosition(*start)
	if err != nil {
		panic(err) // games have been built from it
	}
	return notation.SANs(p, moves)
}

// UCI returns the moves of the game in UCI's notation, as retroproof-check reads them.
func (a *Answer) UCI() string {
	moves, err := notation.InUCI(&a.Start, a.Game)
	if err != nil {
		panic(err) // it has been replayed
	}
	return strings.Join(moves, " ")
}

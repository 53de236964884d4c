package resolve

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
)

// A goal that construction does not reach is sometimes easy a few plies before: where a rook has to stand elsewhere
// while a pawn comes, say, no order of "pawns first, then pieces" finds it. So moves are taken back from the goal at
// random, as far as no rule refutes the position before, and a game to where that leads is built with a small budget.

const (
	walkStates   = 3_000_000 // of the construction after a walk
	walkTry      = 2_000     // what an un-move that is tried is charged of the same budget
	walkTries    = 12        // un-moves that are tried before a walk ends
	shortestWalk = 2         // plies
	longestWalk  = 16
)

// glance are the budgets that refute most of what can be refuted in a millisecond.
var glance = kernel.DecideOptions{
	KernelNodes: 5_000, LastMovePositions: 40, LastMoveKernelNodes: 500, CageStates: 300, FormulaConflicts: -1,
}

// walker looks for games by walks back from a goal. It resumes where it ended when it is asked again.
type walker struct {
	random  *rand.Rand
	seed    uint64 // of the last construction
	refute  kernel.DecideOptions
	initial bool            // the start is the initial position
	refuted map[uint64]bool // by the key of a position
	spent   uint64          // of the budget of games
	each    uint64          // of that, for one construction at most
}

// newWalker returns one for games from the position after Begin, or nil if they are to be found in another way.
// search is for kernels.
func (o *Options) newWalker(from *chess.Setup, search kernel.KernelSearch) *walker {
	if !o.constructs() {
		return nil
	}
	refute := glance
	refute.Start, refute.Kernel = from, search
	each := uint64(walkStates)
	if o.Few {
		each = o.states() / fewParts
	}
	return &walker{
		random: rand.New(rand.NewPCG(o.Game.Seed, 1)), seed: o.Game.Seed,
		refute: refute, initial: *from == chess.InitialSetup(), refuted: map[uint64]bool{}, each: each,
	}
}

// walk looks for a game, until a part of the budget of games is spent, with what earlier calls have spent.
func (w *walker) walk(ctx context.Context, o *Options, goal *chess.Setup, a *Answer, part uint64) error {
	if w == nil {
		return nil
	}
	budget := o.states() / part
	with := o.Game
	with.Found = nil
	trace := kernel.NewTrace(with.Log)
	for w.spent < budget {
		with.States = min(w.each, budget-w.spent)
		w.spent += walkTry // so that walks without un-moves come to an end, too
		before, tail, err := w.back(ctx, goal)
		if err != nil {
			return err
		}
		if len(tail) < shortestWalk {
			continue
		}
		w.seed++
		with.Seed = w.seed
		game, err := proofgame.Construct(ctx, w.refute.Start, &before, with)
		if errors.Is(err, proofgame.ErrBudget) || errors.Is(err, proofgame.ErrNoKernel) {
			w.spent += with.States
			continue
		}
		if err != nil {
			return err
		}
		w.spent += game.States
		moves := o.whole(append(game.Moves, tail...))
		quiet, err := o.replayed(goal, moves)
		if err != nil {
			return err
		}
		if !quiet {
			trace.Stage("game after walks back", "plies", len(moves), "spent", w.spent)
			a.decide(kernel.Legal, ProofGame)
			a.Game = moves
			return nil
		}
	}
	trace.Stage("no game after walks back", "spent", w.spent, "budget", budget)
	return nil
}

// back takes a random number of moves back. It returns the position before them, and the moves in the order in which
// they are played; fewer, if all un-moves that it tried are refuted.
func (w *walker) back(ctx context.Context, goal *chess.Setup) (before chess.Setup, tail []chess.Move, err error) {
	p, err := chess.NewPosition(*goal)
	if err != nil {
		return before, nil, err
	}
	want := shortestWalk + w.random.IntN(longestWalk-shortestWalk+1)
	var all []chess.Retraction
	for tries := 0; len(tail) < want && tries < walkTries; {
		all = p.Retractions(all[:0], chess.UnmoveOptions{MaterialLimit: w.initial})
		if len(all) == 0 {
			break
		}
		r := all[w.random.IntN(len(all))]
		if w.random.Float64() >= likely(p, r) {
			continue
		}
		tries++
		states := r.Unmoves(nil)
		q := p.Before(states[w.random.IntN(len(states))])
		ok, err := w.open(ctx, &q)
		if err != nil {
			return before, nil, err
		}
		if ok {
			*p, tail, tries = q, append(tail, r.Move), 0
		}
	}
	slices.Reverse(tail)
	return p.Setup(), tail, nil
}

// likely is how likely an un-move is taken that comes up: what gives pawns room is wanted, and most un-captures are
// refuted, as there are few men too many.
func likely(p *chess.Position, r chess.Retraction) float64 {
	switch {
	case r.Captured != chess.NoMan:
		return 0.05
	case r.Move.Promotion() != chess.NoKind:
		return 0.3
	case p.At(r.Move.To()).Kind() == chess.Pawn:
		return 1
	}
	return 0.25
}

// open reports whether a position is not refuted at a glance.
func (w *walker) open(ctx context.Context, p *chess.Position) (bool, error) {
	w.spent += walkTry
	key := p.Key()
	if refuted, ok := w.refuted[key]; ok {
		return !refuted, nil
	}
	s := p.Setup()
	d, err := kernel.Decide(ctx, &s, w.refute)
	w.refuted[key] = d.Verdict == kernel.Illegal
	return !w.refuted[key], cmp.Or(err, ctx.Err())
}

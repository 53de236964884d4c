package proofgame

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
)

// DefaultStates is the budget of constructions that are given none: some five
// seconds.
const DefaultStates = 100_000_000

// Options are those of [Construct]. The zero value is ready to use.
type Options struct {
	// Seed is that of the random choices: the same game for the same seed.
	Seed uint64
	// States is the budget, of moves that beams look at; 0 is DefaultStates.
	States uint64
	// Kernel is an extended kernel to follow, nil to look for one. It is not checked
	// that it is a kernel of the goal: if it is not, no game is found. After many attempts that
	// failed, moves are taken back from the goal that change its kernels, and other kernels are followed.
	Kernel *kernel.Extended
	// Found is an extended kernel that is known already, to begin with; nil for none. It saves a
	// search only.
	Found *kernel.Extended
	// RandomKernel looks for the first kernel in a random order, too, so that another
	// Seed builds on another one. Without it the first is the usual one, found soonest.
	RandomKernel bool
	// MaxQuiet is the largest number of plies in a row without a capture or a pawn
	// move, counted from the clock of the start; 0 for any number. 150 keeps the rule
	// of 75 moves (FIDE Laws of Chess 9.6.2).
	MaxQuiet int

	// Log gets how much of the budget is left after 1, 2, 4, 8, ... attempts, and how often the
	// stages have failed, at level debug; nil for none.
	Log *slog.Logger
}

// Game is a legal game from a start to a goal.
type Game struct {
	Start  chess.Setup
	Moves  []chess.Move
	States uint64 // moves examined by beam searches, of the budget
}

// The errors of [Construct], besides those of the context and of setups that are
// no positions.
var (
	ErrBudget   = errors.New("no game was found within the budget")
	ErrNoKernel = errors.New("there is no extended kernel, so that there is no game")
	ErrKernel   = errors.New("the given kernel moves or captures men that are not there")
)

// How often the stages are tried: a kernel, its captures, and the pawns after
// them. Frequent early restarts succeed more often than wide beams.
const (
	captureTries = 2 // that succeed
	captureLimit = 8
	pawnTries    = 2
	firstWidths  = 4
)

const (
	randomNodes      = 20_000 // budget of a short search for a kernel
	shortSearches    = 4      // before a long one
	nodeStates       = 80     // what a node of the budget for kernels costs
	attemptStates    = 10_000 // what an attempt costs at least
	kernelMoveStates = 500    // what an attempt to play a kernel's move costs at least
)

// fewMen is the number of men up to which most rounds search for a position before the goal
// in which kings and pieces have more room: there are few un-moves then.
const fewMen = 18

// Goals of more than manyMen men, nearly all of those that are drawn at random, are searched from backwards after round
// firstUnwind only: that costs as much as ten attempts, and seldom helps them. Composed ones with fewer are often
// tight.
const (
	manyMen     = 24
	firstUnwind = 4
)

// firstExchange is the round from which on kernels get other victims than those that were
// found, in half of the rounds.
const firstExchange = 4

// manyRounds is the round from which on the kernel that was found first is followed seldom.
const manyRounds = 16

// firstRandomRanks is the round from which on half of the kernels have random ranks.
const firstRandomRanks = 8

// takenBack is the number of captures that are taken back, by round.
var takenBack = [...]int{0, 0, 1, 0, 0, 2}

// The stages of an attempt, by which failures are counted.
const (
	stageBack = iota
	stageKernel
	stageCaptures
	stagePawns
	stageRights
	stageRoute
	numStages
)

// construction is the work on one game.
type construction struct {
	*router
	start  *chess.Position
	goal   *chess.Position
	setup  chess.Setup // of the start
	board  *board
	mobile uint32       // men that may move: all but the kings and rooks with castling rights before the tail
	plain  []kernelMove // a kernel for the goal itself
	found  bool         // that there is one

	searches int // for it

	timed *kernel.Timed // the question for the goal itself, nil before it is needed

	failed [numStages]int // how often each stage has failed

	unwound   int             // backward searches for room
	unwinding uint64          // states that they have used
	looser    []looser        // what they found and was not tried
	ruled     map[uint64]bool // whether rules refute positions of backward searches, by their keys
	o         Options
}

// Construct builds a legal game from a start to a goal. The game was replayed:
// it ends at the goal, with its side to move, castling rights and en passant
// square. There may be a game even if none was found: see [ErrBudget].
func Construct(ctx context.Context, start, goal *chess.Setup, o Options) (Game, error) {
	if o.States == 0 {
		o.States = DefaultStates
	}
	from, err := chess.NewPosition(*start)
	if err != nil {
		return Game{}, err
	}
	to, err := chess.NewPosition(*goal)
	if err != nil {
		return Game{}, err
	}
	if replays(*from, to, nil, o.MaxQuiet) {
		return Game{Start: *start}, nil
	}
	// A kernel that is given binds; one that was found begins the first attempt only.
	c := &construction{router: newRouter(ctx, o.Seed, o.States), start: from, goal: to, setup: *start,
		board: newBoard(start), o: o}
	if o.Kernel != nil {
		if !fits(from, o.Kernel) {
			return Game{}, ErrKernel
		}
		c.plain, c.found = kernelMoves(c.board, &goal.Board, o.Kernel), true
	} else if o.Found != nil && !o.RandomKernel && fits(from, o.Found) {
		c.plain, c.found = kernelMoves(c.board, &goal.Board, o.Found), true
	}
	defer c.release()
	// Attempts until one succeeds or the states are used up, of which each costs some even if it fails at once.
	for round := 0; ; round++ {
		moves, err := c.attempt(round)
		if o.Log != nil && round&(round+1) == 0 {
			o.Log.Debug("attempts to construct a game", "attempts", round+1, "states_left", c.states, "budget", o.States,
				"failed", c.failed)
		}
		switch {
		case ctx.Err() != nil:
			return Game{}, ctx.Err()
		case err != nil:
			return Game{}, err
		case moves != nil && replays(*from, to, moves, o.MaxQuiet):
			if short := shorten(from, moves); replays(*from, to, short, o.MaxQuiet) {
				moves = short
			}
			return Game{*start, moves, o.States - c.states}, nil
		case c.states == 0:
			return Game{}, ErrBudget
		}
	}
}

// attempt tries all stages with a kernel: in the first round one for the goal,
// then also some for positions before it.
func (c *construction) attempt(round int) ([]chess.Move, error) {
	// Attempts without beams use up the budget, too.
	c.states -= min(c.states, attemptStates)
	c.prepare(round)
	goal := *c.goal
	tail, tries, ok := c.takeBack(&goal, round)
	if !ok {
		c.failed[stageBack]++
		return nil, nil
	}
	if c.start.Reaches(&goal) {
		return tail, nil
	}
	setup := goal.Setup()
	c.board.still = setup.Castling.Homes()
	w := c.walls(&goal)
	c.board.still |= w.never &^ goal.Kind(chess.Pawn)
	c.mustFall = c.withoutPlace(&goal, &w)
	c.mobile = ^c.board.numbers(c.board.still)
	c.singleSteps = round > 0 || setup.Castling != chess.NoCastling
	list, timed, ok, err := c.chosenKernel(&setup, len(tail) == 0, round)
	if !ok {
		c.failed[stageKernel]++
		return nil, err
	}
	// Captures in some orders; after some that succeed all else is tried a few times.
	for played, try := 0, 0; played < captureTries && try < captureLimit; try++ {
		if try > played || round > 0 && !timed {
			c.shuffle(list)
		}
		list := list
		if round > 0 {
			list = c.advanceEarly(list, &setup.Board, timed || c.careful)
		}
		takes, ok := c.play(c.board, list, &setup.Board, c.mobile)
		if !ok {
			c.failed[stageCaptures]++
			continue
		}
		played++
		if moves, ok := c.afterCaptures(takes, &goal, firstWidths+tries); ok {
			return append(moves, tail...), nil
		}
		if c.states == 0 || c.ctx.Err() != nil {
			break
		}
	}
	return nil, nil
}

// takeBack takes moves back from the goal, in some rounds many by a search, and returns them with the number of wider
// beams for kings and pieces.
func (c *construction) takeBack(goal *chess.Position, round int) (tail []chess.Move, tries int, ok bool) {
	tries = round
	men := c.goal.Occupied().Count()
	few := men <= fewMen
	switch {
	case round%4 == 3 && (men <= manyMen || round > firstUnwind) || round > firstUnwind && round%4 != 0 && few:
		if tail = c.unwind(goal); tail != nil {
			tries = min(tries, 2*c.unwound)
		}
	case round%4 == 1:
		tail = c.freeEnclosed(goal)
	}
	more, ok := c.back(goal, takenBack[round%len(takenBack)])
	return append(more, tail...), tries, ok
}

// chosenKernel returns the moves of the kernel that an attempt follows, and whether promotions in it are in time. goal
// is the goal itself if whole is set.
func (c *construction) chosenKernel(goal *chess.Setup, whole bool,
	round int) (list []kernelMove, timed, ok bool, err error) {
	plain := whole || sameKernels(goal, c.goal)
	if c.o.Kernel != nil && !plain && round < manyRounds {
		return nil, false, false, nil // the given kernel is not one of this position
	}
	if list, timed, err = c.timedKernel(goal, whole, round); err == nil && !timed {
		list, ok, err = c.kernel(goal, plain, round)
	}
	if !timed && !ok || err != nil {
		return nil, false, false, err
	}
	list = slices.Clone(list)
	c.last = list
	if c.careful || round >= firstExchange && round%4 >= 2 {
		c.exchangeVictims(list, &goal.Board)
	}
	if c.careful {
		c.swapShutIn(list, &goal.Board)
	}
	return list, timed, true, nil
}

// afterCaptures brings the pawns and then all others to their squares of a goal, c.end being the board after the
// captures, and returns the whole way there.
func (c *construction) afterCaptures(takes []chess.Move, goal *chess.Position,
	widths int) (moves []chess.Move, ok bool) {
	after, setup := c.end, goal.Setup()
	for range pawnTries {
		pawns, ok := c.advance(&after, &setup.Board, c.mobile)
		if !ok {
			c.failed[stagePawns]++
			continue
		}
		b := c.end
		gone, ok := c.leaveHome(&b, &setup, slices.Concat(takes, pawns))
		if !ok {
			c.failed[stageRights]++
			continue
		}
		b = c.end
		if way, ok := c.route(&b, goal, c.mobile, widths); ok {
			return slices.Concat(takes, pawns, gone, way), true
		}
		c.failed[stageRoute]++
	}
	return nil, false
}

// usual reports whether a round follows the kernel that was found first: every other one at
// first, and later, when it has failed often, every fourth.
func (c *construction) usual(round int) bool {
	if round < manyRounds {
		return round%2 == 0 && c.avoid == (kernel.Exclusions{})
	}
	return round%4 == 0
}

// sameKernels reports whether a position before the goal has the goal's kernels: the same pawns, as
// many pieces of each kind, and the same castling rights.
func sameKernels(before *chess.Setup, goal *chess.Position) bool {
	for _, pawn := range [...]chess.Man{chess.WhitePawn, chess.BlackPawn} {
		if placesOf(pawn, &before.Board) != goal.Men(pawn) {
			return false
		}
	}
	setup, none := goal.Setup(), [2][kernel.Pawn + 1]int{}
	return before.Castling == setup.Castling && lacking(nil, newBoard(before), &setup.Board) == none
}

// Kernels in which promotions are in time: the rounds from which on they are followed, where a pawn of the goal closes
// something and else; the conflicts that the solver may have for each; and what a formula and a conflict cost, of the
// budget.
const (
	firstTimed     = 2
	firstTimedAny  = 8
	timedConflicts = 3000
	timedStates    = 200_000
	conflictStates = 1500
)

// timedKernel returns the moves of a kernel in which promotions are made before pawns of the goal shut something
// in or out, in half of the later rounds. goal is the goal itself if whole is set.
func (c *construction) timedKernel(goal *chess.Setup, whole bool, round int) (list []kernelMove, ok bool, err error) {
	if round < firstTimed || c.o.Kernel != nil || c.random(2) == 0 {
		return nil, false, nil
	}
	t := c.timed
	if t == nil || !whole {
		if t = kernel.NewTimed(&c.setup, goal); whole {
			c.timed = t
		}
	}
	if t == nil || !t.Closes && round < firstTimedAny {
		return nil, false, nil
	}
	e, conflicts, err := t.Find(c.ctx, c.randomState, timedConflicts)
	c.random(2) // another seed next time
	c.states -= min(c.states, timedStates+conflictStates*uint64(conflicts))
	if err != nil || e == nil {
		return nil, false, err
	}
	return kernelMoves(c.board, &goal.Board, e), true, nil
}

// kernel returns the moves of a kernel for a goal, and whether one was found. For the goal itself, and positions with
// the same kernels (plain), it is the usual kernel in some rounds, and one found in a random order in the others.
func (c *construction) kernel(goal *chess.Setup, plain bool, round int) (list []kernelMove, ok bool, err error) {
	if plain && c.found && (c.usual(round) || c.o.Kernel != nil) {
		return c.plain, true, nil
	}
	o := kernel.Options{Nodes: randomNodes, Extended: true, Without: c.avoid, RandomRanks: round >= firstRandomRanks &&
		round%4 >= 2}
	switch {
	case plain && !c.found:
		// First a short search, then short ones in random orders, then the whole budget.
		c.searches++
		if c.searches > shortSearches {
			o.Nodes = kernel.DefaultNodes
		} else if c.searches > 1 || c.o.RandomKernel {
			o.Seed = c.randomState
		}
	case plain:
		o.Seed = c.randomState
	}
	// Nodes count against the same budget as states of beams, so that hard kernels do not take all of the time.
	found, err := kernel.Find(c.ctx, &c.setup, goal, o)
	c.states -= min(c.states, nodeStates*found.Spent)
	switch {
	case err != nil:
		return nil, false, err
	case found.Extended == kernel.Found:
		list = kernelMoves(c.board, &goal.Board, found.Ranks)
		if plain && !c.found {
			c.plain, c.found = list, true
		}
		return list, true, nil
	case plain && !c.found && found.Extended == kernel.Absent:
		return nil, false, ErrNoKernel
	}
	return nil, false, nil
}

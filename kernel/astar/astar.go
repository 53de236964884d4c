package astar

import (
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
)

// Status is the result of a search.
type Status uint8

// The three results of a search.
const (
	// Unknown: a limit ended the search before it was decided.
	Unknown Status = iota
	// Found: there is a game.
	Found
	// Unreachable: it is proven that no legal moves lead from the start to the goal.
	Unreachable
)

// The default weights and the default limit of memory.
const (
	DefaultWeightA = 1
	DefaultWeightB = 5
	defaultMemory  = 1 << 30 // bytes

	// MostWeight is the largest weight.
	MostWeight = 1000
)

// Options are those of [Search]. The zero value is ready to use.
type Options struct {
	// WeightA and WeightB set the order of the search: positions are examined in increasing
	// order of WeightA times the plies played plus WeightB times the lower bound of the plies
	// left. If both are 0, the defaults 1 and 5 are used. With equal weights the first game
	// found is a shortest one; with a larger WeightB fewer positions are examined, and games
	// are longer.
	WeightA, WeightB int
	// Dynamic lets WeightB fall towards WeightA as the goal gets near.
	Dynamic bool
	// NonAdmissible counts two more moves for every man on its square at the goal that
	// stands in another one's way. It helps where a few men have to pass many, and gives
	// up shortest games.
	NonAdmissible bool

	// Nodes limits the positions that are kept, all different; 0 is no limit.
	Nodes uint64
	// Memory limits the bytes that the search takes; 0 is 1 GiB. While slices and tables
	// grow they may take half as much again.
	Memory uint64
	// Seed decides between positions that are equally good. A search is the same for the
	// same seed and options.
	Seed uint64
	// LastMoves takes the last moves before the goal back, one after the other, as long
	// as there is only one, and searches for a way to the position before. Games stay
	// as short. The double step that an en passant square implies is always taken back.
	LastMoves bool

	// OnBest, if not nil, is called whenever a position is found that the bound says is
	// nearer to the goal than all before.
	OnBest func(Progress)
}

// Progress is the position nearest to the goal, as the bound has it.
type Progress struct {
	Moves []chess.Move // that lead there
	Plies int          // that remain, by the bound
	Nodes uint64       // positions kept so far
}

// Result is what a search has found.
type Result struct {
	Status Status
	// Moves is the game, if one was found.
	Moves []chess.Move
	// Shortest reports that the search has proven that there is no shorter game.
	Shortest bool
	// Bound is the number of plies that every game has at least, proven also if none was
	// found; it means nothing if the goal is unreachable.
	Bound int
	// Best is the way to the position nearest to the goal, and Remain the bound on the
	// plies from there.
	Best   []chess.Move
	Remain int
	// Nodes is the number of positions kept, Expanded the number of those
	// whose successors were generated.
	Nodes, Expanded uint64
	// Cause says which limit ended the search, if it is unknown whether there is a game.
	Cause error
}

// The causes for which searches end without a decision.
var (
	ErrNodes  = errors.New("the limit of nodes was reached")
	ErrMemory = errors.New("the limit of memory was reached")
	ErrPlies  = errors.New("games have become longer than 65,535 plies")
)

// Search looks for legal moves from a start to a goal, which has to have the goal's side
// to move, castling rights, and en passant square if it is given. Both have to be
// positions. The start may be any position: its clocks do not matter, nor do those of
// the goal, and neither the 75-move rule nor repetitions end games. The error is that of
// the setups, of more than 32 men at the start, of the options, or of the context; with
// the latter the result is valid.
func Search(ctx context.Context, start, goal *chess.Setup, o Options) (Result, error) {
	if o.WeightA == 0 && o.WeightB == 0 {
		o.WeightA, o.WeightB = DefaultWeightA, DefaultWeightB
	}
	if o.WeightA < 0 || o.WeightB < 0 || o.WeightA > MostWeight || o.WeightB > MostWeight {
		return Result{}, fmt.Errorf("weights %d and %d, want 0 to %d", o.WeightA, o.WeightB, MostWeight)
	}
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	// What needs no search: the double step and last moves that are forced, taken back from the goal.
	from, t, reachable, err := prepare(start, goal)
	if err != nil {
		return Result{}, err
	}
	if t.reachedBy(from) && len(t.tail) == 0 {
		return Result{Status: Found, Shortest: true, Nodes: 1}, nil
	}
	if o.LastMoves && reachable {
		if t, reachable, err = t.takeAllBack(ctx, from); err != nil {
			return Result{}, err
		}
	}
	if !reachable {
		return Result{Status: Unreachable}, nil
	}
	// The rest is exponential in the length of games; nodes, memory and the context end it.
	s := newSearch(ctx, from, t, o)
	err = s.run()
	return s.result, err
}

package exact

import (
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
)

// Defaults of the options.
const (
	DefaultNodes  = 20_000_000
	DefaultMax    = 10
	DefaultMemory = 1 << 29 // bytes

	// MostPlies is the largest number of plies.
	MostPlies = 1000

	// MostSolutions stands for as many games or more.
	MostSolutions = 1<<53 - 1
)

// Target is what games have to lead to. The zero value of the flags asks for the castling
// rights and the en passant square that the setup has.
type Target struct {
	Setup chess.Setup
	// AnyCastling takes any castling rights at the end: those of the setup do not count.
	AnyCastling bool
	// AnyEnPassant takes any en passant square at the end.
	AnyEnPassant bool
	// Last, if not the zero move, is the last move of all games: its squares, and what a
	// pawn becomes.
	Last chess.Move
	// Still are squares of the start whose men never move and are never captured.
	Still chess.Bitboard
	// Promote are pawns of the start that promote, each named once.
	Promote []Promotion
}

// Options are those of [Search]. The zero value is ready to use.
type Options struct {
	// Max is the number of games that are listed, 0 for DefaultMax. Without All the
	// search ends as soon as it has found one more.
	Max int
	// All counts all games, also those that are not listed.
	All bool
	// Nodes limits the positions that are looked at, 0 for DefaultNodes.
	Nodes uint64
	// Memory limits the bytes of the table of positions, 0 for DefaultMemory.
	Memory uint64
	// BothEnds searches from the goal, too, with un-moves, and joins what both searches
	// find in the middle. The result is the same; it is another engine, to compare with.
	BothEnds bool
}

// ErrNodes is the cause for which a search ends undecided.
var ErrNodes = errors.New("the budget of positions is used up")

// ErrMemory is the other cause, of searches from both ends.
var ErrMemory = errors.New("the limit of memory was reached")

// Result is what a search has found.
type Result struct {
	// Solutions is the number of games that were found, MostSolutions if there are more.
	Solutions uint64
	// Complete reports that it is proven that there is no other game.
	Complete bool
	// Games are the first of them, at most Options.Max.
	Games [][]chess.Move
	// Nodes is the number of positions that were looked at.
	Nodes uint64
	// Cause says which limit ended a search that is not complete; nil if it is complete,
	// or ended since it had found enough games.
	Cause error
}

// Search finds the legal games of exactly a number of plies from a start to a target. The
// start may be any position with at most 32 men a side. The 75-move rule and repetitions
// do not end games. The error is that of the setups, of the number of plies, of the
// conditions ([ErrCondition]), or of the context; with the last one the result is what was
// found so far.
func Search(ctx context.Context, start *chess.Setup, target *Target, plies int, o Options) (Result, error) {
	s, err := newSearch(ctx, start, target, plies, o)
	if err != nil {
		return Result{}, err
	}
	if s == nil {
		return Result{Complete: true}, nil
	}
	if o.BothEnds {
		return s.fromBothEnds(plies)
	}
	return s.forward(plies)
}

// newSearch prepares a search; it is nil if no game has the right number of plies, since
// the sides to move differ.
func newSearch(ctx context.Context, start *chess.Setup, target *Target, plies int, o Options) (*search, error) {
	if plies < 0 || plies > MostPlies {
		return nil, fmt.Errorf("%d plies, want 0 to %d", plies, MostPlies)
	}
	if o.Max == 0 {
		o.Max = DefaultMax
	}
	if o.Nodes == 0 {
		o.Nodes = DefaultNodes
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	from, err := chess.NewPosition(*start)
	if err != nil {
		return nil, fmt.Errorf("the start: %w", err)
	}
	to := target.Setup
	if target.AnyCastling {
		to.Castling = chess.NoCastling
	}
	if target.AnyEnPassant {
		to.EnPassant = chess.NoSquare
	}
	goal, err := chess.NewPosition(to)
	if err != nil {
		return nil, err
	}
	for c := chess.White; c <= chess.Black; c++ {
		if from.Side(c).Count() > maxMen || goal.Side(c).Count() > maxMen {
			return nil, fmt.Errorf("more than %d %s men", maxMen, c)
		}
	}
	d, err := newDue(from, target.Promote)
	if err != nil {
		return nil, err
	}
	if (from.Turn() == goal.Turn()) != (plies%2 == 0) {
		return nil, nil
	}
	s := &search{ctx: ctx, o: o, target: target, from: from, goal: goal, due: d, bound: newBound()}
	s.bound.goal, s.bound.still = goal, target.Still
	s.bound.must, s.bound.may = goal.Castling(), goal.Castling()
	if target.AnyCastling {
		s.bound.must, s.bound.may = chess.NoCastling, chess.AllCastling
	}
	return s, nil
}

// isLast reports whether a move may be the last one.
func (t *Target) isLast(m chess.Move) bool {
	return t.Last == chess.NoMove || m.From() == t.Last.From() && m.To() == t.Last.To() && m.Promotion() == t.Last.Promotion()
}

// add returns the sum of two counts, MostSolutions if it is larger.
func add(a, b uint64) uint64 { return min(a+b, MostSolutions) }

// movesLeft returns the moves of each side of a number of plies.
func movesLeft(turn chess.Color, plies int) (left [2]int) {
	left[turn], left[turn.Other()] = (plies+1)/2, plies/2
	return left
}

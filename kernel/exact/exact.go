package exact

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"retroproof/chess"
)

// Defaults of the options.
const (
	DefaultNodes  = 20_000_000
	DefaultMax    = 10
	DefaultMemory = 1 << 30 // bytes

	// MostPlies is the largest number of plies.
	MostPlies = 1000

	// MostSolutions stands for this number of games or more.
	MostSolutions = 1<<53 - 1
)

// Target is the position to which games have to lead. If the flags are not set, castling rights
// and en passant square must be those of the setup.
type Target struct {
	Setup chess.Setup
	// AnyCastling accepts any castling rights at the end: those of the setup are ignored.
	AnyCastling bool
	// AnyEnPassant accepts any en passant square at the end.
	AnyEnPassant bool
	// Last, if not the zero move, is required to be the last move of every game, with its
	// squares and promotion.
	Last chess.Move
	// Still are squares of the start whose men are required never to move and never to be
	// captured.
	Still chess.Bitboard
	// Promote are pawns of the start that promote, each named once.
	Promote []Promotion
	// Promoted are squares of the goal whose men are required to have been pawns in the start.
	Promoted chess.Bitboard
	// Captured are men of the start that are captured, each named once.
	Captured []Capture
	// Monochrome are the sides of which no man ever leaves the colour of its square, as indices.
	Monochrome [2]bool
	// NoCaptures are the sides that capture nothing, as indices.
	NoCaptures [2]bool
	// Series says that only the side that begins moves, and gives no check before its last move.
	Series bool
	// Aim, if not nil, is what games lead to in place of the setup.
	Aim *Aim
}

// position returns the goal without the fields that do not count.
func (t *Target) position() (*chess.Position, error) {
	s := t.Setup
	if t.AnyCastling {
		s.Castling = chess.NoCastling
	}
	if t.AnyEnPassant {
		s.EnPassant = chess.NoSquare
	}
	return chess.NewPosition(s)
}

// Options are the options of [Search]. The zero value selects the defaults.
type Options struct {
	// Max is the largest number of games that are listed, 0 for DefaultMax. Unless All is set,
	// the search ends when it has found more.
	Max int
	// All counts all games, including those that are not listed.
	All bool
	// Nodes limits the number of positions examined, and of states of a side; 0 for DefaultNodes.
	Nodes uint64
	// Memory limits the size of the table of positions, and of the pairs of side states, in bytes; 0 for DefaultMemory.
	Memory uint64
	// BothEnds searches in sets from the goal back at once, without the depth-first search before. The result is the
	// same.
	BothEnds bool
	// Jobs is the number of goroutines, 0 for 1. The result is the same.
	Jobs int
}

// Positions that are examined depth first: before the side states are found, which may take longer; with them, if all
// games are wanted; and otherwise at most, an eighth of the limit, as many games are found soon.
const (
	withoutStates  = 1 << 11
	depthFirst     = 1 << 14
	mostDepthFirst = 1 << 21
)

// ErrNodes is the Cause of a search that reached the limit of Options.Nodes.
var ErrNodes = errors.New("the budget of positions is used up")

// errMemory ends a search in pairs of side states at the limit of Options.Memory.
var errMemory = errors.New("the limit of memory was reached")

// Result is the result of a search.
type Result struct {
	// Solutions is the number of games found; MostSolutions if there are at least as many.
	Solutions uint64
	// Total is the same without that limit; 2^128-1 stands for as many or more.
	Total *big.Int
	// Complete reports that all games were found.
	Complete bool
	// Games are the first of the games found, at most Options.Max.
	Games [][]chess.Move
	// Nodes is the number of positions examined.
	Nodes uint64
	// Cause is the limit that ended an incomplete search. It is nil if the search is complete,
	// or ended because it had found enough games.
	Cause error
}

// Search finds the legal games of exactly a given number of plies from a start to a target. The
// start may be any position with at most 32 men a side. The 75-move rule and repetitions do not
// end games. The error is about the setups, the number of plies or the conditions
// ([ErrCondition]), or that of the context; in the last case the result is what was found so far.
func Search(ctx context.Context, start *chess.Setup, target *Target, plies int, o Options) (Result, error) {
	s, err := newSearch(ctx, start, target, plies, o)
	if err != nil {
		return Result{}, err
	}
	if s == nil {
		return Result{Complete: true, Total: new(big.Int)}, nil
	}
	// A few positions depth first, as most problems are short; then side states, which cost more at first.
	if target.Aim != nil {
		return s.forward(plies)
	}
	if !o.BothEnds {
		if r, done, err := s.upTo(plies, withoutStates); done {
			return r, err
		}
	}
	if !s.prepare(plies) {
		return s.finish(nil)
	}
	if err := ctx.Err(); err != nil {
		return s.finish(err)
	}
	if !o.BothEnds {
		most := uint64(depthFirst)
		if !s.o.All {
			most = max(most, min(s.o.Nodes/8, mostDepthFirst))
		}
		if r, done, err := s.upTo(plies, most); done {
			return r, err
		}
	}
	// Sets of pairs hold for sides that move in turn.
	if target.Series || s.states.sides[0] == nil || s.states.sides[1] == nil {
		return s.forward(plies)
	}
	switch err := s.searchPairs(plies); {
	case errors.Is(err, errMemory):
		return s.forward(plies)
	case err != nil:
		return s.finish(err)
	}
	return s.fromPairs(plies)
}

// fromPairs lists and counts the games whose positions are known. Where that would take long depth first,
// they are counted in the sets of pairs.
func (s *search) fromPairs(plies int) (Result, error) {
	if !s.o.All || s.remembers() {
		return s.forward(plies)
	}
	if r, done, err := s.upTo(plies, depthFirst); done {
		return r, err
	}
	total, err := s.gameCounts(plies)
	if errors.Is(err, errMemory) {
		return s.forward(plies)
	}
	if err != nil {
		return s.finish(err)
	}
	s.o.All = false
	r, err := s.forward(plies)
	if err == nil && r.Cause == nil && !r.Complete {
		r.Complete, r.Solutions, r.Total = true, total.capped(), total.big()
	}
	return r, err
}

// upTo searches depth first, and ends after a number of positions. It reports whether the
// search is done: if not, the result has only their number.
func (s *search) upTo(plies int, most uint64) (Result, bool, error) {
	limit := s.o.Nodes
	s.o.Nodes = min(limit, s.result.Nodes+most)
	r, err := s.forward(plies)
	s.o.Nodes = limit
	if err != nil || r.Cause == nil || r.Nodes >= limit {
		return r, true, err
	}
	s.game, s.table, s.result = nil, nil, Result{Nodes: r.Nodes}
	return s.result, false, nil
}

// newSearch prepares a search. It returns nil if the side to move of start and target excludes
// games with this number of plies.
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
	s := &search{ctx: ctx, o: o, target: target, from: from}
	if s.begin.due, err = newDue(from, target.Promote); err != nil {
		return nil, err
	}
	if s.begin.wanted, err = newWanted(from, target.Captured); err != nil {
		return nil, err
	}
	// An aim needs nothing else; what follows is about the diagram.
	if target.Aim != nil {
		s.sight = newSight(from)
		return s, nil
	}
	goal, err := target.position()
	if err != nil {
		return nil, err
	}
	for c := chess.White; c <= chess.Black; c++ {
		if from.Side(c).Count() > maxMen || goal.Side(c).Count() > maxMen {
			return nil, fmt.Errorf("more than %d %s men", maxMen, c)
		}
	}
	if err := checkPromoted(goal, target.Promoted); err != nil {
		return nil, err
	}
	if target.Turn(from.Turn(), plies) != goal.Turn() {
		return nil, nil
	}
	// Men are missing that nobody may have captured.
	for c := range target.NoCaptures {
		if other := chess.Color(1 - c); target.NoCaptures[c] && from.Side(other).Count() > goal.Side(other).Count() {
			return nil, nil
		}
	}
	s.goal, s.bound = goal, newBound(target, goal)
	return s, nil
}

// isLast reports whether a move may be the last one.
func (t *Target) isLast(p *chess.Position, m chess.Move) bool {
	if t.Aim != nil && !t.Aim.isLast(p, m) {
		return false
	}
	return t.Last == chess.NoMove ||
		m.From() == t.Last.From() && m.To() == t.Last.To() && m.Promotion() == t.Last.Promotion()
}

// Turn returns the side to move after a number of plies.
func (t *Target) Turn(first chess.Color, plies int) chess.Color {
	if plies%2 != 0 || t.Series && plies > 0 {
		return first.Other()
	}
	return first
}

// movesLeft returns the moves of each side of a number of plies.
func (t *Target) movesLeft(turn chess.Color, plies int) (left [2]int) {
	if t.Series {
		left[turn] = plies
		return left
	}
	left[turn], left[turn.Other()] = (plies+1)/2, plies/2
	return left
}

package resolve

import (
	"context"
	"errors"
	"math"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/proofs/illegal/facts"
)

// Unreachable is the reason of an illegal verdict that rests on package astar alone: its
// search was exhaustive, or its bound is infinite. There is no certificate.
const Unreachable facts.Reason = "Unreachable"

// ErrMaxQuiet is the cause of a search that found a game, but one that breaks the rule
// of Game.MaxQuiet, which A* ignores.
var ErrMaxQuiet = errors.New("the game that was found goes on after too many quiet plies")

// Search is the result of A* for a position.
type Search struct {
	Bound  int         // plies that every game has at least after Begin
	Best   []string    // in SAN, Begin included, to the position nearest to the goal
	At     chess.Setup // that position
	Remain int         // lower bound of the plies from there to the goal
	Nodes  uint64      // positions that it kept
	Cause  error       // why it ended
}

// nearest returns the result of A* whose best position is the one after some moves.
func (o *Options) nearest(from *chess.Setup, moves []chess.Move, remain int, nodes uint64) *Search {
	return &Search{Best: o.whole(moves), At: astar.After(from, moves), Remain: remain, Nodes: nodes}
}

// search has A* search for a game.
func (o *Options) search(ctx context.Context, from, goal *chess.Setup, a *Answer, with astar.Options,
	restarts bool) error {
	run := astar.Search
	if restarts {
		run = astar.SearchWithRestarts
	}
	if least := math.MaxInt; o.OnNearer != nil {
		with.OnBest = func(p astar.Progress) {
			// Each attempt of the restarts starts with large bounds again.
			if p.Plies < least {
				least = p.Plies
				o.OnNearer(o.nearest(from, p.Moves, p.Plies, p.Nodes))
			}
		}
	}
	trace := kernel.NewTrace(o.Refute.Log)
	r, err := run(ctx, from, goal, with)
	if err != nil {
		return err
	}
	trace.Stage("A*", "found", r.Status == astar.Found, "nodes", r.Nodes, "expanded", r.Expanded, "budget", with.Nodes,
		"at_least", r.Bound, "to_go", r.Remain)
	a.Search = o.nearest(from, r.Best, r.Remain, r.Nodes)
	a.Search.Bound, a.Search.Cause = r.Bound, r.Cause
	switch r.Status {
	case astar.Unreachable:
		a.decide(kernel.Illegal, Unreachable)
		a.Start = *from
		return nil
	case astar.Unknown:
		return nil
	}
	moves := o.whole(r.Moves)
	quiet, err := o.replayed(goal, moves)
	if err != nil {
		return err
	}
	if quiet {
		a.Search.Cause = ErrMaxQuiet
		return nil
	}
	a.decide(kernel.Legal, ProofGame)
	a.Game, a.Shortest = moves, r.Shortest
	return nil
}

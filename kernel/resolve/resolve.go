// Package resolve gives positions their verdicts, with evidence for each: it refutes
// them with package kernel, or else has package proofgame build a game, which
// package replay replays by other rules than those it was built with.
//
// The same position and options have the same answer, on any machine that is not so
// slow that it runs into the time limit of the refutation: budgets are numbers of
// nodes and states.
package resolve

import (
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/rules"
	"retroproof/proofs/replay"
)

// ProofGame is the reason of a legal verdict: a game leads to the position.
const ProofGame rules.Reason = "ProofGame"

// ErrReplay is wrapped by errors about a game that was built and is none, by the
// rules of package replay. One of the two sets of rules is wrong.
var ErrReplay = errors.New("the game that was built is none")

// Options of Position. The zero value has the default budgets.
type Options struct {
	// Refute are the options of the refutation, the start among them.
	Refute kernel.DecideOptions
	// OnlyGlance leaves out the searches for a kernel and the last-move analysis:
	// what a glance does not refute is given to the search for a game at once.
	OnlyGlance bool

	// Game are the options of the construction of a game. Its MaxQuiet is for games
	// that are given, too.
	Game proofgame.Options
	// NoGame leaves it out.
	NoGame bool
}

// Answer is what is known of a position.
type Answer struct {
	kernel.Decision          // with the reason ProofGame if there is a game
	Game            []string // in SAN, of a legal position; none leads to the start
	Sought          bool     // a game was sought
}

// Position decides a position. The error is the context's, one about the start, or
// one that wraps ErrReplay.
func Position(ctx context.Context, goal *chess.Setup, o Options) (Answer, error) {
	start := rules.StartOr(o.Refute.Start)
	if o.OnlyGlance {
		o.Refute.Kernel, o.Refute.LastMovePositions = noKernel, -1
	}
	d, err := kernel.Decide(ctx, goal, o.Refute)
	a := Answer{Decision: d}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil || d.Verdict != kernel.Unknown || o.NoGame {
		return a, err
	}
	a.Sought = true
	game, err := proofgame.Construct(ctx, start, goal, o.Game)
	switch {
	case errors.Is(err, proofgame.ErrBudget), errors.Is(err, proofgame.ErrNoKernel):
		return a, nil
	case err != nil:
		return a, err
	}
	moves := sanOf(start, game.Moves)
	if err := o.Given(goal, moves); err != nil {
		return a, fmt.Errorf("%s: %w: %w", goal.FEN(), ErrReplay, err)
	}
	a.Verdict, a.Reason, a.Game = kernel.Legal, ProofGame, moves
	return a, nil
}

// Given returns why a game that somebody gives does not count: it is none, or does
// not lead from the start to the goal, or breaks the rule of Game.MaxQuiet. It is
// nil for one that proves the goal legal.
func (o *Options) Given(goal *chess.Setup, moves []string) error {
	start := rules.StartOr(o.Refute.Start)
	_, err := replay.Check(start.FEN(), goal.FEN(), moves, replay.Options{MaxQuiet: o.Game.MaxQuiet})
	return err
}

// noKernel is a search for kernels that does not search.
func noKernel(context.Context, *chess.Setup, *chess.Setup, uint64) kernel.KernelResult {
	return kernel.KernelResult{Status: kernel.KernelUnknown}
}

// sanOf writes moves from a start on.
func sanOf(start *chess.Setup, moves []chess.Move) []string {
	p, err := chess.NewPosition(*start)
	if err != nil {
		panic(err) // games have been built from it
	}
	san := make([]string, len(moves))
	for i, m := range moves {
		san[i] = p.SAN(m)
		p.Make(m)
	}
	return san
}

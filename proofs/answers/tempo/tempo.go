// Package tempo checks claims of answers about the length of games. It stands apart, as they alone rest on package
// exact.
//
// Believed: That a claim is compared with what package exact says of it; all that package exact believes.
package tempo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"retroproof/proofs/answers"
	"retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// mostCounted is how many positions a tree may have. The file has a byte for each, so that all trees have no limit.
const mostCounted = 2000

// Check checks the tree of a claim about games from a start, or its steps.
func Check(ctx context.Context, startFEN string, claim *answers.Claim) error {
	t := claim.Tempo
	start, wrongStart := replay.ParsePlayable(startFEN)
	goal, wrong := replay.ParsePlayable(claim.FEN)
	if err := errors.Join(wrongStart, wrong); err != nil {
		return fmt.Errorf("%w: %w", answers.ErrFile, err)
	}
	// Either there is a tree, which counts no games, or steps.
	if t.Tree != nil {
		about := exact.Claim{Start: startFEN, Goal: claim.FEN, Plies: t.Plies} // and no games
		in := io.MultiReader(strings.NewReader(about.String()), bytes.NewReader(t.Tree))
		r, err := exact.Check(ctx, in, exact.Options{Positions: mostCounted})
		if err != nil {
			return fmt.Errorf("%w: the tree: %w", answers.ErrClaim, err)
		}
		if r.Claim != about || t.Least != [2]int{} || t.Stay != 0 || t.Steps != nil {
			return fmt.Errorf("%w: not the fields of a claim with a tree", answers.ErrFile)
		}
		return nil
	}
	b, m := exact.NewBound(goal), exact.Matrix{}
	ok := t.Plies >= 0 && t.Plies <= exact.MostPlies && len(t.Steps) <= exact.MostSteps && b.Begin(start, t.Plies)
	for i := 0; ok && i < len(t.Steps); i++ {
		step := exact.Step(t.Steps[i])
		if ok = step.Side>>1 == 0; ok {
			_, ok = b.Apply(&m, &step)
		}
	}
	// What the steps have blocked never moves in games of the length, nor is it captured.
	for sq, blocked := range b.Blocked {
		ok = ok && (blocked || t.Stay>>sq&1 == 0)
	}
	if !ok || b.Least != t.Least {
		return fmt.Errorf("%w: the steps do not hold, or the sides need at least %v moves, or more men move",
			answers.ErrClaim, b.Least)
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"retroproof/proofs/exact"
	"retroproof/proofs/lrat"
)

// rememberedBytes is about what a position takes that has been counted, while the table
// grows.
const rememberedBytes = 512

// checkExact checks how many games of a length lead to a position.
func checkExact(ctx context.Context, in io.Reader, o options) (*result, error) {
	report, err := exact.Check(ctx, in, exact.Options{Positions: int(max(1, o.memory/rememberedBytes))})
	switch {
	case errors.Is(err, exact.ErrMalformed), errors.Is(err, exact.ErrArgument), errors.Is(err, exact.ErrCount):
		return nil, &codedError{exitNotVerified, err}
	case errors.Is(err, exact.ErrTooLarge):
		return nil, fmt.Errorf("%w: %w", lrat.ErrMemory, err)
	case err != nil:
		return nil, err
	}
	c := &report.Claim
	goal, conditions, some := strings.Cut(c.Goal, ", ")
	text := fmt.Sprintf("exactly %s of %s", counted(c.Games, "game", "games"), counted(c.Plies, "ply", "plies"))
	if some {
		text += " (" + conditions + ")"
	}
	to := goal
	if goal == "?" {
		to = "any position"
	}
	examined := fmt.Sprintf("positions: %d, %d of them refuted\n", report.Positions, report.Refuted)
	r := &result{report: text + ": " + to + "\n" + examined}
	r.claims = []claim{{Claim: "games", FEN: goal, Start: elsewhere(c.Start), Text: text}}
	if r.claims[0].Start != "" {
		r.report += "start: " + r.claims[0].Start + "\n"
	}
	return r, nil
}

// counted is a number with its noun.
func counted[N int | uint64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

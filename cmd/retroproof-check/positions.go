package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"retroproof/proofs/answers"
	"retroproof/proofs/answers/tempo"
	"retroproof/proofs/exact"
	"retroproof/proofs/games"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat"
	"retroproof/proofs/replay"
)

// checkContainer checks a certificate of verdicts, on one position or many.
func checkContainer(ctx context.Context, f io.Reader, o options) (*result, error) {
	write, err := o.cores(ctx)
	if err != nil {
		return nil, err
	}
	co := illegal.Options{Memory: o.memory, Replay: replay.Options{MaxQuiet: o.maxQuiet}, Core: write}
	if o.list.wanted {
		co.Each = func(v illegal.Verified) {
			if v.Legal {
				o.list.add(listed{FEN: v.FEN, Verdict: "legal", Plies: &v.Plies})
				return
			}
			o.list.add(listed{FEN: v.FEN, Verdict: "illegal", Reason: v.Reason})
		}
	}
	report, err := illegal.Check(ctx, f, co)
	if err != nil {
		return nil, notVerified(err)
	}
	return &result{claims: about(report.Positions-report.Games, report.Games, report.FEN, report.Start),
		report: report.String()}, nil
}

// notVerified gives an error about a file its exit code, unless reading or writing failed, or its code is known.
func notVerified(err error) error {
	if errors.Is(err, context.Canceled) || outOfBudget(err) || errors.As(err, new(*os.PathError)) ||
		errors.As(err, new(*os.LinkError)) {
		return err
	}
	return &codedError{exitNotVerified, err}
}

// checkAnswers checks a file of answers to questions about positions.
func checkAnswers(ctx context.Context, f io.Reader, o options) (*result, error) {
	report, err := answers.Check(ctx, f, answers.Options{
		Memory: o.memory, Replay: replay.Options{MaxQuiet: o.maxQuiet}, Tempo: tempo.Check,
	})
	if err != nil {
		return nil, notVerified(err)
	}
	r := &result{claimsTell: true}
	for i := range report.Claims {
		c := &report.Claims[i]
		text := c.Text()
		if report.Premise != nil {
			text = "with the premise: " + text
		}
		r.claims = append(r.claims, claim{Claim: c.Kind, FEN: c.FEN, Start: elsewhere(report.Start), Text: text})
		r.report += c.FEN + ": " + text + "\n"
	}
	r.report += startLine(elsewhere(report.Start))
	if report.Premise != nil {
		r.report += "only games with this premise: " + report.Premise.Text() + "\n"
	}
	return r, nil
}

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
	one := claim{Claim: "games", FEN: goal, Start: elsewhere(c.Start), Text: text}
	text += fmt.Sprintf(": %s\npositions: %d, %d of them refuted\n", to, report.Positions, report.Refuted)
	return &result{claims: []claim{one}, report: text + startLine(one.Start)}, nil
}

// startLine says where games begin, if that is not the initial position.
func startLine(start string) string {
	if start == "" {
		return ""
	}
	return "start: " + start + "\n"
}

// counted is a number with its noun.
func counted[N int | uint64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// checkGames replays proof games.
func checkGames(ctx context.Context, in io.Reader, name string, o options) (*result, error) {
	g := games.Options{Replay: replay.Options{MaxQuiet: o.maxQuiet}, GamesOnly: o.gamesOnly}
	starts := map[string]bool{} // at most two: whether there is one, and one more
	g.Each = func(v games.Verified) {
		if len(starts) < 2 {
			starts[v.Start] = true
		}
		if o.list.wanted {
			o.list.add(listed{FEN: v.FEN, Verdict: "legal", Plies: &v.Plies, Start: elsewhere(v.Start)})
		}
	}
	report, err := games.Check(ctx, in, name, g)
	switch {
	case errors.As(err, new(*games.Error)):
		return nil, &codedError{exitNotVerified, err}
	case err != nil:
		return nil, err
	}
	r := &result{report: report.String()}
	for start := range starts {
		if len(starts) > 1 {
			start = "several"
		}
		r.claims = about(0, report.Games, report.FEN, start)
	}
	return r, nil
}

// elsewhere returns a start that is not the initial position, or "".
func elsewhere(start string) string {
	if start == replay.Initial {
		return ""
	}
	return start
}

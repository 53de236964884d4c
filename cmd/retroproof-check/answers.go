package main

import (
	"context"
	"errors"
	"io"
	"os"

	"retroproof/proofs/answers"
	"retroproof/proofs/replay"
)

// checkAnswers checks a file of answers to questions about positions.
func checkAnswers(ctx context.Context, f io.Reader, o options) (*result, error) {
	report, err := answers.Check(ctx, f, answers.Options{
		Memory: o.memory, Replay: replay.Options{MaxQuiet: o.maxQuiet}, Tempo: answers.CheckTempo,
	})
	switch {
	case errors.Is(err, context.Canceled), outOfBudget(err), errors.As(err, new(*os.PathError)):
		return nil, err
	case err != nil:
		return nil, &codedError{exitNotVerified, err}
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
	if start := elsewhere(report.Start); start != "" {
		r.report += "start: " + start + "\n"
	}
	if report.Premise != nil {
		r.report += "only games with this premise: " + report.Premise.Text() + "\n"
	}
	return r, nil
}

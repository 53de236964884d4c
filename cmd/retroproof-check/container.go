package main

import (
	"context"
	"errors"
	"io"
	"os"

	"retroproof/proofs/illegal"
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
	switch {
	case err == nil:
		return &result{claims: about(report.Positions-report.Games, report.Games, report.FEN, report.Start),
			report: report.String()}, nil
	case errors.Is(err, context.Canceled), outOfBudget(err):
		return nil, err // their codes are known
	case errors.As(err, new(*os.PathError)), errors.As(err, new(*os.LinkError)):
		return nil, err // reading or writing failed
	default:
		return nil, &codedError{exitNotVerified, err}
	}
}

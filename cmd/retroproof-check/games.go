package main

import (
	"context"
	"errors"
	"io"

	"retroproof/proofs/games"
	"retroproof/proofs/replay"
)

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

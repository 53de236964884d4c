package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"retroproof/proofs/games"
	"retroproof/proofs/replay"
)

// checkGames replays proof games.
func checkGames(ctx context.Context, in io.Reader, name string, o options) (string, error) {
	var list strings.Builder
	g := games.Options{Replay: replay.Options{MaxQuiet: o.maxQuiet}, GamesOnly: o.gamesOnly, Start: o.start}
	if o.list {
		g.Each = func(v games.Verified) {
			fmt.Fprintf(&list, "legal: %s %d plies%s\n", v.FEN, v.Plies, from(v.Start))
		}
	}
	report, err := games.Check(ctx, in, name, g)
	switch {
	case err == nil:
		return list.String() + report.String(), nil
	case errors.As(err, new(*games.Error)):
		return "", &codedError{exitNotVerified, err}
	}
	return "", err
}

// from names a start that is not the initial position.
func from(start string) string {
	if start == replay.Initial {
		return ""
	}
	return " from " + start
}

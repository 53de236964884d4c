package proofgames_test

import (
	"context"
	"io"
	"log"
	"os"
	"strings"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/batch/proofgames"
	"retroproof/chess"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
)

// One pass over a list: a position that is illegal, and one with a game already.
func Example() {
	list := "8/8/8/8/8/8/8/Kk6 w - - 0 1\nrnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2 legal: proof: Nf3 Nf6\n"
	l := &proofgames.List{
		Console: &progress.Console{
			Stdout: os.Stdout, Stderr: os.Stderr, Complain: func(err error) { log.Print(err) },
			Open: func(context.Context, string) (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader(list)), nil
			},
			Positions: batch.NewReader,
			Progress: func(context.Context, string, string) *progress.List {
				return progress.NewList(progress.NewTerminal(io.Discard), progress.None, "lines", 0)
			},
		},
		File: "-", Jobs: 1, Start: chess.InitialSetup(), Options: resolve.Options{Game: proofgame.Options{States: 1000}},
	}
	l.Options.Refute.Start = &l.Start
	if _, err := l.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings
	// rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2 legal: proof: Nf3 Nf6
}

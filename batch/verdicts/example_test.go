package verdicts_test

import (
	"context"
	"io"
	"log"
	"os"
	"strings"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/batch/verdicts"
	"retroproof/kernel/resolve"
)

// Two positions, answered in a line each.
func Example() {
	list := "8/8/8/8/8/8/8/Kk6 w - - 0 1\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	l := &verdicts.List{
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
		In: "-", Out: "-", Jobs: 1, Format: verdicts.Text, Options: resolve.Options{NoGame: true},
	}
	if err := l.Run(context.Background(), nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal AdjacentKings
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 legal IsStart
}

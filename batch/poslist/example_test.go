package poslist_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/proofs/survey"
)

// The same verdict as text, as JSON, and with the tokens of texelutil.
func Example() {
	for _, text := range []string{
		"8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal AdjacentKings",
		`{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1","verdict":"illegal","reason":"AdjacentKings"}`,
		"8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings",
	} {
		l, err := poslist.ParseVerdict(batch.Line{Text: text})
		fmt.Println(l.Setup.FEN(), l.Verdict, err)
	}
	l, err := poslist.Parse(batch.Line{Text: "4k3/8/8/8/8/8/8/4K3 w - - 0 1 unknown: kernel: wxDB status: N=250000"})
	fmt.Println(poslist.Text(l.Setup.FEN(), l.Tokens[1:]...), err)
	// Output:
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal <nil>
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal <nil>
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal <nil>
	// 4k3/8/8/8/8/8/8/4K3 w - - 0 1 kernel: wxDB status: N=250000 <nil>
}

// Two draws, of which one is illegal.
func ExampleLists() {
	lists := poslist.Lists{Counts: survey.NewCounts()}
	err := lists.Read("list", strings.NewReader(`rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 legal
rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1 illegal
`))
	fmt.Println(lists.Counts.Legal, lists.Counts.Illegal, err)
	// Output: map[1:1] 1 <nil>
}

// work is a list that is given as a text.
func work(list string, o resolve.Options) poslist.Work {
	return poslist.Work{
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
		In: "-", Jobs: 1, Options: o,
	}
}

// Two positions, answered in a line each.
func ExampleVerdicts() {
	const list = "8/8/8/8/8/8/8/Kk6 w - - 0 1\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	v := &poslist.Verdicts{Work: work(list, resolve.Options{NoGame: true}), Out: "-", Format: poslist.FormatText}
	if err := v.Run(context.Background(), nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal AdjacentKings
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 legal IsStart
}

// One pass over a list: a position that is illegal, and one with a game already.
func ExampleGames() {
	const list = "8/8/8/8/8/8/8/Kk6 w - - 0 1\nrnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2 legal: proof: Nf3 Nf6\n"
	g := &poslist.Games{Work: work(list, resolve.Options{Game: proofgame.Options{States: 1000}}), Start: chess.InitialSetup()}
	g.Options.Refute.Start = &g.Start
	if _, err := g.Run(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings
	// rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2 legal: proof: Nf3 Nf6
}

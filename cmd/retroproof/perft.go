package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
)

// perftFlags are the options of perft.
type perftFlags struct {
	depth  int
	divide bool
	json   bool
}

// mostPerftDepth is far beyond what any computer can count in most positions.
const mostPerftDepth = 99

func newPerftCommand(a *verb.Env) *cobra.Command {
	var f perftFlags
	cmd := &cobra.Command{
		Use:   "perft [FEN]",
		Short: "Count the ways to play on from a position",
		Long: `Count the ways to play --depth plies on from a position, as is customary to test
and compare move generators. Without a FEN it is the initial position.

"-" reads FENs from stdin, one a line, and prints a number for each.`,
		Example: `  retroproof perft --depth 5
  retroproof perft --depth 4 --divide "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.depth < 0 || f.depth > mostPerftDepth {
				return verb.Usagef("--depth %d, want 0 to %d", f.depth, mostPerftDepth)
			}
			if !cmd.Flags().Changed("depth") {
				return verb.Usagef("perft needs --depth")
			}
			r := perftRun{app: a, flags: f}
			return r.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.depth, "depth", 0, "how many plies; must be given")
	flags.BoolVar(&f.divide, "divide", false, "print a number for each first move, too")
	flags.BoolVar(&f.json, "json", false, "print JSON, one object a position")
	return cmd
}

// perftRun is one run of perft.
type perftRun struct {
	app      *verb.Env
	flags    perftFlags
	progress *progress.Job
}

func (r *perftRun) run(ctx context.Context, args []string) error {
	fen := chess.InitialFEN
	if len(args) > 0 {
		fen = args[0]
	}
	if fen != "-" { // a list has a progress line of its own
		r.progress = r.app.NewProgress(r.app.ProgressMode)
		defer r.progress.Done()
	}
	return r.app.Each(ctx, fen, func(text string, line int) error { return r.count(ctx, text, line) })
}

// perftJSON is the answer for a position.
type perftJSON struct {
	Schema string      `json:"schema"`
	Line   int         `json:"line,omitempty"` // of stdin
	FEN    string      `json:"fen"`
	Depth  int         `json:"depth"`
	Nodes  uint64      `json:"nodes"`
	Divide []perftMove `json:"divide,omitempty"`
}

// perftMove is the part of the answer that belongs to one first move.
type perftMove struct {
	UCI   string `json:"uci"`
	SAN   string `json:"san"`
	Nodes uint64 `json:"nodes"`
}

// count answers for one position, which stands in a line of stdin or in none.
func (r *perftRun) count(ctx context.Context, fen string, line int) error {
	p, err := chess.ParsePosition(fen)
	if err != nil {
		return err
	}
	answer := perftJSON{Schema: "retroproof.perft/1", Line: line, FEN: p.FEN(), Depth: r.flags.depth}
	if r.flags.depth == 0 {
		answer.Nodes = 1
	}
	moves := p.CountMoves()
	parts := []perftMove{}
	for part, err := range chess.PerftDivide(ctx, p, r.flags.depth) {
		if err != nil {
			return err
		}
		answer.Nodes += part.Nodes
		parts = append(parts, perftMove{part.Move.UCI(), notation.SAN(p, part.Move), part.Nodes})
		if r.progress != nil {
			r.progress.Update(fmt.Sprintf("%d of %d first moves, %d nodes", len(parts), moves, answer.Nodes))
		}
	}
	if r.flags.divide {
		slices.SortFunc(parts, func(a, b perftMove) int { return cmp.Compare(a.UCI, b.UCI) })
		answer.Divide = parts
	}
	if r.flags.json {
		return r.app.PrintJSON(answer)
	}
	if r.flags.divide {
		for _, part := range answer.Divide {
			fmt.Fprintf(r.app.Stdout, "%s: %d\n", part.UCI, part.Nodes)
		}
		_, err = fmt.Fprintf(r.app.Stdout, "total: %d\n", answer.Nodes)
		return err
	}
	_, err = fmt.Fprintln(r.app.Stdout, answer.Nodes)
	return err
}

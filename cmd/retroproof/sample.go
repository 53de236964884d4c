package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/survey/numbering"
	"retroproof/proofs/survey/sample"
)

// sampleRun is one run of sample.
type sampleRun struct {
	app         *verb.Env
	scheme      schemeFlag
	seed, first uint64
	json, ranks bool
}

func newSampleCommand(a *verb.Env) *cobra.Command {
	r := &sampleRun{app: a}
	cmd := &cobra.Command{
		Use:   "sample N",
		Short: "Draw positions at random, evenly by number",
		Long: `Draw N integers of a scheme at random, all equally likely, with replacement, and
print their positions, one a line.

` + schemesHelp + `

The generator is ChaCha20 of RFC 8439, as doc/counting.md describes: a seed always means the
same sample. Every draw has a stream of its own, so that --first I goes on where a
shorter sample ended, or splits a sample among machines.`,
		Example: `  retroproof sample 1000 --seed 1 --scheme urposition-repaired > positions.txt
  retroproof sample 10 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := verb.ParseNumber(args[0], 64, "how many positions to draw")
			if err != nil {
				return err
			}
			if r.first+n < n {
				return verb.Usagef("--first %d and %d draws: there are no more than 2^64", r.first, n)
			}
			return r.run(cmd.Context(), n)
		},
	}
	flags := cmd.Flags()
	r.scheme.add(flags, numbering.CPI)
	flags.Uint64Var(&r.seed, "seed", 0, "of the generator: one seed, one sample")
	flags.Uint64Var(&r.first, "first", 0, "number of the first draw, from 0 on")
	flags.BoolVar(&r.ranks, "ranks", false, "print the integers instead of the positions")
	flags.BoolVar(&r.json, "json", false, "print JSON, one object a draw")
	return cmd
}

// sampleJSON is a draw.
type sampleJSON struct {
	Schema       string `json:"schema"`
	Scheme       string `json:"scheme"`
	Seed         uint64 `json:"seed"`
	Draw         uint64 `json:"draw"`
	Rank         string `json:"rank"`
	FEN          string `json:"fen"`
	Index        int    `json:"index"`
	Multiplicity int    `json:"multiplicity"`
}

func (r *sampleRun) run(ctx context.Context, n uint64) error {
	progress := r.app.NewDrawProgress(n)
	defer progress.Done()
	return r.app.Buffered(func(w io.Writer) error {
		for i := r.first; i < r.first+n; i++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			d := sample.Draw(r.scheme.Scheme, r.seed, i)
			text := d.FEN(r.scheme.Scheme)
			switch {
			case r.json:
				text = verb.JSON(sampleAnswer(r.scheme.Scheme, r.seed, i, d))
			case r.ranks:
				text = d.Rank.String()
			}
			if _, err := fmt.Fprintln(w, text); err != nil {
				return err
			}
			progress.Add(1)
		}
		return nil
	})
}

func sampleAnswer(scheme numbering.Scheme, seed, draw uint64, d sample.Drawn) sampleJSON {
	return sampleJSON{"retroproof.sample/1", string(scheme), seed, draw, d.Rank.String(), d.FEN(scheme), d.Index, d.Multiplicity}
}

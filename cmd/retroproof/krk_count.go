package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/krk"
	"retroproof/proofs/krk/spec"
)

// countFlags are the options of krk count.
type countFlags struct {
	noSAT      bool
	solverOnly bool
	jobs       int
	json       bool
	svg        string
	distance   int
}

func newKRKCountCommand(a *verb.Env) *cobra.Command {
	var f countFlags
	cmd := &cobra.Command{
		Use:   "count",
		Short: "Count positions, steps and moves to mate, by SAT and by plain code",
		Long: `Count the endgame's legal positions, mates and stalemates and the positions in
which each step of the strategy is used, twice: by plain code that looks at all
positions, and by SAT, as the number of models of the circuits from which the
lemmas are built. Then the distribution of moves to mate (Figure 3 of the paper)
under optimal play and under the strategy, by retrograde analysis; for the
strategy, White plays whatever of its moves takes longest.

The solver counts with the black king on each square in turn. Of positions by step it
finds the rook's squares, and the circuits are evaluated for all squares of the white
king at once; with --solver-only it finds every model itself, which takes minutes.

The exit code is 1 if two counts of the same thing differ.`,
		Example: `  retroproof krk count
  retroproof krk count --no-sat --svg figure3.svg`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return krkCount(cmd.Context(), a, f) },
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.noSAT, "no-sat", false, "by plain code only (a second instead of half a minute)")
	fl.BoolVar(&f.solverOnly, "solver-only", false, "let the solver find every model alone (minutes)")
	fl.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "enumerations to run at a time")
	fl.BoolVar(&f.json, "json", false, "print JSON, one object a line")
	fl.StringVar(&f.svg, "svg", "", "draw Figure 3 into `FILE`")
	addReadingFlag(fl, &f.distance)
	return cmd
}

// figureJSON is a count for programs.
type figureJSON struct {
	Schema  string  `json:"schema"`
	Name    string  `json:"name"`
	Native  int     `json:"native"`
	Models  *int    `json:"models,omitempty"`
	Paper   *int    `json:"paper,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
}

func krkCount(ctx context.Context, a *verb.Env, f countFlags) error {
	switch {
	case f.jobs < 1:
		return verb.Usagef("--jobs %d, want at least 1", f.jobs)
	case f.noSAT && f.solverOnly:
		return verb.Usagef("--no-sat and --solver-only exclude each other")
	}
	reading, err := readingOf(f.distance)
	if err != nil {
		return err
	}
	relation := krk.NewRelation(reading)
	optimal, strategy := krk.Optimal(), relation.Verify()
	if f.svg != "" { // before the long work, so that a bad name is noticed
		err := batch.WriteFile(f.svg, func(w io.Writer) error {
			return krk.WriteFigure3(w, optimal, strategy)
		})
		if err != nil {
			return err
		}
	}
	differ, err := countFigures(ctx, a, f, relation)
	if err != nil {
		return err
	}
	if err := printDistribution(a, f.json, relation, optimal, strategy); err != nil {
		return err
	}
	if differ > 0 {
		return verb.WithCode(verb.ExitNotVerified, fmt.Errorf("%d counts differ: this is a bug, please report it", differ))
	}
	return nil
}

// countFigures prints the table of figures and returns how many have two
// different values.
func countFigures(ctx context.Context, a *verb.Env, f countFlags, relation *krk.Relation) (differ int, err error) {
	progress := a.NewProgress(a.ProgressMode)
	defer progress.Done()
	if !f.json {
		fmt.Fprintf(a.Stdout, "%-24s  %10s  %10s  %10s  %8s\n", "positions", "the paper", "plain code", "SAT models", "seconds")
	}
	published := relation.Reading == spec.Default()
	for _, figure := range krk.Figures() {
		o := figureJSON{Schema: "retroproof.krk.figure/1", Name: figure.Name, Native: figure.Native(relation)}
		paper, models, seconds := "-", "-", "-"
		if published {
			o.Paper = &figure.Paper
			paper = fmt.Sprint(figure.Paper)
		}
		if !f.noSAT {
			var squares atomic.Int32
			start := time.Now()
			n, err := figure.Models(ctx, relation.Reading, f.solverOnly, f.jobs, func() {
				progress.Update(fmt.Sprintf("%s by SAT: %d of 64 squares of the black king, %.0f s", figure.Name, squares.Add(1), time.Since(start).Seconds()))
			})
			if err != nil {
				return differ, err
			}
			o.Models, o.Seconds = &n, time.Since(start).Seconds()
			models, seconds = fmt.Sprint(n), fmt.Sprintf("%.2f", o.Seconds)
		}
		if o.Models != nil && *o.Models != o.Native || o.Paper != nil && *o.Paper != o.Native {
			differ++
			seconds += "  DIFFERS"
		}
		if f.json {
			if err := a.PrintJSON(o); err != nil {
				return differ, err
			}
			continue
		}
		fmt.Fprintf(a.Stdout, "%-24s  %10s  %10d  %10s  %8s\n", figure.Name, paper, o.Native, models, seconds)
	}
	return differ, nil
}

// distributionJSON is how many positions take 1, 2, ... moves to mate.
type distributionJSON struct {
	Schema    string `json:"schema"`
	Play      string `json:"play"` // optimal or strategy
	Positions []int  `json:"positions"`

	// Of the strategy.
	NotWon  *int `json:"not_won,omitempty"`
	Several *int `json:"several_moves,omitempty"`
	Most    *int `json:"most_moves,omitempty"`
}

// printDistribution prints the positions by moves to mate.
func printDistribution(a *verb.Env, asJSON bool, relation *krk.Relation, optimal, strategy *krk.Outcome) error {
	several, most := relation.Ties()
	if asJSON {
		notWon := len(strategy.NotWon)
		return errors.Join(
			a.PrintJSON(distributionJSON{Schema: "retroproof.krk.distribution/1", Play: "optimal", Positions: optimal.Histogram[1:]}),
			a.PrintJSON(distributionJSON{"retroproof.krk.distribution/1", "strategy", strategy.Histogram[1:], &notWon, &several, &most}))
	}
	fmt.Fprintf(a.Stdout, "\nThe strategy has several moves in %d positions, at most %d.\n", several, most)
	fmt.Fprintf(a.Stdout, "Longest win: %d moves by optimal play, %d by the strategy", optimal.Longest(), strategy.Longest())
	if n := len(strategy.NotWon); n > 0 {
		fmt.Fprintf(a.Stdout, "; %d positions are not won", n)
	}
	fmt.Fprintf(a.Stdout, ".\n\nPositions with White to move, by moves to mate:\n%5s  %8s  %8s\n", "moves", "optimal", "strategy")
	at := func(o *krk.Outcome, n int) string {
		if n < len(o.Histogram) {
			return fmt.Sprint(o.Histogram[n])
		}
		return ""
	}
	for n := 1; n <= max(optimal.Longest(), strategy.Longest()); n++ {
		fmt.Fprintf(a.Stdout, "%5d  %8s  %8s\n", n, at(optimal, n), at(strategy, n))
	}
	return nil
}

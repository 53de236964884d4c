package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/encode"
	"retroproof/krk"
)

// compareFlags are the options of krk compare.
type compareFlags struct {
	encoding string
	noSAT    bool
	proof    bool
	noProof  bool
	jobs     int
	json     bool
	svg      string
	distance int
}

func newKRKCompareCommand(a *verb.Env) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare",
		Short: "Compare circuits, plain code, bitboards and the tablebase with each other",
		Long: `The rules of this endgame are written four times: as circuits, from which the
lemmas are built, as plain code, as the rules of the whole game on bitboards
(package chess), and into the tablebase KRvK. This command compares them. It
prints, in this order,

  1. the rules as sets: legal positions, checks, mates, stalemates, both sides'
     moves; of the circuits all models, found by SAT. "missing" is what only the
     bitboards have, "surplus" what they do not have. And the values of all
     positions: the plain code's retrograde analysis and the tablebase;
  2. the circuits of every notion of the strategy, evaluated on all 2^19
     placements, and those of the moves, White's by step, on every legal position
     and every move of a man on an empty board, against plain code;
  3. the strategy against the tablebase: that no move of its, and no reply, leads
     out of the wins, and how many moves more than necessary it takes;
  4. the verdict of every lemma and control, by SAT and by trying all positions,
     and that SAT's counterexamples begin where there is one.

Together: what SAT proves about the circuits holds for the chess of the other
three. --proof adds a proof by SAT, with the black king on each square in turn,
that each notion's circuit and the table of the plain code's values are equal, for
which 2 needs no proof but looks at every placement.

--svg draws Figure 3: positions by moves to mate, by the tablebase and by the
strategy. The exit code is 1 if there is a difference.`,
		Example: `  retroproof krk compare
  retroproof krk compare --no-sat --svg figure3.svg`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return krkCompare(cmd.Context(), a, f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.encoding, "encoding", encode.Order.String(), "coordinates of the circuits that are evaluated: order, onehot or binary")
	fl.BoolVar(&f.noSAT, "no-sat", false, "leave the circuits out: plain code, bitboards and tablebase only (seconds)")
	fl.BoolVar(&f.proof, "proof", false, "also prove the circuits of notions equal to plain code (minutes)")
	fl.BoolVar(&f.noProof, "no-proof", false, "the default")
	fl.MarkHidden("no-proof") // from when the proof was the default
	fl.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "squares or lemmas to run at a time")
	fl.BoolVar(&f.json, "json", false, "print JSON, one object a line")
	fl.StringVar(&f.svg, "svg", "", "draw Figure 3 into `FILE`")
	addReadingFlag(fl, &f.distance)
	return cmd
}

// comparison is a run of krk compare.
type comparison struct {
	app         *verb.Env
	flags       compareFlags
	rep         encode.Representation
	reading     krk.Reading
	progress    *progress.Job
	differences int // so far
}

// shownDifferences is how many differences of a kind are printed.
const shownDifferences = 20

func krkCompare(ctx context.Context, a *verb.Env, f compareFlags) error {
	c := &comparison{app: a, flags: f}
	var err error
	if c.rep, err = encode.ParseRepresentation(f.encoding); err != nil {
		return verb.Usagef("--encoding: %v", err)
	}
	switch {
	case f.jobs < 1:
		return verb.Usagef("--jobs %d, want at least 1", f.jobs)
	case f.proof && (f.noProof || f.noSAT):
		return verb.Usagef("--proof excludes --no-proof and --no-sat")
	}
	if c.reading, err = readingOf(f.distance); err != nil {
		return err
	}
	table, err := krk.NewTable(ctx)
	if err != nil {
		return err
	}
	values, relation := krk.TableValues(table), krk.NewRelation(c.reading)
	if f.svg != "" { // before the long work, so that a bad name is noticed
		err := batch.WriteFile(f.svg, func(w io.Writer) error {
			return krk.WriteFigure3(w, values.Outcome(), relation.Verify())
		})
		if err != nil {
			return err
		}
	}
	c.progress = a.NewProgress(a.ProgressMode)
	defer c.progress.Done()

	if err := c.rules(ctx, values); err != nil {
		return err
	}
	if err := c.values(values, krk.PlainValues(krk.Optimal())); err != nil {
		return err
	}
	if !f.noSAT {
		if err := c.notions(ctx); err != nil {
			return err
		}
	}
	if f.proof {
		c.progress.Update("formulas")
		diffs, n, err := proveEqual(ctx, c.rep, c.reading, f.jobs, func(done int32) {
			c.progress.Update(fmt.Sprintf("formulas: %d of 64 squares of the black king", done))
		})
		if err == nil {
			err = c.report("notions proved equal, by square", n, diffs)
		}
		if err != nil {
			return err
		}
	}
	if err := c.strategy(relation, values); err != nil {
		return err
	}
	if !f.noSAT {
		if err := c.lemmas(ctx, relation); err != nil {
			return err
		}
	}
	return c.verdict()
}

// verdict is the exit code.
func (c *comparison) verdict() error {
	if c.differences > 0 {
		return verb.Exit(verb.ExitNotVerified)
	}
	return nil
}

// printf prints a line of the text output; nothing for JSON.
func (c *comparison) printf(format string, args ...any) {
	if !c.flags.json {
		fmt.Fprintf(c.app.Stdout, format+"\n", args...)
	}
}

// object prints an object of the JSON output.
func (c *comparison) object(o any) error {
	if !c.flags.json {
		return nil
	}
	return c.app.PrintJSON(o)
}

// texts returns differences as texts, and prints them below a line of text.
func texts[D fmt.Stringer](c *comparison, diffs []D) []string {
	out := []string{}
	for _, d := range diffs {
		out = append(out, d.String())
		c.printf("    %v", d)
	}
	return out
}

// compareJSON is a comparison of circuits with plain code.
type compareJSON struct {
	Schema      string   `json:"schema"`
	What        string   `json:"what"`
	Compared    int      `json:"compared"`
	Differences []string `json:"differences"` // the first ones
}

// report prints the outcome of comparing circuits with plain code.
func (c *comparison) report(what string, compared int, diffs []krk.Difference) error {
	c.differences += len(diffs)
	c.printf("%-34s %10d compared, %d differences", what, compared, len(diffs))
	return c.object(compareJSON{"retroproof.krk.compare/1", what, compared, texts(c, diffs)})
}

// notions compares the circuits, evaluated, with plain code.
func (c *comparison) notions(ctx context.Context) error {
	c.progress.Update("circuits on all positions")
	type outcome struct {
		diffs []krk.Difference
		n     int
		err   error
	}
	var notions, moves outcome
	evaluate := func() {
		notions.diffs, notions.n, notions.err = krk.CompareByEvaluation(ctx, krk.Notions(), c.rep, c.reading, c.reading, shownDifferences)
	}
	var wg sync.WaitGroup
	if c.flags.jobs > 1 {
		wg.Go(evaluate)
	} else {
		evaluate()
	}
	moves.diffs, moves.n, moves.err = krk.CompareMoves(ctx, c.rep, c.reading, c.reading, shownDifferences)
	wg.Wait()
	c.printf("")
	if notions.err != nil {
		return notions.err
	}
	if err := c.report("values of notions", notions.n, notions.diffs); err != nil {
		return err
	}
	if moves.err != nil {
		return moves.err
	}
	return c.report("moves", moves.n, moves.diffs)
}

// proveEqual runs CompareByProof for all squares, several at a time.
func proveEqual(ctx context.Context, rep encode.Representation, rd krk.Reading, jobs int, progress func(done int32)) (diffs []krk.Difference, proved int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	var done atomic.Int32
	var wg sync.WaitGroup
	squares := make(chan krk.Square)
	for range jobs {
		wg.Go(func() {
			for bk := range squares {
				ds, n, err := krk.CompareByProof(ctx, rep, rd, rd, []krk.Square{bk})
				mu.Lock()
				diffs, proved = append(diffs, ds...), proved+n
				mu.Unlock()
				if err != nil {
					cancel(err)
				}
				progress(done.Add(1))
			}
		})
	}
	for bk := range krk.Square(64) {
		squares <- bk
	}
	close(squares)
	wg.Wait()
	return diffs, proved, context.Cause(ctx)
}

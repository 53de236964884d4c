package report

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"retroproof/encode"
	"retroproof/internal/answer"
	"retroproof/krk"
)

// Comparison compares circuits, plain code, bitboards and the tablebase with each other, and reports what it finds.
type Comparison struct {
	Output
	Encoding encode.Representation // of the circuits that are evaluated
	Reading  krk.Reading
	NoSAT    bool // the circuits are left out
	Proof    bool // circuits of notions are proved equal to plain code as well
	Jobs     int
	Progress func(text string)

	differences int // so far
}

// shownDifferences is how many differences of a kind are printed.
const shownDifferences = 20

// Run compares, and returns how many differences there are. values are those of the tablebase.
func (c *Comparison) Run(ctx context.Context, relation *krk.Relation, values krk.Values) (differences int, err error) {
	if err := c.rules(ctx, values); err != nil {
		return 0, err
	}
	if err := c.values(values, krk.PlainValues(krk.Optimal())); err != nil {
		return 0, err
	}
	if !c.NoSAT {
		if err := c.notions(ctx); err != nil {
			return 0, err
		}
	}
	if c.Proof {
		c.Progress("formulas")
		diffs, n, err := proveEqual(ctx, c.Encoding, c.Reading, c.Jobs, func(done int32) {
			c.Progress(fmt.Sprintf("formulas: %d of 64 squares of the black king", done))
		})
		if err == nil {
			err = c.report("notions proved equal, by square", n, diffs)
		}
		if err != nil {
			return 0, err
		}
	}
	if err := c.strategy(relation, values); err != nil {
		return 0, err
	}
	if !c.NoSAT {
		err = c.lemmas(ctx, relation)
	}
	return c.differences, err
}

// printf prints a line for a reader.
func (c *Comparison) printf(format string, args ...any) { fmt.Fprintf(c.Text, format+"\n", args...) }

// texts returns differences as texts, and prints them below a line of text.
func texts[D fmt.Stringer](c *Comparison, diffs []D) []string {
	out := []string{}
	for _, d := range diffs {
		out = append(out, d.String())
		c.printf("    %v", d)
	}
	return out
}

// Compared is a comparison of circuits with plain code.
type Compared struct {
	answer.Head `schema:"retroproof.krk.compare/1"`
	What        string   `json:"what"`
	Compared    int      `json:"compared"`
	Differences []string `json:"differences"` // the first ones
}

// report prints the outcome of comparing circuits with plain code.
func (c *Comparison) report(what string, compared int, diffs []krk.Difference) error {
	c.differences += len(diffs)
	c.printf("%-34s %10d compared, %d differences", what, compared, len(diffs))
	return c.Print(&Compared{What: what, Compared: compared, Differences: texts(c, diffs)})
}

// notions compares the circuits, evaluated, with plain code.
func (c *Comparison) notions(ctx context.Context) error {
	c.Progress("circuits on all positions")
	type outcome struct {
		diffs []krk.Difference
		n     int
		err   error
	}
	var notions, moves outcome
	evaluate := func() {
		notions.diffs, notions.n, notions.err = krk.CompareByEvaluation(ctx, krk.Notions(), c.Encoding, c.Reading, c.Reading, shownDifferences)
	}
	var wg sync.WaitGroup
	if c.Jobs > 1 {
		wg.Go(evaluate)
	} else {
		evaluate()
	}
	moves.diffs, moves.n, moves.err = krk.CompareMoves(ctx, c.Encoding, c.Reading, c.Reading, shownDifferences)
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

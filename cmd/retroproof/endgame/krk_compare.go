package endgame

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/encode"
	"retroproof/krk"
)

// krkCompareRequest is what krk compare is asked.
type krkCompareRequest struct {
	Encoding string `flag:"encoding" rare:"" doc:"coordinates of the circuits that are evaluated: order, onehot or binary"`
	NoSAT    bool   `flag:"no-sat" doc:"leave the circuits out: plain code, bitboards and tablebase only (seconds)"`
	Proof    bool   `flag:"proof" not:"no-sat" doc:"also prove the circuits of notions equal to plain code (minutes)"`
	NoProof  bool   `flag:"no-proof" rare:"" doc:"the default"`
	Jobs     int    `flag:"jobs" min:"1" doc:"squares or lemmas to run at a time"`
	SVG      string `flag:"svg" of:"FILE" doc:"draw Figure 3 into FILE"`
	readingRequest
}

var krkCompare = verb.Of(verb.Verb{
	Name: "krk compare", Complete: map[string]func() []string{"encoding": encodings},
	Answers: []verb.Answer{&compareSetAnswer{}, &compareValuesAnswer{}, &comparedAnswer{}, &compareStrategyAnswer{}, &compareLemmaAnswer{}},
}, krkCompareRequest{Encoding: encode.Order.String(), Jobs: runtime.NumCPU(), readingRequest: byPaper}, runKRKCompare)

// comparison is a run of krk compare.
type comparison struct {
	*verb.Env
	krkCompareRequest
	rep         encode.Representation
	text        krk.Reading
	progress    *progress.Job
	differences int // so far
}

// shownDifferences is how many differences of a kind are printed.
const shownDifferences = 20

func runKRKCompare(ctx context.Context, e *verb.Env, q *krkCompareRequest) error {
	c := &comparison{Env: e, krkCompareRequest: *q, text: q.reading()}
	var err error
	if c.rep, err = encode.ParseRepresentation(q.Encoding); err != nil {
		return verb.Usagef("--encoding: %v", err)
	}
	if q.Proof && q.NoProof {
		return verb.Usagef("--proof and --no-proof exclude each other")
	}
	table, err := krk.NewTable(ctx)
	if err != nil {
		return err
	}
	values, relation := krk.TableValues(table), krk.NewRelation(c.text)
	if q.SVG != "" { // before the long work, so that a bad name is noticed
		err := batch.WriteFile(q.SVG, func(w io.Writer) error {
			return krk.WriteFigure3(w, values.Outcome(), relation.Verify())
		})
		if err != nil {
			return err
		}
	}
	c.progress = e.NewProgress(e.ProgressMode)
	defer c.progress.Done()

	if err := c.rules(ctx, values); err != nil {
		return err
	}
	if err := c.values(values, krk.PlainValues(krk.Optimal())); err != nil {
		return err
	}
	if !q.NoSAT {
		if err := c.notions(ctx); err != nil {
			return err
		}
	}
	if q.Proof {
		c.progress.Update("formulas")
		diffs, n, err := proveEqual(ctx, c.rep, c.text, q.Jobs, func(done int32) {
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
	if !q.NoSAT {
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
	if !c.JSON {
		fmt.Fprintf(c.Stdout, format+"\n", args...)
	}
}

// object prints an object of the JSON output.
func (c *comparison) object(a verb.Answer) error {
	if !c.JSON {
		return nil
	}
	return c.Print(a, 0)
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

// comparedAnswer is a comparison of circuits with plain code.
type comparedAnswer struct {
	verb.Head   `schema:"retroproof.krk.compare/1"`
	What        string   `json:"what"`
	Compared    int      `json:"compared"`
	Differences []string `json:"differences"` // the first ones
}

// report prints the outcome of comparing circuits with plain code.
func (c *comparison) report(what string, compared int, diffs []krk.Difference) error {
	c.differences += len(diffs)
	c.printf("%-34s %10d compared, %d differences", what, compared, len(diffs))
	return c.object(&comparedAnswer{What: what, Compared: compared, Differences: texts(c, diffs)})
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
		notions.diffs, notions.n, notions.err = krk.CompareByEvaluation(ctx, krk.Notions(), c.rep, c.text, c.text, shownDifferences)
	}
	var wg sync.WaitGroup
	if c.Jobs > 1 {
		wg.Go(evaluate)
	} else {
		evaluate()
	}
	moves.diffs, moves.n, moves.err = krk.CompareMoves(ctx, c.rep, c.text, c.text, shownDifferences)
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

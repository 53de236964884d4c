package main

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"retroproof/encode"
	"retroproof/krk"
)

func init() {
	krkVerbs = append(krkVerbs, newKRKCompareCommand)
}

// compareFlags are the options of krk compare.
type compareFlags struct {
	encoding string
	noProof  bool
	jobs     int
	json     bool
	distance int
}

func newKRKCompareCommand(a *app) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare",
		Short: "Compare the circuits with plain code: on every position, and as formulas",
		Long: `Rules and strategy are written twice: as circuits, from which the lemmas are
built, and as plain code. This command compares the two: the circuits of all
notions are evaluated on all 2^19 placements of the men, those of the moves on
every legal position and every move of a man on an empty board (and SAT shows that
they allow no others); and with the black king on each square in turn SAT proves
that each notion's circuit and the table of the plain code's values are equal.

The exit code is 1 if there is a difference.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return krkCompare(cmd.Context(), a, f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.encoding, "encoding", encode.Order.String(), "coordinates: order, onehot or binary")
	fl.BoolVar(&f.noProof, "no-proof", false, "do not prove equality by SAT (ten seconds instead of minutes)")
	fl.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "proofs to run at a time")
	fl.BoolVar(&f.json, "json", false, "print JSON, one object a line")
	addReadingFlag(fl, &f.distance)
	return cmd
}

func krkCompare(ctx context.Context, a *app, f compareFlags) error {
	rep, err := encode.ParseRepresentation(f.encoding)
	if err != nil {
		return usageErrorf("--encoding: %v", err)
	}
	if f.jobs < 1 {
		return usageErrorf("--jobs %d, want at least 1", f.jobs)
	}
	reading, err := readingOf(f.distance)
	if err != nil {
		return err
	}
	const limit = 20
	progress := a.newProgress(a.progressMode)
	defer progress.Done()
	differences := 0
	report := func(what string, compared int, diffs []krk.Difference) error {
		differences += len(diffs)
		if f.json {
			texts := []string{}
			for _, d := range diffs {
				texts = append(texts, d.String())
			}
			return printJSON(a, map[string]any{"schema": "retroproof.krk.compare/1", "what": what, "compared": compared, "differences": texts})
		}
		fmt.Fprintf(a.stdout, "%-34s %10d compared, %d differences\n", what, compared, len(diffs))
		for _, d := range diffs {
			fmt.Fprintf(a.stdout, "    %v\n", d)
		}
		return nil
	}

	progress.Update("notions on all positions")
	diffs, n, err := krk.CompareByEvaluation(ctx, krk.Notions(), rep, reading, reading, limit)
	if err == nil {
		err = report("values of notions", n, diffs)
	}
	if err != nil {
		return err
	}
	progress.Update("moves on all positions")
	diffs, n, err = krk.CompareMoves(ctx, rep, reading, reading, limit)
	if err == nil {
		err = report("moves", n, diffs)
	}
	if err != nil {
		return err
	}
	if !f.noProof {
		diffs, n, err = proveEqual(ctx, rep, reading, f.jobs, func(done int32) {
			progress.Update(fmt.Sprintf("formulas: %d of 64 squares of the black king", done))
		})
		if err == nil {
			err = report("notions proved equal, by square", n, diffs)
		}
		if err != nil {
			return err
		}
	}
	if differences > 0 {
		return silentExit(exitNotVerified)
	}
	return nil
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

package endgame

import (
	"context"
	"io"
	"runtime"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/encode"
	"retroproof/krk"
	"retroproof/krk/report"
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
	Answers: []verb.Answer{&report.ComparedSet{}, &report.ComparedValues{}, &report.Compared{}, &report.ComparedStrategy{}, &report.ComparedLemma{}},
}, krkCompareRequest{Encoding: encode.Order.String(), Jobs: runtime.NumCPU(), readingRequest: byPaper}, runKRKCompare)

func runKRKCompare(ctx context.Context, e *verb.Env, q *krkCompareRequest) error {
	rep, err := encode.ParseRepresentation(q.Encoding)
	if err != nil {
		return verb.Usagef("--encoding: %v", err)
	}
	if q.Proof && q.NoProof {
		return verb.Usagef("--proof and --no-proof exclude each other")
	}
	table, err := krk.NewTable(ctx)
	if err != nil {
		return err
	}
	values, relation := krk.TableValues(table), krk.NewRelation(q.reading())
	if q.SVG != "" { // before the long work, so that a bad name is noticed
		err := batch.WriteFile(q.SVG, func(w io.Writer) error {
			return krk.WriteFigure3(w, values.Outcome(), relation.Verify())
		})
		if err != nil {
			return err
		}
	}
	progress := e.NewProgress(e.ProgressMode)
	defer progress.Done()
	c := &report.Comparison{
		Output: outputOf(e), Encoding: rep, Reading: q.reading(), NoSAT: q.NoSAT, Proof: q.Proof, Jobs: q.Jobs, Progress: progress.Update,
	}
	switch differences, err := c.Run(ctx, relation, values); {
	case err != nil:
		return err
	case differences > 0:
		return verb.Exit(verb.ExitNotVerified)
	}
	return nil
}

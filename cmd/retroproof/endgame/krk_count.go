package endgame

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/krk"
	"retroproof/krk/report"
)

// krkCountRequest is what krk count is asked.
type krkCountRequest struct {
	NoSAT      bool   `flag:"no-sat" doc:"by plain code only (a second instead of half a minute)"`
	SolverOnly bool   `flag:"solver-only" not:"no-sat" doc:"let the solver find every model alone (minutes)"`
	Jobs       int    `flag:"jobs" min:"1" doc:"enumerations to run at a time"`
	SVG        string `flag:"svg" of:"FILE" doc:"draw Figure 3 into FILE"`
	readingRequest
}

var krkCount = verb.Of(verb.Verb{Name: "krk count", Answers: []verb.Answer{&report.Figure{}, &report.Distribution{}}},
	krkCountRequest{Jobs: runtime.NumCPU(), readingRequest: byPaper}, runKRKCount)

func runKRKCount(ctx context.Context, e *verb.Env, q *krkCountRequest) error {
	relation := krk.NewRelation(q.reading())
	optimal, strategy := krk.Optimal(), relation.Verify()
	if q.SVG != "" { // before the long work, so that a bad name is noticed
		err := batch.WriteFile(q.SVG, func(w io.Writer) error {
			return krk.WriteFigure3(w, optimal, strategy)
		})
		if err != nil {
			return err
		}
	}
	progress := e.NewProgress(e.ProgressMode)
	defer progress.Done()
	f := &report.Figures{Output: outputOf(e), Relation: relation, NoSAT: q.NoSAT, SolverOnly: q.SolverOnly, Jobs: q.Jobs, Progress: progress.Update}
	differ, err := f.Count(ctx)
	if err != nil {
		return err
	}
	progress.Done()
	if err := f.Distribution(optimal, strategy); err != nil {
		return err
	}
	if differ > 0 {
		return verb.WithCode(verb.ExitNotVerified, fmt.Errorf("%d counts differ: this is a bug, please report it", differ))
	}
	return nil
}

package endgame

import (
	"context"

	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/strategy/text"
	"retroproof/strategy/report"
)

var (
	strategyList = verb.Of(verb.Verb{Name: "strategy list", Answers: []verb.Answer{&report.Entry{}}}, struct{}{}, runList)

	strategyShow = verb.Of(verb.Verb{Name: "strategy show", Answers: []verb.Answer{&report.Shown{}}, Form: &verb.Form{}}, onChessboard,
		func(ctx context.Context, e *verb.Env, q *nameRequest) error {
			s, err := q.strategy(ctx, e)
			if err != nil {
				return err
			}
			return e.Print(report.Show(s), 0)
		})
)

func runList(_ context.Context, e *verb.Env, _ *struct{}) error {
	for _, name := range text.Builtin {
		a, err := report.Listed(name)
		if err != nil {
			return err
		}
		if err := e.Print(a, 0); err != nil {
			return err
		}
	}
	return nil
}

package endgame

import (
	"context"

	"retroproof/cmd/retroproof/verb"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
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

	strategyCount = verb.Of(verb.Verb{Name: "strategy count", Answers: []verb.Answer{&report.Count{}}, Form: &verb.Form{}}, onChessboard,
		func(ctx context.Context, e *verb.Env, q *nameRequest) error {
			t, err := q.table(ctx, e)
			if err != nil {
				return err
			}
			return e.Print(report.CountOf(t), 0)
		})

	strategyCompare = verb.Of(verb.Verb{Name: "strategy compare", Answers: []verb.Answer{&report.Comparison{}}, Form: &verb.Form{}}, onChessboard, runCompare)
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

func runCompare(ctx context.Context, e *verb.Env, q *nameRequest) error {
	t, err := q.table(ctx, e)
	if err != nil {
		return err
	}
	if c, err := lemmas.New(t.Strategy); err == nil {
		if err := checker.Compare(ctx, c, t); err != nil {
			return verb.WithCode(verb.ExitNotVerified, err)
		}
	}
	a, err := report.ComparisonOf(ctx, t)
	if err != nil {
		return err
	}
	return e.Print(a, 0)
}

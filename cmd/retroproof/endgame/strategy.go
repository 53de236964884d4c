package endgame

import (
	"context"
	"fmt"
	"strings"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/text"
	"retroproof/strategy"
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

	strategyPlay = verb.Of(verb.Verb{Name: "strategy play", Answers: []verb.Answer{&report.Game{}}, Form: &verb.Form{}}, playRequest{nameRequest: onChessboard}, runPlay)

	strategyCheck = verb.Of(verb.Verb{Name: "strategy check", Use: "NAME FEN MOVE", Answers: []verb.Answer{&report.Check{}}, Form: &verb.Form{}},
		checkRequest{nameRequest: onChessboard}, runCheck)

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

// playRequest is what strategy play is asked.
type playRequest struct {
	nameRequest
	FEN string `arg:"[FEN|-]" json:"fen" doc:"a position on the board"`
}

func runPlay(ctx context.Context, e *verb.Env, q *playRequest) error {
	if q.File != "" && q.FEN == "" {
		q.Name, q.FEN = "", q.Name
	}
	if q.FEN == "" {
		return verb.Usagef("want a name and a FEN, or --file and a FEN")
	}
	t, err := q.table(ctx, e)
	if err != nil {
		return err
	}
	return e.PrintEach(ctx, q.FEN, func(fen string) (verb.Answer, error) {
		p, err := strategy.ParseFEN(t.Strategy, fen)
		if err != nil {
			return nil, err
		}
		return report.GameOf(t.Strategy, p, strategy.Play(t, p)), nil
	})
}

// checkRequest is what strategy check is asked.
type checkRequest struct {
	nameRequest
	FEN   string `arg:"[FEN|-]" json:"fen" doc:"a position on the board"`
	Move  string `arg:"[MOVE]" json:"move" doc:"a move in SAN"`
	Given verb.Given
}

func runCheck(ctx context.Context, e *verb.Env, q *checkRequest) error {
	if q.File != "" && q.Move == "" {
		q.Name, q.FEN, q.Move = "", q.Name, q.FEN
	}
	t, err := q.table(ctx, e)
	if err != nil {
		return err
	}
	one := func(fen, move string, line int) error {
		p, err := strategy.ParseFEN(t.Strategy, fen)
		if err != nil {
			return err
		}
		j := strategy.Judge(t, p, move)
		return e.Print(report.CheckOf(t.Strategy, p, move, &j), line)
	}
	switch {
	case q.Move != "" || q.Given("MOVE"):
		return one(q.FEN, q.Move, 0)
	case q.FEN != "-":
		return verb.Usagef("want a FEN and a move, or \"-\" alone")
	}
	return eachQuestion(ctx, e, "a FEN, a semicolon and a move", one)
}

// eachQuestion calls f for every line of stdin, which has a FEN, a semicolon and a move.
func eachQuestion(ctx context.Context, e *verb.Env, want string, f func(fen, move string, line int) error) error {
	return e.EachLine(ctx, e.Stdout, nil, func(text string, line int) error {
		fen, move, ok := strings.Cut(text, ";")
		if !ok {
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%q has no semicolon, want %s", batch.Cut(text, 200), want))
		}
		return f(fen, strings.TrimSpace(move), line)
	})
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

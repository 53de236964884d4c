package endgame

import (
	"context"
	"fmt"
	"strings"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
	"retroproof/strategy"
	"retroproof/strategy/report"
)

var (
	strategyList = verb.Of(verb.Verb{Name: "strategy list", Answers: []verb.Answer{&report.Entry{}}}, struct{}{}, runList)

	strategyCount = verb.Of(verb.Verb{Name: "strategy count", Answers: []verb.Answer{&report.Count{}}, Form: &verb.Form{}}, onChessboard,
		func(_ context.Context, e *verb.Env, q *nameRequest) error {
			c, err := q.circuits()
			if err != nil {
				return err
			}
			return e.Print(report.CountOf(c), 0)
		})

	strategyPlay = verb.Of(verb.Verb{Name: "strategy play", Answers: []verb.Answer{&report.Game{}}, Form: &verb.Form{}}, playRequest{nameRequest: onChessboard}, runPlay)

	strategyCheck = verb.Of(verb.Verb{Name: "strategy check", Use: "NAME FEN MOVE", Answers: []verb.Answer{&report.Check{}}, Form: &verb.Form{}},
		checkRequest{nameRequest: onChessboard}, runCheck)

	strategyCompare = verb.Of(verb.Verb{Name: "strategy compare", Answers: []verb.Answer{&report.Comparison{}}, Form: &verb.Form{}}, onChessboard, runCompare)
)

func runList(_ context.Context, e *verb.Env, _ *struct{}) error {
	for _, i := range spec.Instances() {
		a, err := report.Listed(&i)
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
	FEN string `arg:"FEN|-" json:"fen" doc:"a position on the board"`
}

func runPlay(ctx context.Context, e *verb.Env, q *playRequest) error {
	c, err := q.circuits()
	if err != nil {
		return err
	}
	t := plain.NewTable(c.Strategy)
	t.Solve()
	return e.PrintEach(ctx, q.FEN, func(fen string) (verb.Answer, error) {
		p, err := strategy.ParseFEN(c.Game, fen)
		if err != nil {
			return nil, err
		}
		return report.GameOf(c, p, strategy.Play(t, p)), nil
	})
}

// checkRequest is what strategy check is asked.
type checkRequest struct {
	nameRequest
	FEN   string `arg:"FEN|-" json:"fen" doc:"a position on the board"`
	Move  string `arg:"[MOVE]" json:"move" doc:"a move in SAN"`
	Given verb.Given
}

func runCheck(ctx context.Context, e *verb.Env, q *checkRequest) error {
	c, err := q.circuits()
	if err != nil {
		return err
	}
	t := plain.NewTable(c.Strategy)
	t.Solve()
	one := func(fen, move string, line int) error {
		p, err := strategy.ParseFEN(c.Game, fen)
		if err != nil {
			return err
		}
		j := strategy.Judge(t, p, move)
		return e.Print(report.CheckOf(c, p, move, &j), line)
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
	c, err := q.circuits()
	if err != nil {
		return err
	}
	figures, err := checker.Compare(ctx, c)
	if err != nil {
		return verb.WithCode(verb.ExitNotVerified, err)
	}
	t := plain.NewTable(c.Strategy)
	t.Solve()
	return e.Print(report.ComparisonOf(c, figures, t), 0)
}

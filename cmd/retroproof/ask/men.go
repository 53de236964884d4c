package ask

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/story"
)

// menRequest is what ask men, ask promoted and ask captures are asked.
type menRequest struct{ verdicts }

// manRequest is what ask men is asked besides.
type manRequest struct {
	menRequest
	Square string `flag:"square" doc:"tell only about the man on this square"`
}

var (
	men = of("men", manRequest{menRequest: menRequest{byDefault}},
		func(ctx context.Context, _ *verb.Env, q *manRequest, o ask.Options, fen string) (story.Answer, error) {
			if q.Square == "" {
				return askMen(ctx, o, fen, story.OriginText)
			}
			at, err := chess.ParseSquare(q.Square)
			if err != nil {
				return nil, verb.Usagef("--square: %v", err)
			}
			if s, err := chess.ParseFEN(fen); err == nil && s.Board[at] == chess.NoMan {
				return nil, verb.WithCode(verb.ExitMalformed, fmt.Errorf("--square %s: no man is there", at))
			}
			return askMen(ctx, o, fen, func(m *ask.Men) []string { return story.ManText(m, at) })
		}, &story.MenAnswer{})
	promoted = ofMen("promoted", story.PromotedText)
	captures = ofMen("captures", story.CapturesText)
)

func ofMen(name string, text func(*ask.Men) []string) *verb.Verb {
	return of(name, menRequest{byDefault}, func(ctx context.Context, _ *verb.Env, _ *menRequest, o ask.Options,
		fen string) (story.Answer, error) {
		return askMen(ctx, o, fen, text)
	}, &story.MenAnswer{})
}

// askMen answers about the men; text is what is printed of them.
func askMen(ctx context.Context, o ask.Options, fen string, text func(*ask.Men) []string) (story.Answer, error) {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	m, err := ask.AskMen(ctx, &s, o)
	return told(func(m *ask.Men) *story.MenAnswer { return story.Men(m, text) }, m, err)
}

package ask

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/story"
)

// manRequest is what ask men is asked besides.
type manRequest struct {
	verdicts
	Square string `flag:"square" doc:"tell only about the man on this square"`
}

var (
	men = of(about[manRequest]{
		name: "men", print: "Where from?", kind: &story.MenAnswer{}, defaults: manRequest{verdicts: byDefault},
		answer: func(ctx context.Context, q *manRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
			if q.Square == "" {
				return askMen(ctx, o, s, story.OriginText)
			}
			at, err := chess.ParseSquare(q.Square)
			if err != nil {
				return nil, verb.Usagef("--square: %v", err)
			}
			if s.Board[at] == chess.NoMan {
				return nil, verb.WithCode(verb.ExitMalformed, fmt.Errorf("--square %s: no man is there", at))
			}
			return askMen(ctx, o, s, func(m *ask.Men) []string { return story.ManText(m, at) })
		},
	})
	promoted = ofMen("promoted", "Which men are promoted?", story.PromotedText)
	captures = ofMen("captures", "Which captures?", story.CapturesText)
)

// ofMen makes a question about all men.
func ofMen(name, print string, text func(*ask.Men) []string) *question {
	return of(about[verdicts]{
		name: name, print: print, kind: &story.MenAnswer{}, defaults: byDefault,
		answer: func(ctx context.Context, _ *verdicts, o ask.Options, s *chess.Setup) (story.Answer, error) {
			return askMen(ctx, o, s, text)
		},
	})
}

// askMen answers about the men; text is what is printed of them.
func askMen(ctx context.Context, o ask.Options, s *chess.Setup, text func(*ask.Men) []string) (story.Answer, error) {
	return told(func(m *ask.Men) *story.MenAnswer { return story.Men(m, text) })(ask.AskMen(ctx, s, o))
}

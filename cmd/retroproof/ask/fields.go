package ask

import (
	"context"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/story"
)

var fields = of("fields", byDefault, askFields, &story.FieldsAnswer{})

func askFields(ctx context.Context, _ *verb.Env, _ *verdicts, o ask.Options, fen string) (story.Answer, error) {
	f, err := ask.AskFields(ctx, fen, o)
	if f == nil {
		return nil, verb.WithCode(verb.ExitMalformed, err)
	}
	return story.Fields(f), err
}

var rights = of("rights", byDefault, askRights, &story.RightsAnswer{})

func askRights(ctx context.Context, _ *verb.Env, _ *verdicts, o ask.Options, fen string) (story.Answer, error) {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	r, err := ask.AskRights(ctx, &s, o)
	if r == nil {
		return nil, err
	}
	return story.Rights(r), err
}

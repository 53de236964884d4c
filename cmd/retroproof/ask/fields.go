package ask

import (
	"context"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
)

var fields = of("fields", byDefault, askFields, &ask.FieldsAnswer{})

func askFields(ctx context.Context, _ *verb.Env, _ *verdicts, o ask.Options, fen string) (ask.Answer, error) {
	f, err := ask.AskFields(ctx, fen, o)
	if f == nil {
		return nil, verb.WithCode(verb.ExitMalformed, err)
	}
	return f.Answer(), err
}

var rights = of("rights", byDefault, askRights, &ask.RightsAnswer{})

func askRights(ctx context.Context, _ *verb.Env, _ *verdicts, o ask.Options, fen string) (ask.Answer, error) {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	r, err := ask.AskRights(ctx, &s, o)
	if r == nil {
		return nil, err
	}
	return r.Answer(), err
}

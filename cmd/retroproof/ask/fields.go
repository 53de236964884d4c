package ask

import (
	"context"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/ask/reply"
)

var fields = of("fields", byDefault, askFields, &reply.FieldsAnswer{})

func askFields(ctx context.Context, _ *verb.Env, _ *verdicts, o ask.Options, fen string) (reply.Answer, error) {
	f, err := ask.AskFields(ctx, fen, o)
	if f == nil {
		return nil, verb.WithCode(verb.ExitMalformed, err)
	}
	return reply.Fields(f), err
}

var rights = of("rights", byDefault, askRights, &reply.RightsAnswer{})

func askRights(ctx context.Context, _ *verb.Env, _ *verdicts, o ask.Options, fen string) (reply.Answer, error) {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	r, err := ask.AskRights(ctx, &s, o)
	if r == nil {
		return nil, err
	}
	return reply.Rights(r), err
}

package ask

import (
	"context"
	"errors"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/story"
)

// fieldsRequest is what ask fields and ask rights are asked.
type fieldsRequest struct {
	verdicts
	premises
}

// anyGame is no premise.
var anyGame = premises{Captures: -1}

// withRequest is what ask fields is asked besides.
type withRequest struct {
	fieldsRequest
	With string `flag:"with" of:"MAN" json:"with,omitempty" doc:"a man to be added on every empty square"`
}

var fields = of(about[withRequest]{
	name: "fields", print: "What is possible?", kind: &story.FieldsAnswer{},
	defaults: withRequest{fieldsRequest{byDefault, anyGame}, ""},
	open: func(ctx context.Context, q *withRequest, o ask.Options, fen string) (story.Answer, error) {
		f, err := ask.AskWith(ctx, fen, q.With, o)
		if errors.Is(err, ask.ErrWith) {
			return nil, verb.Usagef("--with: %v", err)
		}
		return told(story.Fields)(malformed(f, err))
	},
	fill: func(q *withRequest, _ *ask.Options, p *pageRequest) { q.With = p.With },
})

var rights = of(about[fieldsRequest]{
	name: "rights", print: "Castling? En passant?", kind: &story.RightsAnswer{},
	defaults: fieldsRequest{byDefault, anyGame},
	answer: func(ctx context.Context, _ *fieldsRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
		return told(story.Rights)(ask.AskRights(ctx, s, o))
	},
})

var cluster = of(about[fieldsRequest]{
	name: "cluster", print: "Illegal cluster?", kind: &story.ClusterAnswer{},
	defaults: fieldsRequest{byDefault, anyGame},
	open: func(ctx context.Context, _ *fieldsRequest, o ask.Options, fen string) (story.Answer, error) {
		return told(story.Cluster)(malformed(ask.AskCluster(ctx, fen, o)))
	},
})

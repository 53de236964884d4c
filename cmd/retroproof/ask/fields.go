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

func (r *fieldsRequest) options() (o ask.Options, err error) {
	if o, err = r.verdicts.options(); err == nil {
		err = r.suppose(&o)
	}
	return o, err
}

// anyGame is no premise.
var anyGame = premises{Captures: -1}

// withRequest is what ask fields is asked besides.
type withRequest struct {
	fieldsRequest
	With string `flag:"with" of:"MAN" json:"with,omitempty" doc:"a man to be added on every empty square"`
}

var fields = of("fields", withRequest{fieldsRequest{byDefault, anyGame}, ""}, askFields, &story.FieldsAnswer{})

func askFields(ctx context.Context, _ *verb.Env, q *withRequest, o ask.Options, fen string) (story.Answer, error) {
	f, err := ask.AskWith(ctx, fen, q.With, o)
	if errors.Is(err, ask.ErrWith) {
		return nil, verb.Usagef("--with: %v", err)
	}
	return told(story.Fields, f, malformed(f == nil, err))
}

// malformed gives an error the exit code of malformed input if there is no answer at all.
func malformed(none bool, err error) error {
	if none {
		return verb.WithCode(verb.ExitMalformed, err)
	}
	return err
}

var rights = of("rights", fieldsRequest{byDefault, anyGame}, askRights, &story.RightsAnswer{})

var askRights = parsed(func(ctx context.Context, _ *verb.Env, _ *fieldsRequest, o ask.Options,
	s *chess.Setup) (story.Answer, error) {
	r, err := ask.AskRights(ctx, s, o)
	return told(story.Rights, r, err)
})

var cluster = of("cluster", fieldsRequest{byDefault, anyGame}, askCluster, &story.ClusterAnswer{})

func askCluster(ctx context.Context, _ *verb.Env, _ *fieldsRequest, o ask.Options, fen string) (story.Answer, error) {
	c, err := ask.AskCluster(ctx, fen, o)
	return told(story.Cluster, c, malformed(c == nil, err))
}

package ask

import (
	"context"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// retractRequest is what ask retract is asked.
type retractRequest struct {
	Plies uint64 `arg:"N" json:"plies" page:"min=1,max=20" doc:"how many plies to go back"`
	position
	premises
	Effort      int  `flag:"effort" json:"effort,omitempty" min:"1" max:"5" doc:"rounds of refutation, 1 to 5, each with larger budgets"`
	NoProofgame bool `flag:"no-proofgame" json:"no_proofgame,omitempty" doc:"only try to refute: what is not impossible stays open"`
	Limit       int  `flag:"limit" json:"limit,omitempty" min:"1" page:"max=10000" doc:"positions to decide, those nearer to FEN first; hard ones count as several"`
	Positions   int  `budget:"last-move-positions" min:"1" doc:"of the last-move analyses of a question, but for its first round"`
}

func (r *retractRequest) options() (ask.Options, error) {
	o, err := r.position.options()
	o.Resolve.Effort, o.Resolve.NoGame, o.Questions, o.Positions = r.Effort, r.NoProofgame, r.Limit, r.Positions
	if err == nil {
		err = r.suppose(&o)
	}
	return o, err
}

var retract = of("retract", retractRequest{
	position: byDefault.position, premises: anyGame,
	Effort: resolve.DefaultEffort, Limit: ask.DefaultLimit, Positions: ask.RetractPositions,
}, askRetract, &story.RetractAnswer{})

// clockRequest is what ask clock is asked.
type clockRequest struct {
	fieldsRequest
	Limit int `flag:"limit" json:"limit,omitempty" min:"1" page:"max=10000" doc:"positions to decide, those nearer to FEN first; hard ones count as several"`
}

var clock = of("clock", clockRequest{fieldsRequest{byDefault, anyGame}, ask.DefaultLimit}, askClock,
	&story.ClockAnswer{})

var askClock = parsed(func(ctx context.Context, _ *verb.Env, q *clockRequest, o ask.Options,
	s *chess.Setup) (story.Answer, error) {
	o.Questions = q.Limit
	k, err := ask.AskClock(ctx, s, o)
	return told(story.Clock, k, err)
})

var askRetract = parsed(func(ctx context.Context, _ *verb.Env, q *retractRequest, o ask.Options,
	s *chess.Setup) (story.Answer, error) {
	if q.Plies < 1 || q.Plies > ask.MostPlies {
		return nil, verb.Usagef("N is %d, want 1 to %d plies", q.Plies, ask.MostPlies)
	}
	r, err := ask.AskRetract(ctx, s, int(q.Plies), o)
	return told(story.Retractions, r, err)
})

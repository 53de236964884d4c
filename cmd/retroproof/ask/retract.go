package ask

import (
	"context"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/story"
)

// retractRequest is what ask retract is asked.
type retractRequest struct {
	Plies uint64 `arg:"N" json:"plies" page:"min=1,max=20" doc:"how many plies to go back"`
	rounds
	premises
	Limit     int `flag:"limit" json:"limit,omitempty" min:"1" page:"max=10000" doc:"positions to decide, those nearer to FEN first; hard ones count as several"`
	Positions int `budget:"last-move-positions" min:"1" doc:"of the last-move analyses of a question, but for its first round"`
}

func (r *retractRequest) options() (ask.Options, error) {
	o, err := r.rounds.options()
	o.Questions, o.Positions = r.Limit, r.Positions
	return o, err
}

var retract = of(about[retractRequest]{
	name: "retract", print: "Ways back?", kind: &story.RetractAnswer{},
	defaults: retractRequest{rounds: byDefault.rounds, premises: anyGame,
		Limit: ask.DefaultLimit, Positions: ask.RetractPositions},
	answer: func(ctx context.Context, q *retractRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
		if q.Plies < 1 || q.Plies > ask.MostPlies {
			return nil, verb.Usagef("N is %d, want 1 to %d plies", q.Plies, ask.MostPlies)
		}
		return told(story.Retractions)(ask.AskRetract(ctx, s, int(q.Plies), o))
	},
	fill: func(q *retractRequest, o *ask.Options, p *pageRequest) {
		q.Plies, o.Questions, o.Positions = uint64(max(1, p.Plies)), pageRetractions, ask.RetractPositions
	},
	mostPlies: 8,
})

// clockRequest is what ask clock is asked.
type clockRequest struct {
	fieldsRequest
	Limit int `flag:"limit" json:"limit,omitempty" min:"1" page:"max=10000" doc:"positions to decide, those nearer to FEN first; hard ones count as several"`
}

var clock = of(about[clockRequest]{
	name: "clock", print: "How many quiet plies?", kind: &story.ClockAnswer{},
	defaults: clockRequest{fieldsRequest{byDefault, anyGame}, ask.DefaultLimit},
	answer: func(ctx context.Context, q *clockRequest, o ask.Options, s *chess.Setup) (story.Answer, error) {
		o.Questions = q.Limit
		return told(story.Clock)(ask.AskClock(ctx, s, o))
	},
	fill: func(q *clockRequest, _ *ask.Options, _ *pageRequest) { q.Limit = pageRetractions },
})

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
	proof
	premises
	Effort      int  `flag:"effort" json:"effort,omitempty" min:"1" max:"5" doc:"rounds of refutation, 1 to 5, each with larger budgets"`
	NoProofgame bool `flag:"no-proofgame" json:"no_proofgame,omitempty" doc:"only try to refute: what is not impossible stays open"`
	Limit       int  `flag:"limit" json:"limit,omitempty" min:"1" page:"max=10000" doc:"positions to decide, those nearer to FEN first; hard ones count as several"`
	Positions   int  `budget:"last-move-positions" min:"1" doc:"of the last-move analyses of a question, but for its first round"`
}

func (r *retractRequest) proved() *proof { return &r.proof }

func (r *retractRequest) options() (ask.Options, error) {
	o, err := r.position.options()
	o.Resolve.Effort, o.Resolve.NoGame, o.Questions, o.Positions = r.Effort, r.NoProofgame, r.Limit, r.Positions
	if err == nil {
		err = r.suppose(&o)
	}
	return o, err
}

// mostRetracted is the largest number of plies.
const mostRetracted = 200

var retract = of("retract", retractRequest{
	proof: byDefault.proof, premises: anyGame,
	Effort: resolve.DefaultEffort, Limit: ask.DefaultLimit, Positions: ask.RetractPositions,
}, askRetract, &story.RetractAnswer{})

func askRetract(ctx context.Context, _ *verb.Env, q *retractRequest, o ask.Options, fen string) (story.Answer, error) {
	if q.Plies < 1 || q.Plies > mostRetracted {
		return nil, verb.Usagef("N is %d, want 1 to %d plies", q.Plies, mostRetracted)
	}
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	r, err := ask.AskRetract(ctx, &s, int(q.Plies), o)
	if r == nil {
		return nil, err
	}
	return story.Retractions(r), err
}

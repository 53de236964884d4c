package endgame

import (
	"context"
	"io"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/krk"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/sat"
	"retroproof/strategy"
	"retroproof/web"
)

// routes are those of the screen about king and rook against king.
func routes() []web.Route {
	proving := krkByDefault
	proving.Jobs = 1
	return []web.Route{
		verb.Post(web.Route{Path: "/api/krk/play", Summary: "A game of the strategy, as krk play --json prints it",
			Work: web.Job, Body: web.ListBody,
			Answers: []string{verb.Schema(&strategy.GameAnswer{})}},
			gameRequest{playerRequest: players, readingRequest: byPaper}, gamePage),
		krkCheck.Route(web.Route{Path: "/api/krk/check", Summary: "Whether a move is the strategy's, as krk check --json " +
			"prints it", Work: web.Job}),
		verb.Post(web.Route{Path: "/api/krk/prove", Summary: "The lemmas, one after the other, as krk prove --json " +
			"prints them", Work: web.Solitary, Events: []string{"progress", "lemma", "inference", "error"},
			Answers: []string{verb.Schema(&progressAnswer{}), verb.Schema(&krk.LemmaAnswer{}), verb.Schema(&krk.Inference{})}},
			proving, provePage),
	}
}

// gameRequest is a request for a game.
type gameRequest struct {
	FEN string `json:"fen" doc:"a legal position of king and rook against king"`
	playerRequest
	readingRequest
	Moves []string `json:"moves,omitempty" doc:"Black's moves, for the defender given"`
}

func gamePage(ctx context.Context, q *gameRequest, _ web.Emit) (any, error) {
	o, err := q.options(q.Moves)
	if err != nil {
		return nil, err
	}
	pl, game, err := playGame(ctx, krkAt(q.Distance), q.FEN, o)
	if err != nil {
		return nil, err
	}
	return verb.Complete(strategy.GameOf(pl, game, false, false)), nil
}

// progressAnswer is a lemma that a solver works on.
type progressAnswer struct {
	verb.Head `schema:"retroproof.krk.progress/1"`
	Lemma     string `json:"lemma"`
	Variables int    `json:"variables"`
	Clauses   int    `json:"clauses"`
	Conflicts int64  `json:"conflicts"` // so far
}

func provePage(ctx context.Context, q *krkProveRequest, emit web.Emit) (any, error) {
	plan, err := q.plan()
	if err != nil {
		return nil, err
	}
	o := &plan.options
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	send := func(event string, a verb.Answer) {
		if emit(event, verb.Complete(a)) != nil {
			cancel() // the tab is closed
		}
	}
	var running progressAnswer
	o.Started = func(l lemmas.Lemma, variables, clauses int) {
		running = progressAnswer{Lemma: l.Key, Variables: variables, Clauses: clauses}
		send("progress", &running)
	}
	o.Report = func(_ lemmas.Lemma, s sat.Stats) {
		if s.Conflicts >= running.Conflicts+reportConflicts {
			running.Conflicts = s.Conflicts
			send("progress", &running)
		}
	}
	proof := &krk.Proof{Options: *o, Suite: plan.suite,
		Output: krk.Output{Text: io.Discard, Print: func(a answer.Answer) error {
			switch {
			case ctx.Err() != nil:
			case verb.Schema(a) == verb.Schema(&krk.LemmaAnswer{}):
				send("lemma", a)
			case verb.Schema(a) == verb.Schema(&krk.Inference{}):
				send("inference", a)
			}
			return nil
		}}}
	if err := proof.Exhaust(plan.lemmas); err != nil {
		return nil, err
	}
	results, err := krk.Prove(ctx, plan.lemmas, !q.Whole, *o, proof.Row)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil || !plan.all {
		return nil, err
	}
	_, err = proof.Theorems(ctx, plan.lemmas, results)
	return nil, err
}

// reportConflicts is how many conflicts there are between two events of progress.
const reportConflicts = 1000

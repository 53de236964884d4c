package endgame

import (
	"context"

	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/strategy/text"
	"retroproof/strategy"
)

var (
	strategyList = verb.Of(verb.Verb{Name: "strategy list", Answers: []verb.Answer{&strategy.Entry{}}, Form: &verb.Form{}},
		struct{}{}, runList)

	strategyShow = verb.Of(verb.Verb{Name: "strategy show", Answers: []verb.Answer{&strategy.Shown{}},
		Form: &verb.Form{Stdin: ownText, Flag: "file"}}, showRequest{nameRequest: onChessboard},
		func(ctx context.Context, e *verb.Env, q *showRequest) error {
			s, err := q.strategy(ctx, e)
			if err != nil {
				return err
			}
			return e.Print(strategy.Show(s, q.Core), 0)
		})
)

// How the page has verbs read a strategy of somebody's own, and write evidence.
const ownText = "the strategy, in place of a name"

var certified = []string{"--certify", "--out", verb.EvidenceFolder}

// showRequest is what strategy show is asked.
type showRequest struct {
	nameRequest
	Core bool `flag:"core" json:"core,omitempty" doc:"the core form for this board, about which certificates are"`
}

func runList(_ context.Context, e *verb.Env, _ *struct{}) error {
	for _, name := range text.Builtin {
		a, err := strategy.Listed(name)
		if err != nil {
			return err
		}
		if err := e.Print(a, 0); err != nil {
			return err
		}
	}
	return nil
}

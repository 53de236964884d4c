package reply

import (
	"context"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/ask"
)

// TempoAnswer is the answer.
type TempoAnswer struct {
	answer.Head `schema:"retroproof.ask.tempo/1"`
	About
	Possible bool     `json:"possible"`
	Plies    int      `json:"plies,omitempty"`
	Moves    *sides   `json:"moves,omitempty"`
	Least    *sides   `json:"least,omitempty"`
	Spare    *sides   `json:"spare,omitempty"`
	Castling string   `json:"castling,omitempty"`
	Stay     []string `json:"stay,omitempty"`

	Incomplete bool `json:"incomplete,omitempty"`
	Reply
}

// tail is for what the answer does not have: a certificate.
func (a *TempoAnswer) end() *End { return &End{} }

// Tempo makes an answer about tempo moves, which may be incomplete.
func Tempo(t *ask.Tempo, incomplete bool) *TempoAnswer {
	a := &TempoAnswer{
		About: About{FEN: t.Setup.FEN()}, Possible: t.Possible, Plies: t.Plies, Incomplete: incomplete,
		Reply: Reply{Lines: t.Sentences(), Short: strings.Join(t.Sentences(), " "), Document: t.Document()},
	}
	if t.Possible && !t.Open {
		a.Moves = &sides{t.Moves[chess.White], t.Moves[chess.Black]}
		a.Least = &sides{t.Least[chess.White], t.Least[chess.Black]}
		a.Spare = &sides{t.Spare(chess.White), t.Spare(chess.Black)}
		a.Castling, a.Stay = t.Castling.String(), squareNames(t.Stay)
	}
	return a
}

// ReleaseAnswer is the answer.
type ReleaseAnswer struct {
	answer.Head `schema:"retroproof.ask.release/1"`
	About
	Men      []string `json:"men"`
	Verdict  string   `json:"verdict"`
	Plies    int      `json:"plies,omitempty"`
	Unmoves  []string `json:"un_moves,omitempty"`
	Before   string   `json:"before,omitempty"`
	Sentence string   `json:"sentence"`
	End
	Reply
}

// Release makes an answer about how far back men were released.
func Release(r *ask.Release) *ReleaseAnswer {
	sentence := strings.Join(r.Sentences(), " ")
	a := &ReleaseAnswer{
		About: About{FEN: r.Setup.FEN()}, Men: squareNames(r.Men), Verdict: r.Verdict(), Plies: r.Plies, Unmoves: r.Unmoves, Sentence: sentence,
		Reply: Reply{
			Lines: r.Sentences(), Short: sentence, Document: r.Document(),
			Claims: func(ctx context.Context, c *ask.Certificate) error { return c.Release(ctx, r) },
		},
	}
	if r.Before != nil {
		a.Before = r.Before.FEN()
	}
	return a
}

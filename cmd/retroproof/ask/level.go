package ask

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/ask"
)

// levelRequest is what ask level is asked.
type levelRequest struct {
	FEN   string    `arg:"FEN|-" json:"fen" doc:"the position"`
	Level ask.Level `flag:"level" json:"level,omitempty" choice:"playable,static,legal" doc:"playable, static or legal"`
	Start string    `flag:"start" of:"FEN" json:"start,omitempty" doc:"the position from which games start; FEN in place of the initial one"`
}

// levelAnswer is the answer.
type levelAnswer struct {
	verb.Head `schema:"retroproof.ask.level/1"`
	FEN       string    `json:"fen"`
	Level     ask.Level `json:"level"`
	OK        bool      `json:"ok"`
	Reason    string    `json:"reason,omitempty"`
}

// Text writes the word.
func (a *levelAnswer) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, cmp.Or(a.Reason, "ok"))
	return err
}

var level = verb.Of(verb.Verb{Name: "ask level", Answers: []verb.Answer{&levelAnswer{}}},
	levelRequest{Level: ask.LegalLevel}, askLevel)

func askLevel(ctx context.Context, e *verb.Env, q *levelRequest) error {
	o, err := (&position{Start: q.Start}).options()
	if err != nil {
		return err
	}
	refute := kernel.DecideOptions{Start: o.Resolve.Refute.Start}
	return e.EachBuffered(ctx, q.FEN, func(w io.Writer, text string, line int) error {
		s, err := chess.ParseFEN(text)
		if err != nil {
			if line > 0 && !e.JSON {
				_, werr := fmt.Fprintln(w, "Malformed")
				return cmp.Or(werr, err)
			}
			return err
		}
		reason, err := ask.Objection(ctx, &s, q.Level, refute)
		if err != nil {
			return err
		}
		return e.PrintTo(w, &levelAnswer{FEN: text, Level: q.Level, OK: reason == "", Reason: string(reason)}, line)
	})
}

package tb

import (
	"context"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/material"
)

// lineRequest is what tb line is asked.
type lineRequest struct {
	FEN string `arg:"FEN|-"`
	tablesRequest
	Comments bool `flag:"comments" not:"json" doc:"comment every move with the plies to mate that are left"`
}

var lineVerb = verb.Of(verb.Verb{Name: "tb line", Answers: []verb.Answer{&lineAnswer{}}},
	lineRequest{tablesRequest: fourMen}, func(ctx context.Context, e *verb.Env, q *lineRequest) error {
		return q.each(ctx, e, q.FEN, func(t *Tables, text string) (verb.Answer, error) {
			p, err := chess.ParsePosition(text)
			if err != nil {
				return nil, err
			}
			a, err := t.line(ctx, p)
			if err == nil {
				a.comments = q.Comments
			}
			return a, err
		})
	})

// Line answers as tb line does.
func (t *Tables) Line(ctx context.Context, p *chess.Position) (verb.Answer, error) {
	return t.line(ctx, p)
}

func (t *Tables) line(ctx context.Context, p *chess.Position) (*lineAnswer, error) {
	var l *retro.Line
	err := t.answer(ctx, func() (err error) {
		l, err = t.Tables.Line(ctx, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	a := &lineAnswer{FEN: p.FEN(), Material: material.OfPosition(p).Canonical(), value: valueOf(l.Value), Outcome: l.Result(),
		Game: strings.Join(l.SAN(), " "), Moves: []move{}, line: l}
	for _, m := range l.Moves {
		a.Moves = append(a.Moves, moveOf(m))
	}
	return a, nil
}

// lineAnswer is a game to mate.
type lineAnswer struct {
	verb.Head `schema:"retroproof.tb.line/2"`
	FEN       string            `json:"fen"`
	Material  material.Material `json:"material"`
	value
	Outcome  notation.Result `json:"outcome"`
	Game     string          `json:"game"` // SAN
	Moves    []move          `json:"moves"`
	line     *retro.Line
	comments bool
}

// Text writes the game as PGN.
func (a *lineAnswer) Text(w io.Writer) error {
	_, err := a.line.PGN(a.comments).WriteTo(w)
	return err
}

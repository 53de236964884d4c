package tb

import (
	"context"
	"io"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/report"
)

// lineRequest is what tb line is asked.
type lineRequest struct {
	FEN string `arg:"FEN|-"`
	tablesRequest
	Comments bool `flag:"comments" not:"json" doc:"comment every move with the plies to mate that are left"`
}

var lineVerb = verb.Of(verb.Verb{Name: "tb line", Answers: []verb.Answer{&report.Line{}}},
	lineRequest{tablesRequest: fourMen}, func(ctx context.Context, e *verb.Env, r *lineRequest) error {
		return r.each(ctx, e, r.FEN, func(t *Tables, _ io.Writer, text string) (verb.Answer, error) {
			p, err := chess.ParsePosition(text)
			if err != nil {
				return nil, err
			}
			a, err := t.line(ctx, p)
			if err == nil {
				a.Comments = r.Comments
			}
			return a, err
		})
	})

// Line answers as tb line does.
func (t *Tables) Line(ctx context.Context, p *chess.Position) (verb.Answer, error) {
	return t.line(ctx, p)
}

func (t *Tables) line(ctx context.Context, p *chess.Position) (*report.Line, error) {
	var l *retro.Line
	err := t.answer(ctx, func() (err error) {
		l, err = t.Tables.Line(ctx, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	return report.NewLine(p, l), nil
}

package reply

import (
	"context"
	"fmt"
	"strings"

	"retroproof/internal/answer"
	"retroproof/kernel/ask"
)

// FieldsAnswer is the answer to ask fields.
type FieldsAnswer struct {
	answer.Head `schema:"retroproof.ask.fields/1"`
	About
	Values    []ask.Value `json:"values"`
	Positions []decided   `json:"positions"`
	End
	Reply
}

// Fields makes an answer about unknown fields.
func Fields(f *ask.Fields) *FieldsAnswer {
	lines := fieldLines(f)
	return &FieldsAnswer{
		About: About{FEN: f.Pattern}, Values: append([]ask.Value{}, f.Values...), Positions: decidedPositions(f.Positions),
		Reply: Reply{lines, strings.Join(lines, "; "), f.Document(), func(ctx context.Context, c *ask.Certificate) error { return c.Fields(ctx, f) }},
	}
}

func fieldLines(f *ask.Fields) []string {
	lines := []string{fmt.Sprintf("positions: %d; not illegal: %d", len(f.Positions), len(f.Left()))}
	switch {
	case len(f.Positions) == 0:
		lines = append(lines, "the diagram alone excludes every position: the rules are in doc/ask.md")
	case len(f.Values) == 0: // a FEN without unknown fields
		p := f.Positions[0]
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s", p.Verdict, p.Reason)))
	}
	for _, v := range f.Values {
		text := fmt.Sprintf("%-10s  %s %s", v.Verdict, v.Field, v.Value)
		if v.Forced {
			text += "  forced"
		}
		lines = append(lines, text)
	}
	return lines
}

// RightsAnswer is the answer to ask rights.
type RightsAnswer struct {
	answer.Head `schema:"retroproof.ask.rights/1"`
	About
	Castling  []right   `json:"castling"`
	EnPassant []passing `json:"en_passant"`
	Exclusive []string  `json:"exclusive,omitempty"` // pairs: "Kq"
	Parts     []string  `json:"parts"`               // "KQ -"
	Sentences []string  `json:"sentences"`
	Positions []decided `json:"positions"`
	End
	Reply
}

// right is a castling right.
type right struct {
	Right     string      `json:"right"`
	Verdict   ask.Verdict `json:"verdict"`
	Lost      ask.Verdict `json:"lost"` // the verdict on its lack
	Permitted bool        `json:"permitted"`
}

// passing is an en passant square.
type passing struct {
	Square  string      `json:"square"`
	Verdict ask.Verdict `json:"verdict"`
	Proven  bool        `json:"proven"`
	If      []string    `json:"if,omitempty"` // rights
}

// Rights makes an answer about castling and en passant.
func Rights(r *ask.Rights) *RightsAnswer {
	a := &RightsAnswer{
		About: About{FEN: r.Pattern}, Castling: []right{}, EnPassant: []passing{}, Parts: []string{}, Sentences: r.Sentences(), Positions: decidedPositions(r.Positions),
		Reply: Reply{r.Sentences(), strings.Join(r.Sentences(), " "), r.Document(), func(ctx context.Context, c *ask.Certificate) error { return c.Fields(ctx, r.Fields) }},
	}
	for _, c := range r.Castling {
		a.Castling = append(a.Castling, right{c.Right.String(), c.Verdict, c.Without, c.Permitted})
	}
	for _, e := range r.EnPassant {
		p := passing{Square: e.Square.String(), Verdict: e.Verdict, Proven: e.Proven}
		for _, right := range e.If {
			p.If = append(p.If, right.String())
		}
		a.EnPassant = append(a.EnPassant, p)
	}
	for _, p := range r.Exclusive {
		a.Exclusive = append(a.Exclusive, p.One.String()+p.Other.String())
	}
	for _, p := range r.Parts {
		a.Parts = append(a.Parts, p.String())
	}
	return a
}

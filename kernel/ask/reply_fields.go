package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// FieldsAnswer is the answer to ask fields.
type FieldsAnswer struct {
	answer.Head `schema:"retroproof.ask.fields/1"`
	Reply
	Values    []Value   `json:"values"`
	Positions []decided `json:"positions"`
	Tail
}

// Answer makes an answer about unknown fields.
func (f *Fields) Answer() *FieldsAnswer {
	return &FieldsAnswer{Reply: f.reply(f.lines(), "; "), Values: append([]Value{}, f.Values...), Positions: decidedPositions(f.Positions)}
}

func (f *Fields) reply(lines []string, between string) Reply {
	return Reply{
		FEN: f.Pattern, Lines: lines, Short: strings.Join(lines, between), Document: f.Document(),
		Claims: func(ctx context.Context, c *Certificate) error { return c.Fields(ctx, f) },
	}
}

func (f *Fields) lines() []string {
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

// Document returns the answer in prose.
func (f *Fields) Document() *story.Document {
	left := f.Left()
	d := &story.Document{Title: "Unknown fields", FEN: f.Pattern, Verdict: kernel.Unknown}
	if len(left) == 0 {
		d.Verdict = kernel.Illegal
	} else if slices.ContainsFunc(left, func(a *resolve.Answer) bool { return a.Verdict == kernel.Legal }) {
		d.Verdict = kernel.Legal
	}
	d.Parts = []story.Part{story.Code("", f.Pattern), story.Text(story.Span{Text: fmt.Sprintf("Positions that it stands for, "+
		"without those that a glance at the diagram excludes: %d. Not illegal: %d.", len(f.Positions), len(left))})}
	if len(f.Positions) > 0 {
		d.Parts = append(d.Parts, story.Board(story.Diagram{Setup: f.Positions[0].Setup, Caption: "one of them"}))
	}
	var values, refuted []story.Part
	shown := map[int]string{} // by position, for which value its game is shown
	for _, v := range f.Values {
		name := v.Field + " " + v.Value
		spans := []story.Span{{Text: name, Bold: true}, {Text: ": " + v.Verdict.String()}}
		if v.Forced {
			spans = append(spans, story.Span{Text: "; everything else is impossible"})
		}
		as, again := shown[v.Example]
		if again {
			spans = append(spans, story.Span{Text: ", as in the game for " + as})
		}
		values = append(values, story.Text(append(spans, story.Span{Text: "."})...))
		if v.Example >= 0 && !again {
			shown[v.Example] = name
			p := f.Positions[v.Example]
			values = append(values, game(&p.Start, p.Game))
		}
	}
	for _, p := range f.Positions {
		if p.Verdict == kernel.Illegal {
			spans := []story.Span{{Text: p.Setup.FEN(), Code: true}, {Text: " "}}
			refuted = append(refuted, story.Text(append(spans, why(p)...)...))
		}
	}
	if values != nil {
		d.Parts = append(d.Parts, story.Heading("What the fields can be"), story.List(values...))
	}
	if refuted != nil {
		d.Parts = append(d.Parts, story.Heading("Positions that are illegal"), story.List(refuted...))
	}
	return d
}

// RightsAnswer is the answer to ask rights.
type RightsAnswer struct {
	answer.Head `schema:"retroproof.ask.rights/1"`
	Reply
	Castling  []Right   `json:"castling"`
	EnPassant []Passing `json:"en_passant"`
	Exclusive []string  `json:"exclusive,omitempty"` // pairs: "Kq"
	Parts     []string  `json:"parts"`               // "KQ -"
	Sentences []string  `json:"sentences"`
	Positions []decided `json:"positions"`
	Tail
}

// Answer makes an answer about castling and en passant.
func (r *Rights) Answer() *RightsAnswer {
	list := r.Sentences()
	a := &RightsAnswer{
		Reply: r.reply(list, " "), Castling: append([]Right{}, r.Castling...), EnPassant: append([]Passing{}, r.EnPassant...),
		Parts: r.partTexts(), Sentences: list, Positions: decidedPositions(r.Positions),
	}
	for _, p := range r.Exclusive {
		a.Exclusive = append(a.Exclusive, p.One.String()+p.Other.String())
	}
	a.Document.Title = "Castling and en passant"
	a.Document.Parts = slices.Insert(a.Document.Parts, 1, story.Sentences(list))
	return a
}

func (r *Rights) partTexts() []string {
	parts := []string{}
	for _, p := range r.Parts {
		parts = append(parts, p.String())
	}
	return parts
}

// Sentences says of each right and en passant square whether it is there, and what is permitted by convention.
func (r *Rights) Sentences() (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if len(r.Left()) == 0 {
		return []string{"No game leads here, whatever the castling rights and the en passant square."}
	}
	for _, right := range r.Castling {
		side, way := castlingWords(right.Right)
		words := "%s may castle %s by convention: open, as it is not proven that the right is gone."
		switch {
		case right.Verdict == Impossible:
			words = "%s may not castle %s: it is impossible that the right is there."
		case right.Without == Impossible:
			words = "%s may castle %s: it is proven that the right is there."
		case right.Verdict == Possible:
			words = "%s may castle %s: possible, so it is permitted by convention."
		}
		add(words, side, way)
	}
	for _, e := range r.EnPassant {
		switch {
		case e.Proven:
			add("The last move was the double step over %s: a capture en passant is permitted.", e.Square)
			continue
		case e.Verdict == Impossible:
			add("No capture en passant on %s: impossible.", e.Square)
		default:
			add("No capture en passant on %s by convention: it is %s, and not proven.", e.Square, e.Verdict)
		}
		for _, right := range e.If {
			side, way := castlingWords(right)
			add("If %s may castle %s, the last move was the double step over %s: "+
				"with the convention AP the capture is permitted where this castling follows.", side, way, e.Square)
		}
	}
	for _, p := range r.Exclusive {
		side, way := castlingWords(p.One)
		otherSide, otherWay := castlingWords(p.Other)
		add("Not both: %s may castle %s, and %s may castle %s. By RS the castling that comes first decides.",
			side, way, otherSide, otherWay)
	}
	if len(r.Exclusive) > 0 || slices.ContainsFunc(r.Parts, func(p Part) bool { return p.Castling != r.Parts[0].Castling }) {
		add("Parts for PRA, rights and en passant square: %s.", strings.Join(r.partTexts(), "; "))
	}
	if len(list) == 0 {
		add("No castling and no capture en passant is in question.")
	}
	return list
}

// castlingWords returns the side of a castling right, and "short" or "long".
func castlingWords(c chess.Castling) (side, way string) {
	side, way = "White", "short"
	if c&(chess.BlackKingside|chess.BlackQueenside) != 0 {
		side = "Black"
	}
	if c&(chess.WhiteQueenside|chess.BlackQueenside) != 0 {
		way = "long"
	}
	return side, way
}

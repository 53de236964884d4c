package ask

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// Reply is what every answer has: the beginning of its JSON, lines for a reader, a document, and what can be claimed
// of it in a certificate. Answers embed it and [Tail].
type Reply struct {
	FEN      string          `json:"fen"`
	Start    string          `json:"start,omitempty"` // where games begin; "" for the initial position
	Lines    []string        `json:"-"`               // for a reader
	Short    string          `json:"-"`               // the same in a list of positions
	Document *story.Document `json:"-"`               // all that is known
	// Claims adds what the answer claims; nil if that is nothing.
	Claims func(context.Context, *Certificate) error `json:"-"`
}

// Tail is what an answer has at its end.
type Tail struct {
	Incomplete  bool   `json:"incomplete,omitempty"` // interrupted
	Certificate string `json:"certificate,omitempty"`
}

// Answer is an answer to a question.
type Answer interface {
	answer.Answer
	Replied() *Reply
	Ended() *Tail
}

// Replied returns the reply.
func (r *Reply) Replied() *Reply { return r }

// Ended returns the tail.
func (t *Tail) Ended() *Tail { return t }

// Text writes the lines.
func (r *Reply) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, strings.Join(r.Lines, "\n"))
	return err
}

// sentences makes a reply of sentences, which stand on a line each.
func sentences(s *chess.Setup, list []string, d *story.Document) Reply {
	return Reply{FEN: s.FEN(), Lines: list, Short: strings.Join(list, " "), Document: d}
}

// sides is a number for each side.
type sides struct {
	White int `json:"white"`
	Black int `json:"black"`
}

// decided is the verdict on a position on which an answer rests.
type decided struct {
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"` // illegal, legal or unknown
	Reason  string `json:"reason,omitempty"`
	Game    string `json:"game,omitempty"` // SAN
}

func decidedPositions(list []*resolve.Answer) []decided {
	positions := []decided{}
	for _, a := range list {
		positions = append(positions, decided{a.Setup.FEN(), a.Verdict.String(), string(a.Reason), strings.Join(a.Game, " ")})
	}
	return positions
}

// document is an answer about a position in prose: the diagram, and either why no game leads there, or the parts.
func document(title string, s *chess.Setup, whole *resolve.Answer, d story.Diagram, parts func() []story.Part) *story.Document {
	d.Setup, d.Caption = *s, story.Side(s.Turn)+" to move"
	doc := &story.Document{Title: title, FEN: s.FEN(), Verdict: whole.Verdict, Reason: whole.Reason}
	doc.Parts = []story.Part{story.Text(story.Span{Text: title, Bold: true}), story.Board(d), story.Code("", doc.FEN)}
	if whole.Verdict == kernel.Illegal {
		doc.Parts = append(doc.Parts, story.Heading("No game leads here"), story.Text(why(whole)...))
	} else {
		doc.Parts = append(doc.Parts, parts()...)
	}
	return doc
}

// why says in a sentence or more why a position is illegal.
func why(a *resolve.Answer) []story.Span {
	text := cmp.Or(story.Explain(&a.Decision), "It is illegal.") // a search through all games explains nothing
	return []story.Span{{Text: string(a.Reason), Code: true}, {Text: ": " + text}}
}

// game shows a game.
func game(start *chess.Setup, moves []string) story.Part {
	if len(moves) == 0 {
		return story.Text(story.Span{Text: "It is the start position."})
	}
	return story.Code("", numbered(start, moves))
}

// numbered writes moves with their numbers.
func numbered(start *chess.Setup, san []string) string {
	var list []string
	for i, move := range san {
		if i == 0 || (start.Turn == chess.White) == (i%2 == 0) {
			list = append(list, notation.MoveNumber(start, i))
		}
		list = append(list, move)
	}
	return strings.Join(list, " ")
}

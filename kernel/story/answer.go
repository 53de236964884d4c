package story

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
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
)

// Reply is what every answer to a question has: the beginning of its JSON, lines for a reader, a document, and what can
// be claimed of it in a certificate. Answers embed it and [Tail].
type Reply struct {
	FEN      string    `json:"fen"`
	Start    string    `json:"start,omitempty"` // where games begin; "" for the initial position
	Lines    []string  `json:"-"`               // for a reader
	Short    string    `json:"-"`               // the same in a list of positions
	Document *Document `json:"-"`               // all that is known
	// Claims adds what the answer claims; nil if that is nothing.
	Claims func(context.Context, *ask.Certificate) error `json:"-"`
}

// Tail is what an answer has at its end.
type Tail struct {
	Premise     string `json:"premise,omitempty"`    // what is supposed of all games, in words
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

// Suppose says that all games are meant that keep a premise, if there is one.
func Suppose(a Answer, p *answers.Premise) {
	if p == nil {
		return
	}
	a.Ended().Premise = p.Text()
	with := "With the premise: " + p.Text() + "."
	r := a.Replied()
	r.Lines, r.Short = append([]string{with}, r.Lines...), with+" "+r.Short
	r.Document.Parts = append([]Part{text(with)}, r.Document.Parts...)
}

// Text writes the lines.
func (r *Reply) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, strings.Join(r.Lines, "\n"))
	return err
}

// inSentences makes a reply of sentences, which stand on a line each.
func inSentences(s *chess.Setup, list []string, d *Document) Reply {
	return Reply{FEN: s.FEN(), Lines: list, Short: strings.Join(list, " "), Document: d}
}

// sides is a number for each side.
type sides struct {
	White int `json:"white"`
	Black int `json:"black"`
}

func sidesOf(n [2]int) *sides { return &sides{n[chess.White], n[chess.Black]} }

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

// answered is an answer about a position in prose: the diagram, and either why no game leads there, or the parts.
func answered(title string, s *chess.Setup, whole *resolve.Answer, d Diagram, parts func() []Part) *Document {
	d.Setup, d.Caption = *s, rules.Side(s.Turn)+" to move"
	doc := &Document{Title: title, FEN: s.FEN(), Verdict: whole.Verdict, Reason: whole.Reason}
	doc.Parts = []Part{Text(Span{Text: title, Bold: true}), Board(d), Code("", doc.FEN)}
	if whole.Verdict == kernel.Illegal {
		doc.Parts = append(doc.Parts, Heading("No game leads here"), Text(why(whole)...))
	} else {
		doc.Parts = append(doc.Parts, parts()...)
	}
	return doc
}

// why says in a sentence or more why a position is illegal.
func why(a *resolve.Answer) []Span {
	words := cmp.Or(Explain(&a.Decision), "It is illegal.") // a search through all games explains nothing
	return []Span{{Text: string(a.Reason), Code: true}, {Text: ": " + words}}
}

// gamePart shows a game.
func gamePart(start *chess.Setup, moves []string) Part {
	if len(moves) == 0 {
		return text("It is the start position.")
	}
	return Code("", numbered(start, moves))
}

// numbered writes moves with their numbers.
func numbered(start *chess.Setup, san []string) string {
	return strings.Join(movePairs(start, san), " ")
}

// movePairs writes the moves of both sides together: "1. e4 d5".
func movePairs(start *chess.Setup, san []string) (list []string) {
	for i, move := range san {
		if i == 0 || (start.Turn == chess.White) == (i%2 == 0) {
			list = append(list, notation.MoveNumber(start, i)+" "+move)
		} else {
			list[len(list)-1] += " " + move
		}
	}
	return list
}

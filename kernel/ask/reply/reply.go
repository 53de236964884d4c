// Package reply has the answers to questions about a position as they are given: JSON with a schema, lines for a reader, a
// document, and what can be claimed of them in a certificate.
package reply

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// Reply is what an answer has besides its fields in JSON.
type Reply struct {
	Lines    []string        `json:"-"` // for a reader
	Short    string          `json:"-"` // the same in a list of positions
	Document *story.Document `json:"-"` // all that is known
	// Claims adds what the answer claims; nil if that is nothing.
	Claims func(context.Context, *ask.Certificate) error `json:"-"`
}

// Text writes the lines.
func (r *Reply) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, strings.Join(r.Lines, "\n"))
	return err
}

// About begins an answer in JSON, and End ends it.
type About struct {
	FEN   string `json:"fen"`
	Start string `json:"start,omitempty"` // where games begin; "" for the initial position
}

// End is what an answer has at its end.
type End struct {
	Incomplete  bool   `json:"incomplete,omitempty"` // interrupted
	Certificate string `json:"certificate,omitempty"`
}

func (a *About) about() *About { return a }
func (e *End) end() *End       { return e }
func (r *Reply) reply() *Reply { return r }

// Answer is an answer to a question: a pointer to a struct that embeds [About], [End] and [Reply].
type Answer interface {
	answer.Answer
	about() *About
	end() *End
	reply() *Reply
}

// Of returns what an answer has besides its fields in JSON.
func Of(a Answer) *Reply { return a.reply() }

// AboutOf returns the beginning of an answer.
func AboutOf(a Answer) *About { return a.about() }

// EndOf returns the end of an answer.
func EndOf(a Answer) *End { return a.end() }

func squareNames(b chess.Bitboard) []string {
	var names []string
	for sq := range b.Squares() {
		names = append(names, sq.String())
	}
	return names
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

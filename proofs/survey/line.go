package survey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// LineSchema is the version of the lines.
const LineSchema = "retroproof.survey.verdict/3"

// olderLines says what reads the version before.
const olderLines = "version /2 is read by retroproof at commit 16130bed021a; make the draws again with \"retroproof " +
	"estimate run\""

// The verdicts of lines.
const (
	Legal   = "legal"
	Illegal = "illegal"
	Unknown = "unknown"
)

// Line is the verdict on a draw. Programs that read the output of "retroproof legal" can read
// it, too.
type Line struct {
	Schema       string `json:"schema"`
	Draw         uint64 `json:"draw"`
	Rank         string `json:"rank"`
	FEN          string `json:"fen"`
	Multiplicity int    `json:"multiplicity"`
	Verdict      string `json:"verdict"`
	Plies        *int   `json:"plies,omitempty"` // length of the game of a legal position
	UCI          string `json:"uci,omitempty"`   // its moves
}

// NewLine returns a line about a draw of a scheme, without a verdict.
func NewLine(scheme Scheme, draw uint64, d *Drawn) *Line {
	return &Line{Schema: LineSchema, Draw: draw, Rank: d.Rank.String(), FEN: d.FEN(scheme), Multiplicity: d.Multiplicity,
		Verdict: Unknown}
}

// Text returns the line as it is written, with its newline.
func (l *Line) Text() []byte {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // does not happen: strings and numbers can always be encoded
	}
	return append(text, '\n')
}

// ParseLine reads a line. It rejects everything that Text does not write.
func ParseLine(text []byte) (*Line, error) {
	l := &Line{}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, err
	}
	if l.Schema != LineSchema {
		return nil, fmt.Errorf("schema %q, want %q; %s", l.Schema, LineSchema, olderLines)
	}
	if !bytes.Equal(l.Text(), text) {
		return nil, errors.New("not written as it should be: an unknown field, or another order")
	}
	return l, nil
}

// About returns why a line is not about the draw of another line, or nil if it is.
func (l *Line) About(want *Line) error {
	if l.Draw != want.Draw || l.Rank != want.Rank || l.FEN != want.FEN || l.Multiplicity != want.Multiplicity {
		return fmt.Errorf("draw %d is %s, %s of multiplicity %d; the seed draws %d, %s, %s of multiplicity %d",
			l.Draw, l.Rank, l.FEN, l.Multiplicity, want.Draw, want.Rank, want.FEN, want.Multiplicity)
	}
	return nil
}

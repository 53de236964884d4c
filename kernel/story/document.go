package story

import (
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/proofs/illegal/facts"
)

// Document is a text with diagrams, which the renderers write.
type Document struct {
	Title   string // the verdict as a short phrase
	FEN     string
	Verdict kernel.Verdict
	Reason  facts.Reason // "" if there is none
	Parts   []Part
}

// Part is a piece of a document: [Paragraph], [Diagram], [Heading], [Row], [Fold],
// [List], [Key] or [Moves].
type Part interface{ part() }

// Paragraph is running text.
type Paragraph []Span

// Span is some text of a paragraph.
type Span struct {
	Text string
	Link string // the ID of the Fold or Heading that the text leads to, or ""
	Code bool   // notation, moves and FENs
	Bold bool
}

// Heading stands above a section.
type Heading struct {
	Text string
	ID   string // for links, or ""
}

// Diagram is a board.
type Diagram struct {
	Setup   chess.Setup
	Caption string
	Marked  []chess.Square // what the reason is about
	Locked  []chess.Square // of men that never moved
	Crossed []chess.Square // where men were captured that never moved
	Arrows  []notation.SVGArrow
	Arrow   string // what an arrow stands for: "check"
	Small   bool   // one of many, without coordinates and key; left out of text
}

// Row is some diagrams side by side.
type Row []Diagram

// List has an item for each part.
type List []Part

// Fold is a section that can be folded away, with its summary left.
type Fold struct {
	ID      string // for links, or ""
	Summary Paragraph
	Open    bool
	Parts   []Part
}

// Key explains the marks of diagrams. Plain text omits it, since it has no marks.
type Key []KeyEntry

// KeyEntry is the meaning of a mark.
type KeyEntry struct {
	Mark    notation.SVGMark
	Meaning string
}

// Moves are a game.
type Moves struct {
	Words []string  // "1. e4 d5", each of which stays on a line
	Way   []Diagram // positions on the way; left out of text
	PGN   string    // the game as a file; left out of text
	Start chess.Setup
	Plies []Ply // left out of text and pages
}

// Ply is a move of a game.
type Ply struct {
	SAN string
	UCI string
	FEN string // the position after it
}

func (Paragraph) part() {}
func (Heading) part()   {}
func (Diagram) part()   {}
func (Row) part()       {}
func (List) part()      {}
func (Fold) part()      {}
func (Key) part()       {}
func (Moves) part()     {}

// text is a paragraph without links.
func text(sentences ...string) Paragraph {
	return Paragraph{{Text: strings.Join(sentences, " ")}}
}

// String returns the text of a paragraph.
func (p Paragraph) String() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteString(s.Text)
	}
	return b.String()
}

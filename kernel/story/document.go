package story

import (
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
)

// Document is a text with diagrams, which the renderers write.
type Document struct {
	Title string // the verdict in a few words
	FEN   string
	Parts []Part
}

// Part is a piece of a document: [Paragraph], [Diagram], [Heading], [Row], [Fold]
// or [List].
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
	Marked  []chess.Square
	Arrows  []notation.SVGArrow
	Small   bool // one of many; left out where text has no room for it
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

func (Paragraph) part() {}
func (Heading) part()   {}
func (Diagram) part()   {}
func (Row) part()       {}
func (List) part()      {}
func (Fold) part()      {}

// text is a paragraph without links.
func text(sentences ...string) Paragraph {
	return Paragraph{{Text: strings.Join(sentences, " ")}}
}

// String returns the words of a paragraph.
func (p Paragraph) String() string {
	var b strings.Builder
	for _, s := range p {
		b.WriteString(s.Text)
	}
	return b.String()
}

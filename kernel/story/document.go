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

// Kind says what a part is.
type Kind string

// The kinds of parts.
const (
	Paragraph   Kind = "paragraph"
	headingKind Kind = "heading"
	diagramKind Kind = "diagram"
	listKind    Kind = "list" // of Parts
	foldKind    Kind = "fold" // of Parts, which can be folded away, with Spans left
	keyKind     Kind = "key"  // of small diagrams. Plain text omits it, since it has no marks.
	movesKind   Kind = "moves"
)

// Part is a piece of a document. Its fields are those of its kind; doc/json.md describes them.
type Part struct {
	Kind    Kind       `json:"kind"`
	Within  *int       `json:"within,omitempty"` // in JSON: index of the part in whose Parts it stands
	ID      string     `json:"id,omitempty"`     // for links, of headings and folds
	Open    bool       `json:"open,omitempty"`
	Spans   []Span     `json:"spans,omitempty"`
	Diagram *Diagram   `json:"diagram,omitempty"`
	Key     []KeyEntry `json:"key,omitempty"`
	Moves   *Moves     `json:"moves,omitempty"`
	Parts   []Part     `json:"-"`
}

// Span is some text of a paragraph, of a heading, or of what is left of a fold.
type Span struct {
	Text string `json:"text"`
	Link string `json:"link,omitempty"` // the ID of the part that the text leads to, or ""
	Code bool   `json:"code,omitempty"` // notation, moves and FENs
	Bold bool   `json:"bold,omitempty"`
}

// Diagram is a board.
type Diagram struct {
	Setup   chess.Setup   `json:"-"`
	FEN     string        `json:"fen"` // of Setup, which Board writes
	Caption string        `json:"caption,omitempty"`
	Marked  facts.Squares `json:"marked,omitempty"`  // what the reason is about
	Locked  facts.Squares `json:"locked,omitempty"`  // of men that never moved
	Crossed facts.Squares `json:"crossed,omitempty"` // where men were captured that never moved
	Arrows  []Arrow       `json:"arrows,omitempty"`
	Arrow   string        `json:"arrows_are,omitempty"` // what an arrow stands for: "check"
	Small   bool          `json:"small,omitempty"`      // one of many, without coordinates and key; left out of text
	Key     []KeyEntry    `json:"key,omitempty"`        // what its marks mean, which Board writes
}

// Arrow leads from one square to another.
type Arrow struct {
	From string `json:"from"`
	To   string `json:"to"`
	of   notation.SVGArrow
}

// KeyEntry is the meaning of a mark.
type KeyEntry struct {
	Mark    notation.SVGMark `json:"mark"`
	Meaning string           `json:"meaning"`
}

// Moves are a game.
type Moves struct {
	Words []string  `json:"words"` // "1. e4 d5", each of which stays on a line
	Way   []Diagram `json:"-"`     // positions on the way; on pages only
	PGN   string    `json:"pgn"`   // the game as a file; left out of text
	Start string    `json:"start"`
	Plies []Ply     `json:"plies"` // in JSON only
}

// Ply is a move of a game.
type Ply struct {
	SAN string `json:"san"`
	UCI string `json:"uci"`
	FEN string `json:"fen"` // the position after it
}

// Text is a paragraph.
func Text(spans ...Span) Part { return Part{Kind: Paragraph, Spans: spans} }

// Heading stands above a section.
func Heading(words string) Part { return Part{Kind: headingKind, Spans: []Span{{Text: words}}} }

// Board is a part with a diagram.
func Board(d Diagram) Part {
	d.FEN, d.Key = d.Setup.FEN(), keyOf(&d)
	return Part{Kind: diagramKind, Diagram: &d}
}

// List has an item for each part.
func List(items ...Part) Part { return Part{Kind: listKind, Parts: items} }

// Sentences is a list of sentences.
func Sentences(sentences []string) Part {
	list := List()
	for _, s := range sentences {
		list.Parts = append(list.Parts, text(s))
	}
	return list
}

// Fold is a section that can be folded away, with its summary left.
func Fold(summary string, parts ...Part) Part {
	return Part{Kind: foldKind, Open: true, Spans: []Span{{Text: summary}}, Parts: parts}
}

// ArrowOf returns the arrow of a move.
func ArrowOf(from, to chess.Square) Arrow {
	return Arrow{from.String(), to.String(), notation.SVGArrow{From: from, To: to}}
}

// Code is a paragraph of notation, with words before it.
func Code(before, notation string) Part {
	if before == "" {
		return Text(Span{Text: notation, Code: true})
	}
	return Text(Span{Text: before}, Span{Text: notation, Code: true})
}

// text is a paragraph without links.
func text(sentences ...string) Part { return Text(Span{Text: strings.Join(sentences, " ")}) }

// String returns the text of a part itself.
func (p Part) String() string {
	var b strings.Builder
	for _, s := range p.Spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// keyOf returns what the marks of a diagram mean.
func keyOf(d *Diagram) (k []KeyEntry) {
	for _, e := range []struct {
		has bool
		KeyEntry
	}{
		{d.Marked != 0, KeyEntry{notation.SVGMarked, "what the reason is about"}},
		{len(d.Arrows) > 0, KeyEntry{notation.SVGArrowMark, "a " + d.Arrow}},
		{d.Locked != 0, KeyEntry{notation.SVGLocked, "never moved"}},
		{d.Crossed != 0, KeyEntry{notation.SVGCrossed, "captured where it stood, and never moved"}},
	} {
		if e.has && !d.Small {
			k = append(k, e.KeyEntry)
		}
	}
	return k
}

// Schema is that of [JSON].
const Schema = "retroproof.story/1"

// JSON is a document for programs: what [WriteHTML] shows, without boards drawn and
// without markup. doc/json.md describes the fields. Parts stand in one list, in the order in
// which they are read; what is inside a list or a fold names it.
type JSON struct {
	Schema  string `json:"schema"`
	Title   string `json:"title"`
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
	Parts   []Part `json:"parts"`
}

// JSON returns the document for programs.
func (d *Document) JSON() *JSON {
	j := &JSON{Schema, d.Title, d.FEN, d.Verdict.String(), string(d.Reason), []Part{}}
	j.add(d.Parts, nil)
	return j
}

// add appends parts that stand in the part within, and what stands in them.
func (j *JSON) add(parts []Part, within *int) {
	for _, p := range parts {
		at := len(j.Parts)
		p.Within = within
		j.Parts = append(j.Parts, p)
		j.add(p.Parts, &at)
	}
}

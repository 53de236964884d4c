package story

import (
	"retroproof/chess"
	"retroproof/chess/notation"
)

// Schema is that of [JSON].
const Schema = "retroproof.story/1"

// JSON is a document for programs: what [WriteHTML] shows, without boards drawn and
// without markup. doc/json.md describes the fields.
type JSON struct {
	Schema  string     `json:"schema"`
	Title   string     `json:"title"`
	FEN     string     `json:"fen"`
	Verdict string     `json:"verdict"`
	Reason  string     `json:"reason,omitempty"`
	Parts   []PartJSON `json:"parts"`
}

// PartJSON is a part. Parts stand in one list, in the order in which they are read; what
// is inside a row, a list or a fold names it, so that no object contains another of its
// kind.
type PartJSON struct {
	Kind    string         `json:"kind"`
	Within  *int           `json:"within,omitempty"` // index of the part that it stands in
	ID      string         `json:"id,omitempty"`
	Open    bool           `json:"open,omitempty"`
	Spans   []SpanJSON     `json:"spans,omitempty"` // of paragraphs and headings; of folds the summary
	Diagram *DiagramJSON   `json:"diagram,omitempty"`
	Key     []KeyEntryJSON `json:"key,omitempty"`
	Moves   *MovesJSON     `json:"moves,omitempty"`
}

// SpanJSON is some text.
type SpanJSON struct {
	Text string `json:"text"`
	Link string `json:"link,omitempty"`
	Code bool   `json:"code,omitempty"`
	Bold bool   `json:"bold,omitempty"`
}

// DiagramJSON is a board.
type DiagramJSON struct {
	FEN       string         `json:"fen"`
	Caption   string         `json:"caption,omitempty"`
	Marked    []string       `json:"marked,omitempty"`
	Locked    []string       `json:"locked,omitempty"`
	Crossed   []string       `json:"crossed,omitempty"`
	Arrows    []ArrowJSON    `json:"arrows,omitempty"`
	ArrowsAre string         `json:"arrows_are,omitempty"`
	Small     bool           `json:"small,omitempty"`
	Key       []KeyEntryJSON `json:"key,omitempty"`
}

// ArrowJSON is an arrow from one square to another.
type ArrowJSON struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// KeyEntryJSON is the meaning of a mark.
type KeyEntryJSON struct {
	Mark    string `json:"mark"`
	Meaning string `json:"meaning"`
}

// MovesJSON is a game.
type MovesJSON struct {
	Words []string  `json:"words"`
	PGN   string    `json:"pgn"`
	Start string    `json:"start"`
	Plies []PlyJSON `json:"plies"`
}

// PlyJSON is a move with the position after it.
type PlyJSON struct {
	SAN string `json:"san"`
	UCI string `json:"uci"`
	FEN string `json:"fen"`
}

// JSON returns the document for programs.
func (d *Document) JSON() *JSON {
	j := &JSON{Schema: Schema, Title: d.Title, FEN: d.FEN, Verdict: d.Verdict.String(), Reason: string(d.Reason), Parts: []PartJSON{}}
	j.add(d.Parts, nil)
	return j
}

// add appends parts that stand in the part within, and what stands in them.
func (j *JSON) add(parts []Part, within *int) {
	for _, p := range parts {
		o := PartJSON{Kind: kindOf(p), Within: within}
		at := len(j.Parts)
		var below []Part
		switch p := p.(type) {
		case Paragraph:
			o.Spans = spansJSON(p)
		case Heading:
			o.ID, o.Spans = p.ID, []SpanJSON{{Text: p.Text}}
		case Diagram:
			o.Diagram = diagramJSON(p)
		case Row:
			for _, d := range p {
				below = append(below, d)
			}
		case List:
			below = p
		case Fold:
			o.ID, o.Open, o.Spans, below = p.ID, p.Open, spansJSON(p.Summary), p.Parts
		case Key:
			o.Key = keyJSON(p)
		case Moves:
			o.Moves = &MovesJSON{Words: p.Words, PGN: p.PGN, Start: p.Start.FEN(), Plies: []PlyJSON{}}
			for _, ply := range p.Plies {
				o.Moves.Plies = append(o.Moves.Plies, PlyJSON(ply))
			}
		}
		j.Parts = append(j.Parts, o)
		j.add(below, &at)
	}
}

func spansJSON(p Paragraph) (spans []SpanJSON) {
	for _, s := range p {
		spans = append(spans, SpanJSON(s))
	}
	return spans
}

func diagramJSON(d Diagram) *DiagramJSON {
	j := &DiagramJSON{
		FEN: d.Setup.FEN(), Caption: d.Caption, Marked: squareNames(d.Marked), Locked: squareNames(d.Locked), Crossed: squareNames(d.Crossed),
		ArrowsAre: d.Arrow, Small: d.Small, Key: keyJSON(keyOf(d)),
	}
	for _, a := range d.Arrows {
		j.Arrows = append(j.Arrows, arrowJSON(a))
	}
	return j
}

func arrowJSON(a notation.SVGArrow) ArrowJSON { return ArrowJSON{a.From.String(), a.To.String()} }

func squareNames(list []chess.Square) (names []string) {
	for _, sq := range list {
		names = append(names, sq.String())
	}
	return names
}

func keyJSON(k Key) (list []KeyEntryJSON) {
	for _, e := range k {
		list = append(list, KeyEntryJSON{string(e.Mark), e.Meaning})
	}
	return list
}

package story

import (
	"regexp"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
)

var moveNumber = regexp.MustCompile(`(\d\.+) `)

// Problem is the document of a FEN for print: its title, the games, and the sentences of its last section.
func (d *Document) Problem(board *chess.Setup, stipulation string) notation.Problem {
	p := notation.Problem{Board: *board, Stipulation: stipulation, Verdict: d.Title}
	for _, part := range d.Parts {
		switch part.Kind {
		case headingKind:
			p.Remarks = nil
		case movesKind:
			p.Solution = append(p.Solution, moveNumber.ReplaceAllString(strings.Join(part.Moves.Words, " "), "$1"))
		case Paragraph, listKind:
			p.Remarks = append(p.Remarks, sentencesOf(part)...)
		}
	}
	return p
}

// sentencesOf returns the paragraphs of a part.
func sentencesOf(p Part) (list []string) {
	var text strings.Builder
	for _, s := range p.Spans {
		text.WriteString(s.Text)
	}
	if text.Len() > 0 {
		list = append(list, text.String())
	}
	for _, q := range p.Parts {
		list = append(list, sentencesOf(q)...)
	}
	return list
}

package story

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"retroproof/chess"
	"retroproof/chess/notation"
)

// WriteText writes a document as plain text, with large diagrams only. Lines are
// wrapped at a width, or not if it is 0.
func (d *Document) WriteText(w io.Writer, width int) error {
	t := textWriter{width: width}
	t.parts(d.Parts, "")
	_, err := io.WriteString(w, t.b.String())
	return err
}

// textWriter collects the lines.
type textWriter struct {
	b     strings.Builder
	width int
}

// fewestColumns is the least width of text, however deep it is indented.
const fewestColumns = 30

// parts writes parts below each other, with empty lines between those of the
// outermost level.
func (t *textWriter) parts(parts []Part, indent string) {
	for i := range parts {
		if parts[i].Kind == keyKind {
			continue
		}
		if i > 0 && indent == "" {
			t.b.WriteByte('\n')
		}
		t.part(&parts[i], indent)
	}
}

func (t *textWriter) part(p *Part, indent string) {
	switch p.Kind {
	case diagramKind:
		if p.Diagram.Small {
			return
		}
		if p.Diagram.Caption != "" {
			t.paragraph(p.Diagram.Caption, indent, indent)
		}
		for line := range strings.Lines(notation.Diagrams([]notation.CaptionedSetup{{Setup: p.Diagram.Setup}})) {
			t.b.WriteString(indent + line)
		}
	case movesKind:
		t.paragraph(strings.Join(p.Moves.Words, " "), indent, indent)
	case listKind:
		for i := range p.Parts {
			if item := &p.Parts[i]; item.Kind == Paragraph {
				t.paragraph(item.String(), indent+"- ", indent+"  ")
			} else {
				t.part(item, indent)
			}
		}
	case foldKind:
		summary := p.String()
		if p.ID != "" {
			summary = "[" + p.ID + "] " + summary
		}
		t.paragraph(summary, indent+"- ", indent+"  ")
		t.parts(p.Parts, indent+"  ")
	default:
		t.paragraph(p.String(), indent, indent)
		if p.Kind == headingKind {
			t.b.WriteString(indent + strings.Repeat("-", utf8.RuneCountInString(p.String())) + "\n")
		}
	}
}

// paragraph writes wrapped text, its first line after one indent, the others after
// another.
func (t *textWriter) paragraph(s, first, indent string) {
	t.b.WriteString(first)
	room := max(t.width-len(indent), fewestColumns)
	column := 0
	for i, w := range strings.Fields(s) {
		n := utf8.RuneCountInString(w)
		switch {
		case i == 0:
		case t.width > 0 && column+1+n > room:
			fmt.Fprintf(&t.b, "\n%s", indent)
			column = 0
		default:
			t.b.WriteByte(' ')
			column++
		}
		t.b.WriteString(w)
		column += n
	}
	t.b.WriteByte('\n')
}

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
	if text := p.String(); text != "" {
		list = append(list, text)
	}
	for _, q := range p.Parts {
		list = append(list, sentencesOf(q)...)
	}
	return list
}

package story

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

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
	for i, p := range parts {
		if _, key := p.(Key); key {
			continue
		}
		if i > 0 && indent == "" {
			t.b.WriteByte('\n')
		}
		t.part(p, indent)
	}
}

func (t *textWriter) part(p Part, indent string) {
	switch p := p.(type) {
	case Paragraph:
		t.paragraph(p.String(), indent, indent)
	case Heading:
		t.paragraph(p.Text, indent, indent)
		t.b.WriteString(indent + strings.Repeat("-", utf8.RuneCountInString(p.Text)) + "\n")
	case Diagram:
		if p.Small {
			return
		}
		if p.Caption != "" {
			t.paragraph(p.Caption, indent, indent)
		}
		p.Caption = ""
		t.diagrams([]Diagram{p}, indent)
	case Row:
		t.diagrams(p, indent)
	case Moves:
		t.paragraph(strings.Join(p.Words, " "), indent, indent)
	case List:
		for _, item := range p {
			if words, ok := item.(Paragraph); ok {
				t.paragraph(words.String(), indent+"- ", indent+"  ")
			} else {
				t.part(item, indent)
			}
		}
	case Fold:
		summary := p.Summary.String()
		if p.ID != "" {
			summary = "[" + p.ID + "] " + summary
		}
		t.paragraph(summary, indent+"- ", indent+"  ")
		t.parts(p.Parts, indent+"  ")
	}
}

// diagrams writes boards that are not small.
func (t *textWriter) diagrams(boards []Diagram, indent string) {
	var captioned []notation.CaptionedSetup
	for _, d := range boards {
		if !d.Small {
			captioned = append(captioned, notation.CaptionedSetup{Caption: d.Caption, Setup: d.Setup})
		}
	}
	for line := range strings.Lines(notation.Diagrams(captioned)) {
		t.b.WriteString(indent + line)
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

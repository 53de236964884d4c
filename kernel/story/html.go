package story

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"

	"retroproof/chess/notation"
)

// WriteHTML writes documents as one page that needs no other file and no script.
// Above several there is an index.
func WriteHTML(w io.Writer, documents ...*Document) error {
	title := "Positions"
	if len(documents) == 1 {
		title = documents[0].Title
	}
	return page().Execute(w, struct {
		Title     string
		Shared    template.HTML
		Documents []*Document
	}{title, template.HTML(notation.SVGShared()), documents})
}

//go:embed page.html
var pageText string

// page is parsed when the first one is written, not at every start of the program.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"kind":  kindOf,
		"board": boardOf,
		"entry": func(i int) int { return i + 1 },
		// Links of one document lead to its own folds.
		"within": func(parts []Part, prefix int) scope { return scope{parts, prefix} },
		"item":   func(p Part, prefix int) placed { return placed{p, prefix} },
	}).Parse(pageText))
})

// scope and placed carry, for the template, the number of the document that
// something is part of.
type scope struct {
	Parts  []Part
	Number int
}

type placed struct {
	Part   Part
	Number int
}

// kindOf names a part for the template.
func kindOf(p Part) string {
	switch p.(type) {
	case Paragraph:
		return "paragraph"
	case Heading:
		return "heading"
	case Diagram:
		return "diagram"
	case Row:
		return "row"
	case List:
		return "list"
	case Fold:
		return "fold"
	}
	return ""
}

// The sizes of boards, per square in pixels.
const (
	largeSquare = 44
	smallSquare = 22
)

// boardOf draws a diagram. What is in it are names of squares and men, a FEN and
// numbers: nothing of it needs to be escaped.
func boardOf(d Diagram) template.HTML {
	size := largeSquare
	if d.Small {
		size = smallSquare
	}
	svg := notation.BoardSVG(d.Setup, notation.SVGOptions{SquareSize: size, Marked: d.Marked, Arrows: d.Arrows, NoCoordinates: d.Small, Shared: true})
	svg = strings.Replace(svg, ` xmlns="http://www.w3.org/2000/svg"`, "", 1)
	return template.HTML(strings.ReplaceAll(svg, "\n", ""))
}

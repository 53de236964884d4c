package story

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// maxOnTheWay bounds the diagrams on the way of games that a page has.
const maxOnTheWay = 400

// WriteHTML writes documents as one page that needs no other file and no script.
// Several have numbers, with a summary and a table of contents above them.
func WriteHTML(w io.Writer, documents ...*Document) error {
	p := struct {
		Title    string
		Shared   template.HTML
		List     bool
		Verdicts []verdictRow
		Sections []section
	}{Shared: template.HTML(notation.SVGShared()), List: len(documents) != 1}
	onTheWay := 0
	for i, d := range documents {
		s := section{Document: d, Number: i + 1, Last: i+1 == len(documents), place: place{prefix: i + 1, List: p.List}}
		if n := onTheWay + diagramsOnTheWay(d); n <= maxOnTheWay {
			onTheWay, s.place.Way = n, true
		}
		p.Sections = append(p.Sections, s)
	}
	if p.List {
		p.Verdicts = verdictRows(documents)
		p.Title = verdictTitle(documents)
	} else {
		p.Title = documents[0].Title
	}
	return page().Execute(w, p)
}

// section is a document of a page.
type section struct {
	*Document
	Number int // from 1
	Last   bool
	place  place
}

// Body is what the template renders below the title.
func (s section) Body() scope { return scope{s.Parts, s.place} }

// place has what the template needs about the document that a part is in.
type place struct {
	prefix int  // of identifiers and links: the number of the document
	List   bool // the document is one of several
	Way    bool // there is room for the diagrams on the way of games
}

// ID is the identifier of something on the page that a document calls id.
func (p place) ID(id string) string { return fmt.Sprintf("p%d-%s", p.prefix, id) }

// scope and placed are parts, and one part, with their place.
type scope struct {
	Parts []Part
	Place place
}

type placed struct {
	Part  Part
	Place place
}

// diagramsOnTheWay counts those of the games of a document.
func diagramsOnTheWay(d *Document) (n int) {
	for _, p := range d.Parts {
		if p.Moves != nil {
			n += len(p.Moves.Way)
		}
	}
	return n
}

// verdictTitle counts the positions of a list by verdict.
func verdictTitle(documents []*Document) string {
	counts := map[kernel.Verdict]int{}
	for _, d := range documents {
		counts[d.Verdict]++
	}
	var words []string
	for _, v := range []kernel.Verdict{kernel.Illegal, kernel.Legal, kernel.Unknown} {
		if n := counts[v]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, v))
		}
	}
	title := rules.Counted(len(documents), "position", "positions")
	if words != nil {
		title += ": " + rules.List(words)
	}
	return title
}

// verdictRow are the documents with one verdict and reason, by their numbers.
type verdictRow struct {
	Verdict kernel.Verdict
	Reason  facts.Reason
	Numbers []int
}

// verdictRows groups documents, the most frequent reasons of a verdict first.
func verdictRows(documents []*Document) (rows []verdictRow) {
	for i, d := range documents {
		at := slices.IndexFunc(rows, func(r verdictRow) bool { return r.Verdict == d.Verdict && r.Reason == d.Reason })
		if at < 0 {
			at = len(rows)
			rows = append(rows, verdictRow{Verdict: d.Verdict, Reason: d.Reason})
		}
		rows[at].Numbers = append(rows[at].Numbers, i+1)
	}
	order := []kernel.Verdict{kernel.Illegal, kernel.Legal, kernel.Unknown}
	slices.SortStableFunc(rows, func(a, b verdictRow) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Verdict), slices.Index(order, b.Verdict)), cmp.Compare(len(b.Numbers), len(a.Numbers)))
	})
	return rows
}

//go:embed page.html
var pageText string

// page is parsed when the first one is written, not at every start of the program.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"board":  boardOf,
		"mark":   func(m notation.SVGMark) template.HTML { return template.HTML(notation.SVGKey(m, keySize)) },
		"add":    func(i, n int) int { return i + n },
		"within": func(parts []Part, at place) scope { return scope{parts, at} },
		"item":   func(p Part, at place) placed { return placed{p, at} },
		"download": func(pgn string) template.URL {
			return template.URL("data:application/vnd.chess-pgn," + url.PathEscape(pgn))
		},
	}).Parse(pageText))
})

// The sizes of boards, per square in pixels.
const (
	largeSquare = 44
	smallSquare = 22
	keySize     = 20 // of the only square in a key
)

// boardOf draws a diagram. What is in it are names of squares and men, a FEN and
// numbers: nothing of it needs to be escaped.
func boardOf(d Diagram) template.HTML {
	size := largeSquare
	if d.Small {
		size = smallSquare
	}
	are := ""
	if d.Arrow != "" {
		are = strings.ToUpper(d.Arrow[:1]) + d.Arrow[1:]
	}
	squares := func(set facts.Squares) []chess.Square { return slices.Collect(chess.Bitboard(set).Squares()) }
	var arrows []notation.SVGArrow
	for _, a := range d.Arrows {
		arrows = append(arrows, notation.SVGArrow{From: squareOf(a.From), To: squareOf(a.To)})
	}
	svg := notation.BoardSVG(d.Setup, notation.SVGOptions{
		SquareSize: size, Marked: squares(d.Marked), Locked: squares(d.Locked), Crossed: squares(d.Crossed),
		Arrows: arrows, ArrowsAre: are, NoCoordinates: d.Small, Shared: true,
	})
	svg = strings.Replace(svg, ` xmlns="http://www.w3.org/2000/svg"`, "", 1)
	return template.HTML(strings.ReplaceAll(svg, "\n", ""))
}

// squareOf returns the square with a name, which is right.
func squareOf(name string) chess.Square {
	sq, _ := chess.ParseSquare(name)
	return sq
}

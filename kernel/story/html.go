package story

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/proofs/illegal/facts"
)

// maxOnTheWay bounds the diagrams on the way of games that a page has.
const maxOnTheWay = 400

// WriteHTML writes documents as one page that needs no other file and no script.
// Several have numbers, with a summary and a table of contents above them.
func WriteHTML(w io.Writer, documents ...*Document) error {
	p := &page{list: len(documents) != 1}
	title := verdictTitle(documents)
	p.put("%s\n<main id=\"top\">", notation.HTML(notation.SVGShared()))
	if p.list {
		p.contents(documents)
	} else {
		title = documents[0].Title
	}
	onTheWay := 0
	for i, d := range documents {
		n := diagramsOnTheWay(d)
		if p.way = onTheWay+n <= maxOnTheWay; p.way {
			onTheWay += n
		}
		p.number = i + 1
		p.section(d, p.number == len(documents))
	}
	p.put("\n</main>\n</body>\n</html>\n")
	head := strings.Replace(pageHead, "{{title}}", string(notation.Markup("%s", title)), 1)
	_, err := io.WriteString(w, head+p.String())
	return err
}

// page is what is written so far, and what its parts need to know of the document that they are in.
type page struct {
	strings.Builder
	list   bool // the document is one of several
	number int  // of the document, from 1
	way    bool // there is room for the diagrams on the way of games
}

// put adds markup: see [notation.Markup].
func (p *page) put(format string, args ...any) {
	p.WriteString(string(notation.Markup(format, args...)))
}

// id is the attribute with the identifier of something that a document calls so, if it does.
func (p *page) id(name string) notation.HTML {
	if name == "" {
		return ""
	}
	return notation.Markup(` id="p%s-%s"`, p.number, name)
}

// contents writes the summary of several documents, and their list.
func (p *page) contents(documents []*Document) {
	p.put("\n<h1>%s</h1>", verdictTitle(documents))
	if rows := verdictRows(documents); rows != nil {
		p.put("\n<table>\n<thead><tr>")
		for _, column := range []string{"Verdict", "Reason", "Positions", "Numbers"} {
			p.put(`<th scope="col">%s</th>`, column)
		}
		p.put("</tr></thead>\n<tbody>")
		for _, r := range rows {
			p.put("\n<tr><td>%s</td><td>", r.Verdict)
			if r.Reason != "" {
				p.put("<code>%s</code>", r.Reason)
			}
			p.put(`</td><td class="n">%s</td><td class="all">`, len(r.Numbers))
			for i, n := range r.Numbers {
				if i > 0 {
					p.put(", ")
				}
				p.put(`<a href="#p%s">%s</a>`, n, n)
			}
			p.put("</td></tr>")
		}
		p.put("\n</tbody>\n</table>")
	}
	p.put("\n<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ol>")
	for i, d := range documents {
		p.put("\n<li id=\"c%s\"><a href=\"#p%s\"><code>%s</code></a> %s</li>", i+1, i+1, d.FEN, d.Title)
	}
	p.put("\n</ol>\n</nav>")
}

// section writes a document, which may be the last one.
func (p *page) section(d *Document, last bool) {
	n := p.number
	if p.list {
		p.put("\n<section id=\"p%s\" aria-labelledby=\"h%s\">\n<h2 id=\"h%s\">%s. %s</h2>\n", n, n, n, n, d.Title)
	} else {
		p.put("\n<section id=\"p%s\">\n<h1>%s</h1>\n", n, d.Title)
	}
	p.parts(d.Parts)
	if p.list {
		p.put(`<p class="way"><a href="#c%s">Contents</a>`, n)
		if n > 1 {
			p.put(` · <a href="#p%s">Previous</a>`, n-1)
		}
		if !last {
			p.put(` · <a href="#p%s">Next</a>`, n+1)
		}
		p.put(" · <a href=\"#top\">Top</a></p>\n")
	}
	p.put("</section>")
}

func (p *page) parts(list []Part) {
	for i := range list {
		p.part(&list[i])
		p.put("\n")
	}
}

func (p *page) part(x *Part) {
	switch x.Kind {
	case Paragraph:
		p.put("<p>%s</p>", p.spans(x.Spans))
	case headingKind:
		level := 2
		if p.list {
			level = 3
		}
		p.put("<h%s%s>%s</h%s>", level, p.id(x.ID), p.spans(x.Spans), level)
	case diagramKind:
		p.put("%s", figure(x.Diagram))
	case listKind:
		p.put("<ul>")
		for i := range x.Parts {
			p.put("<li>")
			p.part(&x.Parts[i])
			p.put("</li>")
		}
		p.put("</ul>")
	case keyKind:
		p.put("%s", key(x.Key))
	case movesKind:
		p.moves(x.Moves)
	case foldKind:
		p.put("<details%s><summary>%s</summary><div%s>\n", openIf(x.Open), p.spans(x.Spans), p.id(x.ID))
		p.parts(x.Parts)
		p.put("</div></details>")
	}
}

// openIf is the attribute of what is unfolded from the beginning.
func openIf(open bool) notation.HTML {
	if open {
		return " open"
	}
	return ""
}

func (p *page) spans(list []Span) (all notation.HTML) {
	for _, s := range list {
		switch {
		case s.Link != "":
			all += notation.Markup(`<a href="#p%s-%s">%s</a>`, p.number, s.Link, s.Text)
		case s.Code:
			all += notation.Markup("<code>%s</code>", s.Text)
		case s.Bold:
			all += notation.Markup("<strong>%s</strong>", s.Text)
		default:
			all += notation.Markup("%s", s.Text)
		}
	}
	return all
}

// moves writes a game, diagrams on its way, and what saves it.
func (p *page) moves(m *Moves) {
	p.put(`<p class="moves">`)
	for i, words := range m.Words {
		if i > 0 {
			p.put(" ")
		}
		p.put("<span>%s</span>", words)
	}
	p.put("</p>\n")
	if len(m.Way) > 0 && p.way {
		p.put(`<details%s><summary>On the way</summary><div class="row">`, openIf(!p.list))
		for i := range m.Way {
			p.put("%s", figure(&m.Way[i]))
		}
		p.put("</div></details>\n")
	}
	p.put("<details><summary>As PGN</summary><pre>%s</pre></details>\n", m.PGN)
	const save = `<p class="save"><a download="game.pgn" href="data:application/vnd.chess-pgn,%s">Save as PGN</a></p>`
	p.put(save, url.PathEscape(m.PGN))
}

func figure(d *Diagram) notation.HTML {
	class, caption := notation.HTML(""), notation.HTML("")
	if d.Small {
		class = ` class="small"`
	}
	if d.Caption != "" || len(d.Key) > 0 {
		caption = notation.Markup("<figcaption>%s%s</figcaption>", d.Caption, key(d.Key))
	}
	return notation.Markup("<figure%s>%s%s</figure>", class, boardOf(*d), caption)
}

// key says what marks mean, if there are any.
func key(list []KeyEntry) (all notation.HTML) {
	if len(list) == 0 {
		return ""
	}
	for _, k := range list {
		all += notation.Markup("<li>%s %s</li>", notation.HTML(notation.SVGKey(k.Mark, keySize)), k.Meaning)
	}
	return notation.Markup(`<ul class="key">%s</ul>`, all)
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

// verdictOrder is the order in which verdicts are listed.
var verdictOrder = []kernel.Verdict{kernel.Illegal, kernel.Legal, kernel.Unknown}

// verdictTitle counts the positions of a list by verdict.
func verdictTitle(documents []*Document) string {
	counts := map[kernel.Verdict]int{}
	for _, d := range documents {
		counts[d.Verdict]++
	}
	var words []string
	for _, v := range verdictOrder {
		if n := counts[v]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, v))
		}
	}
	title := answer.Counted(len(documents), "position", "positions")
	if words != nil {
		title += ": " + answer.List(words)
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
	slices.SortStableFunc(rows, func(a, b verdictRow) int {
		return cmp.Or(cmp.Compare(slices.Index(verdictOrder, a.Verdict), slices.Index(verdictOrder, b.Verdict)),
			cmp.Compare(len(b.Numbers), len(a.Numbers)))
	})
	return rows
}

//go:embed page.html
var pageHead string

// The sizes of boards, per square in pixels.
const (
	largeSquare = 44
	smallSquare = 22
	keySize     = 20 // of the only square in a key
)

// boardOf draws a diagram. What is in it are names of squares and men, a FEN and
// numbers: nothing of it needs to be escaped.
func boardOf(d Diagram) notation.HTML {
	size := largeSquare
	if d.Small {
		size = smallSquare
	}
	are := ""
	if d.Arrow != "" {
		are = capital(d.Arrow)
	}
	var arrows []notation.SVGArrow
	for _, a := range d.Arrows {
		arrows = append(arrows, a.of)
	}
	svg := notation.BoardSVG(d.Setup, notation.SVGOptions{
		SquareSize: size, Marked: chess.Bitboard(d.Marked), Locked: chess.Bitboard(d.Locked),
		Crossed: chess.Bitboard(d.Crossed),
		Arrows:  arrows, ArrowsAre: are, NoCoordinates: d.Small, Shared: true,
	})
	svg = strings.Replace(svg, ` xmlns="http://www.w3.org/2000/svg"`, "", 1)
	return notation.HTML(strings.ReplaceAll(svg, "\n", ""))
}

package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
)

// picture is an SVG document that grows. Lengths are in pixels. It needs no other file, and is readable on white and on
// black.
type picture struct {
	width, height int
	title         string
	body          strings.Builder
}

// style has the classes of what a picture consists of.
const style = `<style>
svg { color: #222; font: 13px sans-serif }
text { fill: #222 }
.small { font-size: 11px }
.strong { font-weight: bold }
.box { fill: #eef3f8; stroke: #4a6d8c }
.end { fill: #f5efe0; stroke: #8c7a4a }
.line { fill: none; stroke: #555; stroke-width: 1.4; marker-end: url(#head) }
.trust { stroke: #b03a2e; stroke-width: 2.5; stroke-dasharray: 9 5 }
.bar { fill: #4a6d8c }
.bar2 { fill: #b8996f }
@media (prefers-color-scheme: dark) {
svg { color: #ddd }
text { fill: #ddd }
.box { fill: #1f2b36 }
.end { fill: #332d1d }
.line { stroke: #aaa }
}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">` +
	`<path d="M0 0L8 4L0 8z" fill="#888"/></marker></defs>
`

func (p *picture) String() string {
	const head = `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">
<title>%s</title>
` + style
	return fmt.Sprintf(head, p.width, p.height, html.EscapeString(p.title)) + p.body.String() + "</svg>\n"
}

// text writes a line, with its middle at x, or from x on if the anchor is "start".
func (p *picture) text(x, y int, class, anchor, text string) {
	text = html.EscapeString(text)
	fmt.Fprintf(&p.body, `<text x="%d" y="%d" class="%s" text-anchor="%s">%s</text>`+"\n", x, y, class, anchor, text)
}

// box draws a rectangle with lines of text in its middle, the first one in bold.
func (p *picture) box(x, y, width, height int, class string, lines ...string) {
	fmt.Fprintf(&p.body, `<rect x="%d" y="%d" width="%d" height="%d" rx="6" class="%s"/>`+"\n", x, y, width, height, class)
	const leading = 16
	top := y + (height-leading*len(lines))/2 + 12
	for i, line := range lines {
		weight := "small"
		if i == 0 {
			weight = "strong"
		}
		p.text(x+width/2, top+leading*i, weight, "middle", line)
	}
}

// line draws an arrow through points, given as x and y in turn.
func (p *picture) line(points ...int) {
	fmt.Fprintf(&p.body, `<path class="line" d="M%d %d`, points[0], points[1])
	for i := 2; i < len(points); i += 2 {
		fmt.Fprintf(&p.body, "L%d %d", points[i], points[i+1])
	}
	p.body.WriteString("\"/>\n")
}

// id matches the names within the picture of a board.
var id = regexp.MustCompile(`(id="|href="#)`)

// board draws a position. Its drawings of men have names of their own, since each board has those it needs.
func (p *picture) board(x, y, square int, s chess.Setup, o notation.SVGOptions) {
	o.SquareSize = square
	prefix := fmt.Sprintf("${1}b%d-%d-", x, y)
	svg := id.ReplaceAllString(notation.BoardSVG(s, o), prefix)
	p.body.WriteString(strings.Replace(svg, "<svg ", fmt.Sprintf(`<svg x="%d" y="%d" `, x, y), 1))
}

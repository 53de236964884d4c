package notation

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"retroproof/chess"
)

// SVGOptions are the choices for [BoardSVG]. The zero value is a plain board
// with coordinates.
type SVGOptions struct {
	SquareSize    int            // side of a square in pixels; 0 stands for 40
	Marked        chess.Bitboard // squares to be set off, by a frame and by colour
	Locked        chess.Bitboard // of men that have never moved: a padlock in the corner
	Crossed       chess.Bitboard // where a man was captured that had never moved: a cross
	Arrows        []SVGArrow     // drawn over the men, the last one on top
	ArrowsAre     string         // what arrows stand for, in the description: "Arrows" if empty
	NoCoordinates bool           // leave out rank numbers and file letters

	// Shared makes a board for a page with many of them: it has the drawings of
	// men and squares not in itself, but those of [SVGShared], which the page must
	// have once.
	Shared bool
}

// SVGArrow is an arrow from the middle of a square to that of another one.
type SVGArrow struct{ From, To chess.Square }

// valid reports whether an arrow leads from one square to another.
func (a SVGArrow) valid() bool { return a.From.Valid() && a.To.Valid() && a.From != a.To }

// The colours of the board. The edge shows on white paper and on a dark screen.
const (
	svgLight = "#f0e6d2"
	svgDark  = "#b8996f"
	svgArrow = "#1b5e8c"
	svgEdge  = "#7a6244"
)

// A square is 10 units wide; the coordinates have a margin at the left and below.
const (
	svgSquare = 10
	svgMargin = 5
)

// svgAll are the names of what boards have in common.
const (
	svgBoardID  = "board"
	svgCoordsID = "coords"
)

// BoardSVG returns a picture of the diagram as an SVG document that needs no
// other file, and no font but for the coordinates. Its title says in words where
// the men are and what is marked, for those who cannot see it; its description is
// the FEN.
func BoardSVG(s chess.Setup, opts SVGOptions) string {
	size := opts.SquareSize
	if size <= 0 {
		size = 40
	}
	margin := svgMargin
	if opts.NoCoordinates {
		margin = 0
	}
	width := 8*svgSquare + margin

	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="%d 0 %d %d" role="img">`+"\n",
		width*size/svgSquare, width*size/svgSquare, -margin, width, width)
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", opts.describe(&s), s.FEN())
	if !opts.Shared {
		b.WriteString("<defs>\n")
		writeSVGShared(&b, func(m chess.Man) bool { return s.Count(m) > 0 }, opts.has, !opts.NoCoordinates)
		b.WriteString("</defs>\n")
	}
	b.WriteString(`<use href="#` + svgBoardID + `"/>`)
	if !opts.NoCoordinates {
		b.WriteString(`<use href="#` + svgCoordsID + `"/>`)
	}
	b.WriteByte('\n')
	writeSVGMarks(&b, SVGMarked, opts.Marked)
	writeSVGMarks(&b, SVGCrossed, opts.Crossed)
	for sq, m := range s.Board {
		if m.Kind() == chess.NoKind || int(m.Kind()) >= len(svgShapes) {
			continue
		}
		x, y := svgCorner(chess.Square(sq))
		fmt.Fprintf(&b, `<use href="#%s" x="%d" y="%d"/>`, svgID(m), x, y)
	}
	b.WriteByte('\n')
	writeSVGMarks(&b, SVGLocked, opts.Locked)
	for _, a := range opts.Arrows {
		if a.valid() {
			b.WriteString(`<path d="` + a.path() + `" fill="` + svgArrow + `" fill-opacity=".75"/>` + "\n")
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// SVGShared returns an invisible SVG element with the drawings that boards of
// [SVGOptions].Shared use. In a page it stands before them.
func SVGShared() string {
	var b strings.Builder
	b.WriteString(
		`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true"><defs>` +
			"\n")
	writeSVGShared(&b, func(chess.Man) bool { return true }, func(SVGMark) bool { return true }, true)
	b.WriteString("</defs></svg>\n")
	return b.String()
}

// writeSVGShared writes the squares, the coordinates, and some of the men and marks.
func writeSVGShared(b *strings.Builder, with func(chess.Man) bool, marks func(SVGMark) bool, coordinates bool) {
	const side = 8 * svgSquare
	fmt.Fprintf(b, `<g id="%s"><rect width="%d" height="%d" fill="%s"/><path fill="%s" d="`,
		svgBoardID, side, side, svgLight, svgDark)
	for sq := range chess.Square(chess.NumSquares) {
		if sq.Dark() {
			x, y := svgCorner(sq)
			fmt.Fprintf(b, "M%d %dh%dv%dh%dz", x, y, svgSquare, svgSquare, -svgSquare)
		}
	}
	fmt.Fprintf(b, `"/><rect x=".2" y=".2" width="%.1f" height="%.1f" fill="none" stroke="%s" stroke-width=".4"/></g>`+
		"\n", side-.4, side-.4, svgEdge)
	if coordinates {
		fmt.Fprintf(b, `<g id="%s" fill="currentColor" font-family="sans-serif" font-size="3.4" text-anchor="middle">`,
			svgCoordsID)
		for i := range 8 {
			fmt.Fprintf(b, `<text x="-2.4" y="%.1f">%c</text>`, float64(i*svgSquare)+6.2, '8'-i)
			fmt.Fprintf(b, `<text x="%d" y="%.1f">%c</text>`, i*svgSquare+svgSquare/2, side+3.6, 'a'+i)
		}
		b.WriteString("</g>\n")
	}
	for c := range chess.Color(2) {
		for k := chess.King; k <= chess.Pawn; k++ {
			if m := chess.MakeMan(c, k); with(m) {
				writeSVGMan(b, m)
			}
		}
	}
	for _, m := range svgMarks {
		if marks(m.mark) {
			b.WriteString(`<g id="` + string(m.mark) + `">` + m.drawing + "</g>\n")
		}
	}
}

// svgCorner returns the upper left corner of a square.
func svgCorner(sq chess.Square) (x, y int) { return svgSquare * sq.File(), svgSquare * (7 - sq.Rank()) }

// path returns the outline of an arrow.
func (a SVGArrow) path() string {
	const (
		start, end = 2.6, 1.2 // room that is left before the squares' middles
		half       = 0.8      // of the shaft's width
		head, barb = 4.0, 2.2 // the head's length, and half its width
	)
	x0, y0 := svgCorner(a.From)
	x1, y1 := svgCorner(a.To)
	dx, dy := float64(x1-x0), float64(y1-y0)
	length := math.Hypot(dx, dy)
	ux, uy := dx/length, dy/length
	var b strings.Builder
	command := byte('M')
	// point is so far along the arrow, and so far to its right.
	point := func(along, aside float64) {
		b.WriteByte(command)
		x := float64(x0) + svgSquare/2 + along*ux - aside*uy
		y := float64(y0) + svgSquare/2 + along*uy + aside*ux
		b.WriteString(svgNumber(x) + " " + svgNumber(y))
		command = 'L'
	}
	tip := length - end
	point(start, half)
	point(tip-head, half)
	point(tip-head, barb)
	point(tip, 0)
	point(tip-head, -barb)
	point(tip-head, -half)
	point(start, -half)
	b.WriteByte('z')
	return b.String()
}

// svgNumber writes a coordinate with one decimal, or none.
func svgNumber(v float64) string {
	return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64)
}

package chess

import (
	"fmt"
	"strings"
)

// SVGOptions are the choices for [BoardSVG]. The zero value is a plain board
// with coordinates.
type SVGOptions struct {
	SquareSize    int      // side of a square in pixels; 0 stands for 40
	Marked        []Square // squares to be set off by colour
	NoCoordinates bool     // leave out rank numbers and file letters
}

// The colours of the board.
const (
	svgLight      = "#f0e6d2"
	svgDark       = "#b8996f"
	svgMarked     = "#8fbf6a"
	svgMarkedDark = "#6f9f4a"
)

// svgGlyphs has the glyph of each kind. The solid forms serve both colours,
// filled and outlined, since the hollow ones show the square through the man.
var svgGlyphs = [...]string{
	King: "\u265a", Queen: "\u265b", Rook: "\u265c", Bishop: "\u265d", Knight: "\u265e", Pawn: "\u265f",
}

// textForm after a glyph asks for the printed character, not a coloured emoji.
const textForm = "\ufe0e"

// BoardSVG returns a picture of the diagram as an SVG document that needs no
// other file, only a font with chess glyphs. Its title is the FEN.
func BoardSVG(s Setup, opts SVGOptions) string {
	size := opts.SquareSize
	if size <= 0 {
		size = 40
	}
	margin := size / 2
	if opts.NoCoordinates {
		margin = 0
	}
	marked := [NumSquares]bool{}
	for _, sq := range opts.Marked {
		if sq.Valid() {
			marked[sq] = true
		}
	}

	var b strings.Builder
	width, height := margin+8*size, margin+8*size
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" text-anchor="middle">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", s.FEN())
	for i := range Square(NumSquares) {
		x, y := margin+i.File()*size, (7-i.Rank())*size
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, size, size, squareFill(i, marked[i]))
		m := s.Board[i]
		if m.Kind() == NoKind || int(m.Kind()) >= len(svgGlyphs) {
			continue
		}
		fill, stroke := "#fff", "#000"
		if m.Color() == Black {
			fill, stroke = "#000", "#fff"
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="%d" fill="%s" stroke="%s" stroke-width="%.1f">%s</text>`+"\n",
			x+size/2, y+size*4/5, size*4/5, fill, stroke, float64(size)/40, svgGlyphs[m.Kind()]+textForm)
	}
	if !opts.NoCoordinates {
		for i := range 8 {
			fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="%d">%c</text>`+"\n",
				margin/2, i*size+size*3/5, size/3, '8'-i)
			fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="%d">%c</text>`+"\n",
				margin+i*size+size/2, 8*size+size*2/5, size/3, 'a'+i)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// squareFill returns the colour of a square.
func squareFill(s Square, marked bool) string {
	switch {
	case marked && s.Dark():
		return svgMarkedDark
	case marked:
		return svgMarked
	case s.Dark():
		return svgDark
	}
	return svgLight
}

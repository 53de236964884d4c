package notation

import (
	"fmt"
	"strings"

	"retroproof/chess"
)

// SVGMark is a way to mark a square of a picture. Marks differ by their shapes, not
// only by colour.
type SVGMark string

// The marks of squares, and an arrow.
const (
	SVGMarked    SVGMark = "marked"
	SVGLocked    SVGMark = "locked"
	SVGCrossed   SVGMark = "crossed"
	SVGArrowMark SVGMark = "arrow"
)

// svgMarks are the drawings of marks on a square of 10 by 10 units. Dark lines have
// light edges, so that they show on every square and man.
var svgMarks = []struct {
	mark    SVGMark
	drawing string
}{
	{SVGMarked,
		`<rect width="10" height="10" fill="#63b03c" fill-opacity=".6"/>` +
			`<rect x=".6" y=".6" width="8.8" height="8.8" fill="none" stroke="#22570f" stroke-width=".8"/>`},
	{SVGCrossed,
		`<path d="M1.8 1.8L8.2 8.2M8.2 1.8L1.8 8.2" stroke="#fff" stroke-width="1.7"/>` +
			`<path d="M1.8 1.8L8.2 8.2M8.2 1.8L1.8 8.2" stroke="#8c1414" stroke-width="1"/>`},
	{SVGLocked, `<path d="M7.45 2v-.5q0-.9.85-.9t.85.9V2" fill="none" stroke="#fff" stroke-width=".9"/>` +
		`<rect x="7" y="1.9" width="2.6" height="1.9" rx=".2" fill="#111" stroke="#fff" stroke-width=".25"/>` +
		`<path d="M7.45 2v-.5q0-.9.85-.9t.85.9V2" fill="none" stroke="#111" stroke-width=".5"/>`},
}

// SVGKey returns a mark on a square of its own, for the key of a page that has
// [SVGShared]; size is the side of the square in pixels. Readers who cannot see it are
// not shown it.
func SVGKey(m SVGMark, size int) string {
	drawing := `<use href="#` + string(m) + `"/>`
	switch m {
	case SVGLocked: // large enough to be seen alone
		drawing = `<g transform="translate(-14.1 .1) scale(2.3)">` + drawing + `</g>`
	case SVGArrowMark:
		drawing = `<g transform="translate(-1 -37) scale(.6)"><path d="` + SVGArrow{chess.A1, chess.MakeSquare(1, 1)}.path() +
			`" fill="` + svgArrow + `"/></g>`
	}
	return fmt.Sprintf(
		`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 10 10" aria-hidden="true">`+
			`<rect width="10" height="10" fill="%s"/>%s</svg>`,
		size, size, svgLight, drawing)
}

// has reports whether a board has marks of a kind.
func (o *SVGOptions) has(m SVGMark) bool {
	switch m {
	case SVGMarked:
		return o.Marked != 0
	case SVGLocked:
		return o.Locked != 0
	case SVGCrossed:
		return o.Crossed != 0
	}
	return false
}

// writeSVGMarks draws marks on squares.
func writeSVGMarks(b *strings.Builder, m SVGMark, set chess.Bitboard) {
	for sq := range set.Squares() {
		x, y := svgCorner(sq)
		fmt.Fprintf(b, `<use href="#%s" x="%d" y="%d"/>`, m, x, y)
	}
	if set != 0 {
		b.WriteByte('\n')
	}
}

// describe puts a board with its marks into words: men and squares, no character that
// XML would need escaped.
func (o *SVGOptions) describe(s *chess.Setup) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Chess diagram, %s to move", s.Turn)
	if s.Castling != chess.NoCastling {
		b.WriteString(", castling " + s.Castling.String())
	}
	if s.EnPassant.Valid() {
		b.WriteString(", en passant " + s.EnPassant.String())
	}
	b.WriteByte('.')
	names := func(what string, set chess.Bitboard) {
		if set == 0 {
			return
		}
		separator := " " + what + ": "
		for sq := range set.Squares() {
			b.WriteString(separator + s.NameOn(sq))
			separator = ", "
		}
		b.WriteByte('.')
	}
	for c := range chess.Color(2) {
		what := "White"
		if c == chess.Black {
			what = "Black"
		}
		var men chess.Bitboard
		for sq, m := range s.Board {
			if m != chess.NoMan && m.Color() == c {
				men |= chess.Square(sq).Bit()
			}
		}
		names(what, men)
	}
	names("Marked", o.Marked)
	names("Never moved", o.Locked)
	names("Captured where it stood", o.Crossed)
	separator := " " + o.ArrowsAre + ": "
	if o.ArrowsAre == "" {
		separator = " Arrows: "
	}
	drawn := false
	for _, a := range o.Arrows {
		if a.valid() {
			b.WriteString(separator + s.NameOn(a.From) + " to " + s.NameOn(a.To))
			separator, drawn = ", ", true
		}
	}
	if drawn {
		b.WriteByte('.')
	}
	return b.String()
}

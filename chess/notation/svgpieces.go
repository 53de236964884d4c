package notation

import (
	"strings"

	"retroproof/chess"
)

// The men are drawn here, on a field of 40 by 40 units, so that pictures look
// the same wherever they are seen and depend on no font.

// svgShape is how a kind of man is drawn.
type svgShape struct {
	body string // path data, filled and outlined
	// balls are circles of the body: centre and radius.
	balls []string
	// lines are drawn on the body, dots filled there, in the colour opposite to the
	// body's.
	lines string
	dots  []string
	// thick lines are as the outline: the king's cross.
	thick string
}

const (
	svgFoot = "M9 35.5v-2.2q0-3.3 3.3-3.3h15.4q3.3 0 3.3 3.3v2.2z"
	svgHem  = "M10 35.5q-.6-3.4.9-5.1-.9-1.3-.4-2.9Q20 24.6 29.5 27.5q.5 1.6-.4 2.9 1.5 1.7.9 5.1-10-2-20 0z"
)

var svgShapes = [...]svgShape{
	chess.King: {
		thick: "M20 3v9M16.6 6h6.8",
		body: "M20 20c-3.6-3.6-4-7.2 0-10 4 2.8 3.6 6.4 0 10z" +
			"M10.5 27.5C3.8 22.4 5 13.6 12 13.2c4.4-.2 6.9 3.4 8 6.8 1.1-3.4 3.6-7 8-6.8 7 .4 8.2 9.2 1.5 14.3Q20 24.6 10.5 " +
			"27.5z" + svgHem,
		lines: "M10.9 30.4q9.1-2.6 18.2 0M13 24.6c-4-3.2-3.6-7.6-.8-8.2M27 24.6c4-3.2 3.6-7.6.8-8.2",
	},
	chess.Queen: {
		balls: []string{"6 11.2 2.1", "13 7.6 2.1", "20 6.2 2.1", "27 7.6 2.1", "34 11.2 2.1"},
		body:  "M10.5 27.5L6.4 13.3l7 7.6L13.2 9.7 20 19.4l6.8-9.7-.2 11.2 7-7.6-4.1 14.2Q20 24.6 10.5 27.5z" + svgHem,
		lines: "M10.9 30.4q9.1-2.6 18.2 0",
	},
	chess.Rook: {
		body: "M8.5 35.5v-3.7h2.6v-3h17.8v3h2.6v3.7zM12.7 28.8l1.1-12h12.4l1.1 12zM13.8 16.8L11 " +
			"14.3V7.6h4.2v2.6h2.7V7.6h4.2v2.6h2.7V7.6H29v6.7l-2.8 2.5z",
		lines: "M13 14.3h14M13.4 31.8h13.2",
	},
	chess.Bishop: {
		balls: []string{"20 6 2"},
		body: "M20 8.2c5.8 3.8 8.6 8.2 7.8 12-.5 2.2-1.9 3.5-3.6 4.3h-8.4c-1.7-.8-3.1-2.1-3.6-4.3-.8-3.8 2-8.2 " +
			"7.8-12zM15.8 24.5h8.4l1.3 5.5h-11z" + svgFoot,
		lines: "M20 13.2v6.6M16.7 16.3h6.6M15.2 27.2h9.6",
	},
	chess.Knight: {
		body: "M12.3 35.5c-.2-6.6 5.9-8.3 6.3-14-2.2 1.1-3.4 2-4.6 3.6-1 1.3-2 2.7-3.6 2.4-2.5-.4-3.9-2.6-3-5 .8-2.1 " +
			"2.6-4.4 3.2-6.7.6-2.2 1.5-3.5 2.8-4.6l-.3-5 3.6 2.9c10.6.3 16.4 9 15.6 26.4z",
		lines: "M23.2 12c4.6 3.4 6.2 9.2 5.7 19.6",
		dots:  []string{"14.8 15.2 1.2", "9.6 23.4 .8"},
	},
	chess.Pawn: {
		balls: []string{"20 12.6 5"},
		body:  "M15 17.6h10l-1.6 2.2c.4 5 2.4 7.4 5.2 10.2H11.4c2.8-2.8 4.8-5.2 5.2-10.2z" + svgFoot,
	},
}

// svgID is the name of a man's drawing.
func svgID(m chess.Man) string {
	return string([]byte{m.Color().Letter(), m.Kind().Letter()})
}

// writeSVGMan writes the drawing of a man, under its name.
func writeSVGMan(b *strings.Builder, m chess.Man) {
	fill, line := "#fff", "#000"
	if m.Color() == chess.Black {
		fill, line = "#1c1c1c", "#fff"
	}
	shape := &svgShapes[m.Kind()]
	b.WriteString(`<g id="` + svgID(m) + `" transform="scale(.25)" fill="` + fill +
		`" stroke="#000" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round">`)
	if shape.thick != "" {
		b.WriteString(`<path d="` + shape.thick + `" fill="none" stroke-width="2.2"/>`)
	}
	b.WriteString(`<path d="` + shape.body + `"/>`)
	for _, c := range shape.balls {
		writeSVGCircle(b, c, "")
	}
	if shape.lines != "" {
		b.WriteString(`<path d="` + shape.lines + `" fill="none" stroke="` + line + `" stroke-width="1.2"/>`)
	}
	for _, c := range shape.dots {
		writeSVGCircle(b, c, ` fill="`+line+`" stroke="none"`)
	}
	b.WriteString("</g>\n")
}

func writeSVGCircle(b *strings.Builder, c, attributes string) {
	v := strings.Fields(c)
	b.WriteString(`<circle cx="` + v[0] + `" cy="` + v[1] + `" r="` + v[2] + `"` + attributes + `/>`)
}

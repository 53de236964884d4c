package notation

import (
	"cmp"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"retroproof/chess"
)

// Pictures of dots are drawn here from the same outlines as those in SVG, without fonts.

// Sizes of a sheet in dots.
const (
	pngSquare  = 48
	pngGap     = 24
	pngSamples = 4 // in a dot, down and across
)

// point is a place on a picture; ring is a closed outline of straight lines.
type (
	point struct{ x, y float64 }
	ring  []point
)

// writePNGSheet writes a picture of all boards, up to three in a row.
func writePNGSheet(w io.Writer, sheet []Problem) error {
	const board = 8*pngSquare + 2
	columns := max(1, min(sheetColumns, len(sheet)))
	rows := max(1, (len(sheet)+columns-1)/columns)
	img := image.NewRGBA(image.Rect(0, 0, columns*(board+pngGap)-pngGap, rows*(board+pngGap)-pngGap))
	paint(img, img.Rect, color.White)
	for i := range sheet {
		drawBoard(img, i%columns*(board+pngGap), i/columns*(board+pngGap), &sheet[i].Board)
	}
	return png.Encode(w, img)
}

// paint fills a rectangle.
func paint(img *image.RGBA, r image.Rectangle, c color.Color) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.Set(x, y, c)
		}
	}
}

// drawBoard draws a board with a frame of one dot.
func drawBoard(img *image.RGBA, x, y int, s *chess.Setup) {
	light, dark := color.RGBA{0xf0, 0xe6, 0xd2, 0xff}, color.RGBA{0xb8, 0x99, 0x6f, 0xff}
	paint(img, image.Rect(x, y, x+8*pngSquare+2, y+8*pngSquare+2), color.Black)
	for sq := range chess.Square(chess.NumSquares) {
		c := light
		if sq.Dark() {
			c = dark
		}
		left, top := x+1+pngSquare*sq.File(), y+1+pngSquare*(7-sq.Rank())
		paint(img, image.Rect(left, top, left+pngSquare, top+pngSquare), c)
		if m := s.Board[sq]; m != chess.NoMan {
			drawMan(img, left, top, m)
		}
	}
}

// drawMan draws a man as [writeSVGMan] does.
func drawMan(img *image.RGBA, x, y int, m chess.Man) {
	body, line := color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{0, 0, 0, 0xff}
	if m.Color() == chess.Black {
		body, line = color.RGBA{0x1c, 0x1c, 0x1c, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}
	}
	black := color.RGBA{0, 0, 0, 0xff}
	shape := &svgShapes[m.Kind()]
	draw := func(rings []ring, c color.RGBA) { fill(img, x, y, rings, c) }
	outlined := func(rings []ring) {
		draw(rings, body)
		draw(stroke(rings, 1.4, true), black)
	}
	draw(stroke(outline(shape.thick), 2.2, false), black)
	outlined(outline(shape.body))
	for _, b := range shape.balls {
		outlined([]ring{circle(b)})
	}
	draw(stroke(outline(shape.lines), 1.2, false), line)
	for _, d := range shape.dots {
		draw([]ring{circle(d)}, line)
	}
}

// circle makes a ring of centre and radius.
func circle(text string) ring {
	var v [3]float64
	for i, w := range strings.Fields(text) {
		v[i], _ = strconv.ParseFloat(w, 64) // a drawing of this package
	}
	return around(point{v[0], v[1]}, v[2])
}

func around(c point, radius float64) (r ring) {
	const corners = 24
	for i := range corners {
		a := 2 * math.Pi * float64(i) / corners
		r = append(r, point{c.x + radius*math.Cos(a), c.y + radius*math.Sin(a)})
	}
	return r
}

// outline makes rings of path data in SVG: the commands M, L, H, V, Q, C and Z, absolute or relative.
func outline(path string) (rings []ring) {
	var at, first point
	command := byte(0)
	take := func(n int) (v []float64) {
		for range n {
			text := number(path)
			f, _ := strconv.ParseFloat(text, 64) // a drawing of this package
			path = strings.TrimLeft(path[len(text):], " ,")
			v = append(v, f)
		}
		return v
	}
	// A command stands for all numbers up to the next; curves become straight lines. Cost: linear.
	for path = strings.TrimSpace(path); path != ""; {
		if c := path[0]; c >= 'A' {
			command, path = c, strings.TrimLeft(path[1:], " ")
		}
		from := point{}
		if command >= 'a' {
			from = at
		}
		var p []point
		switch command | 0x20 {
		case 'z':
			at = first
			continue
		case 'h':
			p = []point{{from.x + take(1)[0], at.y}}
		case 'v':
			p = []point{{at.x, from.y + take(1)[0]}}
		default:
			v := take(map[byte]int{'m': 2, 'l': 2, 'q': 4, 'c': 6}[command|0x20])
			for i := 0; i < len(v); i += 2 {
				p = append(p, point{from.x + v[i], from.y + v[i+1]})
			}
		}
		if command|0x20 == 'm' {
			first = p[0]
			rings = append(rings, ring{first})
			command = command&0x20 | 'L' // what follows are lines
		} else {
			last := &rings[len(rings)-1]
			*last = append(*last, curve(append([]point{at}, p...))...)
		}
		at = p[len(p)-1]
	}
	return rings
}

// number returns the number that a text begins with: "-1.5" of "-1.5.3".
func number(text string) string {
	n := 0
	for n < len(text) {
		c := text[n]
		if !(c >= '0' && c <= '9' || c == '-' && n == 0 || c == '.' && !strings.Contains(text[:n], ".")) {
			break
		}
		n++
	}
	return text[:n]
}

// curve returns points of a Bézier curve after its first one.
func curve(control []point) (r ring) {
	steps := 1
	if len(control) > 2 {
		steps = 12
	}
	for i := 1; i <= steps; i++ {
		t := float64(i) / float64(steps)
		p := slices.Clone(control)
		for n := len(p) - 1; n > 0; n-- {
			for j := range n {
				p[j] = point{p[j].x + t*(p[j+1].x-p[j].x), p[j].y + t*(p[j+1].y-p[j].y)}
			}
		}
		r = append(r, p[0])
	}
	return r
}

// stroke makes rings that cover lines of a width with round ends: a rectangle for each, and a circle for each corner.
func stroke(rings []ring, width float64, closed bool) (cover []ring) {
	for _, r := range rings {
		for i, p := range r {
			cover = append(cover, around(p, width/2))
			if i == 0 && !closed {
				continue
			}
			q := r[(i+len(r)-1)%len(r)]
			dx, dy := p.x-q.x, p.y-q.y
			if n := math.Hypot(dx, dy); n > 0 {
				dx, dy = dx*width/2/n, dy*width/2/n
				cover = append(cover, ring{{q.x + dy, q.y - dx}, {p.x + dy, p.y - dx}, {p.x - dy, p.y + dx}, {q.x - dy, q.y + dx}})
			}
		}
	}
	return cover
}

// crossing is where an outline crosses a row of samples, and in which direction.
type crossing struct {
	x float64
	d int
}

// fill fills what is within rings on a square of a board whose side is 40, by the rule of winding numbers other than
// zero.
func fill(img *image.RGBA, x, y int, rings []ring, c color.RGBA) {
	const scale = float64(pngSquare) / 40
	var covered [pngSquare][pngSquare]int
	// Each row of samples is cut by the outlines into what is within and what is not. Cost: rows times lines.
	for row := range pngSquare * pngSamples {
		at := (float64(row) + .5) / pngSamples / scale
		var cuts []crossing
		for _, r := range rings {
			for i, p := range r {
				q := r[(i+len(r)-1)%len(r)]
				if (q.y <= at) == (p.y <= at) {
					continue
				}
				d := 1
				if p.y < q.y {
					d = -1
				}
				cuts = append(cuts, crossing{q.x + (at-q.y)/(p.y-q.y)*(p.x-q.x), d})
			}
		}
		slices.SortFunc(cuts, func(a, b crossing) int { return cmp.Compare(a.x, b.x) })
		winding := 0
		for i, cut := range cuts {
			if winding += cut.d; winding == 0 {
				continue
			}
			from := math.Ceil(cut.x*scale*pngSamples - .5)
			to := math.Ceil(cuts[i+1].x*scale*pngSamples - .5)
			for s := max(0, int(from)); s < min(int(to), pngSquare*pngSamples); s++ {
				covered[row/pngSamples][s/pngSamples]++
			}
		}
	}
	for dy := range covered {
		for dx, n := range covered[dy] {
			if n > 0 {
				mix(img, x+dx, y+dy, c, n)
			}
		}
	}
}

// mix lays a colour over a dot, by how many of its samples are covered.
func mix(img *image.RGBA, x, y int, c color.RGBA, n int) {
	const all = pngSamples * pngSamples
	old := img.RGBAAt(x, y)
	of := func(a, b uint8) uint8 { return uint8((int(a)*(all-n) + int(b)*n) / all) }
	img.SetRGBA(x, y, color.RGBA{of(old.R, c.R), of(old.G, c.G), of(old.B, c.B), 0xff})
}

package krk

import (
	"bytes"
	"fmt"
	"io"
)

// Curve is one distribution of a figure: Counts[n] positions are won in n
// moves; Counts[0] is not shown.
type Curve struct {
	Name   string
	Color  string
	Counts []int
}

// Figure3 returns the two curves of the paper's Figure 3.
func Figure3(optimal, strategy *Outcome) []Curve {
	return []Curve{
		{"optimal play", "#1f6fb2", optimal.Histogram},
		{"the strategy", "#d1622b", strategy.Histogram},
	}
}

// WriteFigure draws the curves as a self-contained SVG picture: positions
// over moves to mate.
func WriteFigure(w io.Writer, title string, curves []Curve) error {
	const (
		width, height            = 860, 440
		left, right, top, bottom = 72, 24, 56, 56
		plotW, plotH             = width - left - right, height - top - bottom
	)
	longest, most := 1, 1
	for _, c := range curves {
		longest = max(longest, len(c.Counts)-1)
		for _, n := range c.Counts {
			most = max(most, n)
		}
	}
	tick := niceTick(most)
	ceiling := (most + tick - 1) / tick * tick
	x := func(moves int) float64 {
		return left + float64(moves-1)/float64(max(1, longest-1))*plotW
	}
	y := func(n int) float64 { return top + plotH - float64(n)/float64(ceiling)*plotH }

	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#333">`,
		width, height, width, height)
	p(`<rect width="%d" height="%d" fill="#fff"/>`, width, height)
	p(`<text x="%d" y="24" font-size="16" font-weight="bold">%s</text>`, left, title)
	for n := 0; n <= ceiling; n += tick {
		p(`<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#e4e4e4"/>`, left, width-right, y(n), y(n))
		p(`<text x="%d" y="%.1f" text-anchor="end">%d</text>`, left-8, y(n)+4, n)
	}
	for n := 1; n <= longest; n++ {
		if n == 1 || n%2 == 1 || n == longest {
			p(`<text x="%.1f" y="%d" text-anchor="middle">%d</text>`, x(n), top+plotH+18, n)
		}
	}
	p(`<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#888"/>`, left, width-right, y(0), y(0))
	p(`<text x="%d" y="%d" text-anchor="middle">White's moves to mate</text>`, left+plotW/2, height-14)
	p(`<text x="%d" y="%d">positions</text>`, left-56, top-14)
	for i, c := range curves {
		var points bytes.Buffer
		for n := 1; n < len(c.Counts); n++ {
			fmt.Fprintf(&points, "%.1f,%.1f ", x(n), y(c.Counts[n]))
		}
		p(`<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`, bytes.TrimSpace(points.Bytes()), c.Color)
		total := 0
		for n := 1; n < len(c.Counts); n++ {
			total += c.Counts[n]
			p(`<circle cx="%.1f" cy="%.1f" r="3.5" fill="%s"><title>%s: %d positions in %d moves</title></circle>`,
				x(n), y(c.Counts[n]), c.Color, c.Name, c.Counts[n], n)
		}
		ly := top + 16 + 20*i
		p(`<line x1="%d" x2="%d" y1="%d" y2="%d" stroke="%s" stroke-width="3"/>`, width-right-310, width-right-282, ly-4, ly-4, c.Color)
		p(`<text x="%d" y="%d">%s (%d positions, at most %d)</text>`, width-right-274, ly, c.Name, total, len(c.Counts)-1)
	}
	p(`</svg>`)
	_, err := w.Write(b.Bytes())
	return err
}

// niceTick returns a round distance of grid lines, for about six of them.
func niceTick(most int) int {
	for unit := 1; ; unit *= 10 {
		for _, k := range []int{1, 2, 5} {
			if most <= 7*k*unit {
				return k * unit
			}
		}
	}
}

package armies

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"math"
	"math/big"
)

// Curve is one line of a chart.
type Curve struct {
	Name string
	*Breakdown
}

// curveColors are those of the lines in their order.
var curveColors = []string{"#1f6fb2", "#d1622b", "#3a8f4d", "#8a5ba8", "#c2378c", "#8c6d1f"}

// WriteChart draws breakdowns as a self-contained SVG picture: the decimal logarithms
// of numbers over the number of men.
func WriteChart(w io.Writer, title string, curves []Curve) error {
	const (
		width, height            = 860, 560
		left, right, top, bottom = 64, 24, 56, 56
		plotW, plotH             = width - left - right, height - top - bottom
	)
	first, last, highest := mostMenOnBoard, 1, 1.0
	for _, c := range curves {
		for men, n := range c.Men {
			if n != nil {
				first, last, highest = min(first, men), max(last, men), max(highest, Log10(n))
			}
		}
	}
	tick := 1
	for highest/float64(tick) > 12 {
		tick *= 5
	}
	ceiling := tick * int(math.Ceil(highest/float64(tick)))
	x := func(men int) float64 { return left + float64(men-first)/float64(max(1, last-first))*plotW }
	y := func(log float64) float64 { return top + plotH - log/float64(ceiling)*plotH }

	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#333">`,
		width, height, width, height)
	p(`<rect width="%d" height="%d" fill="#fff"/>`, width, height)
	p(`<text x="%d" y="24" font-size="16" font-weight="bold">%s</text>`, left, html.EscapeString(title))
	for n := 0; n <= ceiling; n += tick {
		p(`<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#e4e4e4"/>`, left, width-right, y(float64(n)), y(float64(n)))
		p(`<text x="%d" y="%.1f" text-anchor="end">%d</text>`, left-8, y(float64(n))+4, n)
	}
	for men := first; men <= last; men += 2 {
		p(`<text x="%.1f" y="%d" text-anchor="middle">%d</text>`, x(men), top+plotH+18, men)
	}
	p(`<text x="%d" y="%d" text-anchor="middle">men on the board, kings included</text>`, left+plotW/2, height-14)
	p(`<text x="%d" y="%d">log10 of the number</text>`, left-56, top-14)
	for i, c := range curves {
		color := curveColors[i%len(curveColors)]
		var points bytes.Buffer
		for men, n := range c.Men {
			if n != nil {
				fmt.Fprintf(&points, "%.1f,%.1f ", x(men), y(Log10(n)))
			}
		}
		p(`<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`, bytes.TrimSpace(points.Bytes()), color)
		for men, n := range c.Men {
			if n != nil {
				p(`<circle cx="%.1f" cy="%.1f" r="3" fill="%s"><title>%s: %s with %d men</title></circle>`,
					x(men), y(Log10(n)), color, html.EscapeString(c.Name), n, men)
			}
		}
		// The numbers grow with the men: the lower right corner is free.
		ly := top + plotH - 20*len(curves) + 20*i
		p(`<line x1="%d" x2="%d" y1="%d" y2="%d" stroke="%s" stroke-width="3"/>`, width-right-430, width-right-402, ly-4, ly-4, color)
		p(`<text x="%d" y="%d">%s: 10^%.4f</text>`, width-right-394, ly, html.EscapeString(c.Name), Log10(c.Total))
	}
	p(`</svg>`)
	_, err := w.Write(b.Bytes())
	return err
}

// Log10 returns the decimal logarithm of a number above 0.
func Log10(n *big.Int) float64 { return Log2(n) * math.Log10(2) }

// Log2 returns the binary logarithm of a number above 0.
func Log2(n *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(n).MantExp(mantissa)
	f, _ := mantissa.Float64()
	return float64(exponent) + math.Log2(f)
}

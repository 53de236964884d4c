package count

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"
)

// Plot draws numbers over whole numbers as SVG: lines with markers that differ by shape and
// dash as well as by colour, named axes, and a title and a description for those who cannot
// see the picture. It needs no other file, follows the light or dark screen on which it is
// shown, and is light on paper.
type Plot struct {
	Title  string
	X, Y   string // what the axes are
	Series []Series
}

// Series is a line of a plot.
type Series struct {
	Name   string
	Note   string // stands behind the name in the key; or ""
	Points []Point
}

// Point is a point of a line. X counts something, Y is not negative.
type Point struct {
	X     int
	Y     float64
	Label string // shown when the mouse is over the point
}

// The size of a picture, and of its margins.
const (
	width, height            = 860, 520
	left, right, top, bottom = 76, 24, 48, 56
	plotWidth, plotHeight    = width - left - right, height - top - bottom
)

// style is how a series is drawn. The colours have a contrast of at least 3 to 1 with
// their background.
type style struct {
	light, dark string // colours
	dash        string
	marker      string // path data around 0, 0
}

// styles are those of the series in their order. With more series than that the first
// ones come again.
var styles = []style{
	{"#1f6fb2", "#6db3ee", "", "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z"},
	{"#b84a14", "#f0955f", "7 3", "M-3.2-3.2h6.4v6.4h-6.4z"},
	{"#2b7a3f", "#74c98a", "2 3", "M0-4.2L4 3H-4z"},
	{"#7d4aa0", "#c69be6", "9 3 2 3", "M0-4.6L4.6 0 0 4.6-4.6 0z"},
	{"#b02a7c", "#ee86c4", "12 4", "M0 4.2L-4-3h8z"},
	{"#7a5c10", "#d6b455", "4 2", "M-1.2-4h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8v-2.4h2.8z"},
}

// Write draws the plot.
func (p *Plot) Write(w io.Writer) error {
	s := p.newScale()
	var b bytes.Buffer
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line(`<svg xmlns="http://www.w3.org/2000/svg" class="plot" width="%d" height="%d" viewBox="0 0 %d %d" role="img" `+
		`font-family="sans-serif" font-size="12">`, width, height, width, height)
	line("<title>%s</title>\n<desc>%s</desc>", html.EscapeString(p.Title), html.EscapeString(p.describe()))
	line("<style>\n%s</style>", p.css())
	line(`<rect class="paper" width="%d" height="%d"/>`, width, height)
	line(`<text x="%d" y="26" font-size="16" font-weight="bold">%s</text>`, left, html.EscapeString(p.Title))
	for n := 0; n <= s.ceiling; n += s.tick {
		line(`<path class="grid" d="M%d %.1fH%d"/>`, left, s.y(float64(n)), width-right)
		line(`<text x="%d" y="%.1f" text-anchor="end">%d</text>`, left-8, s.y(float64(n))+4, n)
	}
	for n := s.first; n <= s.last; n += s.step {
		line(`<text x="%.1f" y="%d" text-anchor="middle">%d</text>`, s.x(n), top+plotHeight+18, n)
	}
	line(`<path class="axis" d="M%d %dH%d"/>`, left, top+plotHeight, width-right)
	line(`<text x="%d" y="%d" text-anchor="middle">%s</text>`, left+plotWidth/2, height-14, html.EscapeString(p.X))
	line(`<text x="18" y="%d" text-anchor="middle" transform="rotate(-90 18 %d)">%s</text>`,
		top+plotHeight/2, top+plotHeight/2, html.EscapeString(p.Y))
	for i, series := range p.Series {
		k := i % len(styles)
		line(`<g class="s%d">`, k)
		if len(series.Points) > 1 {
			var d strings.Builder
			for j, at := range series.Points {
				fmt.Fprintf(&d, "%c%.1f %.1f", "ML"[min(j, 1)], s.x(at.X), s.y(at.Y))
			}
			line(`<path class="line" d="%s"/>`, &d)
		}
		for _, at := range series.Points {
			line(`<path class="marker" transform="translate(%.1f %.1f)" d="%s"><title>%s</title></path>`,
				s.x(at.X), s.y(at.Y), styles[k].marker, html.EscapeString(series.Name+": "+at.Label))
		}
		line(`</g>`)
	}
	p.key(line, s)
	line(`</svg>`)
	_, err := w.Write(b.Bytes())
	return err
}

// css has the colours, those of dark screens as well, and the dashes.
func (p *Plot) css() string {
	var light, dark strings.Builder
	light.WriteString(".plot{color-scheme:light dark}.plot .paper{fill:#fff}.plot text{fill:#333}.plot " +
		".grid{stroke:#e4e4e4;fill:none}.plot .axis{stroke:#666;fill:none}.plot .line{fill:none;stroke-width:2}.plot " +
		".marker{stroke-width:0}\n")
	dark.WriteString(".plot .paper{fill:#1b1a18}.plot text{fill:#e0dcd4}.plot .grid{stroke:#3b3833}.plot " +
		".axis{stroke:#aaa}\n")
	for i, s := range styles[:min(len(p.Series), len(styles))] {
		fmt.Fprintf(&light, ".plot .s%d{stroke:%s;fill:%s}", i, s.light, s.light)
		if s.dash != "" {
			fmt.Fprintf(&light, ".plot .s%d .line{stroke-dasharray:%s}", i, s.dash)
		}
		light.WriteByte('\n')
		fmt.Fprintf(&dark, ".plot .s%d{stroke:%s;fill:%s}\n", i, s.dark, s.dark)
	}
	return light.String() + "@media screen and (prefers-color-scheme:dark){\n" + dark.String() + "}\n"
}

// key explains the lines, in the corner of the plot that has the most room.
func (p *Plot) key(line func(string, ...any), s *scale) {
	const rowHeight, charWidth, sample = 20, 6.6, 44
	longest := 0
	for _, series := range p.Series {
		longest = max(longest, len(series.text()))
	}
	wide := sample + 8 + charWidth*float64(longest)
	high := float64(rowHeight * len(p.Series))
	x, y := s.corner(p.Series, wide, high)
	line(`<rect class="paper" fill-opacity=".85" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, x-6, y, wide+12, high)
	for i, series := range p.Series {
		k := i % len(styles)
		at := y + float64(rowHeight*i) + rowHeight/2
		line(`<g class="s%d"><path class="line" d="M%.1f %.1fh%d"/>`+
			`<path class="marker" transform="translate(%.1f %.1f)" d="%s"/></g>`,
			k, x, at, sample, x+sample/2, at, styles[k].marker)
		line(`<text x="%.1f" y="%.1f">%s</text>`, x+sample+8, at+4, html.EscapeString(series.text()))
	}
}

// text is the name of a series with its note.
func (s *Series) text() string {
	if s.Note == "" {
		return s.Name
	}
	return s.Name + ": " + s.Note
}

// describe summarizes the plot for readers who do not see it.
func (p *Plot) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, over %s.", p.Y, p.X)
	for _, series := range p.Series {
		fmt.Fprintf(&b, " %s", series.text())
		if n := len(series.Points); n > 0 {
			highest := series.Points[0]
			for _, at := range series.Points {
				if at.Y > highest.Y {
					highest = at
				}
			}
			fmt.Fprintf(&b, "; from %d to %d; the highest point: %s", series.Points[0].X, series.Points[n-1].X, highest.Label)
		}
		b.WriteByte('.')
	}
	return b.String()
}

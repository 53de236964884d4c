package count

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// draw draws a plot and reads it as XML: its elements, with the text in them.
func draw(t *testing.T, p *Plot) (svg string, texts map[string][]string) {
	t.Helper()
	var b strings.Builder
	expect.NoError(t, p.Write(&b))
	texts = map[string][]string{}
	d := xml.NewDecoder(strings.NewReader(b.String()))
	name := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String(), texts
		}
		expect.NoError(t, err, "not well-formed")
		switch e := token.(type) {
		case xml.StartElement:
			name = e.Name.Local
		case xml.CharData:
			if s := strings.TrimSpace(string(e)); s != "" {
				texts[name] = append(texts[name], s)
			}
		}
	}
}

// lines makes a number of series of the same points.
func lines(n int) *Plot {
	p := &Plot{Title: "a < b", X: "men & kings", Y: "number"}
	for i := range n {
		s := Series{Name: fmt.Sprintf("<%d>", i), Note: "some"}
		for x := 1; x <= 20; x++ {
			s.Points = append(s.Points, Point{x, float64(i + x*x), fmt.Sprintf("%d & more", x)})
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// TestWords: the title, the description, the axes, the names of series and the points
// are there as text, whatever characters they have.
func TestWords(t *testing.T) {
	t.Parallel()
	svg, texts := draw(t, lines(2))
	if got := texts["title"]; len(got) != 1+40 || got[0] != "a < b" || got[1] != "<0>: 1 & more" {
		t.Errorf("titles %q", got)
	}
	if got, want := texts["desc"], "number, over men & kings. <0>: some; from 1 to 20; the highest point: 20 & more. <1>: some; from 1 to 20; the highest point: 20 & more."; len(got) != 1 || got[0] != want {
		t.Errorf("description %q, want %q", got, want)
	}
	words := strings.Join(texts["text"], "|")
	for _, want := range []string{"a < b", "men & kings", "number", "<0>: some", "<1>: some"} {
		expect.Contains(t, words, want, "words")
	}
	expect.Contains(t, svg, ` role="img" `, "a picture for screen readers")
}

// TestStyles: series differ by dash and by marker, not only by colour, and colours
// stand out from light and dark backgrounds.
func TestStyles(t *testing.T) {
	t.Parallel()
	dashes, markers := map[string]bool{}, map[string]bool{}
	for i, s := range styles {
		if dashes[s.dash] || markers[s.marker] {
			t.Errorf("series %d has the dash or the marker of another one", i)
		}
		dashes[s.dash], markers[s.marker] = true, true
		if c := contrast(t, s.light, "#ffffff"); c < 3 {
			t.Errorf("%s on white: %.2f", s.light, c)
		}
		if c := contrast(t, s.dark, "#1b1a18"); c < 3 {
			t.Errorf("%s on a dark screen: %.2f", s.dark, c)
		}
	}
	svg, _ := draw(t, lines(len(styles)+1))
	for i, s := range styles {
		if s.dash != "" && !strings.Contains(svg, fmt.Sprintf(".plot .s%d .line{stroke-dasharray:%s}", i, s.dash)) {
			t.Errorf("series %d is not dashed", i)
		}
		if n := strings.Count(svg, fmt.Sprintf("<g class=\"s%d\">", i)); n != 2 && i > 0 || n != 4 && i == 0 {
			t.Errorf("style %d is used %d times", i, n)
		}
	}
	_, dark, ok := strings.Cut(svg, "@media screen and (prefers-color-scheme:dark){")
	if !ok || !strings.Contains(dark, ".plot .s0{stroke:"+styles[0].dark) || !strings.Contains(dark, ".plot .paper{fill:#1b1a18}") {
		t.Error("no colours for dark screens")
	}
}

// contrast is that of two colours, from 1 to 21, as WCAG 2 defines it.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(color string) (sum float64) {
		for i, weight := range []float64{.2126, .7152, .0722} {
			n := expect.Must(strconv.ParseUint(color[1+2*i:3+2*i], 16, 8))
			v := float64(n) / 255
			if v <= .04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + .05) / (min(la, lb) + .05)
}

// TestScale: all points are within the axes, whose numbers are few and round.
func TestScale(t *testing.T) {
	t.Parallel()
	var tt struct {
		points      []Point
		first, last int
		ceiling     int
		tick, step  int
	}
	for range expect.Rows(t, "testdata/scale.tsv", &tt.points, &tt.first, &tt.last, &tt.ceiling, &tt.tick, &tt.step) {
		p := &Plot{Series: []Series{{Points: tt.points}}}
		s := p.newScale()
		expect.Equal(t, *s, (scale{tt.first, tt.last, tt.step, tt.ceiling, tt.tick}), "%v", tt.points)
		for _, at := range tt.points {
			if x, y := s.x(at.X), s.y(at.Y); !(x >= left && x <= width-right && y >= top && y <= top+plotHeight) {
				t.Errorf("%v is at %v, %v", at, x, y)
			}
		}
		draw(t, p)
	}
}

// TestKey: the key is where no points are, if there is room.
func TestKey(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		points []Point
		x, y   float64
	}{
		{[]Point{{X: 0, Y: 0}, {X: 9, Y: 1}}, left + 10, top + 10},
		{[]Point{{X: 0, Y: 1}, {X: 9, Y: 0}}, width - right - 110, top + 10},
		{[]Point{{X: 0, Y: 1}, {X: 9, Y: 1}}, width - right - 110, top + plotHeight - 50},
		{[]Point{{X: 0, Y: 1}, {X: 9, Y: 1}, {X: 9, Y: 0}}, left + 10, top + plotHeight - 50},
	} {
		series := []Series{{Points: tt.points}}
		s := (&Plot{Series: series}).newScale()
		if x, y := s.corner(series, 100, 40); x != tt.x || y != tt.y {
			t.Errorf("%v: the key is at %v, %v, want %v, %v", tt.points, x, y, tt.x, tt.y)
		}
	}
}

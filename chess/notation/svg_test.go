package notation

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// elements counts the start tags of an XML document by name, and fails if it is
// not well formed.
func elements(t *testing.T, doc string) map[string]int {
	t.Helper()
	n := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(doc)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return n
		}
		expect.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			n[e.Name.Local]++
		}
	}
}

func TestBoardSVG(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		fen   string
		opts  SVGOptions
		marks string // in the title, after the men
	}{
		{chess.InitialFEN, SVGOptions{}, ""},
		{"8/8/8/8/8/8/8/KRk5 b - - 0 1", SVGOptions{NoCoordinates: true, SquareSize: 20}, ""},
		{"8/8/8/8/8/8/8/8 w - - 0 1", SVGOptions{NoCoordinates: true, Marked: chess.A1.Bit() | chess.H1.Bit()}, " Marked: a1, h1."},
		{chess.InitialFEN, SVGOptions{Shared: true, Arrows: []SVGArrow{{chess.A1, chess.A8}, {chess.A1, chess.A1}, {chess.NoSquare, chess.A1}}}, " Arrows: Ra1 to Ra8."},
		{"4k2r/8/8/8/8/8/8/8 w k - 0 1", SVGOptions{Locked: chess.MakeSquare(4, 7).Bit() | chess.H8.Bit(), Crossed: chess.MakeSquare(2, 0).Bit(), Arrows: []SVGArrow{{chess.H8, chess.H1}, {chess.H8, chess.MakeSquare(4, 7)}}, ArrowsAre: "Checks"},
			" Never moved: Ke8, Rh8. Captured where it stood: c1. Checks: Rh8 to h1, Rh8 to Ke8."},
	} {
		setup := mustParse(t, tt.fen)
		doc := BoardSVG(setup, tt.opts)
		n := elements(t, doc)
		uses, texts := setup.CountMen()+1, 0
		uses += tt.opts.Marked.Count() + tt.opts.Locked.Count() + tt.opts.Crossed.Count()
		if !tt.opts.NoCoordinates {
			uses++
			if !tt.opts.Shared {
				texts = 16
			}
		}
		if n["svg"] != 1 || n["use"] != uses || n["text"] != texts {
			t.Errorf("%s: %d boards, %d drawings used, %d texts, want 1, %d, %d", tt.fen, n["svg"], n["use"], n["text"], uses, texts)
		}
		expect.Contains(t, doc, "<desc>"+tt.fen+"</desc>", "%s as the description", tt.fen)
		_, title, _ := strings.Cut(doc, "<title>Chess diagram, "+setup.Turn.String()+" to move")
		title, _, _ = strings.Cut(title, "</title>")
		if !strings.HasSuffix(title, "."+tt.marks) || strings.Count(title, ":") != strings.Count(tt.marks, ":")+sides(&setup) {
			t.Errorf("%s: the title is %q, want it to end with %q", tt.fen, title, tt.marks)
		}
		expect.Equal(t, strings.Count(doc, svgArrow), strings.Count(tt.marks, " to "), "%s", tt.fen)
		if tt.opts.Shared {
			doc = "<body>" + SVGShared() + doc + "</body>"
			elements(t, doc)
		}
		// Every drawing that is used is there once.
		for part := range strings.SplitSeq(doc, `<use href="#`) {
			id, _, _ := strings.Cut(part, `"`)
			if !strings.HasPrefix(part, "<") && strings.Count(doc, `id="`+id+`"`) != 1 {
				t.Errorf("%s: %d drawings of %s", tt.fen, strings.Count(doc, `id="`+id+`"`), id)
			}
		}
	}
}

// TestSVGArrow: an arrow stays on its board, with its tip near the middle of the
// square.
func TestSVGArrow(t *testing.T) {
	t.Parallel()
	if got, want := (SVGArrow{chess.A1, chess.A8}).path(), "M5.8 72.4L5.8 10.2L7.2 10.2L5 6.2L2.8 10.2L4.2 10.2L4.2 72.4z"; got != want {
		t.Errorf("a1-a8: %s, want %s", got, want)
	}
}

// sides is the number of sides that have men.
func sides(s *chess.Setup) (n int) {
	for c := range chess.Color(2) {
		if slices.ContainsFunc(s.Men(), func(p chess.Placed) bool { return p.Man.Color() == c }) {
			n++
		}
	}
	return n
}

// TestSVGKey: a key shows each mark with the drawing that boards use.
func TestSVGKey(t *testing.T) {
	t.Parallel()
	for _, m := range []SVGMark{SVGMarked, SVGLocked, SVGCrossed, SVGArrowMark} {
		doc := "<body>" + SVGShared() + SVGKey(m, 20) + "</body>"
		n := elements(t, doc)
		if m == SVGArrowMark {
			if n["use"] != 0 || strings.Count(doc, svgArrow) != 1 {
				t.Errorf("%s: %s", m, doc)
			}
		} else if strings.Count(doc, `<g id="`+string(m)+`">`) != 1 || strings.Count(doc, `<use href="#`+string(m)+`"/>`) != 1 {
			t.Errorf("%s: %s", m, doc)
		}
	}
}

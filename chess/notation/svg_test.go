package notation

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"retroproof/chess"
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
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			n[e.Name.Local]++
		}
	}
}

func TestBoardSVG(t *testing.T) {
	for _, tt := range []struct {
		fen  string
		opts SVGOptions
		men  int
	}{
		{chess.InitialFEN, SVGOptions{}, 32},
		{"8/8/8/8/8/8/8/KRk5 b - - 0 1", SVGOptions{NoCoordinates: true, SquareSize: 20}, 3},
		{"8/8/8/8/8/8/8/8 w - - 0 1", SVGOptions{NoCoordinates: true, Marked: []chess.Square{chess.A1, chess.H1, chess.NoSquare, chess.A1}}, 0},
		{chess.InitialFEN, SVGOptions{Shared: true, Arrows: []SVGArrow{{chess.A1, chess.A8}, {chess.A1, chess.A1}, {chess.NoSquare, chess.A1}}}, 32},
	} {
		doc := BoardSVG(mustParse(t, tt.fen), tt.opts)
		n := elements(t, doc)
		uses, texts := tt.men+1, 0
		if !tt.opts.NoCoordinates {
			uses++
			if !tt.opts.Shared {
				texts = 16
			}
		}
		if n["svg"] != 1 || n["use"] != uses || n["text"] != texts {
			t.Errorf("%s: %d boards, %d drawings used, %d texts, want 1, %d, %d", tt.fen, n["svg"], n["use"], n["text"], uses, texts)
		}
		if !strings.Contains(doc, "<title>"+tt.fen+"</title>") {
			t.Errorf("%s is not the title", tt.fen)
		}
		if marks := strings.Count(doc, svgMarked) + strings.Count(doc, svgMarkedDark); marks != min(len(tt.opts.Marked), 2) {
			t.Errorf("%s: %d squares marked", tt.fen, marks)
		}
		if arrows := strings.Count(doc, svgArrow); arrows != min(len(tt.opts.Arrows), 1) {
			t.Errorf("%s: %d arrows", tt.fen, arrows)
		}
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
	if got, want := (SVGArrow{chess.A1, chess.A8}).path(), "M5.8 72.4L5.8 10.2L7.2 10.2L5 6.2L2.8 10.2L4.2 10.2L4.2 72.4z"; got != want {
		t.Errorf("a1-a8: %s, want %s", got, want)
	}
}

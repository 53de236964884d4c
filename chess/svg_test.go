package chess

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
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
		fen   string
		opts  SVGOptions
		texts int
	}{
		{InitialFEN, SVGOptions{}, 32 + 16},
		{"8/8/8/8/8/8/8/KRk5 b - - 0 1", SVGOptions{NoCoordinates: true, SquareSize: 20}, 3},
		{"8/8/8/8/8/8/8/8 w - - 0 1", SVGOptions{NoCoordinates: true, Marked: []Square{A1, H1, NoSquare}}, 0},
	} {
		doc := BoardSVG(mustParse(t, tt.fen), tt.opts)
		n := elements(t, doc)
		if n["svg"] != 1 || n["rect"] != 64 || n["text"] != tt.texts {
			t.Errorf("%s: %d boards, %d squares, %d texts, want 1, 64, %d", tt.fen, n["svg"], n["rect"], n["text"], tt.texts)
		}
		if !strings.Contains(doc, "<title>"+tt.fen+"</title>") {
			t.Errorf("%s is not the title", tt.fen)
		}
		if marks := strings.Count(doc, svgMarked) + strings.Count(doc, svgMarkedDark); marks != max(0, len(tt.opts.Marked)-1) {
			t.Errorf("%s: %d squares marked", tt.fen, marks)
		}
	}
}

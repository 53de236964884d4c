package krk

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

func TestFigure3(t *testing.T) {
	var b bytes.Buffer
	if err := WriteFigure(&b, "Figure 3", Figure3(Optimal(), defaultRelation().Verify())); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal("not well-formed:", err)
		}
	}
	s := b.String()
	for _, want := range []string{
		"optimal play: 1512 positions in 1 moves", "optimal play: 916 positions in 16 moves",
		"the strategy (175168 positions, at most 33)",
	} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q in the picture", want)
		}
	}
	if n := strings.Count(s, "<circle"); n != 16+33 {
		t.Errorf("%d points, want %d", n, 16+33)
	}
	if name := os.Getenv("FIGURE"); name != "" {
		os.WriteFile(name, b.Bytes(), 0o666)
	}
}

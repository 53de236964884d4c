package strategy_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"retroproof/strategy"
)

var updateFigure = flag.Bool("update-figure", false, "rewrite doc/figure3.svg")

// TestFigure3: the picture of the documentation is the one that is drawn, and has the
// paper's numbers.
func TestFigure3(t *testing.T) {
	table := tableOf(t, builtin(t, "krk2013", 8, 8))
	best, err := strategy.Best(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := strategy.WriteFigure(&b, table.Strategy, best.Figures().Best, table.Figures().ByMoves); err != nil {
		t.Fatal(err)
	}
	const file = "../doc/figure3.svg"
	if *updateFigure {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if doc, err := os.ReadFile(file); err != nil || !bytes.Equal(doc, b.Bytes()) {
		t.Errorf("%s is another picture (%v); if that is meant, go test ./strategy -run Figure3 -update-figure", file, err)
	}
	s := b.String()
	for _, want := range []string{
		"best play: 1512 positions in 1 move<", "best play: 916 positions in 16 moves",
		"the strategy: 175168 positions, at most 33 moves",
	} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q in the picture", want)
		}
	}
	if n := strings.Count(s, " moves</title>") + strings.Count(s, " move</title>"); n != 16+33 {
		t.Errorf("%d points, want %d", n, 16+33)
	}
}

package strategy_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/strategy"
)

var updateFigure = flag.Bool("update-figure", false, "rewrite doc/figure3.svg")

// TestFigure3: the picture of the documentation is the one that is drawn, and has the
// paper's numbers.
func TestFigure3(t *testing.T) {
	table := tableOf(t, builtin(t, "krk2013", 8, 8))
	best, err := strategy.Best(t.Context(), table)
	expect.NoError(t, err)
	var b bytes.Buffer
	expect.NoError(t, strategy.WriteFigure(&b, table.Strategy, best.Figures().Best, table.Figures().ByMoves))
	const file = "../doc/figure3.svg"
	if *updateFigure {
		expect.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
	}
	if doc, err := os.ReadFile(file); err != nil || !bytes.Equal(doc, b.Bytes()) {
		t.Errorf("%s is another picture (%v); if that is meant, go test ./strategy -run Figure3 -update-figure", file, err)
	}
	s := b.String()
	for _, want := range []string{
		"best play: 1512 positions in 1 move<", "best play: 916 positions in 16 moves",
		"the strategy: 175168 positions, at most 33 moves",
	} {
		expect.Contains(t, s, want, "the picture")
	}
	expect.Equal(t, strings.Count(s, " moves</title>")+strings.Count(s, " move</title>"), 16+33, "points")
}

package facts_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// parseFacts reads a list of facts as the conformance kit writes them.
func parseFacts(t *testing.T, text string) (list []facts.Fact) {
	t.Helper()
	for one := range strings.SplitSeq(text, ";") {
		words := strings.Fields(one)
		if len(words) == 0 {
			continue
		}
		if len(words) != 2 {
			t.Fatalf("%q is no fact", one)
		}
		f := facts.Fact{By: facts.FactRule(words[0])}
		for name := range strings.SplitSeq(words[1], ",") {
			sq := expect.Must(chess.ParseSquare(name))
			f.Squares |= facts.Squares(sq.Bit())
		}
		list = append(list, f)
	}
	return list
}

// TestDocumentedFacts verifies the examples of facts in the conformance kit.
func TestDocumentedFacts(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile("../../../testdata/conformance/facts.txt"))
	seen := map[facts.FactRule]int{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 4 {
			t.Fatalf("%q has %d cells", line, len(cells))
		}
		fact, refused := strings.CutPrefix(cells[0], "no ")
		start, goal := initial, mustFEN(t, strings.TrimSpace(cells[3]))
		if fen := strings.TrimSpace(cells[2]); fen != "-" {
			start = mustFEN(t, fen)
		}
		p, err := facts.Verify(&start, &goal, parseFacts(t, cells[1]))
		if err != nil {
			t.Errorf("%s: before it: %v", line, err)
			continue
		}
		f := parseFacts(t, fact)[0]
		seen[f.By]++
		expect.Equal(t, p.Add(f) != nil, refused, "%s", line)
	}
	for _, by := range append(slices.Clone(factRules), facts.ByClosing, facts.ByJam, facts.ByMakers) {
		if by != "hearsay" && seen[by] == 0 {
			t.Errorf("no example of %s", by)
		}
	}
}

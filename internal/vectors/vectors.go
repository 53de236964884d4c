// Package vectors reads the test vectors of the schemas of doc/formula.md: for their tests, and those of the formula
// that solvers get.
package vectors

import (
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// Vector is a row of the table.
type Vector struct {
	Asked *facts.Abstraction
	Name  string
	Want  string // the numbers of instances and of their literals, and a SHA-256 of them
}

// Read reads the table of a document.
func Read(t testing.TB, document string) (list []Vector) {
	t.Helper()
	text, err := os.ReadFile(document)
	expect.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 8 || !strings.Contains(cells[1], "/") {
			continue
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		list = append(list, Vector{question(t, cells[1], cells[2], cells[3]), cells[2] + ", " + cells[3],
			strings.Join(cells[4:7], " ")})
	}
	if len(list) < 9 {
		t.Fatalf("%d vectors in %s", len(list), document)
	}
	return list
}

// question makes the abstraction of a start, a goal, and facts: rules with squares, separated by semicolons.
func question(t testing.TB, from, to, given string) *facts.Abstraction {
	t.Helper()
	start, err := chess.ParseFEN(from)
	expect.NoError(t, err)
	goal, err := chess.ParseFEN(to)
	expect.NoError(t, err)
	var list []facts.Fact
	for text := range strings.SplitSeq(given, ";") {
		words := strings.Fields(text)
		if len(words) < 2 {
			continue
		}
		f := facts.Fact{By: facts.FactRule(words[0])}
		for _, name := range words[1:] {
			sq, err := chess.ParseSquare(name)
			expect.NoError(t, err)
			f.Squares |= facts.Squares(sq.Bit())
		}
		list = append(list, f)
	}
	a, err := facts.NewAbstraction(&start, &goal, list)
	expect.NoError(t, err)
	return a
}

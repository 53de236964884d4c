// Package vectors reads the test vectors of doc/formula.md: for the tests of schemas, and of the formula that solvers get.
package vectors

import (
	"fmt"
	"os"
	"strings"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Vector is a row of the table.
type Vector struct {
	Asked *facts.Abstraction
	Name  string
	Want  string // the numbers of instances and of their literals, and a SHA-256 of them
}

// Read reads the table of a document.
func Read(document string) (list []Vector, err error) {
	text, err := os.ReadFile(document)
	if err != nil {
		return nil, err
	}
	_, table, _ := strings.Cut(string(text), "## Test vectors")
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 8 || !strings.Contains(cells[1], "/") {
			continue
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		a, err := question(cells[1], cells[2], cells[3])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cells[2], err)
		}
		list = append(list, Vector{a, cells[2] + ", " + cells[3], strings.Join(cells[4:7], " ")})
	}
	return list, nil
}

// question makes the abstraction of a start, a goal, and facts: rules with squares, separated by semicolons.
func question(from, to, given string) (*facts.Abstraction, error) {
	start, err := chess.ParseFEN(from)
	if err != nil {
		return nil, err
	}
	goal, err := chess.ParseFEN(to)
	if err != nil {
		return nil, err
	}
	var list []facts.Fact
	for text := range strings.SplitSeq(given, ";") {
		words := strings.Fields(text)
		if len(words) < 2 {
			continue
		}
		f := facts.Fact{By: facts.FactRule(words[0])}
		for _, name := range words[1:] {
			sq, err := chess.ParseSquare(name)
			if err != nil {
				return nil, err
			}
			f.Squares |= facts.Squares(sq.Bit())
		}
		list = append(list, f)
	}
	return facts.NewAbstraction(&start, &goal, list)
}

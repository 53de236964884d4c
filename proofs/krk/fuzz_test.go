package krk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"retroproof/proofs/folder"
)

// FuzzFormula reads anything as a formula of a circuit with five nodes: what is read are clauses over these, and they
// are read again when they are written.
func FuzzFormula(f *testing.F) {
	for _, seed := range []string{
		"c x\np cnf 5 2\n1 -5 0\n0\n", "p cnf 5 0\n", "p cnf 4 0\n", "p cnf 5 1\n1 0\n2 0\n", "p cnf 5 1\n6 0\n",
		"p cnf 5 1\n1 10\n", "p cnf 5 1\n1\n", "p cnf 5 -1\n", "p cnf  5 1\n1 0", "", "1 0\n",
	} {
		f.Add(seed)
	}
	const nodes = 5
	read := func(text string) (*formula, error) {
		x := &formula{nodes: nodes, occurs: make([]bool, nodes+1)}
		return x, x.read(strings.NewReader(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := read(text)
		if err != nil {
			return
		}
		again := fmt.Sprintf("p cnf %d %d\n", nodes, len(x.ends))
		from := 0
		for _, to := range x.ends {
			for _, l := range x.literals[from:to] {
				if v := max(l, -l); v < 1 || v > nodes || !x.occurs[v] {
					t.Fatalf("literal %d of %q", l, text)
				}
				again += fmt.Sprint(l, " ")
			}
			again += "0\n"
			from = to
		}
		y, err := read(again)
		if err != nil || from != len(x.literals) || !slices.Equal(y.ends, x.ends) || !slices.Equal(y.literals,
			x.literals) || x.variables != y.variables {
			t.Fatalf("%q, and again %q: %v", text, again, err)
		}
	})
}

// FuzzManifest reads anything as a manifest: either it is bad, or it is not the one of no formulas.
func FuzzManifest(f *testing.F) {
	rules := &Rules{}
	honest, err := folder.Text(New("t", rules, nil, nil))
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(honest), " " + string(honest), `{"schema": "` + Schema + `"}`,
		`{"schema": "x/1"}`, `{"tool": 1}`, "[", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		text, tool, err := readManifest(strings.NewReader(data))
		if err == nil {
			err = folder.Compare(text, New(tool, rules, nil, nil))
		}
		want, e := folder.Text(New(tool, rules, nil, nil))
		if e != nil || (err == nil) != (data == string(want)) || err != nil && !errors.Is(err, ErrManifest) {
			t.Fatalf("%q: %v", data, err)
		}
	})
}

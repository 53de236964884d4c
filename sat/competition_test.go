package sat_test

import (
	"slices"
	"strings"
	"testing"

	"retroproof/sat"
)

// TestCountingLines reads lines of the model counting competition, whole and byte by byte.
func TestCountingLines(t *testing.T) {
	const clauses = "p cnf 9 1\n1 2 0\n"
	for _, test := range []struct {
		text, kind string
		show       []int
		weighted   string
		err        string
	}{
		{text: clauses},
		{text: "c t mc\n" + clauses, kind: "mc"},
		{text: " c\tt  pmc\r\n" + clauses + "c p show 3 1 0\r\nc p show 3 2 0", kind: "pmc", show: []int{1, 2, 3}},
		{text: "c p show 0\n" + clauses, show: []int{}},
		{text: "c p show 9 0\nc t mc\n" + clauses, kind: "mc"},
		{text: "c t is the threshold\nc p\nc type pmc\nct pmc\nc p shown 1 0\ncp show 1 0\nc c t pmc\n" + clauses},
		{text: clauses + "%\nc t pmc\n"},
		{text: clauses + "c p weight 1 0.5 0\n", weighted: `"c p weight" in line 3`},
		{text: "c t mc\n" + clauses + "c p weight 1 0.5 0\n", kind: "mc"},
		{text: "c t pwmc\n" + clauses, kind: "pwmc", weighted: `"c t pwmc"`},
		{text: "c t amc\n" + clauses, err: `f:1:5: malformed line "c t" or "c p": found "amc", expected mc, wmc, pmc or pwmc`},
		{text: "c t mc\nc t pmc\n" + clauses, err: `f:2:5: malformed line "c t" or "c p": found "pmc", expected mc, as above`},
		{text: "c p show 1 -2 0\n" + clauses, err: `f:1:12: malformed line "c t" or "c p": found "-2", expected a variable or 0`},
		{text: "c p show 1 0 2\n" + clauses, err: `f:1:14: malformed line "c t" or "c p": found "2", expected the end of the line after 0`},
		{text: "c p show 1\n2 0\n" + clauses, err: `f:1:11: malformed line "c t" or "c p": found "\n", expected 0`},
		{text: clauses + "c p show 9 10 0\nc p show 11 0\n", err: `f:4:10: literal out of range: found "11", expected a variable of the header, at most 9`},
	} {
		for _, step := range []int{1, len(test.text)} {
			c := sat.CountingLines{Name: "f"}
			for part := range slices.Chunk([]byte(test.text), step) {
				if n, err := c.Write(part); n != len(part) || err != nil {
					t.Fatal(n, err)
				}
			}
			if err := c.End(9); err != nil || test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("%q: %v, want %s", test.text, err, test.err)
				}
				continue
			}
			got := c.Projection()
			if c.Type != test.kind || !slices.Equal(got, test.show) || (got == nil) != (test.show == nil) || c.Weighted() != test.weighted {
				t.Errorf("%q: type %q, projection %v, weighted %q", test.text, c.Type, got, c.Weighted())
			}
		}
	}
}

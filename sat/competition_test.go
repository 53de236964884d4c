package sat

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// TestCountingLines reads lines of the model counting competition, whole and byte by byte.
func TestCountingLines(t *testing.T) {
	var test struct {
		text, kind string
		show       []int
		weights    string // LITERAL=WEIGHT, or 1 alone if there are none and all are 1
		err        string
	}
	for range expect.Rows(t, "testdata/counting-lines.tsv", &test.text, &test.kind, &test.show, &test.weights, &test.err) {
		for _, step := range []int{1, len(test.text)} {
			c := CountingLines{Name: "f"}
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
			same := slices.Equal(got, test.show) && (got == nil) == (test.show == nil)
			if c.Type != test.kind || !same || c.Weighted() != (test.weights != "") {
				t.Errorf("%q: type %q, projection %v, weighted %t", test.text, c.Type, got, c.Weighted())
			}
			for field := range strings.FieldsSeq(test.weights) {
				literal, weight, _ := strings.Cut(field, "=")
				l := expect.Must(strconv.Atoi(literal))
				if x := c.weights[l]; weight != "" && (x == nil || x.String() != weight) {
					t.Errorf("%q: %d has weight %v, want %s", test.text, l, x, weight)
				}
			}
		}
	}
}

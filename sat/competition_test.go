package sat_test

import (
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/sat"
)

// TestCountingLines reads lines of the model counting competition, whole and byte by byte.
func TestCountingLines(t *testing.T) {
	var test struct {
		text, kind string
		show       []int
		weighted   string
		err        string
	}
	for range expect.Rows(t, "testdata/counting-lines.tsv", &test.text, &test.kind, &test.show, &test.weighted, &test.err) {
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

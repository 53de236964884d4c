package ursa_test

import (
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// Values, procedures and statements as the reference describes them: counts of solutions, or yes and no, and what is
// printed.
func TestSemantics(t *testing.T) {
	var c struct {
		name, src, counts, rest string // solutions of the last assertion, or what is printed
	}
	for range expect.Rows(t, "testdata/semantics.tsv", &c.name, &c.src, &c.counts, &c.rest) {
		out, err := run(c.src, 0)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		rest := ""
		if n := len(out.printed); n > 0 {
			rest = out.printed[n-1]
		} else if n := len(out.answers); n > 0 && len(out.answers[n-1].solutions) < 5 {
			rest = strings.Join(out.answers[n-1].solutions, "; ")
		}
		if got := out.counts(); got != c.counts || c.rest != "" && rest != c.rest {
			t.Errorf("%s: %s, %s; want %s, %s", c.name, got, rest, c.counts, c.rest)
		}
	}
}

// What is done without a model of the program's own making is warned of.
func TestWarnings(t *testing.T) {
	var c struct{ src, want string }
	for range expect.Rows(t, "testdata/warnings.tsv", &c.src, &c.want) {
		out := mustRun(t, c.src, 8)
		expect.Equal(t, strings.Join(out.warnings, "\n"), c.want, "%s: %q", c.src, out.warnings)
	}
}

// The least and the greatest value, by both ways to search.
func TestOptima(t *testing.T) {
	var c struct {
		src  string
		want int64 // -1: none
	}
	for range expect.Rows(t, "testdata/optima.tsv", &c.src, &c.want) {
		out := mustRun(t, c.src, 8)
		switch o := out.optimum; {
		case c.want == -2:
			if o != nil {
				t.Errorf("%s: %+v", c.src, o)
			}
		case o == nil || o.Found != (c.want >= 0) || o.Found && o.Value.Int64() != c.want:
			t.Errorf("%s: %+v, want %d", c.src, o, c.want)
		}
	}
}

package sat

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

func TestWriteValues(t *testing.T) {
	for _, n := range []int{0, 1, 10, 25, 26, 27, 1000} {
		var lits []int
		for v := 1; v <= n; v++ {
			lits = append(lits, v*(1-v%2*2)*1_000_000)
		}
		var b bytes.Buffer
		expect.NoError(t, WriteValues(&b, lits))
		var got []int
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if len(line) >= 79 || !strings.HasPrefix(line, "v ") {
				t.Errorf("line %q of %d columns", line, len(line))
			}
			for _, field := range strings.Fields(line)[1:] {
				l := expect.Must(strconv.Atoi(field))
				got = append(got, l)
			}
		}
		expect.List(t, got, append(lits, 0), "%d values", n)
	}
}

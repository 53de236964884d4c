package verb

import (
	"testing"

	"retroproof/internal/expect"
)

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"jobs", "jobs", 0}, {"jbos", "jobs", 1}, {"job", "jobs", 1}, {"", "abc", 3}, {"seed", "speed", 1}, {"sede", "seed", 1}, {"kitten", "sitting", 3}} {
		expect.Equal(t, editDistance(test.a, test.b), test.want, "%s, %s", test.a, test.b)
	}
}

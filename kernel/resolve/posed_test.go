package resolve

import (
	"context"
	"os"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/kernel"
)

// TestPosed decides positions in the manner of composers, whose verdicts are known by hand: without games only those
// that are illegal, and with RETROPROOF_LONG=1 all.
func TestPosed(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile("../../testdata/legality/posed.tsv"))
	o := Options{NoGame: true, Effort: 1}
	if os.Getenv("RETROPROOF_LONG") != "" {
		o = Options{Effort: DefaultEffort}
	}
	counts := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		w := strings.Split(line, "\t")
		a := expect.Must(Position(context.Background(), setup(t, w[0]), o))
		got := a.Verdict.String()
		decided := w[2] != "open" && (w[1] == "illegal" || !o.NoGame)
		if decided != (a.Verdict != kernel.Unknown) || decided && got != w[1] {
			t.Errorf("%s: %s %s, want %s (%s)", w[0], got, a.Reason, w[1], w[2])
		}
		counts[w[1]+" as "+got]++
	}
	t.Log(counts)
}

package resolve

import (
	"context"
	"os"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/certify"
)

// TestComposed refutes positions of composers within the default budgets, and writes
// their certificates: a certifier checks every argument.
func TestComposed(t *testing.T) {
	t.Parallel()
	text := expect.Must(os.ReadFile("../../testdata/legality/composed.tsv"))
	certifier := certify.New(certify.Options{})
	reasons := map[string]int{}
	for line := range strings.Lines(string(text)) {
		fen, _, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		a, err := Position(context.Background(), setup(t, fen), Options{NoGame: true, Effort: DefaultEffort})
		if err != nil || a.Verdict != kernel.Illegal {
			t.Errorf("%s: %s, out of %s, %v", fen, a.Verdict, a.OutOfBudget, err)
			continue
		}
		reasons[string(a.Reason)]++
		expect.Succeeds(t, expect.Err(certifier.Certify(context.Background(), &a.Decision)), "%s: %s", fen, a.Reason)
	}
	t.Log(reasons)
}

// TestComposedNeighbours: what is legal next to positions that are not stays undecided
// without a game, or has one.
func TestComposedNeighbours(t *testing.T) {
	t.Parallel()
	var fen string
	for range expect.Rows(t, "testdata/composed-neighbours.tsv", &fen) {
		a, err := Position(context.Background(), setup(t, fen), Options{NoGame: true, Effort: 2})
		if err != nil || a.Verdict == kernel.Illegal {
			t.Errorf("%s: %s %s, %v", fen, a.Verdict, a.Reason, err)
		}
	}
}

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
	text, err := os.ReadFile("../../testdata/legality/composed.tsv")
	expect.NoError(t, err)
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
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1",
		"rnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1",
		"rnbqkbrn/ppppppp1/6p1/8/8/8/PPPPPPPP/RNBQKB1R w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQR1K1 w kq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1KR1 w kq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR b KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/2B1QKR1 w kq - 0 1",
		"r3k3/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1",
		"rnb1kb2/pppppppr/7p/8/8/P5PP/1PPPP1PR/RNB1KB2 w Qq - 0 1",
		"1nbqkbnr/1ppppppp/1p6/3rN3/8/8/1PPPPPPP/R1BQKBNR b - - 0 1",
		"2nb3K/pkPRp1p1/p2p4/P1p5/1Pp4B/2PP2P1/4P2P/n7 w - - 0 1",
		"r1b1k2r/1pppppp1/7B/p7/1N6/1PP5/NPP1PPPP/2KR1B1R b kq - 0 1",
		"2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4B/2PP2P1/4P2P/n7 b - - 0 1",
		"4k3/8/8/8/8/5P2/4PrPP/7K w - - 0 1",
		"KBrk4/1pppRp2/1p2p3/8/8/8/8/8 b - - 0 1",
	} {
		a, err := Position(context.Background(), setup(t, fen), Options{NoGame: true, Effort: 2})
		if err != nil || a.Verdict == kernel.Illegal {
			t.Errorf("%s: %s %s, %v", fen, a.Verdict, a.Reason, err)
		}
	}
}

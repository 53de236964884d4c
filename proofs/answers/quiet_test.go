package answers_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/proofs/replay"
)

// TestDrawnBefore: a game that the rule of 75 moves ends before the last move does not make that move
// possible.
func TestDrawnBefore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	start := setup(t, "k7/8/8/8/8/8/8/K6R w - - 0 1")
	l, err := ask.AskLastMoves(ctx, setup(t, "1k6/8/8/8/8/8/7R/K7 w - - 0 1"), ask.Options{Resolve: resolve.Options{Refute: kernel.DecideOptions{Start: start}}})
	expect.NoError(t, err)
	c := ask.NewCertificate(certify.Options{Start: start})
	expect.NoError(t, c.Add(ctx, l))
	var b bytes.Buffer
	expect.NoError(t, c.Write(&b))
	// With so few plies that the longest game is refused, then with just enough for it, then with
	// one more, for the last move.
	refused, drawn := 0, 0
	for most := 1; ; most++ {
		_, err := answers.Check(ctx, gunzip.NewReader(bytes.NewReader(b.Bytes())), answers.Options{Replay: replay.Options{MaxQuiet: most}})
		switch {
		case errors.Is(err, illegal.ErrGame):
			refused++
			continue
		case errors.Is(err, answers.ErrClaim):
			drawn++
			continue
		case err != nil:
			t.Fatal(err)
		}
		break
	}
	if refused == 0 || drawn != 1 {
		t.Errorf("games refused with %d limits, last moves with %d", refused, drawn)
	}
}

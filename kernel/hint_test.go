package kernel_test

import (
	"context"
	"fmt"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
)

// An illegal position that only lacks its en passant square is told so; no other position is.
func TestEnPassantHint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ fen, want string }{
		{"8/2pp4/2p2PP1/4pKRP/4ppPk/7p/3PPP2/8 b - -", "[g3]"},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - -", "[]"},             // not refuted
		{"8/8/8/8/3pP3/8/6bb/k6K b - e3", "[]"},            // it has one
		{"8/8/8/8/3pP3/8/6bb/k6K w - -", "[]"},             // White has not just moved
		{"k7/8/8/8/3pP3/PPP5/3P1PPP/PNBQKBNR b - -", "[]"}, // refuted with e3, too
	} {
		goal := expect.Must(chess.ParseFEN(c.fen + " 0 1"))
		d, err := kernel.Decide(context.Background(), &goal, kernel.DecideOptions{})
		expect.NoError(t, err)
		got, err := d.EnPassantHint(context.Background(), kernel.DecideOptions{})
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v: %v, %v; want %s", c.fen, d.Verdict, got, err, c.want)
		}
	}
}

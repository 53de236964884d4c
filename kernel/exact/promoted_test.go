package exact_test

import (
	"context"
	"errors"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
)

// TestPromotedErrors refuses men that cannot have promoted.
func TestPromotedErrors(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	for _, name := range []string{"e1", "a2", "e4"} {
		sq := expect.Must(chess.ParseSquare(name))
		_, err := exact.Search(context.Background(), &start, &exact.Target{Setup: start, Promoted: sq.Bit()}, 4, exact.Options{})
		if !errors.Is(err, exact.ErrCondition) {
			t.Errorf("%s: %v, want ErrCondition", name, err)
		}
	}
}

// TestPromotedCounts counts games in which one of two knights has promoted after as many are listed as are wanted:
// the sets of positions of the engines count those of the other knight, too.
func TestPromotedCounts(t *testing.T) {
	t.Parallel()
	start := expect.Must(chess.ParseFEN("7k/P7/8/3N4/8/8/8/4K3 w - - 0 1"))
	goal := expect.Must(chess.ParseFEN("6k1/2N5/1N6/8/8/8/8/4K3 w - - 0 1"))
	count := func(promoted chess.Bitboard, engine exact.Engine) uint64 {
		t.Helper()
		r, err := exact.SearchWith(context.Background(), &start, &exact.Target{Setup: goal, Promoted: promoted}, 6, exact.With{Options: exact.Options{All: true, Max: 1}, Engine: engine})
		if err != nil || !r.Complete {
			t.Fatal(r, err)
		}
		return r.Solutions
	}
	b6, c7 := chess.MakeSquare(1, 5).Bit(), chess.MakeSquare(2, 6).Bit()
	for _, engine := range engines {
		all, on, off := count(0, engine), count(b6, engine), count(c7, engine)
		if on == 0 || off == 0 || on+off != all || all != count(0, exact.Forward) || on != count(b6, exact.Forward) {
			t.Errorf("engine %d: %d games, %d and %d by which knight has promoted", engine, all, on, off)
		}
	}
}

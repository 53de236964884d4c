package exact_test

import (
	"context"
	"errors"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
)

// TestPromoteCases has what random games hardly have; the counts are those of all games
// that fulfil the condition.
func TestPromoteCases(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		start, goal string
		plies       int
		promote     exact.Promotion
	}{
		"captured by a pawn that promotes": {"k7/7p/6P1/8/8/8/8/K7 w - - 0 1", "7Q/k7/8/8/8/8/8/K7 b - - 0 1", 3, exact.Promotion{Square: chess.MakeSquare(7, 6)}},
		"no plies":                         {"k7/8/8/8/8/8/P7/K7 w - - 0 1", "k7/8/8/8/8/8/P7/K7 w - - 0 1", 0, exact.Promotion{Square: chess.MakeSquare(0, 1)}},
		// The pawns come to a8=Q and b7 in two ways, and go on alike.
		"either of two pawns": {"r7/1n6/PP1k4/8/8/8/8/7K w - - 0 1", "QN6/8/3k4/8/8/8/8/7K b - - 0 1", 7, exact.Promotion{Square: chess.MakeSquare(1, 5), To: chess.Queen}},
		"the other of them":   {"r7/1n6/PP1k4/8/8/8/8/7K w - - 0 1", "QN6/8/3k4/8/8/8/8/7K b - - 0 1", 7, exact.Promotion{Square: chess.MakeSquare(0, 5), To: chess.Queen}},
	} {
		start, to := expect.Must(chess.ParseFEN(c.start)), expect.Must(chess.ParseFEN(c.goal))
		target := exact.Target{Setup: to}
		all, err := exact.Search(context.Background(), &start, &target, c.plies, exact.Options{All: true, Max: 1 << 20})
		if err != nil || !all.Complete || all.Solutions != uint64(len(all.Games)) || len(all.Games) == 0 {
			t.Fatal(name, all.Solutions, err)
		}
		want := uint64(0)
		for _, game := range all.Games {
			at, kind := c.promote.Square, chess.NoKind // where the pawn stands, until it is captured
			for _, m := range game {
				switch {
				case m.From() == at:
					at, kind = m.To(), max(kind, m.Promotion())
				case m.To() == at:
					at = chess.NoSquare
				}
			}
			if kind != chess.NoKind && (c.promote.To == chess.NoKind || c.promote.To == kind) {
				want++
			}
		}
		t.Logf("%s: %d of %d games", name, want, all.Solutions)
		target.Promote = []exact.Promotion{c.promote}
		for _, engine := range engines {
			r, err := exact.SearchWith(context.Background(), &start, &target, c.plies, exact.With{Options: exact.Options{All: true, Max: 1}, Engine: engine})
			if err != nil || !r.Complete || r.Solutions != want {
				t.Errorf("%s, engine %d: %d games, want %d, %v", name, engine, r.Solutions, want, err)
			}
		}
	}
}

// TestPromoteErrors refuses conditions that mean nothing.
func TestPromoteErrors(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	for _, c := range [][]exact.Promotion{
		{{Square: chess.A1}},
		{{Square: chess.MakeSquare(4, 3)}},
		{{Square: chess.MakeSquare(0, 1), To: chess.King}},
		{{Square: chess.MakeSquare(0, 1), To: chess.Pawn}},
		{{Square: chess.MakeSquare(0, 1)}, {Square: chess.MakeSquare(0, 1), To: chess.Queen}},
	} {
		_, err := exact.Search(context.Background(), &start, &exact.Target{Setup: start, Promote: c}, 4, exact.Options{})
		if !errors.Is(err, exact.ErrCondition) {
			t.Errorf("%v: %v", c, err)
		}
	}
}

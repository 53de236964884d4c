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

// TestConditionErrors refuses conditions that mean nothing.
func TestConditionErrors(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	for _, target := range []exact.Target{
		{Promote: []exact.Promotion{{Square: chess.A1}}},
		{Promote: []exact.Promotion{{Square: chess.MakeSquare(4, 3)}}},
		{Promote: []exact.Promotion{{Square: chess.MakeSquare(0, 1), To: chess.King}}},
		{Promote: []exact.Promotion{{Square: chess.MakeSquare(0, 1), To: chess.Pawn}}},
		{Promote: []exact.Promotion{{Square: chess.MakeSquare(0, 1)}, {Square: chess.MakeSquare(0, 1), To: chess.Queen}}},
		{Promoted: chess.SetOf(chess.MakeSquare(4, 0))}, // a king, a pawn, and nobody
		{Promoted: chess.SetOf(chess.MakeSquare(0, 1))},
		{Promoted: chess.SetOf(chess.MakeSquare(4, 3))},
	} {
		target.Setup = start
		if _, err := exact.Search(context.Background(), &start, &target, 4, exact.Options{}); !errors.Is(err, exact.ErrCondition) {
			t.Errorf("%+v: %v", target, err)
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

package kernel

import (
	"context"
	"testing"

	"retroproof/chess"
)

// TestWithout: promotions that are left out are not used, and nothing is called absent for that.
func TestWithout(t *testing.T) {
	fen := func(s string) *chess.Setup {
		setup, err := chess.ParseFEN(s)
		if err != nil {
			t.Fatal(err)
		}
		return &setup
	}
	start := fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
	queen, bishop := fen("4k3/8/8/8/4Q3/8/8/4K3 b - - 0 1"), fen("4k3/8/8/8/4B3/8/8/4K3 b - - 0 1")
	a := [2]uint8{chess.White: 1 << 0}
	for _, tt := range []struct {
		goal    *chess.Setup
		without Promotions
		want    Status
	}{
		{queen, Promotions{}, Found},
		{queen, Promotions{Bishops: a}, Found},
		{queen, Promotions{Straight: a}, Undecided},
		{bishop, Promotions{}, Found},
		{bishop, Promotions{Bishops: a}, Undecided},
		{bishop, Promotions{Bishops: [2]uint8{chess.White: 1 << 1, chess.Black: 1 << 0}}, Found},
		{fen("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1"), Promotions{Bishops: a}, Absent}, // no search
	} {
		r, err := Find(context.Background(), start, tt.goal, Options{Extended: true, Without: tt.without})
		if err != nil || r.Extended != tt.want {
			t.Errorf("%s without %v: %v, %v", tt.goal.FEN(), tt.without, r.Extended, err)
		}
	}
}

// TestRandomRanks: with RandomRanks one kernel has various ranks, and without it one choice.
func TestRandomRanks(t *testing.T) {
	goal, err := chess.ParseFEN("rnbqkbnr/ppp1pppp/8/8/8/8/PPP1PPPP/RNBQKBNR w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	goal.Board[chess.MakeSquare(3, 4)] = chess.WhitePawn // e2 has captured on the d file
	goal.Board[chess.MakeSquare(4, 1)] = chess.NoMan
	start := chess.InitialSetup()
	for _, random := range []bool{false, true} {
		kernels := map[string]map[string]bool{}
		for seed := range uint64(40) {
			r, err := Find(context.Background(), &start, &goal, Options{Extended: true, Seed: seed + 1, RandomRanks: random})
			if err != nil || r.Extended != Found {
				t.Fatalf("seed %d: %v, %v", seed, r.Extended, err)
			}
			moves := FormatMoves(r.Moves)
			if kernels[moves] == nil {
				kernels[moves] = map[string]bool{}
			}
			kernels[moves][r.Ranks.String()] = true
		}
		most := 0
		for _, ranks := range kernels {
			most = max(most, len(ranks))
		}
		if random != (most > 1) {
			t.Errorf("random ranks %t: one kernel has %d choices of ranks", random, most)
		}
	}
}

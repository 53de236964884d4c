package kernel

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestWithout: promotions that are left out are not used, and nothing is called absent for that.
func TestWithout(t *testing.T) {
	t.Parallel()
	fen := func(s string) *chess.Setup {
		setup := expect.Must(chess.ParseFEN(s))
		return &setup
	}
	start := fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
	queen, bishop := fen("4k3/8/8/8/4Q3/8/8/4K3 b - - 0 1"), fen("4k3/8/8/8/4B3/8/8/4K3 b - - 0 1")
	a := [2]uint8{chess.White: 1 << 0}
	for _, tt := range []struct {
		goal    *chess.Setup
		without Exclusions
		want    Status
	}{
		{queen, Exclusions{}, Found},
		{queen, Exclusions{Bishops: a}, Found},
		{queen, Exclusions{Straight: a}, Undecided},
		{bishop, Exclusions{}, Found},
		{bishop, Exclusions{Bishops: a}, Undecided},
		{bishop, Exclusions{Bishops: [2]uint8{chess.White: 1 << 1, chess.Black: 1 << 0}}, Found},
		{fen("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1"), Exclusions{Bishops: a}, Absent}, // no search
	} {
		r, err := Find(context.Background(), start, tt.goal, Options{Extended: true, Without: tt.without})
		if err != nil || r.Extended != tt.want {
			t.Errorf("%s without %v: %v, %v", tt.goal.FEN(), tt.without, r.Extended, err)
		}
	}
}

// TestRandomRanks: with RandomRanks one kernel has various ranks, and without it one choice.
func TestRandomRanks(t *testing.T) {
	t.Parallel()
	goal := expect.Must(chess.ParseFEN("rnbqkbnr/ppp1pppp/8/8/8/8/PPP1PPPP/RNBQKBNR w - - 0 1"))
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
		expect.Equal(t, most > 1, random, "one kernel has %d choices of ranks, and there are several", most)
	}
}

// TestWithoutCaptures: captures that are left out are not made, on any rank that a kernel chooses.
func TestWithoutCaptures(t *testing.T) {
	t.Parallel()
	goal := expect.Must(chess.ParseFEN("rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"))
	goal.Board[chess.MakeSquare(3, 5)] = chess.WhitePawn // e2 has captured the queen on the d file
	start := chess.InitialSetup()
	find := func(x Exclusions) Result {
		r, err := Find(context.Background(), &start, &goal, Options{Extended: true, Without: x})
		expect.NoError(t, err)
		return r
	}
	for rank := 2; rank <= 5; rank++ { // where the capture is possible
		var all, queens, right Exclusions
		for r := range 8 {
			right.Captures[chess.White][1][chess.MakeSquare(3, r)] = 0xff
			if r != rank {
				all.Captures[chess.White][0][chess.MakeSquare(3, r)] = 0xff
				queens.Captures[chess.White][0][chess.MakeSquare(3, r)] = 1 << Queen
			}
		}
		r := find(all)
		if r.Extended != Found {
			t.Errorf("no kernel with a capture on rank %d", rank+1)
			continue
		}
		for _, m := range r.Ranks.Moves {
			if m.Captures && m.Piece == Pawn && m.To != chess.MakeSquare(3, rank) {
				t.Errorf("%v captures elsewhere than on rank %d", r.Ranks, rank+1)
			}
		}
		all.Captures[chess.White][0][chess.MakeSquare(3, rank)] = 0xff
		if r := find(all); r.Extended != Undecided {
			t.Errorf("%v without all captures", r.Extended)
		}
		if find(queens).Extended != Found || find(right).Extended != Found {
			t.Error("queens alone, or captures to the other side, are left out")
		}
	}
}

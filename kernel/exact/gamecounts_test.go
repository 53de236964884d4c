package exact

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// direct are problems that are solved by captures en passant, or end with a double step, and such in which men are in
// the way of moves whose order is free, or attack squares of a king that castles.
var direct = []struct {
	start, goal string
	plies       int
}{
	// The start has the double step; another way to c3 is over b3 and by a capture of another man.
	{"4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1", "4k3/8/8/8/8/8/2p5/4K3 b - - 0 1", 4},
	{"4k3/8/8/8/1p1p4/8/2P5/4K3 w - - 0 1", "4k3/8/8/8/1p6/2p5/8/4K3 w - - 0 1", 2},
	{"4k3/8/8/8/1p1p4/8/2P5/4K3 w - - 0 1", "8/4k3/8/8/1p6/2p5/8/5K2 w - - 0 1", 6},
	{"4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1", "8/4k3/3P4/4P3/8/8/8/5K2 b - - 0 1", 6},
	{"4k3/3p4/8/r1P1P1K1/8/8/8/8 b - - 0 1", "4k3/8/3P4/r3P1K1/8/8/8/8 b - - 0 1", 2},
	// On the fifth rank the king is in check after the capture, which is illegal.
	{"4k3/3p4/8/r1P3K1/8/8/8/8 b - - 0 1", "4k3/8/3P4/r7/7K/8/8/8 b - - 0 1", 6},
	// What certainly attacks the king before it is captured does not do so afterwards.
	{"4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 1", "4k3/8/3P4/8/2K5/8/8/8 b - - 0 1", 1},
	{"2b1k3/8/8/8/8/8/8/1N2K2R w K - 0 1", "2b1k3/8/8/8/8/8/8/1N3RK1 w - - 0 1", 6},
	{"8/6k1/1n6/8/8/8/8/R3K1N1 w - - 0 1", "R7/7k/1n6/8/8/8/8/4K1N1 w - - 0 1", 6},
}

// TestDirectly compares what a search comes to when others have not ended it with a search depth first.
func TestDirectly(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 17))
	for _, tt := range slices.Concat(direct, wide) {
		start := expect.Must(chess.ParsePosition(tt.start))
		setup := start.Setup()
		for _, anyway := range []bool{false, true} {
			target := Target{Setup: expect.Must(chess.ParseFEN(tt.goal)), AnyEnPassant: anyway}
			o := With{Options: Options{All: true}, Engine: Forward}
			want := expect.Must(SearchWith(context.Background(), &setup, &target, tt.plies, o))
			if !want.Complete || want.Solutions == 0 {
				t.Fatalf("%s: %+v", tt.goal, want)
			}
			compareDirectly(t, r, start, &target, tt.plies, want.Solutions)
		}
	}
}

// TestManyGames searches for games whose number is counted in sets of pairs, as there are too many to search
// depth first.
func TestManyGames(t *testing.T) {
	t.Parallel()
	start := expect.Must(chess.ParseFEN("n3k2n/8/8/8/8/8/8/N3K2N w - - 0 1"))
	goal := expect.Must(chess.ParseFEN("n3k2n/8/8/8/8/8/8/N3K2N w - - 0 1"))
	search := func(o With) Result {
		t.Helper()
		o.All = true
		r := expect.Must(SearchWith(context.Background(), &start, &Target{Setup: goal}, 12, o))
		return r
	}
	want := search(With{Engine: Forward})
	got := search(With{Engine: BothEnds})
	if want.Cause != nil || !got.Complete || got.Total.Cmp(want.Total) != 0 || len(got.Games) != DefaultMax {
		t.Errorf("%v games, %d of them listed, depth first %v", got.Total, len(got.Games), want.Total)
	}
	t.Log(want.Total, want.Nodes, got.Nodes)
}

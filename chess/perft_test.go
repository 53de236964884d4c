package chess

import (
	"context"
	"errors"
	"testing"

	"retroproof/internal/expect"
)

// The six positions by which the move generators of the field are compared, with
// the numbers for depth 1, 2, ...
var perftPositions = []struct {
	name, fen string
	nodes     []uint64
}{
	{"initial", InitialFEN, []uint64{20, 400, 8902, 197281, 4865609, 119060324, 3195901860}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		[]uint64{48, 2039, 97862, 4085603, 193690690, 8031647685}},
	{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		[]uint64{14, 191, 2812, 43238, 674624, 11030083, 178633661, 3009794393}},
	{"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		[]uint64{6, 264, 9467, 422333, 15833292, 706045033}},
	{"position 4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
		[]uint64{6, 264, 9467, 422333, 15833292, 706045033}},
	{"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		[]uint64{44, 1486, 62379, 2103487, 89941194}},
	{"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
		[]uint64{46, 2079, 89890, 3894594, 164075551, 6923051137}},
}

// TestPerft goes as deep as a few million nodes; the benchmarks go deeper.
func TestPerft(t *testing.T) {
	t.Parallel()
	most := expect.Short(500_000, uint64(20_000_000))
	for _, tt := range perftPositions {
		p := mustPosition(t, tt.fen)
		before := *p
		for i, want := range tt.nodes {
			if want > most {
				break
			}
			got, err := Perft(t.Context(), p, i+1)
			if err != nil || got != want {
				t.Errorf("%s: perft(%d) = %d, %v, want %d", tt.name, i+1, got, err, want)
			}
		}
		expect.Equal(t, *p, before, "%s: perft leaves another position: %v", tt.name, p)
	}
}

func TestPerftDivide(t *testing.T) {
	t.Parallel()
	for _, tt := range perftPositions {
		p := mustPosition(t, tt.fen)
		before := *p
		moves, sum := uint64(0), uint64(0)
		for part, err := range PerftDivide(t.Context(), p, 3) {
			if err != nil || *p != before {
				t.Fatalf("%s: %v, %v", tt.name, p, err)
			}
			moves++
			sum += part.Nodes
		}
		if sum != tt.nodes[2] || moves != tt.nodes[0] {
			t.Errorf("%s: %d moves, %d nodes", tt.name, moves, sum)
		}
	}
	p := InitialPosition()
	if n, err := Perft(t.Context(), p, 0); n != 1 || err != nil {
		t.Errorf("perft(0) = %d, %v, want 1", n, err)
	}
	for part, err := range PerftDivide(t.Context(), p, 0) {
		t.Errorf("divide 0: %v, %v", part, err)
	}
}

func TestPerftInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := InitialPosition()
	if n, err := Perft(ctx, p, 7); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d, %v", n, err)
	}
	parts := 0
	for _, err := range PerftDivide(ctx, p, 7) {
		if parts++; parts > 1 || !errors.Is(err, context.Canceled) {
			t.Errorf("part %d: %v", parts, err)
		}
	}
	expect.Equal(t, *p, *InitialPosition(), "position left at %v", p)
}

// mustPosition parses a FEN that has to be a position.
func mustPosition(t testing.TB, fen string) *Position {
	t.Helper()
	return expect.Must(ParsePosition(fen))
}

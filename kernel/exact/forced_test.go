package exact

import (
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestFarForcedCaptures makes forced captures from which more moves are left than an entry of the tables can hold: they
// are bounded by the largest entry, and not taken for impossible.
func TestFarForcedCaptures(t *testing.T) {
	t.Parallel()
	p := expect.Must(chess.ParsePosition("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1"))
	b8 := chess.MakeSquare(1, 7)
	s := &estimate{
		a:      &sideStates{c: chess.White, forced: forcedCaptures{at: []chess.Bitboard{b8.Bit()}}},
		routes: newRoutes(0, p),
		to:     []chess.Square{b8},
		want:   []chess.Kind{chess.Rook},
	}
	for rest, want := range map[uint8][2]uint8{
		200:            {202, 205}, // b8 is two moves of the rook away, and five of the pawn
		250:            {252, impossible - 1},
		impossible - 1: {impossible - 1, impossible - 1},
		impossible:     {impossible, impossible},
	} {
		by := new(captureCosts)
		by[0] = new(costTable)
		by[1] = new(costTable)
		for k := range by[0] {
			by[0][k] = make([][chess.NumSquares]uint8, 2)
			by[1][k] = make([][chess.NumSquares]uint8, 2)
			for j := range 2 {
				for sq := range by[0][k][j] {
					by[0][k][j][sq], by[1][k][j][sq] = rest, impossible
				}
			}
		}
		rook := s.captureCost(by, 1, 1, chess.Rook, 0, chess.MakeSquare(0, 0))
		pawn := s.captureCost(by, 1, 1, chess.Pawn, 0, chess.MakeSquare(0, 1))
		if got := [2]uint8{rook, pawn}; got != want {
			t.Errorf("%d moves left: %d, want %d", rest, got, want)
		}
		// A pawn can make the forced capture after it has promoted elsewhere.
		by[1][chess.Rook][0][chess.MakeSquare(0, 7)] = 1
		if got := s.captureCost(by, 1, 1, chess.Pawn, 0, chess.MakeSquare(0, 1)); got != 6 {
			t.Errorf("%d moves left: %d for a pawn that promotes before, want 6", rest, got)
		}
		// So can one that is captured in the end, as any piece.
		by[1][chess.Queen][1][chess.MakeSquare(0, 7)] = 1
		if got := s.captureCost(by, 1, 1, chess.Pawn, 1, chess.MakeSquare(0, 1)); got != 6 {
			t.Errorf("%d moves left: %d for a pawn that promotes and is captured, want 6", rest, got)
		}
		// A rook on the square itself leaves it and comes back.
		if got := s.captureCost(by, 1, 1, chess.Rook, 0, b8); got != rook {
			t.Errorf("%d moves left: %d from the square of the capture, want %d", rest, got, rook)
		}
	}
}

// TestManyForcedCaptures captures more men than are told apart: the others are captured together, on squares of their
// own.
func TestManyForcedCaptures(t *testing.T) {
	t.Parallel()
	start := expect.Must(chess.ParsePosition("nn2k1nn/8/8/8/8/8/8/QQ2K1QQ w - - 0 1"))
	goal := expect.Must(chess.ParsePosition("4k3/8/8/8/8/8/8/QQ2K1QQ b - - 0 1"))
	e := newBound(&Target{}, goal)
	if !e.derive(start, &tally{}, 15) {
		t.Fatal("no game")
	}
	captureSquares, certain, _ := e.victims(chess.Black)
	s := newForcedCaptures(e, chess.White, e.sides[chess.White].takes)
	all := s.others
	for _, at := range s.at {
		all |= at
	}
	want := chess.NoSquares
	for _, at := range captureSquares {
		want |= at & e.sides[chess.White].takes
	}
	if certain.Count() != 4 || len(s.at) != mostForced || s.rest != 1 || s.others == 0 || all != want {
		t.Errorf("%d men are captured in all games, %d of them apart and %d together, on %v", certain.Count(), len(s.at), s.rest, s.others)
	}
}

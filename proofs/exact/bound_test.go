package exact_test

import (
	"slices"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// begin returns a bound for a goal, at a position.
func begin(t *testing.T, start, goal string, plies int) *exact.Bound {
	t.Helper()
	target, err := claimOf(start, goal, plies).Target()
	expect.NoError(t, err)
	b := exact.NewBound(target.Goal)
	if !b.Begin(playable(t, start), plies) {
		t.Fatalf("%s => %s: not even the numbers of men agree", start, goal)
	}
	return b
}

// playable reads a position.
func playable(t *testing.T, fen string) *replay.Position {
	t.Helper()
	p, err := replay.ParsePlayable(fen)
	if err != nil {
		t.Fatal(fen, err)
	}
	return p
}

// TestMoves compares single numbers of moves with what one counts on a board. A larger number
// would refute what is possible.
func TestMoves(t *testing.T) {
	for _, c := range []struct {
		why, start, goal string
		blocked          string // a square, or ""
		from, to         string
		moves            int8
	}{
		{"a pawn promotes by a capture to the left", "n7/1P5k/8/8/8/8/8/K7 w - - 0 1",
			"Q7/7k/8/8/8/8/8/K7 w - - 0 1", "", "b7", "a8", 1},
		{"a pawn promotes by a capture to the right", "7n/k5P1/8/8/8/8/8/K7 w - - 0 1",
			"7Q/k7/8/8/8/8/8/1K6 w - - 0 1", "", "g7", "h8", 1},
		{"two captures by one pawn", "k7/8/8/4n3/3n4/2P5/8/K7 w - - 0 1", "k7/8/8/4P3/8/8/8/K7 w - - 0 1", "", "c3",
			"e5", 2},
		{"a double step and two captures", "k7/8/4n3/3n4/8/8/2P5/K7 w - - 0 1", "k7/8/4P3/8/8/8/8/K7 w - - 0 1", "",
			"c2", "e6", 3},
		{"two captures around a man that never moves", "k7/8/4n3/3n4/4P3/8/8/K7 w - - 0 1",
			"k7/8/4P3/8/8/8/8/K7 w - - 0 1", "e5", "e4", "e6", 2},
		{"a man that never moves on the pawn's file", "k7/8/8/8/4P3/8/8/K7 w - - 0 1",
			"k7/8/4P3/8/8/8/8/K7 w - - 0 1", "e5", "e4", "e6", 7},
		{"an own man on the pawn's file moves away", "k7/8/8/8/8/4K3/4P3/8 w - - 0 1",
			"k7/8/8/8/4P3/8/8/K7 w - - 0 1", "", "e2", "e4", 1},
		{"an own man comes to the pawn's file later", "k7/8/8/8/8/8/4P3/3K4 w - - 0 1",
			"k7/8/8/8/4P3/4K3/8/8 w - - 0 1", "", "e2", "e4", 1},
		{"a rook around a man that never moves", "1k6/8/8/8/8/8/8/RKB5 w - - 0 1", "1k6/8/8/8/8/8/8/1KB4R w - - 0 1",
			"c1", "a1", "h1", 3},
	} {
		b := begin(t, c.start, c.goal, 12)
		if c.blocked != "" {
			b.Blocked[numberOf(c.blocked)] = true
		}
		var m exact.Matrix
		if !b.Fill(&m, exact.White) {
			t.Fatal(c.why)
		}
		men := index(t, playable(t, c.start), &b.Blocked, c.from)
		places := index(t, playable(t, c.goal), &b.Blocked, c.to)
		if got := m.Cost[men][places]; got != c.moves {
			t.Errorf("%s: %s to %s takes %d moves, want %d", c.why, c.from, c.to, got, c.moves)
		}
	}
}

// numberOf returns the number of a square, as package replay has it.
func numberOf(square string) int { return int(square[0]-'a') + 8*int(square[1]-'1') }

// index returns the number of a man in a matrix.
func index(t *testing.T, p *replay.Position, blocked *exact.Squares, square string) int {
	t.Helper()
	n := 0
	for sq := range blocked {
		man := p.At(sq)
		if man == 0 || man >= 'a' || blocked[sq] {
			continue
		}
		if sq == numberOf(square) {
			return n
		}
		n++
	}
	t.Fatalf("%s: no man of White that may move on %s", p.FEN(), square)
	return 0
}

// TestStay asks which men never move, after all arguments that there are. The numbers of men and
// places may be shifted against each other, which must change nothing.
func TestStay(t *testing.T) {
	for _, c := range []struct {
		why, start, goal string
		plies            int
		stays, moves     []string // men that never move, and men that move in some game
	}{
		{"another rook takes its place", "7k/8/8/8/8/8/1R6/R3K3 w - - 0 1", "R6k/8/8/8/8/8/8/R3K3 b - - 0 1", 5, nil,
			[]string{"a1", "b2"}},
		{"the same, its own place last", "R7/1R6/8/8/7k/8/8/4K3 w - - 0 1", "R7/8/8/8/7k/8/8/R3K3 b - - 0 1", 5, nil,
			[]string{"a8", "b7"}},
		{"no move is to spare", "7k/8/8/8/8/8/1R6/R3K3 w - - 0 1", "7k/8/8/8/8/8/8/RR2K3 b - - 0 1", 1,
			[]string{"a1", "e1"}, []string{"b2"}},
		{"one move is to spare", "7k/8/8/8/8/8/P7/K7 w - - 0 1", "6k1/8/8/8/8/P7/8/K7 b - - 0 1", 3, []string{"a1"},
			[]string{"a2"}},
		{"two moves are to spare", "7k/8/8/8/8/8/P7/K7 w - - 0 1", "7k/8/8/8/8/P7/8/K7 b - - 0 1", 5, nil,
			[]string{"a1", "a2"}},
		{"pawns cannot come back", "7k/8/8/8/8/P7/8/K7 w - - 0 1", "7k/8/8/8/8/P7/8/K7 w - - 0 1", 8, []string{"a3"},
			[]string{"a1", "h8"}},
		{"a rook is back after castling", "7k/8/8/8/8/7p/8/4K2R w K - 0 1", "7k/8/8/8/8/7p/7K/7R b - - 0 1", 5, nil,
			[]string{"h1", "e1"}},
		{"a right is to be kept", "7k/8/8/8/8/7p/8/4K2R w K - 0 1", "7k/8/8/8/8/7p/8/4K2R w K - 0 1", 8,
			[]string{"h1", "e1"}, []string{"h8"}},
	} {
		for _, shift := range []int8{0, -9, 9} {
			b := begin(t, c.start, c.goal, c.plies)
			var m exact.Matrix
			for i := range 6 {
				side := i % 2
				b.Fill(&m, side)
				s := best(&m, side)
				for k := range m.N {
					s.Men[k] += shift
					s.Places[k] -= shift
				}
				if refuted, ok := b.Apply(&m, s); refuted || !ok {
					t.Errorf("%s: refuted: %t, holds: %t", c.why, refuted, ok)
				}
			}
			for _, square := range slices.Concat(c.moves, c.stays) {
				if b.Blocked[numberOf(square)] != slices.Contains(c.stays, square) {
					t.Errorf("%s: the man on %s never moves: %t", c.why, square, b.Blocked[numberOf(square)])
				}
			}
		}
	}
}

// TestApply has arguments about a king that stays and a knight that takes one of two moves. The
// numbers of moves are 0 3, 3 1.
func TestApply(t *testing.T) {
	for _, c := range []struct {
		why           string
		men, places   []int8
		refuted, hold bool
	}{
		{"the best", []int8{0, 1}, []int8{0, 0}, false, true},
		{"nothing", []int8{0, 0}, []int8{0, 0}, false, true},
		{"more for men, less for places", []int8{5, 4}, []int8{-5, -3}, false, true},
		{"less for men, more for places", []int8{-5, -4}, []int8{5, 5}, false, true},
		{"a sum below the least byte", []int8{-128, 1}, []int8{-28, 0}, false, true},
		{"a sum above the largest byte", []int8{100, 0}, []int8{100, 0}, false, false},
		{"one too many for the king", []int8{1, 1}, []int8{0, 0}, false, false},
		{"one too many for the king's place", []int8{0, 1}, []int8{1, 0}, false, false},
		{"one too many for the knight", []int8{0, 2}, []int8{0, 0}, false, false},
		{"one too many for the knight's place", []int8{0, 1}, []int8{0, 1}, false, false},
		{"too many for the knight where the king stands", []int8{0, 4}, []int8{0, -3}, false, false},
		{"too many for the king where the knight goes", []int8{0, -3}, []int8{0, 4}, false, false},
		{"a number for the king's place beyond all moves", []int8{0, 0}, []int8{3, 0}, false, false},
		{"a place is missing", []int8{0, 1}, []int8{0}, false, false},
		{"a man is missing", []int8{0}, []int8{0, 1}, false, false},
		{"a place too many", []int8{0, 1}, []int8{0, 0, 0}, false, false},
		{"a man too many", []int8{0, 1, 0}, []int8{0, 0}, false, false},
	} {
		b := begin(t, "7k/8/8/8/8/8/8/KN6 w - - 0 1", "6k1/8/8/8/8/2N5/8/K7 b - - 0 1", 3)
		before := b.Blocked
		var m exact.Matrix
		refuted, ok := b.Apply(&m, &exact.Step{Side: exact.White, Men: c.men, Places: c.places})
		if refuted != c.refuted || ok != c.hold || !ok && b.Blocked != before {
			t.Errorf("%s: refuted %t, holds %t, blocked %v", c.why, refuted, ok, b.Blocked)
		}
	}
}

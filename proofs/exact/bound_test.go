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
	expect.NoError(t, err, fen)
	return p
}

// TestMoves compares single numbers of moves with what one counts on a board. A larger number
// would refute what is possible.
func TestMoves(t *testing.T) {
	var c struct {
		why, start, goal string
		blocked          string // a square, or ""
		from, to         string
		moves            int8
	}
	for range expect.Rows(t, "testdata/moves.tsv", &c.why, &c.start, &c.goal, &c.blocked, &c.from, &c.to, &c.moves) {
		b := begin(t, c.start, c.goal, 12)
		if c.blocked != "" {
			b.Blocked[numberOf(c.blocked)] = true
		}
		var m exact.Matrix
		b.Fill(&m, exact.White)
		men := index(t, playable(t, c.start), &b.Blocked, c.from)
		places := index(t, playable(t, c.goal), &b.Blocked, c.to)
		expect.Equal(t, m.Cost[men][places], c.moves, "%s: %s to %s takes", c.why, c.from, c.to)
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
	var c struct {
		why, start, goal string
		plies            int
		stays, moves     []string // men that never move, and men that move in some game
	}
	for range expect.Rows(t, "testdata/stay.tsv", &c.why, &c.start, &c.goal, &c.plies, &c.stays, &c.moves) {
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
				expect.Equal(t, b.Blocked[numberOf(square)], slices.Contains(c.stays, square),
					"%s: the man on %s never moves", c.why, square)
			}
		}
	}
}

// TestApply has arguments about a king that stays and a knight that takes one of two moves. The
// numbers of moves are 0 3, 3 1.
func TestApply(t *testing.T) {
	var c struct {
		why           string
		men, places   []int8
		refuted, hold bool
	}
	for range expect.Rows(t, "testdata/apply.tsv", &c.why, &c.men, &c.places, &c.refuted, &c.hold) {
		b := begin(t, "7k/8/8/8/8/8/8/KN6 w - - 0 1", "6k1/8/8/8/8/2N5/8/K7 b - - 0 1", 3)
		before := b.Blocked
		var m exact.Matrix
		refuted, ok := b.Apply(&m, &exact.Step{Side: exact.White, Men: c.men, Places: c.places})
		if refuted != c.refuted || ok != c.hold || !ok && b.Blocked != before {
			t.Errorf("%s: refuted %t, holds %t, blocked %v", c.why, refuted, ok, b.Blocked)
		}
	}
}

package exact

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestBeside holds the states of a side that are found beside those of the other one against random legal
// games: those of a game are never excluded.
func TestBeside(t *testing.T) {
	t.Parallel()
	n := 60
	if *pairs > 0 {
		n = *pairs
	}
	compared, captures, fewer := 0, 0, 0
	segments(*seed+23, n, 10, func(name string, r *rand.Rand, game []chess.Position) {
		last, plies := &game[len(game)-1], len(game)-1
		start := game[0].Setup()
		target := Target{Setup: last.Setup(), AnyCastling: r.IntN(2) == 0, AnyEnPassant: true}
		s := expect.Must(newSearch(context.Background(), &start, &target, plies, Options{All: true, Jobs: 1 + r.IntN(2)}))
		if !s.bound.derive(s.from, &s.begin, plies) {
			t.Fatalf("%s\n%s\n%d plies later, called impossible", &game[0], last, plies)
		}
		var ok bool
		if s.states, ok = newStates(s.ctx, s.bound, plies, 1<<10); !ok {
			t.Fatalf("%s\n%s\n%d plies later, there are no side states", &game[0], last, plies)
		}
		c := chess.Color(r.IntN(2))
		if s.states.sides[c.Other()] == nil {
			return
		}
		own := s.states.sides[c]
		s.states.sides[c] = nil
		if !s.statesBeside(c, plies, 1<<12) {
			t.Fatalf("%s: %s\n%s\n%d plies later, there are no side states", name, &game[0], last, plies)
		}
		if s.states.sides[c] == nil {
			return
		}
		compared++
		if len(s.states.sides[c].forced.at) > 0 {
			captures++
		}
		if own != nil && s.states.sides[c].size() < own.size() {
			fewer++
		}
		for i := range game {
			if !s.states.admit(&game[i], plies-i) {
				t.Fatalf("%s: %s\n%s\n%d plies later, %s is excluded", name, &game[0], last, plies, &game[i])
			}
		}
		// With too few positions or too little memory the side has no side states.
		for _, o := range []Options{{Nodes: 1}, {Memory: 1}} {
			s.states.sides[c] = nil
			s.result.Nodes, s.o.Nodes, s.o.Memory = 1, max(o.Nodes, 1), max(o.Memory, 1)
			if !s.statesBeside(c, plies, 1<<12) {
				t.Fatalf("%s: %+v: there are no side states", name, o)
			}
		}
	})
	t.Logf("%d compared, %d with captures of given men, %d have fewer side states than on their own", compared, captures, fewer)
	if compared < 4*n || captures < n/3 || fewer == 0 {
		t.Errorf("only %d compared, %d with captures of given men, %d have fewer side states than on their own", compared, captures, fewer)
	}
}

// TestCombine compares the distribution of forced captures among rows with trying all.
func TestCombine(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		left := uint8(1 + r.IntN(sets-1))
		rows := make([][sets]uint8, 1+r.IntN(4))
		for i := range rows {
			for set := uint8(1); set < sets; set++ {
				rows[i][set] = uint8(r.IntN(12))
				if r.IntN(3) == 0 {
					rows[i][set] = tooMany
				}
			}
		}
		var sum [sets]uint8
		for set := 1; set < sets; set++ {
			sum[set] = tooMany
		}
		for i := range rows {
			sum = combine(&sum, &rows[i], left)
		}
		// All ways to give every forced capture to a row.
		best := tooMany
		n := bits.OnesCount8(left)
		for ways := range 1 << (2 * n) {
			given := make([]uint8, 4)
			k := 0
			for b := left; b != 0; b &= b - 1 {
				given[ways>>k&3] |= b & -b
				k += 2
			}
			cost := 0
			for i, set := range given {
				switch {
				case set == 0:
				case i >= len(rows):
					cost += tooMany
				default:
					cost += int(rows[i][set])
				}
			}
			best = min(best, cost)
		}
		if int(sum[left]) != best {
			t.Fatalf("%d for %b, want %d", sum[left], left, best)
		}
	}
}

package exact

import (
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/replay"
)

// TestJourneysAreRemembered: a bound that has computed the ways of other men, to other squares, and past other men that
// do not move, has the same ways as a new one.
func TestJourneysAreRemembered(t *testing.T) {
	t.Parallel()
	goal, err := replay.ParsePlayable(replay.Initial)
	expect.NoError(t, err)
	const a1, h1, d4, e5, a8, h8 = 0, 7, 27, 36, 56, 63
	one := NewBound(goal)
	for _, blocked := range []Squares{{}, {9: true, 10: true, 28: true, 52: true}, {1: true, 54: true, 35: true}} {
		for _, man := range []byte("QRBNKqrbnk") {
			for _, to := range []int{a1, h1, d4, e5, a8, h8} {
				anew := NewBound(goal)
				one.Blocked, anew.Blocked = blocked, blocked
				expect.Equal(t, *one.steps(man, to), *anew.steps(man, to), "%c to square %d", man, to)
			}
		}
	}
}

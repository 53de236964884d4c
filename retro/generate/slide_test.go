package generate

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/retro/table"
)

func TestSlides(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	for range 20000 {
		occupied := sparseSet(r)
		set := sparseSet(r) &^ occupied
		for _, k := range []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
			var want uint64
			for sq := range chess.Bitboard(^occupied).Squares() {
				if table.Attacks(chess.White, k, uint8(sq), occupied)&set != 0 {
					want |= 1 << sq
				}
			}
			if got := slide(k, set, ^occupied); got != want {
				t.Fatalf("%s: occupied %016x, set %016x: %016x, want %016x", k, occupied, set, got, want)
			}
		}
		for c := chess.White; c <= chess.Black; c++ {
			var single, double uint64
			step, home := 8, 1
			if c == chess.Black {
				step, home = -8, 6
			}
			for sq := 8; sq < 56; sq++ {
				if occupied>>sq&1 != 0 {
					continue
				}
				if set>>(sq+step)&1 != 0 {
					single |= 1 << sq
				}
				if sq>>3 == home && occupied>>(sq+step)&1 == 0 && set>>(sq+2*step)&1 != 0 {
					double |= 1 << sq
				}
			}
			if got := stepBack(c, set, ^occupied); got != single {
				t.Fatalf("%s steps: occupied %016x, set %016x: %016x, want %016x", c, occupied, set, got, single)
			}
			if got := doubleStepBack(c, set, ^occupied); got != double {
				t.Fatalf("%s double steps: occupied %016x, set %016x: %016x, want %016x", c, occupied, set, got, double)
			}
		}
	}
}

// sparseSet returns a set of about 16 squares.
func sparseSet(r *rand.Rand) uint64 {
	a, b := r.Uint64(), r.Uint64()
	return a & b
}

package astar

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
)

var (
	pairs = flag.Int("pairs", 0, "pairs of positions of random games, or starts of breadth-first searches, to compare with; 0 for some")
	seed  = flag.Uint64("seed", 1, "seed of random games and starts")
)

// numPairs returns the number of pairs for a test.
func numPairs(short, usual int) int {
	switch {
	case *pairs > 0:
		return *pairs
	case testing.Short():
		return short
	}
	return usual
}

// TestAdmissible holds the bound against random legal games: from any position of a
// game to a later one it is at most the number of plies between them. Pairs are rather
// close to each other, where the bound has little room.
func TestAdmissible(t *testing.T) {
	t.Parallel()
	for name, start := range randomgames.Starts {
		t.Run(name, func(t *testing.T) {
			n := numPairs(300, 2000)
			r := rand.New(rand.NewPCG(uint64(len(name)), *seed))
			var game []chess.Setup
			compared, tight := 0, 0
			visit := func(p *randomgames.Position) bool {
				if p.Ply == 0 {
					game = game[:0]
				}
				now := p.Pos.Setup()
				// Either reading of the en passant square.
				if r.IntN(2) == 0 {
					now.EnPassant = p.Pos.CapturableEnPassant()
				}
				game = append(game, now)
				for range 2 {
					back := min(len(game)-1, r.IntN(1<<r.IntN(9)))
					if back == 0 {
						continue
					}
					from := &game[len(game)-1-back]
					e := bound(t, from, &now)
					compared++
					if e.Plies == back {
						tight++
					}
					if !e.Reachable || e.Plies > back {
						t.Errorf("%s\n%s\n%d plies later, reachable %t in %d", from, &now, back, e.Reachable, e.Plies)
					}
					for b := e.Blocked; b != 0; b = b.WithoutFirst() {
						for i := range game[len(game)-1-back:] {
							if m := game[len(game)-1-i].Board[b.First()]; m != now.Board[b.First()] {
								t.Errorf("%s\n%s\n%d plies later: %s is not blocked", from, &now, back, b.First())
							}
						}
					}
				}
				return compared < n && !t.Failed()
			}
			randomgames.PlayFrom(*seed, math.MaxInt, start, visit)
			t.Logf("%d pairs, in %d of them the bound is the number of plies", compared, tight)
		})
	}
}

package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
)

// TestSight looks from the way of random games at the moves that they end with: these are never too far.
func TestSight(t *testing.T) {
	t.Parallel()
	n := expect.Size(2000, 50_000)
	for name, start := range randomgames.Starts {
		r := rand.New(rand.NewPCG(*seed, 3))
		var game []chess.Position
		looked, mates := 0, 0
		randomgames.PlayFrom(*seed+8, math.MaxInt, start, func(p *randomgames.Position) bool {
			if p.Ply == 0 {
				game = game[:0]
			}
			before := len(game)
			game = append(game, *p.Pos)
			for _, m := range p.Pos.LegalMoves(nil) {
				end := *p.Pos
				if end.Make(m); !end.InCheck() {
					continue
				}
				a := &Aim{Kind: p.Pos.At(m.From()).Kind(), End: Check}
				if v := p.Pos.Captured(m); v != chess.NoMan {
					a.Capture, a.Victim = Captures, v.Kind()
					if r.IntN(3) == 0 {
						a.Victim = chess.NoKind
					}
				}
				if a.Kind != chess.Knight && r.IntN(8) != 0 || a.Capture == Either && r.IntN(8) != 0 {
					continue
				}
				if end.IsCheckmate() {
					a.End = Mate
					mates++
				}
				target, s := &Target{Aim: a}, newSight(p.Pos)
				for plies := 1; plies <= min(8, before+1); plies++ {
					looked++
					if q := &game[before+1-plies]; !s.may(target, q, plies, &wanted{}) {
						t.Fatalf("%s: %s is too far in %d plies: %s, %+v", q.FEN(), m, plies, p.Pos.FEN(), a)
					}
				}
			}
			return looked < n
		})
		t.Logf("%s: %d positions, %d mates", name, looked, mates)
	}
}

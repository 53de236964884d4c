package count

import (
	"math"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/proofs/survey"
)

// TestTwoPhaseSmall: two-phase sampling of the positions of small games estimates how many have kings that are apart, which package count counts
// exactly. The labels look at ranks only, so that many are wrong either way.
func TestTwoPhaseSmall(t *testing.T) {
	t.Parallel()
	const samples, draws, choose = 200, 600, 40
	random := rand.New(rand.NewPCG(19, 5))
	for i, g := range smallGames[2:4] {
		type position struct{ apart, likely bool }
		var all []position
		g.walk(func(board *[chess.NumSquares]chess.Man) {
			var kings [2]chess.Square
			var promoted, pawns [2]int
			var n [2][chess.Pawn + 1]int
			men := 0
			for s := range g.board.Squares() {
				if m := board[s]; m != chess.NoMan {
					men++
					n[m.Color()][m.Kind()]++
					if m.Kind() == chess.King {
						kings[m.Color()] = s
					}
				}
			}
			for c := range 2 {
				promoted[c] = max(0, n[c][chess.Bishop]-g.Start.Bishops) + max(0, n[c][chess.Queen]-g.Start.Queens) +
					max(0, n[c][chess.Rook]-g.Start.Rooks) + max(0, n[c][chess.Knight]-g.Start.Knights)
				pawns[c] = n[c][chess.Pawn]
			}
			if g.attainable(promoted, pawns, men) {
				all = append(all, position{!chess.KingAttacks(kings[0]).Has(kings[1]), kings[0].Rank() != kings[1].Rank()})
			}
		})
		want := 0.0
		for _, n := range g.positions(NonadjacentKings, g.sideClasses()).Men {
			if n != nil {
				exact, _ := n.Float64()
				want += exact
			}
		}
		var sum, squares float64
		outside := 0
		for range samples {
			p := survey.Phases{Draws: draws, LikelyLegal: map[int]uint64{}, NotLegal: map[int]uint64{}, ButLegal: map[int]uint64{}}
			var likely, unlikely []position
			for range draws {
				d := all[random.IntN(len(all))]
				if d.likely {
					likely = append(likely, d)
				} else {
					unlikely = append(unlikely, d)
				}
			}
			p.LikelyLegal[1], p.LikelyIllegal, p.LegalChosen, p.IllegalChosen = uint64(len(likely)), uint64(len(unlikely)), choose, choose
			for range choose {
				if !likely[random.IntN(len(likely))].apart {
					p.NotLegal[1]++
				}
				if unlikely[random.IntN(len(unlikely))].apart {
					p.ButLegal[1]++
				}
			}
			e := p.Joint(float64(len(all)))
			sum += e.Positions
			squares += e.Positions * e.Positions
			if want < e.Interval[0] || want > e.Interval[1] {
				outside++
			}
		}
		mean := sum / samples
		deviation := math.Sqrt((squares/samples - mean*mean) / samples)
		t.Logf("game %d: %v of %d, estimated %.0f +- %.0f, outside %d", i, want, len(all), mean, deviation, outside)
		if math.Abs(mean-want) > 4*deviation {
			t.Errorf("game %d: %v positions with kings apart, estimated %v +- %v", i, want, mean, deviation)
		}
		if float64(outside) > 0.05*samples+4*math.Sqrt(0.05*0.95*samples) {
			t.Errorf("game %d: outside the interval in %d of %d samples", i, outside, samples)
		}
	}
}

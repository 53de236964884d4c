package astar

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
)

// BenchmarkEstimate bounds the plies from positions of random games to one of their
// successors.
func BenchmarkEstimate(b *testing.B) {
	goal := setup(b, "r1b2rk1/ppq1bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 10")
	p := expect.Must(chess.NewPosition(goal))
	t := newTarget([]chess.Position{*p}, nil)
	var all []chess.Position
	randomgames.PlayFrom(1, 5000, func(*rand.Rand) *chess.Setup { return nil }, func(p *randomgames.Position) bool {
		if p.Ply < 20 {
			all = append(all, *p.Pos)
		}
		return true
	})
	e := newEstimator(t)
	b.ReportAllocs()
	for i := range b.N {
		e.estimate(&all[i%len(all)])
	}
}

// BenchmarkShortest finds a shortest game of 17 plies.
func BenchmarkShortest(b *testing.B) {
	benchmarkSearch(b, "rnbqkbnr/pppp1Bpp/3p1p2/8/8/8/PPP1QPPP/RNB1K1NR b KQkq - 0 1", Options{WeightA: 1, WeightB: 1})
}

// BenchmarkWeighted finds some game of 29 plies or more.
func BenchmarkWeighted(b *testing.B) {
	benchmarkSearch(b, "1rbk3r/1p1p1ppp/2p2n2/p1n5/1b1pP3/PBP3q1/1P1Q1PPP/1RBNK1NR b K - 4 13", Options{})
}

func benchmarkSearch(b *testing.B, fen string, o Options) {
	start, goal := chess.InitialSetup(), setup(b, fen)
	nodes := uint64(0)
	b.ReportAllocs()
	for range b.N {
		r := find(b, &start, &goal, o)
		if r.Status != Found {
			b.Fatal(r.Status)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}

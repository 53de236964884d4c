package exact_test

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
)

// BenchmarkSearch solves published problems with one solution.
func BenchmarkSearch(b *testing.B) {
	start := chess.InitialSetup()
	for _, p := range []struct {
		name, goal string
		plies      int
	}{
		{"P1000059", "rnb3nr/pppp1ppp/7b/4p3/4q2k/5P2/PPPPP1PP/RNBQKBNR w - - 0 1", 20},
		{"P1085393", "rnbqkb1r/pppp2p1/4p1n1/7B/3QP2K/5P1p/PPPPN1pP/RNB3R1 w q - 0 1", 24},
		{"P1000648", "r1bkqr2/pp1pnppp/2B1pB2/2p5/1P1n4/b4PP1/P1PPP2P/RN1KQ1NR b - - 0 1", 23},
	} {
		b.Run(p.name, func(b *testing.B) {
			goal := expect.Must(chess.ParseFEN(p.goal))
			for b.Loop() {
				r, err := exact.Search(context.Background(), &start, &exact.Target{Setup: goal}, p.plies, exact.Options{All: true})
				if err != nil || r.Solutions != 1 {
					b.Fatal(r, err)
				}
				b.ReportMetric(float64(r.Nodes), "positions/op")
			}
		})
	}
}

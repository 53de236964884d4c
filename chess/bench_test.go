package chess

import (
	"fmt"
	"testing"
)

// BenchmarkPerft also tests: it goes deeper than TestPerft.
func BenchmarkPerft(b *testing.B) {
	for _, tt := range perftPositions {
		depth := 0
		for depth < len(tt.nodes) && tt.nodes[depth] < 200_000_000 {
			depth++
		}
		b.Run(fmt.Sprintf("%s/%d", tt.name, depth), func(b *testing.B) {
			p := mustPosition(b, tt.fen)
			for b.Loop() {
				if n, err := Perft(b.Context(), p, depth); err != nil || n != tt.nodes[depth-1] {
					b.Fatalf("%d, %v, want %d", n, err, tt.nodes[depth-1])
				}
			}
			b.ReportMetric(float64(tt.nodes[depth-1])*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// BenchmarkInit measures what the tables cost every start of the program.
func BenchmarkInit(b *testing.B) {
	for b.Loop() {
		fillSliderTable()
		pairTables()
		newZobristKeys(zobristSeed)
	}
}

func benchmarkRetractions(b *testing.B, fen string, o UnmoveOptions) {
	p := mustPosition(b, fen)
	var list []Retraction
	for b.Loop() {
		list = p.Retractions(list[:0], o)
	}
	b.ReportMetric(float64(len(list)), "retractions")
}

// middlegame is an ordinary position, and afterEnPassant one in which squares en
// passant have to be tried.
const (
	middlegame     = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 1 10"
	afterEnPassant = "r2q1rk1/1b3ppp/p1nb1n2/1pPpP3/3P4/2NB1N2/PP3PPP/R1BQ1RK1 b - - 0 13"
)

func BenchmarkRetractions(b *testing.B) {
	benchmarkRetractions(b, middlegame, UnmoveOptions{})
}

func BenchmarkUnmoves(b *testing.B) {
	p := mustPosition(b, afterEnPassant)
	var list []Unmove
	for b.Loop() {
		list = p.Unmoves(list[:0], UnmoveOptions{})
	}
	b.ReportMetric(float64(len(list)), "un-moves")
}

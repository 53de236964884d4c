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

func BenchmarkLegalMoves(b *testing.B) {
	p := mustPosition(b, kiwipete)
	var moves []Move
	for b.Loop() {
		moves = p.LegalMoves(moves[:0])
	}
}

func BenchmarkCountMoves(b *testing.B) {
	p := mustPosition(b, kiwipete)
	for b.Loop() {
		p.CountMoves()
	}
}

func BenchmarkMakeUnmake(b *testing.B) {
	p := mustPosition(b, kiwipete)
	moves := p.LegalMoves(nil)
	i := 0
	for b.Loop() {
		m := moves[i%len(moves)]
		p.Unmake(m, p.Make(m))
		i++
	}
}

func BenchmarkRookAttacks(b *testing.B) {
	occupied := InitialPosition().Occupied()
	var sum Bitboard
	s := Square(0)
	for b.Loop() {
		sum ^= RookAttacks(s&63, occupied)
		s++
	}
	sink = sum
}

var sink Bitboard

func BenchmarkParsePosition(b *testing.B) {
	for b.Loop() {
		mustPosition(b, kiwipete)
	}
}

// BenchmarkInit measures what the tables cost every start of the program.
func BenchmarkInit(b *testing.B) {
	for b.Loop() {
		fillSliderTable()
		pairTables()
		newZobristKeys(zobristSeed)
	}
}

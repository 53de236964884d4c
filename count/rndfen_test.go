package count

import (
	"math"
	"math/big"
	"testing"

	"retroproof/chess/randomgames"
)

func TestMultiplier(t *testing.T) {
	t.Parallel()
	if got := SizeOfS().String(); got[:4] != "2196" || len(got) != 54 {
		t.Errorf("S has %s elements, want 2.196e53", got)
	}
	r := NewRandomFENs(100, 0)
	m, _ := r.Multiplier().Float64()
	tries, _ := r.Tries().Float64()
	size, _ := new(big.Float).SetInt(SizeOfS()).Float64()
	if math.Abs(m-4.8e42) > 1e41 || math.Abs(m*tries/size-1) > 1e-9 {
		t.Errorf("multiplier %g, %g tries", m, tries)
	}
}

func TestGamesAreKept(t *testing.T) {
	t.Parallel()
	randomgames.Play(7, 3000, func(g *randomgames.Position) bool {
		if s := g.Pos.Setup(); g.Start == nil && easilyIllegal(&s) {
			t.Fatalf("%v is dropped", s)
		}
		return true
	})
}

func BenchmarkRandomFENs(b *testing.B) {
	r := NewRandomFENs(100, 1)
	for b.Loop() {
		kept := 0
		for i := range r.Draws {
			if _, ok := r.At(i); ok {
				kept++
			}
		}
		b.ReportMetric(float64(kept), "kept")
	}
}

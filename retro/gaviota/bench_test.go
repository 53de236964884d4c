package gaviota

import (
	"context"
	"io"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
)

// BenchmarkValue looks positions up whose blocks are in the cache.
func BenchmarkValue(b *testing.B) {
	f, err := open("KRvK", encoded(b, "KRvK"))
	expect.NoError(b, err)
	r := rand.New(rand.NewPCG(1, 1))
	var list []*chess.Position
	for range 1000 {
		list = append(list, tabletest.RandomPosition(r, f.Material))
	}
	for i := 0; b.Loop(); i++ {
		if _, err := f.Value(list[i%len(list)], f.Material); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	t := tabletest.Table(b, "KRvK")
	b.SetBytes(2 * int64(newLayout(t.Material).Cells))
	for b.Loop() {
		expect.NoError(b, writeTo(context.Background(), t, io.Discard, WriteOptions{}))
	}
}

package lzma

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkEncode(b *testing.B) {
	text := text(rand.New(rand.NewPCG(3, 3)), 16384)
	e := NewEncoder()
	var out []byte
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		out = e.Append(out[:0], text)
	}
}

package cpi

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

func TestVectors(t *testing.T) {
	t.Parallel()
	var fen, rank string
	for range expect.Rows(t, "testdata/vectors.tsv", &fen, &rank) {
		s := expect.Must(chess.ParseFEN(fen))
		n, err := Rank(&s)
		if err != nil || n.String() != rank {
			t.Errorf("%s: %v, %v, want %s", fen, n, err, rank)
		}
		back, err := Unrank(n)
		if err != nil || back.FEN() != fen {
			t.Errorf("%s: %s, %v, want %s", rank, back.FEN(), err, fen)
		}
	}
}

// below returns a random number below n.
func below(r *rand.Rand, n numbering.Uint) numbering.Uint {
	for {
		a := numbering.FromWords([3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}).Low(n.BitLen())
		if a.Less(n) {
			return a
		}
	}
}

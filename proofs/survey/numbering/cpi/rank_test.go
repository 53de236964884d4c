package cpi

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

var vectors = []struct{ fen, rank string }{
	{"Kk6/8/8/8/8/8/8/8 w - - 0 1", "1"},
	{"8/8/8/8/8/8/8/K1k5 w - - 0 1", "3586"},
	{"8/8/8/8/nnbbrrqp/pppppppN/PPPPPPPP/NBBRRQkK w - - 0 1", "24639467089379915386890365075260915223928803040"},
	{"kK6/8/8/8/8/8/8/8 b - - 0 1", "24639467089379915386890365075260915223928803041"},
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "24639465346389374655069550228797598448916579928"},
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "49444060874307007942560232630767711417259502539"},
	{"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1", "49826692954459882970921123880850813251343934445"},
}

func number(t testing.TB, text string) numbering.Uint {
	t.Helper()
	b, ok := new(big.Int).SetString(text, 10)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	n, ok := numbering.FromBig(b)
	if !ok {
		t.Fatalf("%q is too large", text)
	}
	return n
}

func parse(t testing.TB, fen string) chess.Setup {
	t.Helper()
	s := expect.Must(chess.ParseFEN(fen))
	return s
}

func TestVectors(t *testing.T) {
	t.Parallel()
	for _, v := range vectors {
		s := parse(t, v.fen)
		n, err := Rank(&s)
		if err != nil || n.String() != v.rank {
			t.Errorf("%s: %v, %v, want %s", v.fen, n, err, v.rank)
		}
		back, err := Unrank(number(t, v.rank))
		if err != nil || back.FEN() != v.fen {
			t.Errorf("%s: %s, %v, want %s", v.rank, back.FEN(), err, v.fen)
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

func BenchmarkUnrank(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	total := Total()
	var ns [1024]numbering.Uint
	for i := range ns {
		ns[i] = below(r, total).Add(numbering.Of(1))
	}
	Unrank(ns[0]) // makes the tables
	i := 0
	for b.Loop() {
		Unrank(ns[i%len(ns)])
		i++
	}
}

func BenchmarkRank(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	total := Total()
	var ss [1024]chess.Setup
	for i := range ss {
		ss[i], _ = Unrank(below(r, total).Add(numbering.Of(1)))
	}
	i := 0
	for b.Loop() {
		Rank(&ss[i%len(ss)])
		i++
	}
}

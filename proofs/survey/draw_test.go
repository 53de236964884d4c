package survey

import (
	"math"
	"math/big"
	"testing"

	"retroproof/proofs/survey/numbering"
	"retroproof/proofs/survey/numbering/cpi"
	"retroproof/proofs/survey/numbering/urposition"
)

// TestDraws fixes what a seed means.
func TestDraws(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		scheme Scheme
		rank   string
		fen    string
	}{
		{CPI, "46504314108142459870690194262530609359265392135", "1q3NQq/Q1P1P1k1/p3P1r1/5Bn1/P1P1p3/1P5p/1prrn1K1/1qNR1bQB b - - 0 1"},
		{Urposition, "8152932345398142660836844830994178026222889874", "2k2B1r/2n4Q/pQ2RP1n/2rq1bb1/2QnN2n/2RKn3/1BNN1Q2/1Q2Q1R1 b - - 0 1"},
		{RepairedUrposition, "1792065263442603292413947007137123080566119662", "K6Q/3rbB1r/1Q1RQ1q1/4b2b/2nBB1rr/B2Q2pn/2N1Nk2/3rR1rR w - - 0 1"},
	} {
		d := Draw(tt.scheme, 1, 1000)
		if d.Rank.String() != tt.rank || d.FEN(tt.scheme) != tt.fen {
			t.Errorf("%s: %s, %s, want %s, %s", tt.scheme, d.Rank, d.FEN(tt.scheme), tt.rank, tt.fen)
		}
	}
}

// TestMenOfDraws compares the numbers of men of draws with how many positions have
// these.
func TestMenOfDraws(t *testing.T) {
	t.Parallel()
	const draws = 20_000
	for scheme, all := range map[Scheme]*numbering.Breakdown{
		CPI: cpi.Count().All, RepairedUrposition: urposition.Repaired.Breakdown(),
	} {
		var men [33]float64
		for i := range uint64(draws) {
			men[Draw(scheme, 3, i).Setup.CountMen()]++
		}
		for n, got := range men {
			want := 0.0
			if all.Men[n] != nil {
				want, _ = new(big.Rat).SetFrac(all.Men[n], all.Total).Float64()
				want *= draws
			}
			if d := got - want; d*d > 25*want+10 {
				t.Errorf("%s: %g of %d draws have %d men, want %.1f", scheme, got, draws, n, want)
			}
		}
	}
}

// TestUniform compares draws with what is equally likely: the top and the low bits of
// the integer, and the side to move. The seed is fixed, so that the statistics are.
func TestUniform(t *testing.T) {
	t.Parallel()
	const draws, bins = 20_000, 256
	for scheme := range streams {
		var top, low [bins]float64
		var turns [2]float64
		count := scheme.Count().Big()
		for i := range uint64(draws) {
			d := Draw(scheme, 11, i)
			n := d.Rank.Big()
			n.Sub(n, new(big.Int).SetUint64(scheme.First()))
			if n.Sign() < 0 || n.Cmp(count) >= 0 {
				t.Fatalf("%s: %v is out of range", scheme, d.Rank)
			}
			low[n.Uint64()%bins]++ // of a number that is no multiple of 256, which makes no difference here
			top[new(big.Int).Div(n.Mul(n, big.NewInt(bins)), count).Int64()]++
			turns[d.Setup.Turn]++
		}
		for name, seen := range map[string][]float64{"top bits": top[:], "low bits": low[:], "sides to move": turns[:]} {
			want, chi := float64(draws)/float64(len(seen)), 0.0
			for _, n := range seen {
				chi += (n - want) * (n - want) / want
			}
			// Mean and variance of chi-square are k-1 and 2(k-1); 4 deviations either way.
			k := float64(len(seen) - 1)
			if math.Abs(chi-k) > 4*math.Sqrt(2*k) {
				t.Errorf("%s: chi-square of %s is %.1f, want about %g", scheme, name, chi, k)
			}
		}
	}
}

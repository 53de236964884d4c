package survey

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"retroproof/internal/expect"
)

// TestClopperPearsonTables has published intervals: of R. G. Newcombe, Two-sided
// confidence intervals for the single proportion (1998), table I; and of F. Garwood,
// Fiducial limits for the Poisson distribution (1936), as what is left of them with very
// many trials.
func TestClopperPearsonTables(t *testing.T) {
	t.Parallel()
	var tt struct {
		k, n uint64
		want string
	}
	for range expect.Rows(t, "testdata/clopper-pearson-tables.tsv", &tt.k, &tt.n, &tt.want) {
		low, high := clopperPearson(tt.k, tt.n, tail95)
		expect.Equal(t, fmt.Sprintf("%.4f %.4f", low, high), tt.want, "%d of %d", tt.k, tt.n)
	}
	for k, want := range map[uint64]string{0: "0.000 3.689", 1: "0.025 5.572", 5: "1.623 11.668", 10: "4.795 18.390", 50: "37.111 65.919"} {
		low, high := clopperPearson(k, manyDraws, tail95)
		expect.Equal(t, fmt.Sprintf("%.3f %.3f", low*manyDraws, high*manyDraws), want, "%d events", k)
	}
}

// TestClopperPearsonExactly wants the ends to be the numbers next to the true ones, in
// all bits, by rational arithmetic. So it fails on a machine that rounds otherwise.
func TestClopperPearsonExactly(t *testing.T) {
	t.Parallel()
	// atMost is the probability that at most k of n come true.
	atMost := func(k, n uint64, p float64) *big.Rat {
		x := new(big.Rat).SetFloat64(p)
		y := new(big.Rat).Sub(big.NewRat(1, 1), x)
		sum := new(big.Rat)
		for i := range k + 1 {
			term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(i)))
			for range i {
				term.Mul(term, x)
			}
			for range n - i {
				term.Mul(term, y)
			}
			sum.Add(sum, term)
		}
		return sum
	}
	few, most := big.NewRat(1, 40), big.NewRat(39, 40)
	for _, c := range [][2]uint64{{0, 1}, {0, 8}, {1, 2}, {1, 8}, {3, 12}, {6, 12}} {
		k, n := c[0], c[1]
		low, high := clopperPearson(k, n, tail95)
		if atMost(k, n, high).Cmp(few) >= 0 || atMost(k, n, math.Nextafter(high, 0)).Cmp(few) < 0 {
			t.Errorf("%d of %d: upper end %v", k, n, high)
		}
		if k == 0 {
			expect.Equal(t, low, 0, "0 of %d: lower end", n)
			continue
		}
		if atMost(k-1, n, low).Cmp(most) < 0 || atMost(k-1, n, math.Nextafter(low, 1)).Cmp(most) >= 0 {
			t.Errorf("%d of %d: lower end %v", k, n, low)
		}
	}
}

// TestCoverage adds up the probabilities of all samples of 40 draws of which a share is
// legal, a part of it with multiplicity 1 and the rest with another one: the lower end
// is above the true value in at most 2.5 % of them, and so is the upper one below.
func TestCoverage(t *testing.T) {
	t.Parallel()
	const draws = 40
	var low, high [draws + 1]float64
	for k := range low {
		low[k], high[k] = clopperPearson(uint64(k), draws, tail95)
	}
	binomial := func(k, n int, p float64) float64 {
		c, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(k))).Float64()
		return c * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
	}
	worst := 0.0
	for _, legal := range []float64{0.001, 0.01, 0.03, 0.055, 0.1, 0.2, 0.35, 0.5, 0.8, 1} {
		for _, part := range []float64{0, 0.01, 0.03, 0.1, 0.3, 0.7, 1} { // of multiplicity m
			for _, m := range []float64{2, 3, 4, 12, 1000} {
				value := legal * (1 - part + part/m)
				above, below := 0.0, 0.0
				for k := range draws + 1 {
					all := binomial(k, draws, legal)
					one := all * math.Pow(1-part, float64(k)) // none of multiplicity m
					if low[k] > value {
						above += one
					}
					if low[k]/m > value {
						above += all - one
					}
					if high[k] < value {
						below += all
					}
				}
				worst = max(worst, above, below)
				if above > 0.025+1e-12 || below > 0.025+1e-12 {
					t.Errorf("%g legal, %g of them of multiplicity %g: above in %g, below in %g of all samples", legal, part, m, above, below)
				}
			}
		}
	}
	if worst < 0.01 {
		t.Errorf("never beside the value in more than %g of all samples: intervals are too wide", worst)
	}
}

package exact

import (
	"math"
	"math/big"
	"testing"
)

// TestNumber compares sums with those of numbers without a limit.
func TestNumber(t *testing.T) {
	t.Parallel()
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	all := []number{{}, one, {0, MostSolutions - 1}, {0, MostSolutions}, {0, math.MaxUint64}, {1, 0}, {7, math.MaxUint64}, {math.MaxUint64, 5}, {math.MaxUint64, math.MaxUint64}}
	for _, a := range all {
		for _, b := range all {
			want := new(big.Int).Add(a.big(), b.big())
			if want.Cmp(most) > 0 {
				want = most
			}
			sum := a.plus(b)
			if sum.big().Cmp(want) != 0 {
				t.Errorf("%s + %s is %s, want %s", a.big(), b.big(), sum.big(), want)
			}
			capped := uint64(MostSolutions)
			if want.IsUint64() {
				capped = min(capped, want.Uint64())
			}
			if sum.capped() != capped {
				t.Errorf("%s is capped to %d, want %d", want, sum.capped(), capped)
			}
		}
	}
}

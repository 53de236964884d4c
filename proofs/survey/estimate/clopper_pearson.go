package estimate

import (
	"math"
	"math/big"
)

// precision is the precision, in bits, of the numbers from which the ends of an interval are
// computed. With up to 2^64 draws, more than 180 bits of every sum below are correct; the sum
// is then compared with a number of two digits.
const precision = 256

// tail95 is how often either end of a 95 % interval is on the wrong side.
var tail95 = big.NewRat(1, 40)

// clopperPearson returns the exact interval for the probability of an event that k of n
// draws, 0 <= k <= n and n > 0, have shown. The lower end is the probability with which k or
// more draws show it in the given share of all samples; the upper end is that with which k or fewer do.
//
// The ends are floating-point numbers of 53 bits next to the exact values. They are computed
// with multi-word integers and floats, so that they are the same on every machine, unlike
// logarithm and exponential of package math. Time and memory are proportional to the smaller of
// k and n-k: a millisecond for 100.
func clopperPearson(k, n uint64, tail *big.Rat) (low, high float64) {
	if k > n-k {
		low, high = clopperPearson(n-k, n, tail)
		return 1 - high, 1 - low
	}
	if k > 0 {
		low, _ = crossing(k-1, n, new(big.Rat).Sub(big.NewRat(1, 1), tail))
	}
	_, high = crossing(k, n, tail)
	return low, high
}

// crossing returns the two neighbouring floating-point numbers between which a probability p
// lies, such that at most k of n draws show an event of probability p in exactly the given
// share of all samples. At the first number the share is greater or equal, at the second it is
// smaller.
func crossing(k, n uint64, share *big.Rat) (below, above float64) {
	want := number().SetRat(share)
	// With r = p/(1-p), P(at most k) = (1-p)^n * sum of (n choose i) r^i for i <= k.
	choose := make([]*big.Float, k+1)
	choose[0] = number().SetUint64(1)
	for i := range k {
		choose[i+1] = number().Mul(choose[i], number().SetUint64(n-i))
		choose[i+1].Quo(choose[i+1], number().SetUint64(i+1))
	}
	enough := func(p float64) bool {
		x := number().SetFloat64(p)
		y := number().Sub(number().SetUint64(1), x)
		r := x.Quo(x, y)
		sum := number()
		for i := len(choose) - 1; i >= 0; i-- {
			sum.Add(sum.Mul(sum, r), choose[i])
		}
		return sum.Mul(sum, power(y, n)).Cmp(want) >= 0
	}
	// The bit patterns of positive floating-point numbers have the same order as the numbers.
	low, high := math.Float64bits(0), math.Float64bits(1)
	for high-low > 1 {
		if middle := low + (high-low)/2; enough(math.Float64frombits(middle)) {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Float64frombits(low), math.Float64frombits(high)
}

// power returns x^n.
func power(x *big.Float, n uint64) *big.Float {
	result, square := number().SetUint64(1), number().Set(x)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result.Mul(result, square)
		}
		square.Mul(square, square)
	}
	return result
}

// number returns a new number 0 with this precision.
func number() *big.Float { return new(big.Float).SetPrec(precision) }

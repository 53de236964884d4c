package survey

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
	b := newBinomial(k, n)
	return b.low(tail, exact), b.high(tail, exact)
}

// exact and coarse are by how many units in the last place the ends of an interval may be outside: none, or 1 of
// 1,000,000.
const exact, coarse = 1, 1 << 32

// binomial is a number k of n draws that have shown an event, and how probable as many are, or fewer, for probabilities
// of the event that have been tried.
type binomial struct {
	n, k   uint64
	mirror bool // k is the number of draws that have not shown it, which is smaller
	choose []*big.Float
	tried  [2]map[uint64]*big.Float // for at most k-1, and at most k
}

func newBinomial(k, n uint64) *binomial {
	b := &binomial{n: n, k: min(k, n-k), mirror: k > n-k}
	b.choose = make([]*big.Float, b.k+1)
	b.choose[0] = number().SetUint64(1)
	for i := range b.k {
		b.choose[i+1] = number().Mul(b.choose[i], number().SetUint64(n-i))
		b.choose[i+1].Quo(b.choose[i+1], number().SetUint64(i+1))
	}
	b.tried = [2]map[uint64]*big.Float{{}, {}}
	return b
}

// low returns the lower end of the interval that is wrong there in a share of all samples.
func (b *binomial) low(tail *big.Rat, step uint64) float64 {
	if b.mirror {
		return 1 - b.upper(tail, step)
	}
	return b.lower(tail, step)
}

// high returns the upper end.
func (b *binomial) high(tail *big.Rat, step uint64) float64 {
	if b.mirror {
		return 1 - b.lower(tail, step)
	}
	return b.upper(tail, step)
}

func (b *binomial) lower(tail *big.Rat, step uint64) float64 {
	if b.k == 0 {
		return 0
	}
	p, _ := b.crossing(0, new(big.Rat).Sub(big.NewRat(1, 1), tail), step)
	return p
}

func (b *binomial) upper(tail *big.Rat, step uint64) float64 {
	_, p := b.crossing(1, tail, step)
	return p
}

// crossing returns two floating-point numbers, as many units in the last place apart as the step, between which a
// probability p lies, such that at most k-1+more of n draws show an event of probability p in exactly the given share
// of all samples. At the first number the share is greater or equal, at the second it is smaller.
func (b *binomial) crossing(more int, share *big.Rat, step uint64) (below, above float64) {
	want := number().SetRat(share)
	// The bit patterns of positive floating-point numbers have the same order as the numbers.
	low, high := math.Float64bits(0), math.Float64bits(1)
	for high-low > step {
		middle := low + (high-low)/2
		if b.tried[more][middle] == nil {
			b.tried[more][middle] = b.atMost(more, math.Float64frombits(middle))
		}
		if b.tried[more][middle].Cmp(want) >= 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Float64frombits(low), math.Float64frombits(high)
}

// atMost returns the share of samples in which at most k-1+more draws show an event of probability p.
func (b *binomial) atMost(more int, p float64) *big.Float {
	// With r = p/(1-p), P(at most k) = (1-p)^n * sum of (n choose i) r^i for i <= k.
	x := number().SetFloat64(p)
	y := number().Sub(number().SetUint64(1), x)
	r := x.Quo(x, y)
	sum, product := number(), number()
	for i := int(b.k) - 1 + more; i >= 0; i-- {
		sum.Add(product.Mul(sum, r), b.choose[i])
	}
	return sum.Mul(sum, power(y, b.n))
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

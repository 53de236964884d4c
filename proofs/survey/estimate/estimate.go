// Package estimate estimates how many positions are legal, given the verdicts on a random
// sample.
//
// Every draw of a sample has the value N/m if it is legal, where N is the number of
// integers that are drawn from and m how many of these stand for the position, and 0
// otherwise. The mean of the values is an unbiased estimate of the number of legal
// positions, whatever the multiplicities are.
//
// # The interval
//
// From [EnoughLegal] legal draws on, the 95 % interval is that of the normal distribution,
// 1.96 standard deviations of the mean to either side. With fewer, a mean is not yet
// distributed normally, and without any the deviation is 0, so the interval is made of
// the exact one of Clopper and Pearson (1934) for the share of legal draws. A legal draw
// has a value of N at the most, and of N/M at the least, where M is the greatest
// multiplicity among the legal draws: the upper end is that share times N, the lower
// one that share times N/M. This is also the interval if all draws are legal and of one
// multiplicity, when the deviation is 0 again.
//
// So an interval is never without width, and it never goes below 0. What is not known is
// whether there are legal positions of greater multiplicities than those drawn. They
// could only be few: the tests reckon with all samples of legal positions of which a
// part, small or large, has any one multiplicity, and the lower end is too high in less
// than 2.5 % of them.
//
// # Positions without verdict
//
// A position on which there is no verdict is neither. With such positions there are
// two estimates, one as if all of them were illegal and one as if all were legal: what
// is known is that the estimate of the full verdicts lies between.
package estimate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
)

// Normal95 is the number of standard deviations that the 95 % interval of the normal
// distribution extends to either side.
const Normal95 = 1.96

// EnoughLegal is the number of legal draws from which on the interval is the normal one.
const EnoughLegal = 100

// Tally is the verdicts on a sample.
type Tally struct {
	// Draws is how many draws there were, those among them that a filter has found to be
	// illegal and dropped; 0 if that is not known.
	Draws   uint64
	Illegal uint64         // that are in the lists
	Legal   map[int]uint64 // by multiplicity
	Unknown map[int]uint64 // by multiplicity
}

// Listed returns how many verdicts there are.
func (t *Tally) Listed() uint64 { return t.Illegal + sum(t.Legal) + sum(t.Unknown) }

// Totals returns how many positions are legal and how many have no verdict.
func (t *Tally) Totals() (legal, unknown uint64) { return sum(t.Legal), sum(t.Unknown) }

func sum(counts map[int]uint64) (n uint64) {
	for _, k := range counts {
		n += k
	}
	return n
}

// Method is how an interval was found.
type Method string

// The methods.
const (
	Normal         Method = "normal"
	ClopperPearson Method = "clopper-pearson"
)

// Estimate is a number with its 95 % interval.
type Estimate struct {
	Positions float64    `json:"positions"`
	Interval  [2]float64 `json:"interval95"` // the ends, the lower one first
	Method    Method     `json:"method"`
}

// String prints number and interval: 4.59389e44 +- 3.799e43 if that is the normal one and
// extends as far up as down, or else 8.72788e44 [1.843e44, 2.315e45].
func (e Estimate) String() string {
	low, high := e.Interval[0], e.Interval[1]
	if e.Method == Normal && low > 0 {
		return short(e.Positions, 6) + " +- " + short((high-low)/2, 4)
	}
	return fmt.Sprintf("%s [%s, %s]", short(e.Positions, 6), short(low, 4), short(high, 4))
}

// Confidence says what the interval is: 95 %, with the method if that is not the normal
// distribution.
func (e Estimate) Confidence() string {
	if e.Method == ClopperPearson {
		return "95 %, Clopper-Pearson"
	}
	return "95 %"
}

// short writes a number with so many digits and without a plus sign.
func short(f float64, digits int) string {
	if f == 0 {
		return "0"
	}
	return strings.Replace(big.NewFloat(f).Text('e', digits-1), "e+", "e", 1)
}

// Estimates returns the estimate as if what has no verdict were illegal, and as if it
// were legal. Each draw stands for so many integers: their number divided by the
// draws, the multiplier of rndfen.
func (t *Tally) Estimates(multiplier float64) (low, high Estimate) {
	low = t.estimate(multiplier, t.Legal)
	if sum(t.Unknown) == 0 {
		return low, low
	}
	all := maps.Clone(t.Legal)
	for m, n := range t.Unknown {
		all[m] += n
	}
	return low, t.estimate(multiplier, all)
}

// manyDraws stands for an unknown number of draws: with so many, the number of legal
// ones has Poisson's distribution but for what rounding hides.
const manyDraws = 1 << 62

// estimate is the mean of the values with its interval.
//
// A processor may add a product before it is rounded. What a float64(...) is around is
// rounded first, on every machine, so that all of them find the same digits.
func (t *Tally) estimate(multiplier float64, legal map[int]uint64) Estimate {
	var first, second float64 // sums of 1/m and its square
	var n uint64
	greatest, several := 1, false
	for _, m := range slices.Sorted(maps.Keys(legal)) {
		if legal[m] == 0 {
			continue
		}
		several = n > 0
		n += legal[m]
		greatest = m
		first += float64(legal[m]) / float64(m)
		second += float64(legal[m]) / float64(m) / float64(m)
	}
	e := Estimate{Positions: float64(multiplier * first)}
	if n >= EnoughLegal && (several || n != t.Draws) {
		half := float64(multiplier * t.deviations(first, second))
		e.Method = Normal
		e.Interval = [2]float64{max(0, e.Positions-half), e.Positions + half}
		return e
	}
	draws := max(cmp.Or(t.Draws, manyDraws), n)
	low, high := clopperPearson(n, draws)
	e.Method = ClopperPearson
	e.Interval = [2]float64{
		multiplier * (float64(draws) * low / float64(greatest)),
		multiplier * (float64(draws) * high),
	}
	return e
}

// deviations returns how far the normal interval of the sum of the values 1/m extends,
// of which the sum and the sum of the squares are given. With the number of draws
// unknown, these are taken to be very many.
func (t *Tally) deviations(first, second float64) float64 {
	// n s^2, where s^2 = ((n-legal) mean^2 + sum of (1/m - mean)^2) / (n-1).
	variance := second
	if n := float64(t.Draws); n > 1 {
		variance = (second - first*first/n) * n / (n - 1)
	}
	return Normal95 * math.Sqrt(max(0, variance))
}

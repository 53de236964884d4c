package survey

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

// EnoughLegal is the least number of legal draws for which the normal interval is used.
const EnoughLegal = 100

// Tally has the numbers of verdicts on a sample.
type Tally struct {
	// Draws is the number of draws, including those that a filter has found illegal and
	// dropped; 0 if that is not known.
	Draws   uint64
	Illegal uint64         // those that are listed
	Legal   map[int]uint64 // by multiplicity
	Unknown map[int]uint64 // by multiplicity
}

// Listed returns the number of verdicts.
func (t *Tally) Listed() uint64 { return t.Illegal + total(t.Legal) + total(t.Unknown) }

// Totals returns the numbers of legal positions and of positions without a verdict.
func (t *Tally) Totals() (legal, unknown uint64) { return total(t.Legal), total(t.Unknown) }

// Method is the way in which an interval was computed.
type Method string

// The methods.
const (
	Normal         Method = "normal"
	ClopperPearson Method = "clopper-pearson"
	TwoPhaseJoint  Method = "two-phase-joint" // see [Phases.Joint]
)

// Estimate is a number with its 95 % interval.
type Estimate struct {
	Positions float64    `json:"positions"`
	Interval  [2]float64 `json:"interval95"` // the ends, the lower one first
	Method    Method     `json:"method"`
}

// String prints number and interval: 4.59389e44 +- 3.799e43 if the interval is normal and
// symmetric, otherwise 8.72788e44 [1.843e44, 2.315e45].
func (e Estimate) String() string {
	low, high := e.Interval[0], e.Interval[1]
	if e.Method == Normal && low > 0 {
		return short(e.Positions, 6) + " +- " + short((high-low)/2, 4)
	}
	return fmt.Sprintf("%s [%s, %s]", short(e.Positions, 6), short(low, 4), short(high, 4))
}

// Confidence describes the interval: 95 %, and the method unless it is the normal one.
func (e Estimate) Confidence() string {
	switch e.Method {
	case ClopperPearson:
		return "95 %, Clopper-Pearson"
	case TwoPhaseJoint:
		return "95 %, two-phase sampling, errors taken together"
	}
	return "95 %"
}

// short formats a number with the given number of digits and without a plus sign.
func short(f float64, digits int) string {
	if f == 0 {
		return "0"
	}
	return strings.Replace(big.NewFloat(f).Text('e', digits-1), "e+", "e", 1)
}

// Estimates returns the estimate as if all positions without a verdict were illegal, and as if
// all were legal. multiplier is the number of integers that each draw stands for: the number of
// all integers divided by the draws, as rndfen prints it.
func (t *Tally) Estimates(multiplier float64) (low, high Estimate) {
	low = t.estimate(multiplier, t.Legal)
	if total(t.Unknown) == 0 {
		return low, low
	}
	return low, t.estimate(multiplier, sumOf(t.Legal, t.Unknown))
}

// manyDraws stands for an unknown number of draws. For that many, the number of legal draws has
// a Poisson distribution up to rounding.
const manyDraws = 1 << 62

// estimate returns the mean of the values with its interval.
//
// A processor may fuse a product with an addition, without rounding the product. The
// conversions float64(...) force rounding, so that the digits are the same on all machines.
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
	low, high := clopperPearson(n, draws, tail95)
	e.Method = ClopperPearson
	e.Interval = [2]float64{
		multiplier * (float64(draws) * low / float64(greatest)),
		multiplier * (float64(draws) * high),
	}
	return e
}

// deviations returns the distance from the sum of the values 1/m to the ends of its normal
// interval, given the sum and the sum of the squares. An unknown number of draws is taken to be
// very large.
func (t *Tally) deviations(first, second float64) float64 {
	// n s^2, where s^2 = ((n-legal) mean^2 + sum of (1/m - mean)^2) / (n-1).
	variance := second
	if n := float64(t.Draws); n > 1 {
		variance = (second - first*first/n) * n / (n - 1)
	}
	return Normal95 * math.Sqrt(max(0, variance))
}

// Package estimate tells how many positions are legal, given the verdicts on a random
// sample.
//
// Every draw of a sample has the value N/m if it is legal, where N is the number of
// integers that are drawn from and m how many of these stand for the position, and 0
// otherwise. The mean of the values is an unbiased estimate of the number of legal
// positions, whatever the multiplicities are.
//
// A position on which there is no verdict is neither. With such positions there are
// two estimates, one as if all of them were illegal and one as if all were legal: what
// is known is that the estimate of the full verdicts lies between.
package estimate

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
)

// Normal95 is the number of standard deviations that the 95 % interval extends to
// either side.
const Normal95 = 1.96

// Tally is the verdicts on a sample.
type Tally struct {
	// Draws is how many draws there were, those among them that a filter has found to be
	// illegal and dropped; 0 if nobody knows.
	Draws   uint64
	Illegal uint64         // that are in the lists
	Legal   map[int]uint64 // by multiplicity
	Unknown map[int]uint64 // by multiplicity
}

// NewTally returns the tally of no verdicts.
func NewTally() *Tally { return &Tally{Legal: map[int]uint64{}, Unknown: map[int]uint64{}} }

// Add adds a verdict.
func (t *Tally) Add(v Verdict, multiplicity int) {
	switch v {
	case Legal:
		t.Legal[multiplicity]++
	case Illegal:
		t.Illegal++
	default:
		t.Unknown[multiplicity]++
	}
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

// Estimate is a number with its 95 % interval, which extends as far up as down.
type Estimate struct {
	Positions float64 `json:"positions"`
	Interval  float64 `json:"interval95"`
}

// String prints number and interval, as 4.59389e44 +- 3.799e43.
func (e Estimate) String() string {
	return short(e.Positions, 6) + " +- " + short(e.Interval, 4)
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
	all := maps.Clone(t.Legal)
	for m, n := range t.Unknown {
		all[m] += n
	}
	return low, t.estimate(multiplier, all)
}

// estimate is the mean of the values, and their standard deviation by the root of the
// draws. With the number of draws unknown, these are taken to be very many.
func (t *Tally) estimate(multiplier float64, legal map[int]uint64) Estimate {
	var first, second float64 // sums of 1/m and its square
	for _, m := range slices.Sorted(maps.Keys(legal)) {
		first += float64(legal[m]) / float64(m)
		second += float64(legal[m]) / float64(m*m)
	}
	// n s^2, where s^2 = ((n-legal) mean^2 + sum of (1/m - mean)^2) / (n-1).
	variance := second
	if n := float64(t.Draws); n > 1 {
		variance = (second - first*first/n) * n / (n - 1)
	}
	return Estimate{multiplier * first, Normal95 * multiplier * math.Sqrt(max(0, variance))}
}

// Multiplicities returns those that legal positions and those without verdict have,
// in their order.
func (t *Tally) Multiplicities() []int {
	all := maps.Clone(t.Legal)
	maps.Copy(all, t.Unknown)
	return slices.Sorted(maps.Keys(all))
}

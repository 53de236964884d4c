package estimate

import (
	"maps"
	"math"
	"math/big"
	"slices"
)

// Phases has the counts of two-phase sampling. In the first phase every draw gets a label: illegal, if
// that is certain, likely legal or likely illegal. In the second phase draws of each label of
// the last two are chosen at random, with replacement, and decided. Nothing is assumed about the labels
// but that they were given before the draws were chosen.
//
// # The estimate
//
// A draw has the value 1/m if it is legal, and 0 otherwise. Let T be the sum of the values of all n draws of the
// first phase, A the sum of 1/m over those that are likely legal, L the number of these, and K the number of the
// likely illegal ones. Then T = A - L a + K b, where a is the mean over the likely legal draws of the value by
// which a draw that is not legal is counted too much, and b the mean value of the likely illegal ones. The
// means over the chosen draws are unbiased estimates of a and b, whatever the labels are, so that of T is unbiased; and T/n is an
// unbiased estimate of the number of legal positions divided by the number N of integers.
//
// # The interval of Estimate
//
// Errors of the second phase: the share of draws with the label likely legal that are not legal is between the ends of the
// interval of Clopper and Pearson, at which either end is wrong in 1/4 % of all samples; each
// takes away 1 at most, and those of multiplicity 1 exactly 1. The same goes for likely illegal draws that are legal. So T is
// below its lower bound in 1/2 % of all samples at most, and above its upper bound in as many.
//
// Errors of the first phase: T/n is approximately normal. Its variance is at most mu (1-mu)/n, where
// mu is its mean, as no value is outside 0 and 1. It deviates to either side by more than 2.0538 standard deviations in 2 %
// of all samples. The upper end is the mu from which T/n deviates that much, Wilson's (1927); the lower end takes the variance
// of the upper bound of T, which is more than that of mu if this end is wrong. Together either end is wrong in 2.5 % at most.
//
// With fewer than [EnoughLegal] legal draws the normal distribution is too coarse. So the lower end is 0 if the
// lower bound of T is less, and if the upper bound of the number of legal draws is less, the upper end is that of Clopper and Pearson
// for this number, at which it is wrong in 2 %.
type Phases struct {
	Draws         uint64         // of the first phase
	LikelyLegal   map[int]uint64 // of these, by multiplicity
	LikelyIllegal uint64         // of these
	// The draws that were chosen, with repetitions; of the draws with a label none is chosen only if there is none.
	LegalChosen, IllegalChosen uint64
	// NotLegal are, by multiplicity, the chosen draws that are likely legal, and are not legal. ButLegal are those that are likely
	// illegal, and are legal.
	NotLegal, ButLegal map[int]uint64
}

// The shares of samples in which ends are wrong, for the second and the first phase, and how many standard deviations
// the latter is.
var tailSecond, tailFirst = big.NewRat(1, 400), big.NewRat(1, 50)

const normalFirst = 2.0538

// Estimate returns the estimate of the number of legal positions, given the number of all integers.
func (p *Phases) Estimate(integers float64) Estimate {
	n, likely := float64(p.Draws), reciprocals(p.LikelyLegal)
	low, high := likely, likely
	if p.LegalChosen > 0 {
		all := float64(sum(p.LikelyLegal))
		most, _ := clopperPearson(p.NotLegal[1], p.LegalChosen, tailSecond)
		_, least := clopperPearson(sum(p.NotLegal), p.LegalChosen, tailSecond)
		high -= float64(all * most)
		low -= float64(all * least)
	}
	legal := sum(p.LikelyLegal) // how many there may be
	if p.IllegalChosen > 0 {
		all := float64(p.LikelyIllegal)
		least, _ := clopperPearson(p.ButLegal[1], p.IllegalChosen, tailSecond)
		_, most := clopperPearson(sum(p.ButLegal), p.IllegalChosen, tailSecond)
		high += float64(all * most)
		low += float64(all * least)
		legal += uint64(math.Ceil(float64(all * most)))
	}
	mean := min(high/n, 0.5)
	half := float64(normalFirst * math.Sqrt(float64(n*mean)*(1-mean)))
	if low -= half; low+half < EnoughLegal {
		low = 0
	}
	high = wilson(high, n, normalFirst, normalFirst*normalFirst)
	if legal < EnoughLegal {
		_, most := clopperPearson(min(legal, p.Draws), p.Draws, tailFirst)
		high = float64(n * most)
	}
	return Estimate{
		Positions: integers * (p.middle() / n),
		Interval:  [2]float64{integers * (max(0, low) / n), integers * (min(n, high) / n)},
		Method:    TwoPhase,
	}
}

// middle returns the unbiased estimate of T.
func (p *Phases) middle() float64 {
	t := reciprocals(p.LikelyLegal)
	if p.LegalChosen > 0 {
		t -= float64(float64(sum(p.LikelyLegal)) * reciprocals(p.NotLegal) / float64(p.LegalChosen))
	}
	if p.IllegalChosen > 0 {
		t += float64(float64(p.LikelyIllegal) * reciprocals(p.ButLegal) / float64(p.IllegalChosen))
	}
	return t
}

// wilson returns the greatest n mu from which a sum of n values between 0 and 1 with the mean mu, which is t, deviates by so many standard deviations, if these are
// those of the greatest variance that is possible, and of no less than that of mu = 1/2 if mu is more: few draws that are not legal have no normal
// distribution. The square is that of the deviations.
func wilson(t, n, deviations, square float64) float64 {
	most := (t + square/2 + float64(deviations*math.Sqrt(max(0, float64(t*(1-t/n)))+square/4))) / (1 + square/n)
	if most <= n/2 {
		return most
	}
	return t + float64(deviations*math.Sqrt(n))/2
}

// reciprocals returns the sum of 1/m over draws that are counted by multiplicity.
func reciprocals(counts map[int]uint64) (total float64) {
	for _, m := range slices.Sorted(maps.Keys(counts)) {
		total += float64(float64(counts[m]) / float64(m))
	}
	return total
}

package survey

import (
	"maps"
	"math"
	"slices"
)

// Phases has the counts of two-phase sampling. In the first phase every draw gets a label: illegal, if
// that is certain, likely legal or likely illegal. In the second phase draws of each label of
// the last two are chosen at random, with replacement, and decided. Nothing is assumed about the labels
// but that they were given before the draws were chosen.
//
// # The estimate
//
// A draw has the value 1/m if it is legal, and 0 otherwise. Let T be the sum of the values of all n draws of the first
// phase, A the sum of 1/m over those that are likely legal, L the number of these, and K the number of the likely
// illegal ones. Then T = A - L a + K b, where a is the mean over the likely legal draws of the value by which a draw
// that is not legal is counted too much, and b the mean value of the likely illegal ones. The means over the chosen
// draws are unbiased estimates of a and b, whatever the labels are, so that of T is unbiased; and T/n is an unbiased
// estimate of the number of legal positions divided by the number N of integers.
type Phases struct {
	Draws         uint64         // of the first phase
	LikelyLegal   map[int]uint64 // of these, by multiplicity
	LikelyIllegal uint64         // of these
	// The draws that were chosen, with repetitions; of the draws with a label none is chosen only if there is none.
	LegalChosen, IllegalChosen uint64
	// NotLegal are, by multiplicity, the chosen draws that are likely legal, and are not legal. ButLegal are those that
	// are likely illegal, and are legal.
	NotLegal, ButLegal map[int]uint64
}

// middle returns the unbiased estimate of T.
func (p *Phases) middle() float64 {
	t := reciprocals(p.LikelyLegal)
	if p.LegalChosen > 0 {
		t -= float64(float64(total(p.LikelyLegal)) * reciprocals(p.NotLegal) / float64(p.LegalChosen))
	}
	if p.IllegalChosen > 0 {
		t += float64(float64(p.LikelyIllegal) * reciprocals(p.ButLegal) / float64(p.IllegalChosen))
	}
	return t
}

// wilson returns the greatest n mu from which a sum of n values between 0 and 1 with the mean mu, which is t, deviates
// by so many standard deviations, if these are those of the greatest variance that is possible, and of no less than
// that of mu = 1/2 if mu is more: few draws that are not legal have no normal distribution. The square is that of the
// deviations.
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

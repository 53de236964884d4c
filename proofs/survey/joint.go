package survey

import (
	"math"
	"math/big"
)

// step is a step of the interval of [Phases.Joint]: a bound for the errors of labels that is wrong in so many of
// 100,000 choices at most, and by how many thousandths of a standard deviation of the first phase more or less this
// phase may deviate then.
type step struct{ tail, deviations int64 }

// The steps for draws that are likely legal and are not, and for those that are likely illegal and are legal: normal
// quantiles z from -3 on, a quarter from one to the next, with deviations of z/2 - z^2/50.
var steps = []step{
	{135, -1680}, {298, -1526}, {621, -1375}, {1222, -1226}, {2275, -1080}, {4006, -936}, {6681, -795},
	{10565, -656}, {15866, -520}, {22663, -386}, {30854, -255}, {40129, -126}, {50000, 0}, {59871, 124},
	{69146, 245}, {77337, 364}, {84134, 480}, {89435, 594}, {93319, 705},
}

// width is what the deviations of a step are multiplied with and added to, in thousandths, if there are so many draws
// for one that is chosen of a label, or fewer: so that it is about what errors of the second phase are in deviations
// of the first one, where one label of 10,000 is wrong and 1,600 draws are there for one that is chosen. Then either
// end is wrong in 2.5 % of all samples at most.
type width struct {
	ratio, times float64
	base         int64
}

var widths = []width{{1600, 0.3, 2110}, {6400, 0.6, 2290}, {25_600, 1.2, 2938}, {math.MaxFloat64, 2, 4112}}

// deviations returns by how many standard deviations the first phase may deviate in a pair of steps. The pair counts as
// wrong if ok is false.
func (w *width) deviations(x, y step) (d float64, ok bool) {
	d = (float64(w.base) + float64(w.times*float64(x.deviations+y.deviations))) / 1000
	return d, d >= 0.5
}

// Joint returns the estimate of the number of legal positions, given the number of all integers. In its interval the
// errors of both phases are not simply added: that both are great is unlikelier than that one is.
//
// Let x be how many of the chosen draws that are likely legal are not, and y how many of the others are legal. Three
// numbers are considered: how probable a T of the first phase is that is as small as this one or smaller, given mu; how
// probable it is to choose x wrong ones or more of the likely legal draws of this sample; and y legal ones or fewer of
// the likely illegal draws. Each is below u with a probability of u at most, the second and third whatever the first
// phase was. So the three are in a part of the unit cube with a probability of its volume at most if with every point
// it has all those below. Such a part is made of steps: the second number is between two tails, the third between two,
// and the first is less than that of so many standard deviations, which grow with the tails; or the second or third is
// less than the first tail. Its volume is 2.5 % at most, which a test adds up.
//
// If the three are not in it, the second and third are in a step, and so the bounds of Clopper and Pearson at its tails
// hold for the errors of the labels; they give an upper bound for T, and mu is at most what deviates from it by as many
// standard deviations as the step has. The upper end is the greatest of these of all steps. The lower end is made in
// the same way.
//
// How wide the steps are may depend on what is known before anything is drawn, which are the numbers of draws and of
// those that are chosen. What errors are likely was measured in a sample of before; others make the interval wider, and
// not wrong.
//
// With few legal draws the upper end is made in the same way: to take another interval where few draws are found to be
// legal would be a choice by what was drawn, which whoever gives the labels could use. The normal distribution is none
// too coarse for it, which a test adds up; the lower end is 0 then.
func (p *Phases) Joint(integers float64) Estimate {
	n := float64(p.Draws)
	low, high := p.joint(ends(p.NotLegal, p.LegalChosen), ends(p.ButLegal, p.IllegalChosen))
	return Estimate{integers * (p.middle() / n), [2]float64{integers * (low / n), integers * (high / n)}, TwoPhaseJoint}
}

// joint returns the ends for n mu, given the bounds at the tails of the steps.
func (p *Phases) joint(notLegal, butLegal []bounds) (low, high float64) {
	n, likely := float64(p.Draws), reciprocals(p.LikelyLegal)
	legal, illegal := float64(total(p.LikelyLegal)), float64(p.LikelyIllegal)
	low = n
	i := 0
	for n > widths[i].ratio*float64(max(1, p.LegalChosen, p.IllegalChosen)) {
		i++
	}
	w := &widths[i]
	for i, x := range notLegal {
		for j, y := range butLegal {
			deviations, ok := w.deviations(steps[i], steps[j])
			if !ok {
				continue
			}
			high = max(high, wilson(likely-float64(legal*x.low)+float64(illegal*y.high), n, deviations,
				float64(deviations*deviations)))
			low = min(low, below(likely-float64(legal*x.high)+float64(illegal*y.low), n, deviations))
		}
	}
	return low, min(n, high)
}

// below returns what is so many standard deviations below a sum t of n values between 0 and 1, if these are those of
// the greatest variance that is possible with their mean; 0 if t is too small for a normal distribution.
func below(t, n, deviations float64) float64 {
	if t < EnoughLegal {
		return 0
	}
	mean := min(t/n, 0.5)
	return max(0, t-float64(deviations*math.Sqrt(float64(n*mean)*(1-mean))))
}

// bounds are bounds of a share of draws: of those of multiplicity 1 that are wrong from below, and of all that are
// wrong from above.
type bounds struct{ low, high float64 }

// ends returns the bounds at the tails of the steps, given how many chosen draws are wrong, by multiplicity.
func ends(wrong map[int]uint64, chosen uint64) []bounds {
	list := make([]bounds, len(steps))
	if chosen == 0 {
		return list
	}
	ones, all := newBinomial(wrong[1], chosen), newBinomial(total(wrong), chosen)
	for i, s := range steps {
		tail := big.NewRat(s.tail, 100_000)
		list[i] = bounds{ones.low(tail, coarse), all.high(tail, coarse)}
	}
	return list
}

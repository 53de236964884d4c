package survey

import (
	"maps"
	"math"
	"slices"
	"sort"
	"testing"

	"retroproof/internal/expect"
)

// normal returns the share of a normal distribution below z.
func normal(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// nextTail returns the tail of the step after one.
func nextTail(i int) float64 {
	if i++; i < len(steps) {
		return float64(steps[i].tail) / 100_000
	}
	return 1
}

// TestJointVolume adds up the volume of the part of the unit cube in which an end is wrong, and makes sure that with
// every point it has all those below.
func TestJointVolume(t *testing.T) {
	t.Parallel()
	for i := 1; i < len(steps); i++ {
		if steps[i].tail <= steps[i-1].tail || steps[i].deviations <= steps[i-1].deviations {
			t.Fatalf("%v after %v", steps[i], steps[i-1])
		}
	}
	first := float64(steps[0].tail) / 100_000
	for _, w := range widths {
		volume := 2*first - first*first
		for i, x := range steps {
			for j, y := range steps {
				share := 1.0
				if d, ok := w.deviations(x, y); ok {
					share = normal(-d)
				}
				volume += share * (nextTail(i) - float64(x.tail)/100_000) * (nextTail(j) - float64(y.tail)/100_000)
			}
		}
		if volume > 0.025 || volume < 0.0245 {
			t.Errorf("volume %v of %+v", volume, w)
		}
	}
}

// tails returns how probable at most k, and at least k, events in n draws are.
func tails(k, n int, p float64) (most, least float64) {
	for i := range n + 1 {
		logarithm := 0.0
		for _, f := range []struct {
			k int
			p float64
		}{{i, p}, {n - i, 1 - p}} {
			if f.k > 0 {
				logarithm += float64(f.k) * math.Log(f.p)
			}
		}
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		x := math.Exp(a - b - c + logarithm)
		if i <= k {
			most += x
		}
		if i >= k {
			least += x
		}
	}
	return most, least
}

// TestJoint finds the ends a second time: it tries many shares of wrong labels, computes how probable the chosen draws
// are then, looks for the step that they are in, and takes the greatest and the least n mu that are not refused.
func TestJoint(t *testing.T) {
	t.Parallel()
	const n, k, grid = 60_000, 300, 4000
	p := &Phases{
		Draws: n, LikelyLegal: map[int]uint64{1: 3000, 2: 100}, LikelyIllegal: 6000, LegalChosen: k, IllegalChosen: k,
		NotLegal: map[int]uint64{1: 5, 2: 3}, ButLegal: map[int]uint64{1: 1, 3: 1},
	}
	// The numbers of events, in the order: for the upper end those of multiplicity 1 that are taken away, and all that are
	// added; for the lower end all that are taken away, and those of multiplicity 1 that are added.
	for upper, events := range map[bool][2]int{true: {5, 2}, false: {8, 1}} {
		// step returns the step that a share is in, or -1 if it is refused.
		stepOf := func(share float64) int {
			i := len(steps) - 1
			for i >= 0 && share < float64(steps[i].tail)/100_000 {
				i--
			}
			return i
		}
		var away, added [][2]float64 // of each step the least and greatest shares of wrong labels
		for list, takenAway := range map[*[][2]float64]bool{&away: true, &added: false} {
			*list = make([][2]float64, len(steps))
			for i := range steps {
				(*list)[i] = [2]float64{1, 0}
			}
			k0 := events[1]
			if takenAway {
				k0 = events[0]
			}
			for g := range grid {
				share := float64(g) / grid * 0.15
				most, least := tails(k0, k, share)
				probability := most
				if takenAway == upper {
					probability = least
				}
				if i := stepOf(probability); i >= 0 {
					(*list)[i][0], (*list)[i][1] = min((*list)[i][0], share), max((*list)[i][1], share)
				}
			}
		}
		best := math.Inf(1)
		if upper {
			best = 0
		}
		for i, x := range away {
			for j, y := range added {
				d := (float64(widths[0].base) + widths[0].times*float64(steps[i].deviations+steps[j].deviations)) / 1000
				if d < 0.5 || x[0] > x[1] || y[0] > y[1] {
					continue
				}
				if sum := 3050 - 3100*x[0] + 6000*y[1]; upper {
					// The greatest n mu that is d deviations away at most, by bisection.
					from, to := sum, 2*sum
					for range 60 {
						if middle := (from + to) / 2; middle-d*math.Sqrt(middle*(1-middle/n)) <= sum {
							from = middle
						} else {
							to = middle
						}
					}
					best = max(best, from)
				} else {
					sum = 3050 - 3100*x[1] + 6000*y[0]
					best = min(best, sum-d*math.Sqrt(sum*(1-sum/n)))
				}
			}
		}
		e := p.Joint(n)
		got := e.Interval[0]
		if upper {
			got = e.Interval[1]
		}
		// The bounds of a step are those at its tail, which is met by a share between two that were tried.
		if off := math.Abs(got - best); off > 0.5 || e.Method != TwoPhaseJoint {
			t.Errorf("upper end %v: %v, want %v", upper, got, best)
		}
	}
}

// binomialTerm returns how probable k of n are.
func binomialTerm(k, n int, p float64) float64 {
	if p == 0 || p == 1 {
		if float64(k) == p*float64(n) {
			return 1
		}
		return 0
	}
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(a - b - c + float64(k)*math.Log(p) + float64(n-k)*math.Log(1-p))
}

// TestJointCoverage: whoever sees the draws and their values, and gives the labels that make an end wrong most often,
// makes either end wrong in 2.5 % of all samples at most. Samples are added up: numbers of legal draws, and all
// choices.
func TestJointCoverage(t *testing.T) {
	t.Parallel()
	type test struct {
		n, k, mean, every int   // draws, chosen draws, legal ones on the average, and of which numbers of these one stands for all
		wrong, missed     []int // likely legal draws that are not, and likely illegal ones that are
		illegal           []int // likely illegal draws that are
	}
	tests := []test{
		{20_000, 25, 140, 1, []int{0, 1}, []int{0, 3}, []int{0, 50}},
		{1_000_000, 1700, 55_000, 60, []int{0, 101}, []int{0, 34}, []int{14_450}}, // about as many errors of either phase as the steps are made for
	}
	if expect.Long {
		wrong, missed, illegal := []int{0, 1, 4, 12, 40, 100}, []int{0, 1, 3, 10, 30, 80}, []int{0, 20, 200}
		for _, mean := range []int{90, 120, 200} {
			tests = append(tests, test{800, 14, mean, 1, wrong, missed, illegal}, test{20_000, 25, mean, 1, wrong, missed, illegal})
		}
		wrong, missed = []int{0, 50, 101, 200}, []int{0, 34, 100}
		tests = append(tests, test{1_000_000, 1700, 55_000, 20, wrong, missed, []int{14_450}})
	}
	for _, tt := range tests {
		mu := float64(tt.mean) / float64(tt.n)
		var notLegal, butLegal [][]bounds // by number of events
		for k := range min(tt.k, 60) + 1 {
			counts := map[int]uint64{1: uint64(k)}
			notLegal, butLegal = append(notLegal, ends(counts, uint64(tt.k))), append(butLegal, ends(counts, uint64(tt.k)))
		}
		var worst, usual [2]float64
		known := 0.0
		half := int(5.5*math.Sqrt(float64(tt.mean))) / tt.every
		for i := -half; i <= half; i++ {
			legal := tt.mean + i*tt.every
			if legal < 0 || legal > tt.n {
				continue
			}
			p := binomialTerm(legal, tt.n, mu) * float64(tt.every)
			known += p
			var most [2]float64
			for _, wrong := range tt.wrong {
				for _, missed := range tt.missed {
					for _, illegal := range tt.illegal {
						if missed > legal || legal+wrong+illegal > tt.n {
							continue
						}
						right := legal - missed
						ps := &Phases{Draws: uint64(tt.n), LegalChosen: uint64(tt.k), IllegalChosen: uint64(tt.k), LikelyLegal: map[int]uint64{1: uint64(right + wrong)}, LikelyIllegal: uint64(missed + illegal)}
						miss, sum := [2]float64{}, 0.0
						for x, in := range notLegal {
							px := binomialTerm(x, tt.k, float64(wrong)/float64(max(1, right+wrong)))
							for y, out := range butLegal {
								py := binomialTerm(y, tt.k, float64(missed)/float64(max(1, missed+illegal)))
								if px*py < 1e-8 {
									continue
								}
								sum += px * py
								low, high := ps.joint(in, out)
								if high < float64(tt.mean) {
									miss[0] += px * py
								}
								if low > float64(tt.mean) {
									miss[1] += px * py
								}
							}
						}
						for end := range most {
							most[end] = max(most[end], miss[end]+1-sum)
							if wrong == tt.wrong[len(tt.wrong)/2] && missed == tt.missed[len(tt.missed)/2] {
								usual[end] += p * miss[end] / float64(len(tt.illegal))
							}
						}
					}
				}
			}
			for end := range worst {
				worst[end] += p * most[end]
			}
		}
		for end := range worst {
			worst[end] += max(0, 1-known)
		}
		t.Logf("%d draws, %d chosen, mean %d: the upper end is wrong in %.5f, the lower in %.5f, at worst; with the same numbers of wrong labels in all samples in %.5f",
			tt.n, tt.k, tt.mean, worst[0], worst[1], usual)
		if max(worst[0], worst[1]) > 0.025 {
			t.Error("that is too often")
		}
	}
}

// TestJointBound: no labels whatever make an end wrong in more than 2.5 % of all samples. For each number of legal
// draws, the first phase is within the deviations of some steps only; the second phase is in the others, or beyond the
// first tails, with a probability of their area at most, which whoever gives the labels may reach. All numbers are
// added up, for any mu. With right labels an end is wrong only if it is wrong for these, too.
func TestJointBound(t *testing.T) {
	t.Parallel()
	long := expect.Long
	for i := range widths {
		w := &widths[i]
		areas := map[float64]float64{} // of steps, by their deviations
		outside := 1.0                 // those in which the ends are always wrong
		for i, x := range steps {
			for j, y := range steps {
				if d, ok := w.deviations(x, y); ok {
					area := nextTail(i) - float64(x.tail)/100_000
					area *= nextTail(j) - float64(y.tail)/100_000
					areas[d] += area
					outside -= area
				}
			}
		}
		deviations := slices.Sorted(maps.Keys(areas))
		wrong := []float64{outside} // so much area if so many of the deviations are exceeded
		for _, d := range deviations {
			wrong = append(wrong, wrong[len(wrong)-1]+areas[d])
		}
		draws := []int{200, 2000, 100_000}
		if long {
			draws = append(draws, 1000, 20_000, 1_000_000)
		}
		for _, n := range draws {
			if i > 0 && float64(n) <= widths[i-1].ratio {
				continue // then no number of chosen draws has this width
			}
			// With right labels, by the number of legal draws, if no draw is likely illegal.
			right := make([][2]float64, min(n, 250)+1)
			for k := range right {
				chosen := uint64(math.Ceil(float64(n) / w.ratio))
				right[k] = (&Phases{Draws: uint64(n), LikelyLegal: map[int]uint64{1: uint64(k)}, LegalChosen: min(chosen, uint64(k)*chosen), IllegalChosen: chosen}).Joint(float64(n)).Interval
			}
			worst, at := [2]float64{}, [2]float64{}
			try := func(mean float64) {
				var most [2]float64
				mu, half := mean/float64(n), 8*math.Sqrt(mean)+12
				first, last := max(0, int(mean-half)), min(n, int(mean+half))
				p := binomialTerm(first, n, mu)
				for k := first; k <= last; k++ {
					over := wrong[sort.Search(len(deviations), func(i int) bool { d := deviations[i]; return wilson(float64(k), float64(n), d, d*d) >= mean })]
					under := wrong[sort.Search(len(deviations), func(i int) bool { return below(float64(k), float64(n), deviations[i]) <= mean })]
					if k < EnoughLegal {
						under = 0 // every lower bound of T is less
					}
					if k < len(right) && right[k][1] < mean {
						over = 1
					}
					if k < len(right) && right[k][0] > mean {
						under = 1
					}
					most[0] += p * over
					most[1] += p * under
					p *= float64(n-k) / float64(k+1) * mu / (1 - mu)
				}
				for end := range worst {
					if most[end] > worst[end] {
						worst[end], at[end] = most[end], mean
					}
				}
			}
			grow := 1.07
			if long {
				grow = 1.02
			}
			for mean := 0.05; mean < float64(n)/2; mean *= grow {
				try(mean)
				try(float64(n) - mean)
			}
			for mean := 80.; mean < 140 && mean < float64(n); mean += 1.5 { // about EnoughLegal
				try(mean)
			}
			t.Logf("%d draws, width %+v: the upper end is wrong in %.5f, the lower in %.5f, with %.5g legal draws on the average", n, *w, worst[0], worst[1], at)
			// Numbers of draws are whole: where half of 1,000 are legal that is 1 in 100,000 more.
			if max(worst[0], worst[1]) > 0.02502 {
				t.Error("that is too often")
			}
		}
	}
}

// TestJointFirst: without errors of the second phase either end is wrong in 2.5 % of all samples at most, also where
// few draws are legal.
func TestJointFirst(t *testing.T) {
	t.Parallel()
	firstPhaseMisses(t, 1, 1.5, func(p *Phases) [2]float64 {
		p.IllegalChosen = 30_000
		return p.Joint(1).Interval
	})
}

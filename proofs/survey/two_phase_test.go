package survey

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/internal/expect"
)

// integer is an integer of a small population.
type integer struct {
	multiplicity int // of its position
	legal        bool
	label        byte // '+', '-', or '0' for illegal, which is true then
}

// count counts the draws of two phases: the integers of the first one, and for those that are likely legal, and likely
// illegal, the places of the chosen ones among them.
func count(draws []integer, chosen [2][]int) *Phases {
	p := &Phases{Draws: uint64(len(draws)), LikelyLegal: map[int]uint64{}, NotLegal: map[int]uint64{}, ButLegal: map[int]uint64{}}
	var likely [2][]integer
	for _, d := range draws {
		switch d.label {
		case '+':
			p.LikelyLegal[d.multiplicity]++
			likely[0] = append(likely[0], d)
		case '-':
			p.LikelyIllegal++
			likely[1] = append(likely[1], d)
		}
	}
	for _, i := range chosen[0] {
		p.LegalChosen++
		if d := likely[0][i]; !d.legal {
			p.NotLegal[d.multiplicity]++
		}
	}
	for _, i := range chosen[1] {
		p.IllegalChosen++
		if d := likely[1][i]; d.legal {
			p.ButLegal[d.multiplicity]++
		}
	}
	return p
}

// classSizes returns how many draws are likely legal, and likely illegal.
func classSizes(draws []integer) (n [2]int) {
	for _, d := range draws {
		switch d.label {
		case '+':
			n[0]++
		case '-':
			n[1]++
		}
	}
	return n
}

// tuples calls f with all lists of k numbers below n; with the empty one if n is 0.
func tuples(n, k int, f func([]int)) {
	if n == 0 {
		k = 0
	}
	list := make([]int, k)
	for {
		f(list)
		i := 0
		for ; i < k; i++ {
			if list[i]++; list[i] < n {
				break
			}
			list[i] = 0
		}
		if i == k {
			return
		}
	}
}

// TestPhasesUnbiased adds up the estimates of all samples of three draws of small populations, and of all choices of
// two draws of each label: the mean is the number of legal positions, exactly, whether labels are right, wrong or
// random.
func TestPhasesUnbiased(t *testing.T) {
	t.Parallel()
	population := []integer{{1, true, 0}, {2, true, 0}, {2, true, 0}, {3, false, 0}} // two legal positions
	for _, labels := range []string{"+++-", "---+", "++++", "----", "+-+-", "-++0"} {
		for i := range population {
			population[i].label = labels[i]
		}
		mean, samples := 0.0, 0.0
		tuples(len(population), 3, func(places []int) {
			var draws []integer
			for _, i := range places {
				draws = append(draws, population[i])
			}
			n := classSizes(draws)
			inner, choices := 0.0, 0.0
			tuples(n[0], 2, func(a []int) {
				tuples(n[1], 2, func(b []int) {
					inner += count(draws, [2][]int{a, b}).Joint(float64(len(population))).Positions
					choices++
				})
			})
			mean += inner / choices
			samples++
		})
		if mean /= samples; math.Abs(mean-2) > 1e-12 {
			t.Errorf("labels %s: the mean estimate is %v, want 2", labels, mean)
		}
	}
}

// TestPhases has estimates that were computed by hand.
func TestPhases(t *testing.T) {
	t.Parallel()
	p := &Phases{
		Draws: 100_000, LikelyLegal: map[int]uint64{1: 5000, 2: 400}, LikelyIllegal: 10_000, LegalChosen: 1000, IllegalChosen: 2000,
		NotLegal: map[int]uint64{}, ButLegal: map[int]uint64{},
	}
	e := p.Joint(2e6)
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near("estimate", e.Positions, 20*5200)
	if e.Method != TwoPhaseJoint || e.Confidence() != "95 %, two-phase sampling, errors taken together" {
		t.Errorf("%+v", e)
	}
	// Ten of the likely legal ones are not legal, of multiplicity 2; five of the others are legal.
	p.NotLegal[2], p.ButLegal[1] = 10, 5
	near("estimate with wrong labels", p.Joint(2e6).Positions, 20*(5200-5400*10./2/1000+10_000*5./2000))
	// Few legal ones: nothing is said of the lower end.
	p = &Phases{Draws: 1000, LikelyLegal: map[int]uint64{1: 3}, LegalChosen: 5, NotLegal: map[int]uint64{}, ButLegal: map[int]uint64{}}
	e = p.Joint(1e6)
	near("few legal ones", e.Positions, 3000)
	expect.Equal(t, e.Interval[0], 0, "%v", e)
	if e = (&Phases{Draws: 10}).Joint(1e6); e.Positions != 0 || e.Interval[0] != 0 {
		t.Errorf("none likely: %v", e)
	}
}

// firstPhaseMisses adds up in how many samples an interval misses the share of legal draws if there are no errors of
// the second phase: for means of legal draws from one up to 400, in steps.
func firstPhaseMisses(t *testing.T, from, step float64, interval func(*Phases) [2]float64) {
	t.Helper()
	for _, n := range []int{3000, 100_000} {
		var ends [][2]float64 // by the number of legal draws
		for k := range 600 {
			ends = append(ends, interval(&Phases{Draws: uint64(n), LikelyLegal: map[int]uint64{1: uint64(k)}}))
		}
		for want := from; want < 400; want += step {
			mu := want / float64(n)
			below, above := 0., 0.
			p := math.Pow(1-mu, float64(n))
			for k, end := range ends {
				if end[1] < mu {
					below += p
				}
				if end[0] > mu {
					above += p
				}
				p *= float64(n-k) / float64(k+1) * mu / (1 - mu)
			}
			if below > 0.025 || above > 0.025 {
				t.Errorf("%d draws, of which %v are legal on the average: the interval is below in %.4f of all samples, and above in %.4f", n, want, below, above)
			}
		}
	}
}

// TestPhasesCoverage draws samples, with labels that are wrong more or less often: the number is below the interval in
// 2.5 % of them at most, and above it in as many.
func TestPhasesCoverage(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(19, 4))
	parts := map[int]float64{1: 0.9, 2: 0.08, 3: 0.02} // of the legal integers
	const legal, samples = 0.055, 200
	value := 0.0
	for m, p := range parts {
		value += legal * p / float64(m)
	}
	for _, tt := range []struct {
		draws, chosen    int
		missed, mistaken float64 // shares of the legal integers that are likely illegal, and of the illegal ones that are likely legal
		static           float64 // share of the illegal ones that are known to be illegal
	}{
		{3000, 40, 0, 0, 0.86}, {3000, 40, 0.01, 0.002, 0.86}, {3000, 40, 0.3, 0.05, 0.5}, {1500, 40, 1, 0.1, 0.86},
	} {
		below, above := 0, 0
		for range samples {
			draws := make([]integer, tt.draws)
			for i := range draws {
				d := integer{multiplicity: 1, label: '-'}
				if x := random.Float64() / legal; x < 1 {
					d.legal, d.label = true, '+'
					for _, m := range slices.Sorted(maps.Keys(parts)) {
						if d.multiplicity = m; x < parts[m] {
							break
						}
						x -= parts[m]
					}
					if random.Float64() < tt.missed {
						d.label = '-'
					}
				} else if random.Float64() < tt.static {
					d.label = '0'
				} else if random.Float64() < tt.mistaken {
					d.label = '+'
				}
				draws[i] = d
			}
			var chosen [2][]int
			for class, n := range classSizes(draws) {
				for range tt.chosen {
					if n > 0 {
						chosen[class] = append(chosen[class], random.IntN(n))
					}
				}
			}
			e := count(draws, chosen).Joint(1)
			if e.Interval[1] < value {
				below++
			}
			if e.Interval[0] > value {
				above++
			}
		}
		// Four standard deviations of the number of samples outside.
		most := 0.025*samples + 4*math.Sqrt(0.025*0.975*samples)
		if float64(below) > most || float64(above) > most {
			t.Errorf("%+v: the interval is below the value in %d samples, above in %d, of %d", tt, below, above, samples)
		}
	}
}

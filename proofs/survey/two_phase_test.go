package survey

import (
	"math"
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

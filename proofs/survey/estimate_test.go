package survey

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// multiplier of a sample of urpositions.
func multiplier(s Scheme, draws float64) float64 { return s.Count().Float() / draws }

// TestPublished has the figures that ChessPositionRanking publishes. Of the sample of
// ten thousand, the numbers by multiplicity are the only ones with so many legal
// positions, none of a multiplicity above 4, that give the published estimate and
// interval in all their digits. Of the two of a million they are some that do; both
// samples together must then give the published figures for both.
func TestPublished(t *testing.T) {
	t.Parallel()
	million := [2]map[int]uint64{{1: 53968, 2: 1545, 3: 400, 4: 98}, {1: 54584, 2: 1739, 3: 400, 4: 98}}
	both := map[int]uint64{}
	for _, m := range million {
		for k, n := range m {
			both[k] += n
		}
	}
	for _, tt := range []struct {
		draws uint64
		legal uint64 // 0 if it is not published
		by    map[int]uint64
		want  string
	}{
		{10_000, 538, map[int]uint64{1: 516, 2: 19, 3: 2, 4: 1}, "4.59389e44 +- 3.799e43"},
		{1_000_000, 56011, million[0], "4.79082e44 +- 3.877e42"},
		{1_000_000, 0, million[1], "4.85304e44 +- 3.900e42"},
		{2_000_000, 0, both, "4.82193e44 +- 2.750e42"},
	} {
		tally := &Tally{Draws: tt.draws, Legal: tt.by}
		if n, _ := tally.Totals(); tt.legal != 0 && n != tt.legal {
			t.Errorf("%d legal, want %d", n, tt.legal)
		}
		e, high := tally.Estimates(multiplier(Urposition, float64(tt.draws)))
		expect.Equal(t, e, high, "nothing is unknown, but")
		if e.String() != tt.want || e.Confidence() != "95 %" {
			t.Errorf("%d draws: %v (%s), want %s", tt.draws, e, e.Confidence(), tt.want)
		}
	}
}

// TestDefinition compares with mean and deviation of the values, one by one.
func TestDefinition(t *testing.T) {
	t.Parallel()
	tally := &Tally{Draws: 300, Illegal: 20, Legal: map[int]uint64{1: 85, 2: 13, 7: 11}, Unknown: map[int]uint64{2: 1, 3: 4}}
	values := func(counts ...map[int]uint64) Estimate {
		var all []float64
		for _, c := range counts {
			for m, n := range c {
				for range n {
					all = append(all, 1000/float64(m))
				}
			}
		}
		for len(all) < 300 {
			all = append(all, 0)
		}
		mean, deviation := 0.0, 0.0
		for _, y := range all {
			mean += y / 300
		}
		for _, y := range all {
			deviation += (y - mean) * (y - mean) / 299
		}
		half := 1.96 * math.Sqrt(deviation/300)
		return Estimate{mean, [2]float64{mean - half, mean + half}, Normal}
	}
	low, high := tally.Estimates(1000. / 300)
	for _, tt := range []struct{ got, want Estimate }{{low, values(tally.Legal)}, {high, values(tally.Legal, tally.Unknown)}} {
		if !near(tt.got.Positions, tt.want.Positions, 1e-12) || !near(tt.got.Interval[0], tt.want.Interval[0], 1e-12) ||
			!near(tt.got.Interval[1], tt.want.Interval[1], 1e-12) || tt.got.Method != Normal {
			t.Errorf("%v, want %v", tt.got, tt.want)
		}
	}
	expect.Equal(t, tally.Listed(), 134, "verdicts")
}

// near reports whether two numbers differ by no more than a share.
func near(a, b, share float64) bool { return math.Abs(a-b) <= share*math.Abs(b) }

// TestFewLegal has samples that the normal distribution is not for.
func TestFewLegal(t *testing.T) {
	t.Parallel()
	var tt struct {
		draws      uint64
		multiplier float64
		legal      map[int]uint64
		want       string
	}
	for range expect.Rows(t, "testdata/few-legal.tsv", &tt.draws, &tt.multiplier, &tt.legal, &tt.want) {
		tally := &Tally{Draws: tt.draws, Legal: tt.legal}
		e, _ := tally.Estimates(tt.multiplier)
		expect.Equal(t, plain(e), tt.want, "%v legal of %d", tt.legal, tt.draws)
		if !(0 <= e.Interval[0] && e.Interval[0] <= e.Positions && e.Positions <= e.Interval[1] && e.Interval[0] < e.Interval[1]) {
			t.Errorf("%v legal of %d: interval %v about %v", tt.legal, tt.draws, e.Interval, e.Positions)
		}
		expect.Equal(t, e.Confidence() == "95 %, Clopper-Pearson", e.Method == ClopperPearson,
			"%v: %s", e.Method, e.Confidence())
	}
}

// plain prints an estimate without exponents that only make it longer.
func plain(e Estimate) string {
	words := strings.Fields(e.String())
	for i, w := range words {
		core := strings.Trim(w, "[],")
		if x, err := strconv.ParseFloat(core, 64); err == nil && x < 1e6 {
			words[i] = strings.Replace(w, core, strconv.FormatFloat(x, 'g', -1, 64), 1)
		}
	}
	return strings.Join(words, " ")
}

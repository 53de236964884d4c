package estimate

import (
	"fmt"
	"math"
	"testing"

	"retroproof/proofs/survey/numbering"
)

// multiplier of a sample of urpositions.
func multiplier(s numbering.Scheme, draws float64) float64 { return s.Count().Float() / draws }

// TestPublished has the figures that ChessPositionRanking publishes. Of the sample of
// ten thousand, the numbers by multiplicity are the only ones with so many legal
// positions, none of a multiplicity above 4, that give the published estimate and
// interval in all their digits. Of the two of a million they are some that do; both
// samples together must then give the published figures for both.
func TestPublished(t *testing.T) {
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
		{10_000, 538, map[int]uint64{1: 516, 2: 19, 3: 2, 4: 1}, "4.59389e+44 3.799e+43"},
		{1_000_000, 56011, million[0], "4.79082e+44 3.877e+42"},
		{1_000_000, 0, million[1], "4.85304e+44 3.900e+42"},
		{2_000_000, 0, both, "4.82193e+44 2.750e+42"},
	} {
		tally := NewTally()
		tally.Draws, tally.Legal = tt.draws, tt.by
		if n, _ := tally.Totals(); tt.legal != 0 && n != tt.legal {
			t.Errorf("%d legal, want %d", n, tt.legal)
		}
		e, high := tally.Estimates(multiplier(numbering.Urposition, float64(tt.draws)))
		if e != high {
			t.Errorf("nothing is unknown, but %v and %v", e, high)
		}
		if got := fmt.Sprintf("%.5e %.3e", e.Positions, e.Interval); got != tt.want {
			t.Errorf("%d draws: %s, want %s", tt.draws, got, tt.want)
		}
	}
}

// TestDefinition compares with mean and deviation of the values, one by one.
func TestDefinition(t *testing.T) {
	tally := &Tally{Draws: 50, Illegal: 20, Legal: map[int]uint64{1: 5, 2: 3, 7: 1}, Unknown: map[int]uint64{2: 1, 3: 4}}
	values := func(counts ...map[int]uint64) Estimate {
		var all []float64
		for _, c := range counts {
			for m, n := range c {
				for range n {
					all = append(all, 1000/float64(m))
				}
			}
		}
		for len(all) < 50 {
			all = append(all, 0)
		}
		mean, deviation := 0.0, 0.0
		for _, y := range all {
			mean += y / 50
		}
		for _, y := range all {
			deviation += (y - mean) * (y - mean) / 49
		}
		return Estimate{mean, 1.96 * math.Sqrt(deviation/50)}
	}
	low, high := tally.Estimates(1000. / 50)
	for _, tt := range []struct{ got, want Estimate }{{low, values(tally.Legal)}, {high, values(tally.Legal, tally.Unknown)}} {
		if math.Abs(tt.got.Positions-tt.want.Positions) > 1e-9 || math.Abs(tt.got.Interval-tt.want.Interval) > 1e-9 {
			t.Errorf("%v, want %v", tt.got, tt.want)
		}
	}
	if n := tally.Listed(); n != 34 {
		t.Errorf("%d verdicts", n)
	}
}

func TestLines(t *testing.T) {
	const fen = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
	for _, tt := range []struct {
		text string
		want Verdict
		bad  bool
	}{
		{fen + " illegal AdjacentKings", Illegal, false},
		{fen + " illegal: AdjacentKings", Illegal, false},
		{fen + " illegal: No proof kernel forced: wxDB", Illegal, false},
		{fen + " unknown: kernel: wxDB extKernel: a path: legal", Unknown, false},
		{fen + " unknown: there is a proof kernel", Unknown, false},
		{fen + " unknown", Unknown, false},
		{fen + " legal: proof: e4 e5\r\n", Legal, false},
		{fen + " legal Given", Legal, false},
		{fen, Unknown, false},
		{`{"schema":"retroproof.legal/1","fen":"` + fen + `","verdict":"illegal","reason":"AdjacentKings"}`, Illegal, false},
		{`{"fen":"` + fen + `","verdict":"legal","game":"e4"}`, Legal, false},
		{`{"fen":"` + fen + `"}`, Unknown, false},
		{`{"fen":"` + fen + `","verdict":"unknown","error":"bad"}`, Unknown, true},
		{`{"fen":"` + fen + `","verdict":"perhaps"}`, Unknown, true},
		{`{"verdict":"legal"}`, Unknown, true},
		{`{`, Unknown, true},
		{fen + " kernel: wxDB", Unknown, true},
		{"rubbish malformed", Unknown, true},
		{"8/8 w - - 0 1 legal:", Legal, true},
		{"", Unknown, true},
	} {
		s, v, err := ParseLine(tt.text)
		if (err != nil) != tt.bad || !tt.bad && (v != tt.want || s.FEN() != fen) {
			t.Errorf("%q: %v, %d, %v", tt.text, s, v, err)
		}
	}
}

func FuzzParseLine(f *testing.F) {
	for _, text := range []string{
		"8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal: AdjacentKings", "8/8/8/8/8/8/8/Kk6 w - - 0 1 legal: proof: e4",
		`{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1","verdict":"unknown"}`, "x malformed", "", "{",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, v, err := ParseLine(text)
		if err != nil {
			return
		}
		// What has been understood can be written so that it is understood again.
		for name, verdict := range verdicts {
			if verdict == v {
				if s2, v2, err := ParseLine(s.FEN() + " " + name + ":"); err != nil || s2 != s || v2 != v {
					t.Errorf("%q: %v, %d, %v", text, s2, v2, err)
				}
			}
		}
	})
}

package survey_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestSpot: sums and some units are checked, and what is wrong is found exactly if it is in these.
func TestSpot(t *testing.T) {
	t.Parallel()
	for _, from := range []string{sampleDir, againDir, phasesDir} {
		whole, err := survey.Spot(context.Background(), from, 1000, 7, survey.Options{})
		expect.NoError(t, err)
		if whole.Checked != whole.Of || !strings.HasSuffix(whole.String(), "drawn by seed 7; games: "+plies(whole)+"no unit is wrong\n") {
			t.Errorf("%s: %v", from, whole)
		}
	}
	// Unit 2 of three is damaged: one byte of its lines.
	dir := forge(t, sampleDir, change{second, "", "nothing"})
	found := 0
	for seed := range uint64(30) {
		want := slices.Contains(survey.SpotUnits(3, 1, seed), 2)
		s, err := survey.Spot(context.Background(), dir, 1, seed, survey.Options{})
		if errors.Is(err, survey.ErrFile) != want || err != nil && !want {
			t.Errorf("seed %d: %v, want an error: %v", seed, err, want)
		}
		if want {
			found++
		} else if s.Checked != 1 || s.Of != 3 || !strings.Contains(s.String(), "\nfewer than 95.00 % of all units are wrong") {
			t.Error(s)
		}
	}
	if found < 4 || found > 16 {
		t.Errorf("unit 2 of 3 was drawn in %d of 30 cases", found)
	}
	dir = forge(t, sampleDir, change{manifest, `"illegal": 5`, `"illegal": 4`})
	expect.Fails(t, expect.Err(survey.Spot(context.Background(), dir, 1, 0, survey.Options{})),
		"other sums")
	if b := (&survey.Spotted{Checked: 300, Of: 1_000_000}).Bound(); b > 0.01 || math.Abs(math.Pow(1-b, 300)-0.05) > 1e-9 {
		t.Errorf("300 units exclude %g", b)
	}
}

// plies is the end of the line about units.
func plies(s *survey.Spotted) string {
	_, after, _ := strings.Cut(s.String(), "; games: ")
	line, _, _ := strings.Cut(after, "\n")
	return line + "\n"
}

// TestSpotUnits: the units are distinct, in order, uniform, and all if as many are wanted.
func TestSpotUnits(t *testing.T) {
	t.Parallel()
	var drawn [10]int
	for seed := range uint64(1000) {
		units := survey.SpotUnits(10, 3, seed)
		if len(units) != 3 || !slices.IsSorted(units) || len(slices.Compact(slices.Clone(units))) != 3 {
			t.Fatal(units)
		}
		for _, u := range units {
			drawn[u]++
		}
	}
	for u, n := range drawn {
		if n < 240 || n > 360 {
			t.Errorf("unit %d: %d of 300", u, n)
		}
	}
	expect.Equal(t, len(survey.SpotUnits(10, 11, 1)), 10, "units")
	expect.Equal(t, len(survey.SpotUnits(1_000_000, 300, 1)), 300, "units")
}

package survey_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// phasesDir was made by
//
//	retroproof estimate run --samples 60 --chunk 20 --pack 2 --seed 16 --choose 3 --dir testdata/phases
const phasesDir = "testdata/phases"

const labels = "pack-000000/labels-0000000.gz"

// TestPhases: two-phase sampling is checked as a whole and pack by pack.
func TestPhases(t *testing.T) {
	t.Parallel()
	for _, jobs := range []int{0, 1, 3} {
		r, err := survey.Check(context.Background(), phasesDir, survey.Options{Jobs: jobs})
		expect.NoError(t, err)
		if text := r.String(); !strings.Contains(text, "first phase: 46 illegal, 7 likely legal, 7 likely illegal\nreasons: AdjacentKings 5, BothKingsInCheck 25,") ||
			!strings.Contains(text, "second phase, chosen with repetition: 3 of the likely legal ones, of which 3 are legal; 3 of the likely illegal ones, of which 3 are illegal\nlegal positions: 3; games: 575 plies") ||
			!strings.Contains(text, "\nillegal positions: 2; nodes: 2; cores: 2,") || strings.Contains(text, "undecided") {
			t.Error(text)
		}
	}
	r, err := survey.CheckPack(context.Background(), phasesDir+"/pack-000001", survey.Options{})
	if err != nil || !strings.Contains(r.String(), "those with the numbers 40 to 59 of seed 16\nfirst phase: 15 illegal, 4 likely legal, 1 likely illegal\n") {
		t.Errorf("%v, %v", r, err)
	}
	r, err = survey.CheckPack(context.Background(), phasesDir+"/again-01", survey.Options{})
	if err != nil || !strings.Contains(r.String(), "draws: 5 of urposition-repaired that were chosen, or undecided before, of seed 16\n") {
		t.Errorf("%v, %v", r, err)
	}
	r, err = survey.Check(context.Background(), phasesDir, survey.Options{SumsOnly: true})
	if err != nil || !strings.Contains(r.String(), "first phase: 46 illegal, 7 likely legal, 7 likely illegal\nsecond phase") ||
		!strings.Contains(r.String(), "packs, of which labels and lines were read, and not checked: 3; the sums are 3 legal, 2 illegal\nestimate:") {
		t.Errorf("sums only: %v, %v", r, err)
	}
}

// TestNoSecondPhase: without it there is no verdict on the chosen draws.
func TestNoSecondPhase(t *testing.T) {
	t.Parallel()
	text := string(read(t, filepath.Join(phasesDir, manifest)))
	from, to := strings.Index(text, ` "again": [`), strings.Index(text, ` "counts": {`+"\n  \"legal\": {\n   \"1\": 2")
	text = text[:from] + text[to:]
	dir := forge(t, phasesDir, change{manifest, "", text})
	expect.Fails(t, expect.Err(survey.Check(context.Background(), dir, survey.Options{})),
		"a survey without its second phase")
}

// TestImpossibleCounts: counts whose sum overflows, and those of multiplicities that there are not, are refused where
// only sums are checked, too.
func TestImpossibleCounts(t *testing.T) {
	t.Parallel()
	for _, counts := range []string{`"1": 1,XX"2": 18446744073709551615,XX"3": 1`, `"0": 1`, `"-1": 1`} {
		text := string(read(t, filepath.Join(phasesDir, pack)))
		for _, indent := range []string{"     ", "   "} { // of the unit, and of the sum with another unit
			old, sum := "\n"+indent+`"1": 1`+"\n", strings.ReplaceAll(counts, "XX", "\n"+indent)
			if indent == "   " {
				old = "\n" + indent + `"1": 3` + "\n"
				if sum = strings.Replace(sum, `"1": 1`, `"1": 3`, 1); !strings.Contains(sum, `"1"`) {
					sum += ",\n" + indent + `"1": 2`
				}
			}
			i := strings.LastIndex(text, old)
			if i < 0 {
				t.Fatalf("no %q", old)
			}
			text = text[:i] + "\n" + indent + sum + "\n" + text[i+len(old):]
		}
		dir := forge(t, phasesDir, change{pack, "", text})
		_, _, err := survey.ReadPack(dir, "pack-000000")
		if !errors.Is(err, survey.ErrManifest) || !strings.Contains(err.Error(), "verdicts on 20 draws") {
			t.Errorf("%s: %v", counts, err)
		}
	}
}

// TestChosenDraws: who makes the second phase finds the draws that the checker wants.
func TestChosenDraws(t *testing.T) {
	t.Parallel()
	root, err := survey.ReadRoot(phasesDir)
	expect.NoError(t, err)
	chosen, err := root.ChosenDraws(phasesDir)
	expect.NoError(t, err)
	p, _, err := survey.ReadPack(phasesDir, survey.AgainName(1))
	expect.NoError(t, err)
	got, want := chosen.Numbers(), p.Units[0].Numbers
	expect.List(t, got, want, "chosen draws")
	dir := forge(t, phasesDir)
	expect.NoError(t, os.Remove(filepath.Join(dir, labels)))
	expect.ErrorIs(t, expect.Err(root.ChosenDraws(dir)), survey.ErrFile, "without labels")
}

// TestIntervals: two-phase sampling has a version of its own; that of before, with another interval, is refused.
func TestIntervals(t *testing.T) {
	t.Parallel()
	root, err := survey.ReadRoot(phasesDir)
	expect.NoError(t, err)
	root.Draws, root.Packs = 100_000, root.Packs[:1]
	root.Counts = survey.Counts{Legal: map[int]uint64{}, Illegal: 90_000, Unknown: map[int]uint64{1: 10_000}, LikelyLegal: map[int]uint64{1: 5000}}
	root.Packs[0].Counts, root.Packs[0].Draws, root.Again = root.Counts, root.Draws, nil
	none := func() map[int]uint64 { return map[int]uint64{} }
	root.Choose = 2000
	root.Chosen.LikelyLegal = survey.Verdicts{Legal: map[int]uint64{1: 1990}, Illegal: map[int]uint64{1: 10}, Unknown: none()}
	root.Chosen.LikelyIllegal = survey.Verdicts{Legal: map[int]uint64{1: 1}, Illegal: map[int]uint64{1: 1999}, Unknown: none()}
	read := func(schema string, e survey.Estimates) error {
		root.Schema, root.Estimate = schema, e
		text, err := root.Text()
		expect.NoError(t, err)
		dir := t.TempDir()
		expect.NoError(t, os.WriteFile(filepath.Join(dir, manifest), text, 0o666))
		_, err = survey.ReadRoot(dir)
		return err
	}
	joint := root.NewEstimates()
	expect.Equal(t, joint.Low.Method, survey.TwoPhaseJoint, "%v", joint)
	for _, tt := range []struct {
		schema string
		right  bool
	}{{survey.JointSchema, true}, {survey.Schema, false}, {"retroproof.survey/4", false}, {"retroproof.survey/6", false}} {
		if err := read(tt.schema, joint); (err == nil) != tt.right || err != nil && !errors.Is(err, survey.ErrManifest) {
			t.Errorf("%s: %v", tt.schema, err)
		}
	}
}

package surveyrun

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/proofs/survey"
)

// phases returns options for two-phase sampling: 60 draws in 3 units and 2 packs, of which 3 of each label are chosen.
func phases(dir string, given ...string) Options {
	o := wanted(dir, 60, 100*states, given...)
	o.Wanted = survey.Plan{Scheme: survey.RepairedUrposition, Seed: 16, UnitDraws: 20, PackUnits: 2, Certificates: true, Choose: 3}
	return o
}

// TestTwoPhases: two-phase sampling in one run, and unit by unit in two rounds, of labels and of the chosen draws,
// gives the same files, which pass the checks.
func TestTwoPhases(t *testing.T) {
	once := t.TempDir()
	var p reports
	root, err := fill(t.Context(), phases(once, "samples"), &p)
	expect.NoError(t, err)
	if added := int(p.added.Load()); strings.Join(p.stages, ",") != "those that are chosen" || p.staged == 0 || added != 60+p.staged || p.skipped.Load() != 0 {
		t.Errorf("progress: %d draws, %d of %v, skipped %d", added, p.staged, p.stages, p.skipped.Load())
	}
	if legal, illegal, unknown := root.Chosen.LikelyLegal.Totals(); legal != 3 || illegal+unknown != 0 || root.Draws != 60 {
		t.Errorf("%+v", root)
	}
	expect.Succeeds(t, expect.Err(survey.Check(t.Context(), once, survey.Options{})), "survey.Check")
	dir := t.TempDir()
	f := open(t, phases(dir, "samples"))
	var missing *MissingError
	for _, unit := range []uint64{2, 0} {
		expect.NoError(t, f.Unit(t.Context(), unit, 1, &reports{}))
	}
	if _, err := f.Merge(t.Context()); !errors.As(err, &missing) || missing.Again != 0 || !reflect.DeepEqual(missing.Units, []uint64{1}) {
		t.Errorf("%v", err)
	}
	expect.NoError(t, f.Unit(t.Context(), 1, 1, &reports{}))
	for range 2 {
		if _, err := f.Merge(t.Context()); !errors.As(err, &missing) || missing.Again != 1 || !reflect.DeepEqual(missing.Units, []uint64{0}) {
			t.Errorf("%v", err)
		}
	}
	expect.NoError(t, f.Unit(t.Context(), 0, 1, &reports{}))
	expect.NoError(t, expect.Err(f.Merge(t.Context())))
	same(t, dir, once)
	// What is there is told, and nothing is made again.
	var none reports
	if again, err := fill(t.Context(), phases(dir), &none); err != nil || !reflect.DeepEqual(again, root) || none.added.Load()+int64(none.staged) != 0 {
		t.Errorf("%v, %d draws", err, none.added.Load())
	}
}

// TestTwoPhasesInterrupted: runs that end after some draws of either phase go on.
func TestTwoPhasesInterrupted(t *testing.T) {
	once := t.TempDir()
	expect.NoError(t, expect.Err(fill(t.Context(), phases(once, "samples"), &reports{})))
	dir := t.TempDir()
	runs := 0
	var err error
	for err = context.Canceled; errors.Is(err, context.Canceled); runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		p := reports{stop: func(n int64) {
			if int(n) > 12*runs {
				cancel()
			}
		}}
		o := phases(dir, "samples")
		o.Jobs = 1
		_, err = fill(ctx, o, &p)
		cancel()
	}
	if err != nil || runs < 3 {
		t.Fatalf("run %d: %v", runs, err)
	}
	same(t, dir, once)
}

// TestTwoPhasesAgain: chosen draws that are undecided count in both ways, and are tried again.
func TestTwoPhasesAgain(t *testing.T) {
	dir := t.TempDir()
	o := phases(dir, "samples")
	o.GameStates = states / 4
	few, err := fill(t.Context(), o, &reports{})
	expect.NoError(t, err)
	_, _, open := few.Chosen.LikelyLegal.Totals()
	if open == 0 || !(few.Estimate.Low.Positions < few.Estimate.High.Positions) {
		t.Errorf("%+v", few.Chosen)
	}
	if r, err := survey.Check(t.Context(), dir, survey.Options{}); err != nil || !strings.Contains(r.String(), fmt.Sprintf("\nundecided positions: %d\n", open)) {
		t.Errorf("%v, %v", r, err)
	}
	all, err := fill(t.Context(), phases(dir, "game-states"), &reports{})
	expect.NoError(t, err)
	if _, _, unknown := all.Chosen.LikelyLegal.Totals(); unknown != 0 || len(all.Again) != 2 || all.Estimate.Low != few.Estimate.High {
		t.Errorf("%+v", all)
	}
	expect.Succeeds(t, expect.Err(survey.Check(t.Context(), dir, survey.Options{})), "survey.Check")
}

// TestTwoPhasesRefused: another number of draws would be another choice.
func TestTwoPhasesRefused(t *testing.T) {
	dir := t.TempDir()
	open(t, phases(dir, "samples"))
	for _, given := range []string{"samples", "choose"} {
		o := phases(dir, given)
		o.Samples, o.Wanted.Choose = 61, 4
		if _, err := Open(o); !errors.As(err, new(*OptionError)) {
			t.Errorf("other %s: %v", given, err)
		}
	}
	// A file of labels that was damaged before the draws are chosen is noticed.
	f := open(t, phases(dir))
	units(t, f)
	expect.NoError(t, os.WriteFile(filepath.Join(dir, "pack-000000", unitName(1)), []byte("damaged"), 0o666))
	expect.ErrorIs(t, expect.Err(f.Merge(t.Context())), survey.ErrFile, "damaged labels")
}

// TestLabels: a label that says illegal has its reason, and the others are what the budgets of verdicts say, nearly
// always.
func TestLabels(t *testing.T) {
	wrong, likely := 0, 0
	for i := range uint64(400) {
		d := survey.Draw(survey.RepairedUrposition, 3, i)
		l, err := labelOf(t.Context(), &d)
		expect.NoError(t, err)
		if l != survey.LikelyLegal && l != survey.LikelyIllegal {
			continue
		}
		likely++
		decision, err := kernel.Decide(t.Context(), &d.Setup, kernel.DecideOptions{})
		expect.NoError(t, err)
		if (decision.Verdict == kernel.Illegal) != (l == survey.LikelyIllegal) {
			wrong++
		}
	}
	if likely < 40 || wrong > 1 {
		t.Errorf("%d of %d labels are wrong", wrong, likely)
	}
}

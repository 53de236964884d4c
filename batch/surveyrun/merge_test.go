package surveyrun

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestMissingFile: a unit without one of its files is missing, also in a pack that has its manifest, and is made again.
func TestMissingFile(t *testing.T) {
	dir := t.TempDir()
	f := open(t, wanted(dir, samples, states, "samples"))
	expect.NoError(t, f.Unit(t.Context(), 0, 8, &reports{}))
	again := func() {
		t.Helper()
		for _, name := range []string{survey.EvidenceName(4), survey.VerdictsName(4)} {
			expect.NoError(t, os.Remove(filepath.Join(dir, "pack-000001", name)))
			if m, err := f.Missing(t.Context()); err != nil || !reflect.DeepEqual(m.Units, []uint64{4}) {
				t.Errorf("without %s: %+v, %v", name, m, err)
			}
			if err := f.Unit(t.Context(), 4, 1, &reports{}); err != nil {
				t.Errorf("without %s: %v", name, err)
			}
			if m, err := f.Missing(t.Context()); err != nil || len(m.Units) > 0 {
				t.Errorf("with %s again: %+v, %v", name, m, err)
			}
		}
	}
	again()
	for range 2 {
		if _, err := f.Merge(t.Context()); err != nil {
			t.Fatal(err)
		}
		same(t, dir, reference(t))
		again() // in packs that have manifests
	}
	// The manifest has another file.
	name := filepath.Join(dir, "pack-000001", survey.ManifestName)
	text, err := os.ReadFile(name)
	expect.NoError(t, err)
	p, _, err := survey.ReadPack(dir, "pack-000001")
	expect.NoError(t, err)
	sum := p.Units[0].Verdicts.SHA256
	expect.NoError(t, os.WriteFile(name, bytes.Replace(text, []byte(sum), []byte(strings.Repeat("0", len(sum))), 1), 0o666))
	expect.NoError(t, os.Remove(filepath.Join(dir, "pack-000001", p.Units[0].Verdicts.Name)))
	if err := f.Unit(t.Context(), p.UnitsBefore(), 1, &reports{}); !errors.Is(err, errDiffers) {
		t.Errorf("another file than the manifest lists: %v", err)
	}
}

// TestMergeIsInterruptible: what goes through all units ends with the context.
func TestMergeIsInterruptible(t *testing.T) {
	dir := t.TempDir()
	expect.NoError(t, os.CopyFS(dir, os.DirFS(reference(t))))
	f := open(t, wanted(dir, samples, states))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Merge(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Merge: %v", err)
	}
	if _, err := f.Missing(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Missing: %v", err)
	}
	if _, err := f.Tasks(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Tasks: %v", err)
	}
}

// TestAbsurdPlans: plans that no folder can have are errors, and end at once.
func TestAbsurdPlans(t *testing.T) {
	for _, text := range []string{`"samples": 1000000000000`, `"samples": 18446744073709551615`, `"samples": 0`} {
		dir := t.TempDir()
		expect.NoError(t, os.CopyFS(dir, os.DirFS(reference(t))))
		name := filepath.Join(dir, PlanName)
		has, err := os.ReadFile(name)
		expect.NoError(t, err)
		changed := bytes.Replace(has, []byte(`"samples": 15`), []byte(text), 1)
		if bytes.Equal(changed, has) {
			t.Fatalf("%s", has)
		}
		expect.NoError(t, os.WriteFile(name, changed, 0o666))
		if _, err := Open(wanted(dir, samples, states)); !errors.Is(err, survey.ErrManifest) {
			t.Errorf("%s: %v", text, err)
		}
	}
	var options *OptionError
	if _, err := Open(wanted(t.TempDir(), 1<<62, states, "samples")); !errors.As(err, &options) {
		t.Errorf("2^62 draws: %v", err)
	}
	dir := t.TempDir()
	if _, err := Open(wanted(dir, samples, states, "samples")); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(wanted(dir, 1<<62, states, "samples")); !errors.As(err, &options) {
		t.Errorf("growing to 2^62 draws: %v", err)
	}
	open(t, wanted(dir, samples, states)) // the plan was not changed
}

// TestEmptyAgain: a plan without numbers for draws that are tried again is an error.
func TestEmptyAgain(t *testing.T) {
	dir := t.TempDir()
	expect.NoError(t, os.CopyFS(dir, os.DirFS(reference(t))))
	f := open(t, wanted(dir, samples, states))
	again := filepath.Join(dir, survey.AgainName(1))
	expect.NoError(t, os.Mkdir(again, 0o777))
	expect.NoError(t, writeJSON(filepath.Join(again, PlanName), f.Plan))
	if _, err := f.Missing(t.Context()); !errors.Is(err, survey.ErrManifest) {
		t.Errorf("%v", err)
	}
}

// TestForgedEntry: an entry whose counts cannot be is an error that names the unit, and stays an entry.
func TestForgedEntry(t *testing.T) {
	dir := t.TempDir()
	f := open(t, wanted(dir, samples, states, "samples"))
	expect.NoError(t, f.Unit(t.Context(), 0, 8, &reports{}))
	s, err := f.lastStage()
	expect.NoError(t, err)
	name := filepath.Join(dir, "pack-000001", entryName(4))
	right, err := os.ReadFile(name)
	expect.NoError(t, err)
	for want, forge := range map[error]func(u *survey.Unit){
		survey.ErrManifest: func(u *survey.Unit) { u.Counts.Illegal += 3 },
		survey.ErrFile:     func(u *survey.Unit) { u.Verdicts.Bytes++ },
	} {
		u, err := s.done(4)
		expect.NoError(t, err)
		forge(u)
		expect.NoError(t, writeJSON(name, u))
		if _, err := f.Merge(t.Context()); !errors.Is(err, want) || !strings.Contains(err.Error(), "wrong, remove") || !strings.Contains(err.Error(), "unit") {
			t.Errorf("%v, want %v", err, want)
		}
		if _, err := os.Stat(filepath.Join(dir, "pack-000001", survey.ManifestName)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the pack has a manifest: %v", err)
		}
		expect.NoError(t, os.WriteFile(name, right, 0o666))
	}
	if _, err := f.Merge(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, dir, reference(t))
}

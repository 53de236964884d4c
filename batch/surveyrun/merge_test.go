package surveyrun

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestFolders: packs that are folders, as before they were files or as tar makes them, are merged into the same files.
func TestFolders(t *testing.T) {
	dir := copied(t)
	for _, pack := range []string{"pack-000000", "pack-000002"} {
		out, err := exec.Command("tar", "-xf", filepath.Join(dir, pack+".tar"), "-C", dir).CombinedOutput()
		if err != nil {
			t.Skipf("no tar: %v, %s", err, out)
		}
		expect.NoError(t, os.Remove(filepath.Join(dir, pack+".tar")))
	}
	if _, err := survey.Check(t.Context(), dir, survey.Options{}); err != nil {
		t.Error(err)
	}
	f := open(t, wanted(dir, samples, states))
	if m, err := f.Missing(t.Context()); err != nil || len(m.Units) > 0 {
		t.Errorf("%v, %v", m, err)
	}
	if _, err := f.Merge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := survey.Check(t.Context(), dir, survey.Options{}); err != nil {
		t.Error(err)
	}
	same(t, dir, reference(t))
}

// TestMergeIsInterruptible: what goes through all units ends with the context.
func TestMergeIsInterruptible(t *testing.T) {
	dir := copied(t)
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
		dir := copied(t)
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
	dir := copied(t)
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
	s := units(t, f)
	name := s.unitPath(4)
	right, err := os.ReadFile(name)
	expect.NoError(t, err)
	for want, forge := range map[error]func(u *survey.Unit){
		survey.ErrManifest: func(u *survey.Unit) { u.Counts.Illegal += 3 },
		survey.ErrFile:     func(u *survey.Unit) { u.Verdicts.SHA256 = strings.Repeat("0", 64) },
	} {
		p, err := s.done(4)
		expect.NoError(t, err)
		in, err := p.Open()
		expect.NoError(t, err)
		var b bytes.Buffer
		before := *p.Units[0].Files()[0]
		forge(&p.Units[0])
		a, text := newArchive(&b, p), p.Units[0].Text()
		_, err = a.add(survey.EntryName(4), int64(len(text)), bytes.NewReader(text))
		expect.NoError(t, err)
		sums := p.Units[0]
		sums.Verdicts = before
		expect.NoError(t, a.files(t.Context(), &sums, in.Open, ""))
		expect.NoError(t, a.end())
		in.Close()
		expect.NoError(t, os.WriteFile(name, b.Bytes(), 0o666))
		if _, err := f.Merge(t.Context()); !errors.Is(err, want) || !strings.Contains(err.Error(), "to make the unit again") {
			t.Errorf("%v, want %v", err, want)
		}
		if _, err := os.Stat(filepath.Join(dir, "pack-000001.tar")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the pack has a file: %v", err)
		}
		expect.NoError(t, os.WriteFile(name, right, 0o666))
	}
	if _, err := f.Merge(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, dir, reference(t))
}

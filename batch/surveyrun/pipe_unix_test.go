//go:build unix

package surveyrun

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestPipes: a pipe in the place of a file is an error; opening it would never end. That holds for files that are there
// and for those that are to be made.
func TestPipes(t *testing.T) {
	const pack = "pack-000000"
	merge := func(f *Folder) error { _, err := f.Merge(t.Context()); return err }
	for _, tt := range []struct {
		file  string
		unit  bool // the pack is not merged yet
		after func(f *Folder) error
	}{
		{PlanName, false, nil},
		{survey.ManifestName, false, merge},
		{filepath.Join(pack, survey.ManifestName), false, merge},
		{filepath.Join(pack, survey.VerdictsName(0)), false, merge},
		{filepath.Join(pack, survey.EvidenceName(1)), false, merge},
		{filepath.Join(pack, entryName(0)), true, merge},
		{filepath.Join(pack, survey.VerdictsName(0)), true, func(f *Folder) error { return f.Unit(t.Context(), 0, 1, &reports{}) }},
	} {
		dir := t.TempDir()
		expect.NoError(t, os.CopyFS(dir, os.DirFS(reference(t))))
		if tt.unit {
			expect.NoError(t, os.Remove(filepath.Join(dir, pack, survey.ManifestName)))
		}
		name := filepath.Join(dir, tt.file)
		if err := os.Remove(name); err != nil && !(tt.unit && errors.Is(err, os.ErrNotExist)) {
			t.Fatal(err)
		}
		expect.NoError(t, syscall.Mkfifo(name, 0o666))
		f, err := Open(wanted(dir, samples, states))
		if err == nil && tt.after != nil {
			err = tt.after(f)
		}
		if !errors.Is(err, survey.ErrFile) {
			t.Errorf("a pipe as %s, in the pack before it is merged %v: %v, want %v", tt.file, tt.unit, err, survey.ErrFile)
		}
	}
}

//go:build unix

package surveyrun

import (
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
		after func(f *Folder) error
	}{
		{PlanName, nil},
		{survey.ManifestName, merge},
		{pack + survey.ArchiveSuffix, merge},
		{filepath.Join(pack, unitName(0)), merge},
		{filepath.Join(pack, unitName(0)), func(f *Folder) error { return f.Unit(t.Context(), 0, 1, &reports{}) }},
	} {
		dir := copied(t)
		name := filepath.Join(dir, tt.file)
		if filepath.Dir(tt.file) == pack { // which is not merged yet
			expect.NoError(t, os.Remove(filepath.Join(dir, pack+survey.ArchiveSuffix)))
			expect.NoError(t, os.Mkdir(filepath.Join(dir, pack), 0o777))
		} else {
			expect.NoError(t, os.Remove(name))
		}
		expect.NoError(t, syscall.Mkfifo(name, 0o666))
		f, err := Open(wanted(dir, samples, states))
		if err == nil && tt.after != nil {
			err = tt.after(f)
		}
		expect.ErrorIs(t, err, survey.ErrFile, "a pipe as %s", tt.file)
	}
}

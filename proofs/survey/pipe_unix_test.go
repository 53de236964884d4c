//go:build unix

package survey_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestPipes: a pipe in the place of a file is refused, and not opened, which would never end. So is a folder.
func TestPipes(t *testing.T) {
	t.Parallel()
	for _, file := range []string{manifest, pack, verdicts, evidence} {
		for kind, put := range map[string]func(string) error{
			"pipe":   func(name string) error { return syscall.Mkfifo(name, 0o666) },
			"folder": func(name string) error { return os.Mkdir(name, 0o777) },
		} {
			dir := forge(t, sampleDir)
			name := filepath.Join(dir, file)
			expect.NoError(t, os.Remove(name))
			expect.NoError(t, put(name))
			_, err := survey.Check(context.Background(), dir, survey.Options{})
			if !errors.Is(err, survey.ErrFile) || !errors.As(err, new(*survey.Error)) {
				t.Errorf("a %s as %s: %v, want %v", kind, file, err, survey.ErrFile)
			}
		}
	}
}

// TestLinks: a link in the place of a file or of a pack's folder is refused, though it leads to the right one. The
// folder itself may be reached by a link.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, name := range []string{manifest, pack, verdicts, evidence, filepath.Dir(pack)} {
		dir, away := forge(t, sampleDir), filepath.Join(t.TempDir(), "away")
		expect.NoError(t, os.Rename(filepath.Join(dir, name), away))
		expect.NoError(t, os.Symlink(away, filepath.Join(dir, name)))
		_, err := survey.Check(context.Background(), dir, survey.Options{})
		if !errors.Is(err, survey.ErrFile) || !errors.As(err, new(*survey.Error)) {
			t.Errorf("a link as %s: %v, want %v", name, err, survey.ErrFile)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	dir, err := filepath.Abs(sampleDir)
	expect.NoError(t, err)
	expect.NoError(t, os.Symlink(dir, link))
	expect.Succeeds(t, expect.Err(survey.Check(context.Background(), link, survey.Options{})), "a link to the folder")
	if _, err := survey.CheckPack(context.Background(), filepath.Join(link, filepath.Dir(pack)), survey.Options{}); err != nil {
		t.Errorf("a pack in it: %v", err)
	}
}

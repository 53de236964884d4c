//go:build unix

package survey_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"retroproof/proofs/survey"
)

// TestPipes: a pipe in the place of a file is refused, and not opened, which would never end. So is a folder.
func TestPipes(t *testing.T) {
	for _, file := range []string{manifest, pack, verdicts, evidence} {
		for kind, put := range map[string]func(string) error{
			"pipe":   func(name string) error { return syscall.Mkfifo(name, 0o666) },
			"folder": func(name string) error { return os.Mkdir(name, 0o777) },
		} {
			dir := forge(t, sampleDir)
			name := filepath.Join(dir, file)
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
			if err := put(name); err != nil {
				t.Fatal(err)
			}
			_, err := survey.Check(context.Background(), dir, survey.Options{})
			if !errors.Is(err, survey.ErrFile) || !errors.As(err, new(*survey.Error)) {
				t.Errorf("a %s as %s: %v, want %v", kind, file, err, survey.ErrFile)
			}
		}
	}
}

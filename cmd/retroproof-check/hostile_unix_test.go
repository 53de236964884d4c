//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"retroproof/internal/expect"
)

// TestHostileFiles: whatever stands in the place of a file, the check ends and says so. A pipe in the place of an
// argument is waited for, as doc/proofs.md says.
func TestHostileFiles(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	model := filepath.Join(t.TempDir(), "model.aag")
	expect.NoError(t, os.WriteFile(model, []byte("aag 0 0 0 0 0\n"), 0o666))
	for kind, put := range map[string]func(name string) error{
		"a link to /dev/zero": func(name string) error { return os.Symlink("/dev/zero", name) },
		"a pipe":              func(name string) error { return syscall.Mkfifo(name, 0o666) },
		"a directory":         func(name string) error { return os.Mkdir(name, 0o777) },
		"a terabyte of zeros": func(name string) error {
			f, err := os.Create(name)
			if err != nil {
				return err
			}
			defer f.Close()
			return f.Truncate(1 << 40)
		},
	} {
		for _, tt := range []struct{ file, args string }{
			{"file", "IN"},
			{"a.cnf", "IN " + os.DevNull},
			{"a.lrat", model + " IN"},
			{"manifest.json", "DIR"},
			{"plan.json", "DIR"},
		} {
			if kind == "a pipe" && strings.Contains(tt.args, "IN") {
				continue
			}
			dir := t.TempDir()
			name := filepath.Join(dir, tt.file)
			expect.NoError(t, put(name))
			args := strings.Fields(strings.NewReplacer("IN", name, "DIR", dir).Replace(tt.args))
			var stdout, stderr bytes.Buffer
			if code := run(args, strings.NewReader(""), &stdout, &stderr); code == exitVerified || stdout.Len()+stderr.Len() == 0 {
				t.Errorf("%s as %s: exit code %d, %q %q", kind, tt.args, code, &stdout, &stderr)
			}
		}
	}
}

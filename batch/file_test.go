package batch

import (
	"os"
	"path/filepath"
	"testing"

	"retroproof/internal/expect"
)

// A finished file takes the place of what had its name; for devices, pipes and
// links that would be a disaster.
func TestOutputTarget(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	expect.NoError(t, err)
	file, link := filepath.Join(dir, "a.txt"), filepath.Join(dir, "link.txt")
	expect.NoError(t, os.WriteFile(file, nil, 0o644))
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		name, target string
		atOnce       bool
	}{
		{file, file, false},
		{link, file, false},
		{filepath.Join(dir, "new.txt"), filepath.Join(dir, "new.txt"), false},
		{dir, dir, true}, // opening it then fails
		{"/dev/stdout", "/dev/stdout", true},
		{"/dev/../dev/null", "/dev/../dev/null", true},
		{"/proc/self/fd/1", "/proc/self/fd/1", true},
	} {
		if target, atOnce := outputTarget(tt.name); target != tt.target || atOnce != tt.atOnce {
			t.Errorf("%s: %s, at once %t; want %s, %t", tt.name, target, atOnce, tt.target, tt.atOnce)
		}
	}
}

// TestCreateAndDiscard: a file that is discarded, or of which a write fails, leaves what was there.
func TestCreateAndDiscard(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "file")
	expect.NoError(t, os.WriteFile(name, []byte("before"), 0o666))
	for _, end := range []func(*Output){
		(*Output).Discard,
		func(f *Output) {
			f.File.Close()
			if _, err := f.Write([]byte("more")); err == nil {
				t.Error("a closed file is written to")
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		},
	} {
		f, err := Create(name)
		expect.NoError(t, err)
		f.WriteString("half")
		end(f)
		if text, err := os.ReadFile(name); string(text) != "before" || err != nil {
			t.Errorf("%q, %v", text, err)
		}
	}
	if names := hidden(t, filepath.Dir(name)); len(names) > 0 {
		t.Errorf("left: %q", names)
	}
}

func TestCheckTarget(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	expect.NoError(t, os.WriteFile(file, nil, 0o666))
	for name, ok := range map[string]bool{file: true, filepath.Join(dir, "new"): true, dir: false, filepath.Join(dir, "none", "file"): false, filepath.Join(file, "file"): false} {
		if err := CheckTarget(name); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !SameFile(file, filepath.Join(dir, ".", "file")) || SameFile(file, dir) || SameFile(file, filepath.Join(dir, "new")) {
		t.Error("SameFile")
	}
}

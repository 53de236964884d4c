package batch

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
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
			expect.Fails(t, expect.Err(f.Write([]byte("more"))), "writing to a closed file")
			expect.Succeeds(t, f.Close(), "f.Close")
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
		expect.Equal(t, CheckTarget(name) == nil, ok, "%s", name)
	}
	if !SameFile(file, filepath.Join(dir, ".", "file")) || SameFile(file, dir) || SameFile(file, filepath.Join(dir, "new")) {
		t.Error("SameFile")
	}
}

// TestLeftovers: the temporary file of a killed run is removed by the next that writes
// the same file, and nothing else is.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	target := filepath.Join(dir, "proof.zip")
	leftover := tempName(target)
	names := []string{leftover}
	for _, name := range []string{".proof.zip.bad", ".proof.zip.0123456789abcdef", ".proof.zip.0123456789abcdeF.tmp", ".proof.zip.x.0123456789abcdef.tmp", ".zip.0123456789abcdef.tmp"} {
		names = append(names, filepath.Join(dir, name))
	}
	for _, name := range names {
		expect.NoError(t, os.WriteFile(name, []byte("half"), 0o666))
	}
	if _, err := tryLock(dir); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("there are no locks here")
	}
	// Two runs at once: neither takes the file of the other for a leftover.
	for _, text := range []string{"first", "second"} {
		f, err := Create(target)
		expect.NoError(t, err)
		defer func() {
			f.WriteString(text)
			expect.Succeeds(t, f.Close(), "f.Close")
			if got, err := os.ReadFile(target); string(got) != text || err != nil {
				t.Errorf("%q, %v, want %q", got, err, text)
			}
		}()
	}
	want := slices.Clone(names[1:])
	if got := hidden(t, dir); len(got) != len(want)+2 || slices.Contains(got, leftover) {
		t.Errorf("%q, want %q and two files in the making", got, want)
	}
	// Discarded, a file leaves nothing either.
	f, err := Create(target)
	expect.NoError(t, err)
	f.Discard()
	expect.Equal(t, len(hidden(t, dir)), len(want)+2, "after Discard")
}

// hidden lists the hidden files of a folder.
func hidden(t *testing.T, dir string) []string {
	t.Helper()
	return expect.Must(filepath.Glob(filepath.Join(dir, ".*")))
}

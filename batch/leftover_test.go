package batch

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"retroproof/internal/expect"
)

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
			if err := f.Close(); err != nil {
				t.Error(err)
			}
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
	if got := hidden(t, dir); len(got) != len(want)+2 {
		t.Errorf("%q after Discard", got)
	}
}

// hidden lists the hidden files of a folder.
func hidden(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, ".*"))
	expect.NoError(t, err)
	return names
}

package verb

import (
	"errors"
	"io"
	"testing"

	"retroproof/internal/expect"
)

// TestFilesInMemory: files appear when they are closed, and are evidence with a manifest or beside an input; together
// they have a limit.
func TestFilesInMemory(t *testing.T) {
	e := &Env{Memory: &Files{}}
	expect.NoError(t, e.CheckTargets("/nowhere/at/all"))
	expect.NoError(t, e.FreshFolder("/nowhere/at/all", "/nowhere/manifest.json"))
	w, err := e.Create("d/a")
	expect.NoError(t, err)
	io.WriteString(w, "text")
	expect.Equal(t, len(e.Memory.list), 0, "files before they are closed")
	expect.NoError(t, w.Close())
	if e.Memory.complete("") || !e.Memory.complete("input") {
		t.Error("one file: evidence without a manifest, or none beside an input")
	}
	expect.NoError(t, e.WriteFile("d/manifest.json", func(w io.Writer) error { _, err := io.WriteString(w, "{}"); return err }))
	if !e.Memory.complete("") {
		t.Error("a manifest is no evidence")
	}
	failed := errors.New("failed")
	if err := e.WriteFile("b", func(io.Writer) error { return failed }); !errors.Is(err, failed) || len(e.Memory.list) != 2 {
		t.Errorf("a file that is not written: %v, %d files", err, len(e.Memory.list))
	}
	large := make([]byte, mostFiles/2)
	for i, want := range []error{nil, errFiles} {
		expect.ErrorIs(t, e.WriteFile("c", func(w io.Writer) error { _, err := w.Write(large); return err }), want,
			"half of what may be written, %d times", i+1)
	}
}

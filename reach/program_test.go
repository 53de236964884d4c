package reach_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"retroproof/internal/expect"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	"retroproof/reach"
	"retroproof/reach/models"
)

// systemOf reads a model.
func systemOf(t *testing.T, text string) (*aiger.Model, *reach.System) {
	m, err := aiger.Read(strings.NewReader(text), "m", lrat.DefaultMemory)
	expect.NoError(t, err)
	s, err := reach.FromModel(m, nil)
	expect.NoError(t, err)
	return m, s
}

// The models of these tests besides ring: shifted has a one that an input shifts on, choice a latch that may begin with
// either value, held a constraint that keeps the input 0.
const (
	shifted = "aag 6 1 2 0 2 1\n2\n4 8 1\n6 12\n6\n8 3 4\n12 2 4\n"
	choice  = "aag 2 1 1 0 0 1\n2\n4 4 4\n4\n"
	held    = "aag 4 1 2 0 1 1 1\n2\n4 2\n6 8\n6\n3\n8 2 4\n"
)

// TestABC has abc decide, where it is installed: models with latches that begin at 1 or anyhow, and constraints.
func TestABC(t *testing.T) {
	if _, err := exec.LookPath("berkeley-abc"); err != nil {
		t.Skip("needs berkeley-abc")
	}
	texts := map[string]string{"ring": ring, "shifted": shifted, "held": held}
	for _, name := range []string{"counter-4", "counter-4-safe", "krk-rook", "order", "mutex"} {
		m, err := models.Find(name)
		expect.NoError(t, err)
		var text bytes.Buffer
		expect.NoError(t, m.System().Model().Write(&text))
		texts[name] = text.String()
	}
	for name, text := range texts {
		m, s := systemOf(t, text)
		want, err := reach.Decide(t.Context(), s, reach.Options{})
		expect.NoError(t, err)
		got, err := reach.ByProgram(t.Context(), s, reach.Options{}, reach.ABC)
		expect.NoError(t, err, name)
		expect.Equal(t, got.Verdict, want.Verdict, "%s", name)
		expect.Equal(t, got.Engine, "berkeley-abc", "%s", name)
		files := fstest.MapFS{}
		o := &reach.Outcome{Bad: reach.AllBad(m), System: s, Result: got}
		expect.NoError(t, reach.Certify(t.Context(), "test", []byte(text), m, o, folder(files)), name)
	}
}

// TestPrograms has small programs answer, right and wrong.
func TestPrograms(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs sh")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
	expect.NoError(t, os.Mkdir(filepath.Join(dir, "tmp"), 0o700))
	answer := filepath.Join(dir, "answer")
	tell := "sh -c 'cat " + answer + " >$1' engine {out} {model}"
	texts := map[string]string{"ring": ring, "shifted": shifted, "choice": choice, "held": held}
	var c struct{ model, command, answer, want string }
	for range expect.Rows(t, "testdata/programs.tsv", &c.model, &c.command, &c.answer, &c.want) {
		if c.command == "tell" {
			c.command = tell
		}
		_, s := systemOf(t, texts[c.model])
		expect.NoError(t, os.WriteFile(answer, []byte(c.answer), 0o600))
		r, err := reach.ByProgram(t.Context(), s, reach.Options{}, c.command)
		switch {
		case err == nil && r.Verdict.String() != c.want:
			t.Errorf("%s: %q: %v, want %s", c.command, c.answer, r.Verdict, c.want)
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %q: %v, want %s", c.command, c.answer, err, c.want)
		}
	}
	// The end of the context ends a program that does not end by itself.
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, s := systemOf(t, ring)
	if _, err := reach.ByProgram(ctx, s, reach.Options{}, "sh -c 'sleep 1000 & wait' engine {model}"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	left, err := os.ReadDir(filepath.Join(dir, "tmp"))
	expect.NoError(t, err)
	expect.Equal(t, len(left), 0, "files left behind")
}

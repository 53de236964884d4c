package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/limits"
	"retroproof/proofs/lrat"
)

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

const cnf = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	expect.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func TestAnswerCannotBeWritten(t *testing.T) {
	var stderr bytes.Buffer
	code := run([]string{writeFile(t, "f.cnf", cnf), "-"}, strings.NewReader("5 1 0 1 2 0\n6 0 5 3 4 0\n"), failingWriter{}, &stderr)
	if code != exitIO || !strings.Contains(stderr.String(), "disk full") {
		t.Errorf("%d %s", code, &stderr)
	}
}

// panicking is a file whose reading panics behind its first bytes.
type panicking struct{ head io.Reader }

func (p panicking) Read(b []byte) (int, error) {
	if n, err := p.head.Read(b); n > 0 || err == nil {
		return n, err
	}
	panic("on purpose")
}

// TestPanic: a panic is an internal error, on whatever goroutine: a proof without hints is read on another one.
func TestPanic(t *testing.T) {
	formula := writeFile(t, "f.cnf", cnf)
	for _, args := range [][]string{{formula, "-"}, {"--rup", formula, "-"}} {
		var stdout, stderr bytes.Buffer
		// The first block is read to see what the file is.
		head := strings.NewReader(strings.Repeat("c\n", sniffed/2))
		code := run(args, panicking{head}, &stdout, &stderr)
		if code != exitIO || stderr.String() != "retroproof-check: internal error: on purpose\n" || stdout.Len() > 0 {
			t.Errorf("%v: %d, %q, %q", args, code, &stdout, &stderr)
		}
	}
}

func TestExitCodes(t *testing.T) {
	_, syntax := lrat.ReadDIMACS(strings.NewReader("x"), "x")
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, exitVerified},
		{errors.New("any"), exitIO},
		{syntax, exitIO}, // the caller must say whose fault it was
		{&codedError{exitMalformed, syntax}, exitMalformed},
		{&codedError{exitNotVerified, errors.New("any")}, exitNotVerified},
		{&codedError{exitVerified, errors.New("any")}, exitIO},
		{fmt.Errorf("wrapped: %w", context.Canceled), exitInterrupted},
		{fmt.Errorf("wrapped: %w", limits.ErrMemory), exitUndecided},
	} {
		expect.Equal(t, exitCode(test.err), test.want, "%v", test.err)
	}
}

func TestFolderHook(t *testing.T) {
	defer func(old func(context.Context, string, options) (*result, error)) { checkFolder = old }(checkFolder)
	dir := t.TempDir()
	for _, test := range []struct {
		hook func(context.Context, string, options) (*result, error)
		want int
		out  string
	}{
		{func(context.Context, string, options) (*result, error) {
			return &result{report: "8 lemmas\n"}, nil
		}, exitVerified, "8 lemmas\nVERIFIED\n"},
		{func(context.Context, string, options) (*result, error) {
			return &result{report: "7 lemmas\n"}, &codedError{exitNotVerified, errors.New("lemma 8")}
		}, exitNotVerified, ""},
		{func(context.Context, string, options) (*result, error) { panic("wrong") }, exitIO, ""},
	} {
		checkFolder = test.hook
		var stdout, stderr bytes.Buffer
		if code := run([]string{dir}, nil, &stdout, &stderr); code != test.want || stdout.String() != test.out {
			t.Errorf("exit code %d, want %d\n%s%s", code, test.want, &stdout, &stderr)
		}
	}
}

// Interrupting works even while reading blocks.
func TestInterrupt(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	done := make(chan int)
	var stdout, stderr bytes.Buffer
	go func() { done <- run([]string{writeFile(t, "f.cnf", cnf), "-"}, r, &stdout, &stderr) }()
	io.WriteString(w, "5 1 0 1 2 0\n") // it is reading now
	if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(os.Interrupt) != nil {
		t.Skip("this system does not interrupt processes")
	}
	if code := <-done; code != exitInterrupted || stdout.Len() > 0 {
		t.Errorf("%d\n%s%s", code, &stdout, &stderr)
	}
}

// The program is worth believing because of what it does not contain.
func TestLinks(t *testing.T) {
	allowed := []string{
		"retroproof/chess/board", "retroproof/encode", "retroproof", "retroproof/proofs", "retroproof/cmd/retroproof-check",
	}
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	expect.NoError(t, err)
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, "retroproof/proofs/lrat") {
		t.Errorf("go list gave %v", packages)
	}
	for _, p := range packages {
		if !slices.Contains(allowed, p) && !strings.HasPrefix(p, "retroproof/proofs/") {
			t.Errorf("links %s", p)
		}
	}
	// The checker proper is the standard library, the limit of memory and itself.
	out, err = exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "retroproof/proofs/lrat").Output()
	if got := strings.Fields(string(out)); err != nil || !slices.Equal(got, []string{"retroproof/proofs/limits", "retroproof/proofs/lrat"}) {
		t.Errorf("proofs links %v, %v", got, err)
	}
}

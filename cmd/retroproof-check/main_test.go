package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"retroproof"
	"retroproof/internal/expect"
	"retroproof/internal/jsondoc"
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

// TestClaimsOnce: claims that tell all that the lines for people do are in JSON once, and the lines are
// printed without --json.
func TestClaimsOnce(t *testing.T) {
	r := &result{claims: []claim{{Claim: "last-moves", Text: "the last move was"}}, report: "the last move was\n", claimsTell: true}
	for _, asJSON := range []bool{false, true} {
		a := answerTo("last.cert", "", r, &list{}, nil)
		var out, errs bytes.Buffer
		if code := output([]*answer{a}, options{json: asJSON}, &out, &errs); code != exitVerified || errs.Len() > 0 {
			t.Fatalf("exit code %d, %s", code, &errs)
		}
		expect.Equal(t, strings.Count(out.String(), "the last move was"), 1, "JSON %t", asJSON)
	}
}

var (
	manDir  = flag.String("man", "", "folder that TestManPages writes the manual page to")
	manDate = flag.Int64("man-date", 0, "its date, in seconds since 1970")
)

// TestManPages writes the manual page, which is what --help prints. Lines of that must not look like requests to troff.
func TestManPages(t *testing.T) {
	dir := *manDir
	if dir == "" {
		dir = t.TempDir()
	}
	for line := range strings.Lines(usage) {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			t.Errorf("troff would take this line for a request: %s", line)
		}
	}
	text := strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(usage)
	page := fmt.Sprintf(".TH RETROPROOF-CHECK 1 %q %q \"User Commands\"\n.SH NAME\nretroproof-check \\- check certificates, proofs and proof games\n"+
		".SH USAGE\n.nf\n%s.fi\n.SH SEE ALSO\nretroproof(1)\n",
		time.Unix(*manDate, 0).UTC().Format("2006-01-02"), "retroproof-check "+retroproof.BuildOf("").Version, text)
	expect.NoError(t, os.WriteFile(filepath.Join(dir, "retroproof-check.1"), []byte(page), 0o666))
}

// TestJSON compares doc/json.md with what is encoded, and with what is printed.
func TestJSON(t *testing.T) {
	page, err := jsondoc.Read("../../doc/json.md")
	expect.NoError(t, err)
	for _, wrong := range page.CheckType(schema, answer{}) {
		t.Errorf("doc/json.md: %s", wrong)
	}
	for _, name := range page.Schemas() {
		if strings.HasPrefix(name, "retroproof.check") && name != schema {
			t.Errorf("doc/json.md has a section about %s, which this program does not print", name)
		}
	}
	const folder = "../../"
	for _, args := range [][]string{
		{folder + "testdata/proofs/accept/binary.cnf", folder + "testdata/proofs/accept/binary.lrat"},
		{folder + "testdata/proofs/accept/binary.cnf", "nowhere"},
		{"--list", folder + "proofs/illegal/testdata/accept/game.cert", folder + "proofs/illegal/testdata/accept/kernel.cert", folder + "proofs/illegal/testdata/reject/fen-legal.cert"},
		{"--list", folder + "proofs/survey/testdata/sample"},
		{"--packs", folder + "proofs/survey/testdata/sample"},
		{folder + "proofs/survey/testdata/sample/pack-000000"},
		{"--list", writeFile(t, "games", `{"fen":"4k3/8/8/8/8/8/8/3K4 b - - 0 1","start":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","verdict":"legal","uci":"e1d1"}`)},
	} {
		var stdout, stderr strings.Builder
		run(append(args, "--json"), nil, &stdout, &stderr)
		if stdout.Len() == 0 || stderr.Len() > 0 {
			t.Errorf("%v: %s%s", args, &stdout, &stderr)
		}
		for line := range strings.Lines(stdout.String()) {
			for _, wrong := range page.CheckObject([]byte(line), jsondoc.Seen{}) {
				t.Errorf("%v: doc/json.md: %s", args, wrong)
			}
		}
	}
}

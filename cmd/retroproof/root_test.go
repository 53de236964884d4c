package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/batch/surveyrun"
	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat"
)

func TestExitCode(t *testing.T) {
	_, syntax := lrat.ReadDIMACS(strings.NewReader("x"), "x")
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("something"), verb.ExitIO},
		{fs.ErrNotExist, verb.ExitIO},
		{verb.Usagef("no"), verb.ExitUsage},
		{fmt.Errorf("wrapped: %w", verb.Usagef("no")), verb.ExitUsage},
		{syntax, verb.ExitMalformed},
		{fmt.Errorf("wrapped: %w", syntax), verb.ExitMalformed},
		{context.Canceled, verb.ExitInterrupted},
		{verb.WithCode(verb.ExitIO, fmt.Errorf("solving: %w", context.Canceled)), verb.ExitInterrupted},
		{context.DeadlineExceeded, verb.ExitUndecided},
		{verb.Exit(20), 20},
		{verb.Exit(0), 0},
		{verb.WithCode(verb.ExitNotVerified, errors.New("lemma")), verb.ExitNotVerified},
		{verb.WithCode(verb.ExitNotVerified, nil), 0},
	} {
		expect.Equal(t, verb.Code(test.err), test.want, "%v", test.err)
	}
}

// TestNoTimeLimits: no flag of a verb limits time unless it is given, so that answers
// do not depend on the machine.
func TestNoTimeLimits(t *testing.T) {
	durations := 0
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() != "duration" {
				return
			}
			if durations++; f.DefValue != "0s" {
				t.Errorf("%s --%s is %s by default", cmd.CommandPath(), f.Name, f.DefValue)
			}
		})
		for _, sub := range cmd.Commands() {
			look(sub)
		}
	}
	look(program.Root(&verb.Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard}))
	if durations < 3 {
		t.Errorf("%d flags are durations: of legal, solve and krk prove at least", durations)
	}
}

// withVerb is the program with one more verb.
func withVerb(name string, f func(e *verb.Env) error) *verb.Program {
	v := verb.Of(verb.Verb{Name: name}, struct{}{}, func(_ context.Context, e *verb.Env, _ *struct{}) error { return f(e) })
	return &verb.Program{Subjects: append(slices.Clone(program.Subjects), verb.Subject{Verbs: []*verb.Verb{v}})}
}

func TestGroupOfVerbs(t *testing.T) {
	program := withVerb("group leaf", func(e *verb.Env) error {
		_, err := fmt.Fprintln(e.Stdout, "leaf")
		return err
	})
	for _, test := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"group leaf", 0, "leaf\n", ""},
		{"group", verb.ExitUsage, "", "needs a subcommand"},
		{"group twig", verb.ExitUsage, "", `unknown command "twig" for "retroproof group"`},
		{"group leaf x", verb.ExitUsage, "", "found 1 argument, want: retroproof group leaf"},
		{"group --flag", verb.ExitUsage, "", "unknown flag"},
		{"group leaf --progress=fancy", verb.ExitUsage, "", "auto, plain or none"},
	} {
		var stdout, stderr bytes.Buffer
		code := program.Run(strings.Fields(test.args), strings.NewReader(""), &stdout, &stderr)
		if code != test.code || stdout.String() != test.stdout || !strings.Contains(stderr.String(), test.stderr) {
			t.Errorf("%s: %d\nstdout: %s\nstderr: %s", test.args, code, stdout.String(), stderr.String())
		}
	}
}

func TestVerbErrors(t *testing.T) {
	var err error
	program := withVerb("fail", func(*verb.Env) error { return err })
	for _, test := range []struct {
		err    error
		code   int
		stderr string
	}{
		{errors.New("odd"), verb.ExitIO, "retroproof: odd\n"},
		{context.Canceled, verb.ExitInterrupted, "retroproof: interrupted\n"},
		{verb.Exit(20), 20, ""},
		{verb.WithCode(verb.ExitUndecided, errors.New("too hard")), verb.ExitUndecided, "retroproof: too hard\n"},
	} {
		var stdout, stderr bytes.Buffer
		err = test.err
		code := program.Run([]string{"fail"}, nil, &stdout, &stderr)
		if code != test.code || stderr.String() != test.stderr || stdout.Len() > 0 {
			t.Errorf("%v: %d, %q, %q", test.err, code, &stdout, &stderr)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestLostAnswerIsAFailure(t *testing.T) {
	for _, args := range []string{"version", "help", "solve -", "solve --quiet -", "solve --all -", "solve --json -"} {
		var stderr bytes.Buffer
		code := run(strings.Fields(args), strings.NewReader("p cnf 2 1\n1 2 0\n"), brokenWriter{}, &stderr)
		if code != verb.ExitIO || !strings.Contains(stderr.String(), "disk full") {
			t.Errorf("%s: exit code %d, %s", args, code, stderr.String())
		}
	}
}

// A read that blocks for ever ends when the context does.
func TestOpenIsInterruptible(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	a := &verb.Env{Stdin: r}
	in, err := a.Open(ctx, "-")
	expect.NoError(t, err)
	defer in.Close()
	cancel()
	expect.ErrorIs(t, expect.Err(io.ReadAll(in)), context.Canceled, "io.ReadAll")
}

// Evidence names the version that wrote it.
func TestManifestsNameTheVersion(t *testing.T) {
	dir := t.TempDir()
	file, folder := filepath.Join(dir, "one.gz"), filepath.Join(dir, "survey")
	for _, args := range [][]string{
		{"legal", "--certificate", file, "8/8/8/8/8/8/8/Kk6 w - - 0 1"},
		{"estimate", "run", "--samples", "1", "--dir", folder},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(args, strings.NewReader(""), &stdout, &stderr); code != verb.ExitOK {
			t.Fatalf("%v: exit code %d\n%s", args, code, &stderr)
		}
	}
	f, err := os.Open(file)
	expect.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	expect.NoError(t, err)
	text, err := bufio.NewReader(z).ReadBytes('\n')
	expect.NoError(t, err)
	var container illegal.Header
	if err := json.Unmarshal(text, &container); err != nil || container.Tool != verb.Build.Tool() {
		t.Errorf("tool %q, %v, want %q", container.Tool, err, verb.Build.Tool())
	}
	var plan surveyrun.Plan
	text, err = os.ReadFile(filepath.Join(folder, surveyrun.PlanName))
	if err == nil {
		err = json.Unmarshal(text, &plan)
	}
	if err != nil || plan.Tool != verb.Build.Tool() {
		t.Errorf("tool %q, %v, want %q", plan.Tool, err, verb.Build.Tool())
	}
}

func TestMain(m *testing.M) { verbtest.Main(m, program.Subjects...) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }

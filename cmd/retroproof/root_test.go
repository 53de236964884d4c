package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
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
	if _, err := io.ReadAll(in); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

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

	"retroproof/proofs/lrat"
)

func TestExitCode(t *testing.T) {
	_, syntax := lrat.ReadDIMACS(strings.NewReader("x"), "x")
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("something"), exitIO},
		{fs.ErrNotExist, exitIO},
		{usageErrorf("no"), exitUsage},
		{fmt.Errorf("wrapped: %w", usageErrorf("no")), exitUsage},
		{syntax, exitMalformed},
		{fmt.Errorf("wrapped: %w", syntax), exitMalformed},
		{context.Canceled, exitInterrupted},
		{withCode(exitIO, fmt.Errorf("solving: %w", context.Canceled)), exitInterrupted},
		{context.DeadlineExceeded, exitUndecided},
		{silentExit(20), 20},
		{silentExit(0), 0},
		{withCode(exitNotVerified, errors.New("lemma")), exitNotVerified},
		{withCode(exitNotVerified, nil), 0},
	} {
		if got := exitCode(test.err); got != test.want {
			t.Errorf("%v: %d, want %d", test.err, got, test.want)
		}
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
	look(newRootCommand(&app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}))
	if durations < 3 {
		t.Errorf("%d flags are durations: of legal, solve and krk prove at least", durations)
	}
}

// withVerb adds a verb for one test.
func withVerb(t *testing.T, command func(*app) *cobra.Command) {
	saved := verbs
	t.Cleanup(func() { verbs = saved })
	verbs = append(slices.Clone(verbs), verb{command: command})
}

func TestGroupOfVerbs(t *testing.T) {
	withVerb(t, func(a *app) *cobra.Command {
		group := &cobra.Command{Use: "group", Short: "A group"}
		group.AddCommand(&cobra.Command{Use: "leaf", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(a.stdout, "leaf")
			return nil
		}})
		return group
	})
	for _, test := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"group leaf", 0, "leaf\n", ""},
		{"group", exitUsage, "", "needs a subcommand"},
		{"group twig", exitUsage, "", `unknown command "twig" for "retroproof group"`},
		{"group leaf x", exitUsage, "", "found 1 argument, want: retroproof group leaf"},
		{"group --flag", exitUsage, "", "unknown flag"},
		{"group leaf --progress=fancy", exitUsage, "", "auto, plain or none"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields(test.args), strings.NewReader(""), &stdout, &stderr)
		if code != test.code || stdout.String() != test.stdout || !strings.Contains(stderr.String(), test.stderr) {
			t.Errorf("%s: %d\nstdout: %s\nstderr: %s", test.args, code, stdout.String(), stderr.String())
		}
	}
}

func TestVerbErrors(t *testing.T) {
	var err error
	withVerb(t, func(a *app) *cobra.Command {
		return &cobra.Command{Use: "fail", RunE: func(*cobra.Command, []string) error { return err }}
	})
	for _, test := range []struct {
		err    error
		code   int
		stderr string
	}{
		{errors.New("odd"), exitIO, "retroproof: odd\n"},
		{context.Canceled, exitInterrupted, "retroproof: interrupted\n"},
		{silentExit(20), 20, ""},
		{withCode(exitUndecided, errors.New("too hard")), exitUndecided, "retroproof: too hard\n"},
	} {
		var stdout, stderr bytes.Buffer
		err = test.err
		code := run([]string{"fail"}, nil, &stdout, &stderr)
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
		if code != exitIO || !strings.Contains(stderr.String(), "disk full") {
			t.Errorf("%s: exit code %d, %s", args, code, stderr.String())
		}
	}
}

// A read that blocks for ever ends when the context does.
func TestOpenIsInterruptible(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	a := &app{stdin: r}
	in, err := a.open(ctx, "-")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cancel()
	if _, err := io.ReadAll(in); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

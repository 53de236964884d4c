package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"retroproof/internal/expect"
)

// TestMain makes the test binary double as the program: scripts run it under the name retroproof-check.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"retroproof-check": main})
}

// TestScript runs testdata/script/*.txtar. Besides the usual commands there is
//
//	check N [ARGS]   runs retroproof-check, wants exactly that exit code, and VERIFIED on stdout if and only if it is 0
//
// and $PROOFS is the folder testdata/proofs of the module.
func TestScript(t *testing.T) {
	proofs, err := filepath.Abs(filepath.Join("..", "..", "testdata", "proofs"))
	expect.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"check": scriptCheck},
		Setup: func(env *testscript.Env) error {
			env.Setenv("PROOFS", proofs)
			return nil
		},
	})
}

func scriptCheck(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: check N [ARGS]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("check: %q is not a number", args[0])
	}
	err = ts.Exec("retroproof-check", args[1:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.Exited():
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	stdout, stderr := ts.ReadFile("stdout"), ts.ReadFile("stderr")
	switch verified := strings.HasSuffix("\n"+stdout, "\nVERIFIED\n"); {
	case got != want:
		ts.Fatalf("exit code %d, want %d\nstdout:\n%s\nstderr:\n%s", got, want, stdout, stderr)
	case verified != (got == 0) || verified != (stderr == "") || !verified && stdout != "":
		ts.Fatalf("exit code %d\nstdout:\n%s\nstderr:\n%s", got, stdout, stderr)
	case strings.Contains(stderr, "NOT VERIFIED: ") != (got == 1):
		ts.Fatalf("exit code %d\nstderr:\n%s", got, stderr)
	}
}

// TestFolders runs the program on all files of testdata/proofs.
func TestFolders(t *testing.T) {
	for _, folder := range []string{"accept", "reject"} {
		cnfs, err := filepath.Glob(filepath.Join("..", "..", "testdata", "proofs", folder, "*.cnf"))
		if err != nil || len(cnfs) == 0 {
			t.Fatalf("no files: %v", err)
		}
		for _, cnf := range cnfs {
			args := []string{cnf, strings.TrimSuffix(cnf, ".cnf") + ".lrat"}
			if _, err := os.Stat(args[1]); err != nil {
				args = []string{"--rup", cnf, strings.TrimSuffix(cnf, ".cnf") + ".drup"}
			}
			want := exitVerified
			switch {
			case folder == "reject" && strings.HasPrefix(filepath.Base(cnf), "cnf-"):
				want = exitMalformed
			case strings.HasSuffix(cnf, "drup-given-as-lrat.cnf"): // which the program sees
			case folder == "reject":
				want = exitNotVerified
			}
			var stdout, stderr bytes.Buffer
			code := run(args, nil, &stdout, &stderr)
			if code != want || strings.HasSuffix(stdout.String(), "VERIFIED\n") != (code == 0) || (stderr.Len() == 0) != (code == 0) || code != 0 && stdout.Len() > 0 {
				t.Errorf("%v: exit code %d, want %d\n%s%s", args, code, want, &stdout, &stderr)
			}
		}
	}
}

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"retroproof/sat"
)

// TestMain makes the test binary double as the program: scripts run it under the name retroproof.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"retroproof": documentedMain})
}

// TestScript runs testdata/script/*.txtar. The first word of a file's name is the verb that it is about. All JSON that
// is printed must be as doc/json.md describes it.
//
// Besides the usual commands there is
//
//	exitcode N COMMAND [ARGS]   runs a command, like exec, and wants exactly that exit code
//
// and the conditions [solver:NAME], true if that solver is installed, and [long],
// true in make soundness.
func TestScript(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts found: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			page, err := filepath.Abs(jsonPage)
			env.Setenv(jsonPageVariable, page)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exitcode": scriptExitCode},
		Condition: func(condition string) (bool, error) {
			if name, ok := strings.CutPrefix(condition, "solver:"); ok {
				_, err := sat.New(name)
				return err == nil, nil
			}
			if condition == "long" {
				return longTests, nil
			}
			return false, errors.New("unknown condition " + condition)
		},
	})
}

func scriptExitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode N COMMAND [ARGS]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("exitcode: %q is not a number", args[0])
	}
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.Exited():
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v: %v", args[1:], err)
	}
	// The scripts' stdout and stderr commands look at what Exec has kept; the log shows it too.
	if got != want {
		ts.Fatalf("%v: exit code %d, want %d\nstdout:\n%s\nstderr:\n%s", args[1:], got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

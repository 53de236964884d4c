// Package verbtest runs the scripts of a subject's verbs, in tests.
package verbtest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
	"retroproof/internal/jsondoc"
	"retroproof/sat"
)

// Main is TestMain of a package with verbs: it makes the test binary double as a program of these subjects, which
// scripts run under the name retroproof. What it prints as JSON in a script is compared with doc/json.md; if it is not
// as the page says, the exit code is one that there is not.
func Main(m *testing.M, subjects ...verb.Subject) {
	program := &verb.Program{Subjects: subjects}
	testscript.Main(m, map[string]func(){"retroproof": func() { os.Exit(run(program)) }})
}

// pageVariable names doc/json.md to the programs that scripts run.
const pageVariable = "RETROPROOF_TEST_JSON_PAGE"

// wrongJSON is the exit code of a program whose JSON is not as doc/json.md says.
const wrongJSON = 99

func run(program *verb.Program) int {
	name := os.Getenv(pageVariable)
	if name == "" { // no script runs it
		return program.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	}
	w := &documentedWriter{w: os.Stdout, page: sync.OnceValue(func() *jsondoc.Page {
		page, err := jsondoc.Read(name)
		if err != nil {
			panic(err)
		}
		return page
	})}
	code := program.Run(os.Args[1:], os.Stdin, w, os.Stderr)
	for _, wrong := range w.wrong {
		fmt.Fprintf(os.Stderr, "doc/json.md: %s\n", wrong)
		code = wrongJSON
	}
	return code
}

// documentedWriter hands on what is written, and looks at the lines that are objects with a schema.
type documentedWriter struct {
	w     io.Writer
	page  func() *jsondoc.Page
	line  []byte // that is not complete
	wrong []string
}

// Fd makes the program see that stdout is a terminal, if it is.
func (d *documentedWriter) Fd() uintptr { return os.Stdout.Fd() }

func (d *documentedWriter) Write(p []byte) (int, error) {
	for text := range bytes.Lines(p) {
		d.line = append(d.line, text...)
		if !bytes.HasSuffix(d.line, []byte("\n")) {
			break
		}
		if bytes.HasPrefix(d.line, []byte(`{"schema":`)) {
			d.wrong = append(d.wrong, d.page().CheckObject(d.line, jsondoc.Seen{})...)
		}
		d.line = d.line[:0]
	}
	return d.w.Write(p)
}

// Long is whether to run what takes minutes, as make soundness does.
var Long = os.Getenv("RETROPROOF_LONG") != ""

// page is doc/json.md, from the folder of a subject or of the program.
func page() (string, error) {
	root, err := filepath.Abs("../..")
	if _, missing := os.Stat(filepath.Join(root, "go.mod")); missing != nil {
		root = filepath.Dir(root)
	}
	return filepath.Join(root, "doc", "json.md"), err
}

// CheckJSON compares lines of JSON with doc/json.md.
func CheckJSON(t *testing.T, lines []byte) {
	t.Helper()
	name, err := page()
	expect.NoError(t, err)
	p, err := jsondoc.Read(name)
	expect.NoError(t, err)
	for line := range bytes.Lines(lines) {
		for _, wrong := range p.CheckObject(line, jsondoc.Seen{}) {
			t.Errorf("doc/json.md: %s: %s", wrong, line)
		}
	}
}

// Scripts runs testdata/script/*.txtar. The first words of a file's name are the verb that it is about. Besides the
// usual commands there is
//
//	exitcode N COMMAND [ARGS]   runs a command, like exec, and wants exactly that exit code
//
// and the conditions [solver:NAME], true if that solver is installed, and [long], true if [Long] is.
func Scripts(t *testing.T) {
	t.Helper()
	dir := filepath.Join("testdata", "script")
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts found: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			page, err := page()
			env.Setenv(pageVariable, page)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exitcode": exitCode},
		Condition: func(condition string) (bool, error) {
			if name, ok := strings.CutPrefix(condition, "solver:"); ok {
				_, err := sat.New(name)
				return err == nil, nil
			}
			if condition == "long" {
				return Long, nil
			}
			return false, errors.New("unknown condition " + condition)
		},
	})
}

func exitCode(ts *testscript.TestScript, neg bool, args []string) {
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
		ts.Fatalf("%v: exit code %d, want %d\nstdout:\n%s\nstderr:\n%s", args[1:], got, want, ts.ReadFile("stdout"),
			ts.ReadFile("stderr"))
	}
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"retroproof/sat"
)

// own are the solvers that this program has, known all.
var (
	own   = []string{sat.Native, "gini"}
	known = append(own, "minisat", "cadical", "kissat")
)

// program is the program itself, as "make build" makes it.
const program = "bin/retroproof"

// A solver is a command that takes a file; a formula's answer is its exit code.
type solver struct {
	name, version string
	args          []string
}

// find returns a solver, if there is one.
func find(name string) (solver, error) {
	if slices.Contains(own, name) {
		path, err := exec.LookPath(program)
		return solver{name, versionOf(name, path), []string{path, "solve", "-q", "--no-model", "--solver", name}}, err
	}
	path, err := exec.LookPath(name)
	return solver{name, versionOf(name, path), []string{path}}, err
}

// versionOf asks a program, or else Debian, for a version.
func versionOf(name, path string) string {
	if name != "minisat" { // which has no such option, and reads stdin
		if out, err := exec.Command(path, "--version").Output(); err == nil {
			return strings.TrimSpace(string(out))
		}
	}
	out, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", name).Output()
	if err != nil {
		return "of unknown version"
	}
	return strings.TrimSpace(string(out))
}

// A run is what a solver did with a formula.
type run struct {
	status sat.Status
	cpu    time.Duration
}

// solve runs a solver on a file for so many seconds of CPU time at most.
func (s solver) solve(file string, limit int) (run, error) {
	script := fmt.Sprintf(`ulimit -t %d; exec "$@"`, limit)
	cmd := exec.Command("sh", append([]string{"-c", script, "sh"}, append(s.args, file)...)...)
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.Discard, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return run{}, err
	}
	r := run{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	switch code := cmd.ProcessState.ExitCode(); {
	case code == 10:
		r.status = sat.Satisfiable
	case code == 20:
		r.status = sat.Unsatisfiable
	case r.cpu < time.Duration(limit)*time.Second*9/10:
		return r, fmt.Errorf("%s %s: exit code %d: %s", s.name, file, code, &stderr)
	}
	return r, nil
}

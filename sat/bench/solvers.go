package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	"retroproof/proofs/lrat"
	"retroproof/sat"
)

// The solvers that are part of this program, which calls itself for each run. nativeProof
// keeps the proof, and writes it as binary LRAT; nativeStable stays in stable mode and eliminates
// variables early, as "krk prove" has it.
const (
	native       = sat.Native
	nativeStable = "native-stable"
	nativeProof  = "native-lrat"
	gini         = "gini"
)

var known = []string{native, nativeStable, nativeProof, gini, "minisat", "cadical", "kissat"}

// A solver is a command that takes a file; a formula's answer is its exit code.
type solver struct {
	name, version string
	args          []string
}

// find returns a solver, if there is one.
func find(name string) (solver, error) {
	switch name {
	case native, nativeStable, nativeProof, gini:
		self, err := os.Executable()
		return solver{name, embeddedVersion(name), []string{self, "-solve", name}}, err
	}
	path, err := exec.LookPath(name)
	return solver{name, versionOf(name, path), []string{path}}, err
}

// embeddedVersion is the version of gini, or the commit of the native solver.
func embeddedVersion(name string) string {
	if name == gini {
		if info, ok := debug.ReadBuildInfo(); ok {
			for _, m := range info.Deps {
				if m.Path == "github.com/go-air/gini" {
					return m.Version
				}
			}
		}
		return "of this revision"
	}
	out, err := exec.Command("git", "describe", "--always", "--abbrev=12", "--dirty", "--exclude=*").Output()
	if err != nil {
		return "of this revision"
	}
	return "of commit " + strings.TrimSpace(string(out))
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

// solveFile is the run of a solver of this program, in a process of its own. A model
// that is wrong is an error.
func solveFile(name, file string, out io.Writer) (sat.Status, error) {
	f, err := os.Open(file)
	if err != nil {
		return sat.Unknown, err
	}
	defer f.Close()
	formula, err := lrat.ReadDIMACS(bufio.NewReader(f), file)
	if err != nil {
		return sat.Unknown, err
	}
	var s sat.Solver
	var prover *sat.Prover
	switch name {
	case nativeProof:
		prover = sat.NewProver()
		s = prover
	case nativeStable:
		if s, err = sat.New(native); err == nil {
			sat.EliminateEarly(s)
		}
	default:
		s, err = sat.New(name)
	}
	if err != nil {
		return sat.Unknown, err
	}
	defer s.Close()
	sat.AddFormula(s, formula)
	status, err := s.Solve(context.Background())
	if err == nil && status == sat.Satisfiable {
		err = sat.CheckModel(formula, s.Value)
	}
	if err == nil && status == sat.Unsatisfiable && prover != nil {
		var stats sat.ProofStats
		stats, err = prover.WriteProof(io.Discard, sat.ProofBinary)
		fmt.Fprintf(out, "proof %d\n", stats.Bytes)
	}
	st := s.Stats()
	fmt.Fprintf(out, "conflicts %d\npropagations %d\n", st.Conflicts, st.Propagations)
	return status, err
}

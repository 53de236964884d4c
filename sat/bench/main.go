// Command bench compares solvers on generated formulas; "make bench-sat" runs it, and
// doc/native-solver.md has what it prints. A family is a generator; a seed picks one of
// its formulas. Every solver gets every formula as a DIMACS file, in a process of its own,
// with a limit of CPU time. Solvers that contradict each other are an error.
//
//	formula.go        clauses, gates, shuffling
//	combinatorial.go  random formulas, and what is counted or put together
//	circuits.go       bounded model checking, multipliers, factoring, hashes
//	chess.go          kernel formulas and lemmas
//	families.go       the list, with sizes
//	solvers.go        running a solver
//	table.go          the figures
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"retroproof/sat"
)

func main() {
	if err := bench(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	solverList := flags.String("solvers", strings.Join(known, ","), "solvers; programs that are not on PATH are left out")
	familyList := flags.String("families", "", "families; all if empty")
	seeds := flags.String("seeds", "11-15", "first and last seed")
	limit := flags.Int("limit", 60, "seconds of CPU time for each formula")
	write := flags.String("write", "", "only write the formulas into this folder")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var first, last int
	if n, _ := fmt.Sscanf(*seeds, "%d-%d", &first, &last); n != 2 || first < 0 || last < first {
		return fmt.Errorf("-seeds %q: want a first and a last one, such as 1-5", *seeds)
	}
	chosen := families
	if *familyList != "" {
		chosen = nil
		for _, name := range strings.Split(*familyList, ",") {
			f, err := familyOf(name)
			if err != nil {
				return err
			}
			chosen = append(chosen, f)
		}
	}
	dir := *write
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "retroproof-bench-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	// A solver that is not installed is left out and named; one that is not known is a mistake.
	var solvers []solver
	for _, name := range strings.Split(*solverList, ",") {
		if !slices.Contains(known, name) {
			return fmt.Errorf("no solver %q", name)
		}
		s, err := find(name)
		if err != nil {
			fmt.Fprintf(stderr, "%s is left out: %v\n", name, err)
			continue
		}
		solvers = append(solvers, s)
	}
	t := table{solvers: solvers, limit: *limit, seeds: last - first + 1}
	for _, f := range chosen {
		for seed := first; seed <= last; seed++ {
			file, err := writeFormula(dir, f, seed)
			if err != nil {
				return err
			}
			if *write != "" {
				continue
			}
			// All solvers take turns on one formula, so that a busy machine slows each of them.
			runs, err := compare(solvers, file, *limit, stderr)
			if err != nil {
				return err
			}
			t.add(f.name, runs)
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	if *write != "" {
		return nil
	}
	return t.print(stdout)
}

func writeFormula(dir string, f family, seed int) (string, error) {
	b, err := f.make(seed, f.size)
	if err != nil {
		return "", err
	}
	file, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s-%02d.cnf", f.name, seed)))
	if err != nil {
		return "", err
	}
	err = b.writeDIMACS(file)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return file.Name(), err
}

// compare runs all solvers on a formula, one after the other.
func compare(solvers []solver, file string, limit int, log io.Writer) ([]run, error) {
	var runs []run
	answer := sat.Unknown
	for _, s := range solvers {
		r, err := s.solve(file, limit)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(log, "%-18s %-12s %-16s %7.2f\n", filepath.Base(file), s.name, r.status, r.cpu.Seconds())
		if r.status != sat.Unknown && answer != sat.Unknown && r.status != answer {
			return nil, fmt.Errorf("%s: %s says %v, another solver %v", file, s.name, r.status, answer)
		}
		if r.status != sat.Unknown {
			answer = r.status
		}
		runs = append(runs, r)
	}
	return runs, nil
}

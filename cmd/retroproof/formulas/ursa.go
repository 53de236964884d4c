package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/sat"
	"retroproof/ursa"
)

// ursaFlags are the options of ursa.
type ursaFlags struct {
	bits         int
	solver       string
	json         bool
	dimacs       bool
	mapping      bool
	quiet        bool
	allVariables bool
	steps        int64
	gates        int64
	search       string
	strict       bool
	check        bool
	certify      bool
	format       string
	out          string
	rebuild      string
}

func newUrsaCommand(a *verb.Env) *cobra.Command {
	var f ursaFlags
	cmd := &cobra.Command{
		Use:   "ursa FILE|-",
		Short: "Run a program in the constraint language URSA",
		Long: `Run a program in the constraint language URSA; "-" reads it from stdin.

A program computes with numbers and Booleans. A variable that is read before it
has a value stands for all its values; assert(c) asks for values with which c
holds, assert_all(c) for all of them. Every solution is printed by the names of
such variables, then their number and the size of the formula that was solved.
doc/ursa.md is a guide.

--certify writes evidence to a folder: for every assertion without a solution,
and for the end of every assert_all, a formula and its refutation in LRAT, which
retroproof-check verifies: that the formula has no model. That the formula is
what the program says is what --rebuild checks: it runs the program in the
folder, compares the formulas, verifies every solution by a ground interpreter,
and the proofs.

--check only looks for mistakes, and prints them as FILE:LINE:COLUMN: MESSAGE.`,
		Example: `  retroproof ursa queens.urs
  echo 'assert_all(nx*nx==49);' | retroproof ursa --bits 8 -
  retroproof ursa --certify --out DIR queens.urs
  retroproof ursa --rebuild DIR`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.rebuild != "" {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.ExactArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.validate(cmd); err != nil {
				return err
			}
			if f.rebuild != "" {
				return rebuildUrsa(cmd.Context(), a, f)
			}
			return runUrsa(cmd.Context(), a, args[0], f)
		},
	}
	fl := cmd.Flags()
	fl.IntVar(&f.bits, "bits", 0, "width of numbers in bits; 0: what a first comment says, /* bits: 19 */, or 8")
	fl.StringVar(&f.solver, "solver", sat.Native, "solver: "+strings.Join(sat.Names(), ", "))
	fl.BoolVar(&f.json, "json", false, "print a JSON object an assertion")
	fl.BoolVar(&f.dimacs, "dimacs", false, "do not solve: print the formula, or write one an assertion to --out")
	fl.BoolVar(&f.mapping, "mapping", false, "print which variables of the formula are the bits of a variable, the highest first")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "do not print solutions, only their number")
	fl.BoolVar(&f.allVariables, "all-variables", false, "print variables of procedures, too, as procedure.variable")
	fl.Int64Var(&f.steps, "steps", ursa.DefaultSteps, "give up after `N` steps")
	fl.Int64Var(&f.gates, "gates", ursa.DefaultGates, "give up when formula and variables have `N` gates, at some 300 bytes each")
	fl.StringVar(&f.search, "search", "linear", "how minimize and maximize search: linear, binary")
	fl.BoolVar(&f.strict, "strict", false, "refuse what the original URSA refuses")
	fl.BoolVar(&f.check, "check", false, "only look for mistakes")
	fl.BoolVar(&f.certify, "certify", false, "write a certificate to --out")
	fl.StringVar(&f.format, "proof-format", string(sat.ProofText), "with --certify: LRAT as text or binary")
	fl.StringVar(&f.out, "out", "", "with --certify and --dimacs: the `DIR` to write to")
	fl.StringVar(&f.rebuild, "rebuild", "", "check the certificate in `DIR` against the program there")
	return cmd
}

// validate complains about flags that do not go together.
func (f *ursaFlags) validate(cmd *cobra.Command) error {
	if f.rebuild != "" {
		for _, name := range []string{"bits", "solver", "dimacs", "mapping", "quiet", "all-variables", "search", "strict", "check", "certify", "proof-format", "out"} {
			if cmd.Flags().Changed(name) {
				return verb.Usagef("--rebuild and --%s exclude each other", name)
			}
		}
	}
	_, err := ursa.ParseSearch(f.search)
	switch {
	case f.bits < 0 || f.bits > ursa.MaxBits:
		return verb.Usagef("--bits %d, want 1 to %d", f.bits, ursa.MaxBits)
	case f.steps < 1:
		return verb.Usagef("--steps %d, want 1 or more", f.steps)
	case f.gates < 1:
		return verb.Usagef("--gates %d, want 1 or more", f.gates)
	case err != nil:
		return verb.Usagef("--search: %v", err)
	case f.check && (f.dimacs || f.certify):
		return verb.Usagef("--check only looks for mistakes: without --dimacs and --certify")
	case f.dimacs && f.certify:
		return verb.Usagef("--dimacs and --certify exclude each other")
	case f.dimacs && f.json && f.out == "":
		return verb.Usagef("--dimacs and --json need --out DIR for the formulas")
	case f.certify && f.out == "":
		return verb.Usagef("--certify needs --out DIR")
	case f.out != "" && !f.certify && !f.dimacs:
		return verb.Usagef("--out DIR is for --certify and --dimacs")
	case f.certify && f.search == "binary":
		return verb.Usagef("--certify needs --search linear: a binary search proves nothing about the values it leaves out")
	case f.format != string(sat.ProofText) && f.format != string(sat.ProofBinary):
		return verb.Usagef("--proof-format %q, expected %s or %s", f.format, sat.ProofText, sat.ProofBinary)
	case cmd.Flags().Changed("proof-format") && !f.certify:
		return verb.Usagef("--proof-format is for --certify")
	}
	s, err := sat.New(f.solver)
	if err != nil {
		return err
	}
	return s.Close()
}

// ursaRun is a run of a program.
type ursaRun struct {
	app       *verb.Env
	flags     ursaFlags
	file      string
	program   *ursa.Program
	options   ursa.Options
	certifier *ursa.Certifier // with --certify
	optimum   *ursa.Optimum
	out       *bufio.Writer
	began     time.Time // of the execution up to the next assertion
	formulas  int       // written to stdout
	progress  *progress.Job
}

// mostSource bounds what is read of a program; package ursa has its own, smaller limit.
const mostSource = 16 << 20

func runUrsa(ctx context.Context, a *verb.Env, file string, f ursaFlags) error {
	source, name, err := readUrsa(ctx, a, file)
	if err != nil {
		return err
	}
	p, err := ursa.Parse(name, source, f.bits, f.strict)
	if err != nil {
		return ursaError(a, err)
	}
	r := &ursaRun{app: a, flags: f, file: name, program: p, out: bufio.NewWriterSize(a.Stdout, 1<<16), began: time.Now()}
	search, _ := ursa.ParseSearch(f.search) // validate has looked
	r.options = ursa.Options{Steps: f.steps, Gates: f.gates, Search: search}
	for _, w := range p.Warnings() {
		fmt.Fprintln(a.Stderr, w)
	}
	if f.out != "" {
		if err := os.MkdirAll(f.out, 0o777); err != nil {
			return err
		}
	}
	if f.certify {
		// Without a manifest the folder is no certificate: the old one goes first, the new one comes last.
		if err := os.Remove(filepath.Join(f.out, ursa.ManifestName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if r.certifier, err = ursa.NewCertifier(p, source, build.Tool(), f.solver, sat.ProofFormat(f.format), r.options, r.create); err != nil {
			return err
		}
	}
	r.progress = a.NewProgress(a.ProgressMode)
	err = p.Run(ctx, r.options, ursa.Handler{
		Assert:  func(q *ursa.Assertion) error { return r.assert(ctx, q) },
		Try:     func(q *ursa.Assertion) (bool, error) { return r.try(ctx, q) },
		Optimum: r.found,
		Print:   r.print,
		Warn:    func(d ursa.Diagnostic) { fmt.Fprintln(a.Stderr, d) },
	})
	r.progress.Done()
	if flushing := r.out.Flush(); flushing != nil {
		return flushing
	}
	if err != nil {
		return ursaError(a, err)
	}
	if r.certifier != nil {
		return r.certifier.Close()
	}
	return nil
}

// readUrsa reads a program, and returns its name for messages.
func readUrsa(ctx context.Context, a *verb.Env, file string) (source, name string, err error) {
	in, err := a.Open(ctx, file)
	if err != nil {
		return "", "", err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, mostSource))
	if name = file; name == "-" {
		name = "<stdin>"
	}
	return string(text), name, err
}

// ursaError prints what is wrong with a program, one mistake a line in the form that editors understand, and chooses the
// exit code.
func ursaError(a *verb.Env, err error) error {
	var e *ursa.Error
	switch {
	case errors.As(err, &e):
		fmt.Fprintln(a.Stderr, e.Error())
		if errors.Is(err, ursa.ErrBudget) {
			return verb.Exit(verb.ExitUndecided)
		}
		return verb.Exit(verb.ExitMalformed)
	case errors.Is(err, ursa.ErrTooMany):
		return verb.WithCode(verb.ExitUndecided, err)
	}
	return err
}

// create makes a file of --out.
func (r *ursaRun) create(name string) (io.WriteCloser, error) {
	return batch.Create(filepath.Join(r.flags.out, name))
}

func (r *ursaRun) print(line string) error {
	if r.flags.check || r.flags.json || r.flags.dimacs {
		if !r.flags.check {
			fmt.Fprintln(r.app.Stderr, line)
		}
		return nil
	}
	_, err := fmt.Fprintln(r.out, line)
	return err
}

// try decides an assertion for a value of minimize or maximize.
func (r *ursaRun) try(ctx context.Context, q *ursa.Assertion) (bool, error) {
	r.progress.Update(fmt.Sprintf("ursa: %s = %d", q.Preset.Name, q.Preset.Value))
	switch {
	case r.flags.check || r.flags.dimacs:
		return true, nil // the value does not matter
	case r.certifier != nil:
		return r.certifier.Try(ctx, q)
	case q.Ground:
		return q.Holds, nil
	}
	s, err := q.Solve(ctx, r.flags.solver)
	return s != nil, err
}

// found prints what minimize or maximize has found.
func (r *ursaRun) found(o ursa.Optimum) error {
	r.optimum = &o
	if r.flags.check || r.flags.dimacs {
		return nil
	}
	if r.flags.json {
		if !o.Found { // no assertion follows
			return r.object(r.json(ursaCommand(o.Maximize)))
		}
		return nil
	}
	kind := "minimal"
	if o.Maximize {
		kind = "maximal"
	}
	if !o.Found {
		fmt.Fprintf(r.out, "no value from %d to %d\n", o.From, o.To)
		return nil
	}
	fmt.Fprintf(r.out, "%s value for %s is %s\n", kind, o.Name, ursa.FormatNumber(o.Value, r.program.Bits(), 10))
	return nil
}

func ursaCommand(maximize bool) string {
	if maximize {
		return "maximize"
	}
	return "minimize"
}

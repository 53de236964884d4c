package formulas

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	below "retroproof/proofs/ursa"
	"retroproof/sat"
	"retroproof/ursa"
)

// ursaRequest is what ursa is asked.
type ursaRequest struct {
	File         string `arg:"FILE|-"`
	Bits         int    `flag:"bits" json:"bits,omitempty" page:"max=64" doc:"width of numbers in bits; 0: what a first comment says, /* bits: 19 */, or 8"`
	Solver       string `flag:"solver" doc:"solver: gini, native, cadical, kissat, minisat, cryptominisat5"`
	DIMACS       bool   `flag:"dimacs" not:"certify" json:"dimacs,omitempty" doc:"do not solve: print the formula, or write one an assertion to --out"`
	Mapping      bool   `flag:"mapping" json:"mapping,omitempty" doc:"print which variables of the formula are the bits of a variable, the highest first"`
	Quiet        bool   `flag:"quiet" short:"q" json:"quiet,omitempty" doc:"do not print solutions, only their number"`
	AllVariables bool   `flag:"all-variables" json:"all_variables,omitempty" doc:"print variables of procedures, too, as procedure.variable"`
	ursa.Options
	Strict  bool   `flag:"strict" json:"strict,omitempty" doc:"refuse what the original URSA refuses"`
	Check   bool   `flag:"check" not:"dimacs,certify" json:"check,omitempty" doc:"only look for mistakes"`
	Certify bool   `flag:"certify" needs:"out" doc:"write a certificate to --out"`
	Out     string `flag:"out" of:"DIR" needs:"certify,dimacs" doc:"with --certify and --dimacs: the DIR to write to"`
}

var ursaVerb = verb.Of(verb.Verb{
	Name: "ursa", Use: "FILE|-", Answers: []verb.Answer{&ursa.Answer{}}, Form: &verb.Form{Stdin: "the program",
		Sample: "assert(nx * nx == 49 && nx < 10);\n", Evidence: []string{"--certify", "--out", verb.EvidenceFolder}},
}, ursaRequest{Solver: sat.Native,
	Options: ursa.Options{Steps: ursa.DefaultSteps, Gates: ursa.DefaultGates, Search: ursa.Linear}}, runUrsa)

// check complains about flags that do not go together.
func (u *ursaRequest) check(e *verb.Env) error {
	switch {
	case u.Bits < 0 || u.Bits > ursa.MaxBits:
		return verb.Usagef("--bits %d, want 1 to %d", u.Bits, ursa.MaxBits)
	case u.DIMACS && e.JSON && u.Out == "":
		return verb.Usagef("--dimacs and --json need --out DIR for the formulas")
	case u.Certify && u.Search == ursa.Binary:
		return verb.Usagef("--certify needs --search linear: a binary search proves nothing about the values it leaves out")
	}
	s, err := sat.New(u.Solver)
	if err != nil {
		return err
	}
	return s.Close()
}

// ursaRun is a run of a program.
type ursaRun struct {
	app       *verb.Env
	flags     *ursaRequest
	certifier *ursa.Certifier // with --certify
	report    *ursa.Report
	out       *bufio.Writer
	began     time.Time // of the execution up to the next assertion
	formulas  int       // written to stdout
	progress  *progress.Job
}

// mostSource bounds what is read of a program; package ursa has its own, smaller limit.
const mostSource = 16 << 20

func runUrsa(ctx context.Context, a *verb.Env, f *ursaRequest) error {
	if err := f.check(a); err != nil {
		return err
	}
	// All of the program is read before any of it runs, so that a mistake at its end costs nothing.
	text, err := readAll(ctx, a, f.File, mostSource)
	if err != nil {
		return err
	}
	name, source := progress.SourceName(f.File), string(text)
	p, err := ursa.Parse(name, source, f.Bits, f.Strict)
	if err != nil {
		return ursaError(a, err)
	}
	r := &ursaRun{app: a, flags: f, out: bufio.NewWriterSize(a.Stdout, 1<<16), began: time.Now()}
	for _, w := range p.Warnings() {
		fmt.Fprintln(a.Stderr, w)
	}
	if f.Out != "" {
		// Without a manifest the folder is no certificate: the old one goes first, the new one comes last.
		var old []string
		if f.Certify {
			old = []string{filepath.Join(f.Out, below.ManifestName)}
		}
		if err := a.FreshFolder(f.Out, old...); err != nil {
			return err
		}
	}
	if f.Certify {
		if r.certifier, err = ursa.NewCertifier(p, source, verb.Build.Tool(), f.Solver, r.create); err != nil {
			return verb.WithCode(verb.ExitMalformed, err)
		}
	}
	r.progress = a.NewProgress()
	r.report = &ursa.Report{
		File: name, Program: p, Certifier: r.certifier, Solver: f.Solver, Quiet: f.Quiet, AllVariables: f.AllVariables,
		Mapping: f.Mapping,
		Out:     r.out, Progress: r.progress.Update,
	}
	if a.JSON {
		r.report.Object = func(o answer.Answer) error { return a.PrintTo(r.out, o, 0) }
	}
	err = p.Run(ctx, f.Options, ursa.Handler{
		Assert: func(q *ursa.Assertion) error { return r.assert(ctx, q) },
		Try:    func(q *ursa.Assertion) (bool, error) { return r.try(ctx, q) },
		Optimum: func(o ursa.Optimum) error {
			if f.Check || f.DIMACS {
				return nil
			}
			return cmp.Or(r.report.Found(o), r.out.Flush())
		},
		Print: r.print,
		Warn:  func(d ursa.Diagnostic) { fmt.Fprintln(a.Stderr, d) },
	})
	r.progress.Done()
	if flushing := r.out.Flush(); flushing != nil {
		return flushing
	}
	if err != nil {
		return ursaError(a, err)
	}
	if r.certifier != nil {
		return r.certifier.Close(ctx)
	}
	return nil
}

// ursaError prints what is wrong with a program, one mistake a line in the form that editors understand, and chooses
// the exit code.
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
	return r.app.Create(filepath.Join(r.flags.Out, name))
}

func (r *ursaRun) print(line string) error {
	if r.flags.Check || r.app.JSON || r.flags.DIMACS {
		if !r.flags.Check {
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
	case r.flags.Check || r.flags.DIMACS:
		return true, nil // the value does not matter
	case r.certifier != nil:
		return r.certifier.Try(ctx, q)
	case q.Ground:
		return q.Holds, nil
	}
	s, err := q.Solve(ctx, r.flags.Solver)
	return s != nil, err
}

// assert answers an assertion, or writes its formula.
func (r *ursaRun) assert(ctx context.Context, q *ursa.Assertion) error {
	defer func() { r.began = time.Now() }()
	switch {
	case r.flags.Check:
		return nil
	case r.flags.DIMACS:
		return r.writeFormula(q)
	}
	return cmp.Or(r.report.Assert(ctx, q, time.Since(r.began)), r.out.Flush())
}

// writeFormula writes the formula of an assertion instead of solving it.
func (r *ursaRun) writeFormula(q *ursa.Assertion) error {
	if q.Ground {
		fmt.Fprintf(r.app.Stderr, "retroproof: %s:%d: the constraint is ground, it has no formula\n",
			r.report.File, q.Pos.Line)
		return nil
	}
	if r.flags.Out != "" {
		return batch.WriteFile(filepath.Join(r.flags.Out, fmt.Sprintf("assert-%d.cnf", q.Number)), func(w io.Writer) error {
			return q.WriteDIMACS(w, r.report.File)
		})
	}
	if r.formulas++; r.formulas > 1 {
		return verb.Usagef("%s:%d: a second formula: --out DIR writes one a file", r.report.File, q.Pos.Line)
	}
	return q.WriteDIMACS(r.out, r.report.File)
}

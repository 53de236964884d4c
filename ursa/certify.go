package ursa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"retroproof/encode"
	below "retroproof/proofs/ursa"
	"retroproof/sat"
)

// Output makes the files of a folder. Each must appear whole, at its Close, or not at all.
type Output func(name string) (io.WriteCloser, error)

// mostCertified is the number of solutions up to which an enumeration is certified.
const mostCertified = 1 << 20

// Errors of a Certifier.
var (
	errWrong = errors.New("the two compilers do not agree")
	// ErrTooMany: an enumeration has too many solutions to be certified.
	ErrTooMany = errors.New("too many solutions for a certificate")
)

// Certifier decides assertions. At its end it has package proofs/ursa, the second compiler, run the program, evaluate
// the solutions, and make the formulas that say that there are no others; the native solver refutes these.
type Certifier struct {
	program  *below.Program
	source   string
	solver   string // that enumerates
	output   Output
	manifest below.Manifest
}

// NewCertifier begins a certificate of a program, of which source is the text.
// The error says what the second compiler does not read in it.
func NewCertifier(p *Program, source, tool, solver string, output Output) (*Certifier, error) {
	q, err := below.Read(source, p.bits)
	m := below.Manifest{Schema: below.Schema, Tool: tool, Bits: p.bits, Tries: []*below.Entry{},
		Assertions: []*below.Entry{}}
	return &Certifier{program: q, source: source, solver: solver, output: output, manifest: m}, err
}

// Close writes the certificate; the manifest comes last.
func (c *Certifier) Close(ctx context.Context) error {
	err := c.write(below.ProgramName, func(w io.Writer) error {
		_, err := io.WriteString(w, c.source)
		return err
	})
	if err != nil {
		return err
	}
	_, err = c.program.Walk(ctx, &c.manifest, func(a *below.Assertion, e *below.Entry) error { return c.prove(ctx, a, e) })
	if err != nil {
		return err
	}
	return c.write(below.ManifestName, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(&c.manifest)
	})
}

// write writes a file of the folder.
func (c *Certifier) write(name string, fill func(io.Writer) error) error {
	w, err := c.output(name)
	if err != nil {
		return err
	}
	if err := fill(w); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

// prove has the solutions of an entry evaluated, and writes the proof that there are no others.
func (c *Certifier) prove(ctx context.Context, a *below.Assertion, e *below.Entry) error {
	if e.Verdict == below.Yes || e.Verdict == below.No {
		return nil
	}
	q, err := a.About(e.Variables)
	if err == nil {
		_, err = q.Solved(ctx, e.Solutions)
	}
	if err != nil {
		return fmt.Errorf("%w: assertion %d in line %d: %w", errWrong, a.Number, a.Line, err)
	}
	if e.Verdict == below.Satisfiable {
		return nil
	}
	p := sat.NewProver()
	defer p.Close()
	var ints []int
	err = q.Formula(e.Solutions, func(clause []int32) error {
		ints = ints[:0]
		for _, l := range clause {
			ints = append(ints, int(l))
		}
		p.AddClause(ints)
		return nil
	})
	if err != nil {
		return err
	}
	switch status, err := p.Solve(ctx); status {
	case sat.Satisfiable:
		return fmt.Errorf("%w: there are solutions of assertion %d in line %d that were not found",
			errWrong, a.Number, a.Line)
	case sat.Unknown:
		return err
	}
	e.Proof = fmt.Sprintf("assert-%d.lrat", a.Number)
	if a.Value != "" {
		e.Proof = fmt.Sprintf("assert-%d-%s.lrat", a.Number, a.Value)
	}
	return c.write(e.Proof, func(w io.Writer) error {
		_, err := p.WriteProof(w, sat.ProofBinary)
		return err
	})
}

// entry makes the entry of an assertion.
func (a *Assertion) entry() *below.Entry {
	e := &below.Entry{Number: a.Number, Line: a.Pos.Line}
	if a.Preset != nil {
		e.Value = a.Preset.Value.String()
	}
	if a.Ground {
		e.Verdict = below.No
		if a.Holds {
			e.Verdict = below.Yes
		}
	}
	for _, v := range a.Variables {
		e.Variables = append(e.Variables, v.Name)
	}
	return e
}

// Try decides an assertion for a value of minimize or maximize.
func (c *Certifier) Try(ctx context.Context, a *Assertion) (bool, error) {
	e := a.entry()
	c.manifest.Tries = append(c.manifest.Tries, e)
	if a.Ground {
		return a.Holds, nil
	}
	s, err := c.decide(ctx, a, e)
	return s != nil, err
}

// Ground notes the answer of a ground assertion.
func (c *Certifier) Ground(a *Assertion) {
	c.manifest.Assertions = append(c.manifest.Assertions, a.entry())
}

// Decide finds a solution of an assert, or returns nil if it has none.
func (c *Certifier) Decide(ctx context.Context, a *Assertion) (Solution, error) {
	e := a.entry()
	c.manifest.Assertions = append(c.manifest.Assertions, e)
	return c.decide(ctx, a, e)
}

func (c *Certifier) decide(ctx context.Context, a *Assertion, e *below.Entry) (Solution, error) {
	s, err := a.Solve(ctx, c.solver)
	if e.Verdict = below.Unsatisfiable; s != nil {
		e.Verdict, e.Solutions = below.Satisfiable, []string{s.line()}
	}
	return s, err
}

// line is a solution as it stands in a certificate.
func (s Solution) line() string { return strings.Trim(fmt.Sprint([]*big.Int(s)), "[]") }

// All finds the solutions of an assert_all, in ascending order.
func (c *Certifier) All(ctx context.Context, a *Assertion, yield func(Solution) error) (*big.Int, error) {
	e := a.entry()
	c.manifest.Assertions = append(c.manifest.Assertions, e)
	total := new(big.Int)
	for cube, err := range sat.AssertAll(ctx, c.solver, a.Circuit, a.over()) {
		if err != nil {
			return total, err
		}
		total.Add(total, cube.Size())
		if total.Cmp(big.NewInt(mostCertified)) > 0 {
			return total, fmt.Errorf("assertion %d in line %d: %w: more than %d",
				a.Number, a.Pos.Line, ErrTooMany, mostCertified)
		}
		line := ""
		for lits := range cube.Assignments() {
			s := a.solution(func(i int) bool { return lits[i] > 0 })
			if line == "" {
				line = s.line()
			}
			if err := yield(s); err != nil {
				return total, err
			}
		}
		if n := len(cube.Free); n > 0 {
			line += fmt.Sprintf("/%d", n)
		}
		e.Solutions = append(e.Solutions, line)
	}
	if e.Verdict = below.Unsatisfiable; len(e.Solutions) > 0 {
		e.Verdict = below.Complete
	}
	return total, nil
}

// WriteDIMACS writes the formula of the assertion, with the names of the inputs as comments: "c var nx.0 8" is the
// lowest bit of nx. File is the program's name.
func (a *Assertion) WriteDIMACS(w io.Writer, file string) error {
	fmt.Fprintf(w, "c retroproof ursa: %s number %d, in line %d of %s\n",
		a.command(), a.Number, a.Pos.Line, clip(fmt.Sprintf("%q", file)))
	if a.Preset != nil {
		fmt.Fprintf(w, "c with %s = %d\n", a.Preset.Name, a.Preset.Value)
	}
	for i, b := range a.over() {
		fmt.Fprintf(w, "c var %s %d\n", a.Circuit.Name(b), i+1)
	}
	f := a.Formula()
	d := encode.NewDIMACSWriter(w, f.NumVars, int64(f.NumClauses()))
	f.Emit(d)
	return d.Flush()
}

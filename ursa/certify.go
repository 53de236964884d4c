package ursa

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"

	"retroproof/encode"
	"retroproof/sat"
)

// Output makes the files of a folder. Each must appear whole, at its Close, or not at all.
type Output func(name string) (io.WriteCloser, error)

// mostCertified is the number of solutions up to which an enumeration is certified: the ground interpreter runs the
// program for each of them.
const mostCertified = 1 << 20

// Errors of a Certifier.
var (
	errWrong = errors.New("the solver, the formula and the ground interpreter do not agree")
	// ErrTooMany: an enumeration has too many solutions to be certified.
	ErrTooMany = errors.New("too many solutions for a certificate")
)

// Certifier decides assertions and writes the evidence: for those without a solution, and for complete enumerations,
// formulas with proofs in LRAT by the native solver. Every solution is verified by the ground interpreter.
type Certifier struct {
	program  *Program
	options  Options
	solver   string // that enumerates
	output   Output
	format   sat.ProofFormat
	manifest Manifest
}

// NewCertifier begins a certificate of a program, of which source is the text.
func NewCertifier(p *Program, source, tool, solver string, format sat.ProofFormat, o Options, output Output) (*Certifier, error) {
	c := &Certifier{program: p, options: o, solver: solver, output: output, format: format,
		manifest: Manifest{Schema: Schema, Tool: tool, Bits: p.bits, Strict: p.strict, Tries: []*Entry{}, Assertions: []*Entry{}}}
	file, err := c.write(ProgramName, func(w io.Writer) error { _, err := io.WriteString(w, source); return err })
	if err != nil {
		return nil, err
	}
	c.manifest.Program = *file
	return c, nil
}

// Close writes the manifest.
func (c *Certifier) Close() error {
	_, err := c.write(ManifestName, c.manifest.Write)
	return err
}

// write writes a file of the folder.
func (c *Certifier) write(name string, fill func(io.Writer) error) (*File, error) {
	w, err := c.output(name)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	n := &counting{}
	if err := fill(io.MultiWriter(w, h, n)); err != nil {
		w.Close()
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &File{Name: name, Bytes: n.bytes, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}

type counting struct{ bytes int64 }

func (c *counting) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return len(p), nil
}

// entry begins the entry of an assertion.
func (a *Assertion) entry() *Entry {
	e := &Entry{Number: a.Number, Line: a.Pos.Line}
	if a.Preset != nil {
		e.Value = a.Preset.Value.String()
	}
	if a.Ground {
		e.Verdict = No
		if a.Holds {
			e.Verdict = Yes
		}
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
	s, err := c.decide(ctx, a, e, "try-"+e.Value)
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
	return c.decide(ctx, a, e, fmt.Sprintf("assert-%d", a.Number))
}

func (c *Certifier) decide(ctx context.Context, a *Assertion, e *Entry, name string) (Solution, error) {
	f := a.Formula()
	p := sat.NewProver()
	defer p.Close()
	f.Emit(p)
	status, err := p.Solve(ctx)
	switch status {
	case sat.Unsatisfiable:
		e.Verdict = Unsatisfiable
		return nil, c.refuted(a, e, name, p, f, nil)
	case sat.Satisfiable:
		over := a.over()
		s := a.solution(func(i int) bool { return p.Value(f.Lit(over[i])) })
		e.Verdict, e.Model = Satisfiable, map[string]string{}
		for i, v := range a.Variables {
			e.Model[v.Name] = s[i].String()
		}
		return s, c.verify(ctx, a, s)
	}
	return nil, err
}

// verify has the ground interpreter verify a solution.
func (c *Certifier) verify(ctx context.Context, a *Assertion, s Solution) error {
	holds, err := c.program.Check(ctx, c.options, a.Number, a.Preset, a.values(s))
	if err == nil && !holds {
		err = fmt.Errorf("%w: assertion %d in line %d does not hold for %v", errWrong, a.Number, a.Pos.Line, s)
	}
	return err
}

// values returns the values of independent variables, 0 of those that the assertion does not depend on.
func (a *Assertion) values(s Solution) func(*Variable) *big.Int {
	byName := map[string]*big.Int{}
	for i, v := range a.Variables {
		byName[v.Name] = s[i]
	}
	return func(v *Variable) *big.Int {
		if x := byName[v.Name]; x != nil {
			return x
		}
		return new(big.Int)
	}
}

// refuted writes a formula, with clauses that exclude solutions, and its refutation.
func (c *Certifier) refuted(a *Assertion, e *Entry, name string, p *sat.Prover, f *encode.CNF, blocking [][]int) (err error) {
	e.Variables, e.Clauses, e.Blocking = f.NumVars, f.NumClauses()+len(blocking), len(blocking)
	e.CNF, err = c.write(name+".cnf", func(w io.Writer) error { return a.writeDIMACS(w, c.program.file, f, blocking) })
	if err != nil {
		return err
	}
	e.Proof, err = c.write(name+".lrat", func(w io.Writer) error {
		_, err := p.WriteProof(w, c.format)
		return err
	})
	return err
}

// WriteDIMACS writes the formula of the assertion; file is the program's name.
func (a *Assertion) WriteDIMACS(w io.Writer, file string) error {
	return a.writeDIMACS(w, file, a.Formula(), nil)
}

// writeDIMACS writes a formula and more clauses, with the names of the inputs as comments: "c var nx.0 8" is the lowest
// bit of nx.
func (a *Assertion) writeDIMACS(w io.Writer, file string, f *encode.CNF, more [][]int) error {
	kind := "assert"
	if a.All {
		kind = "assert_all"
	}
	fmt.Fprintf(w, "c retroproof ursa: %s number %d, in line %d of %s\n", kind, a.Number, a.Pos.Line, clip(fmt.Sprintf("%q", file)))
	if a.Preset != nil {
		fmt.Fprintf(w, "c with %s = %d\n", a.Preset.Name, a.Preset.Value)
	}
	if len(more) > 0 {
		fmt.Fprintf(w, "c the last %d clauses exclude the solutions found\n", len(more))
	}
	for i, b := range a.over() {
		fmt.Fprintf(w, "c var %s %d\n", a.Circuit.Name(b), i+1)
	}
	d := encode.NewDIMACSWriter(w, f.NumVars, int64(f.NumClauses()+len(more)))
	f.Emit(d)
	for _, clause := range more {
		d.AddClause(clause)
	}
	return d.Flush()
}

// All finds the solutions of an assert_all, in ascending order, and proves at the end that there are no others.
func (c *Certifier) All(ctx context.Context, a *Assertion, yield func(Solution) error) (*big.Int, error) {
	e := a.entry()
	c.manifest.Assertions = append(c.manifest.Assertions, e)
	f := a.Formula()
	total := new(big.Int)
	var blocking [][]int
	for cube, err := range sat.AssertAll(ctx, c.solver, a.Circuit, a.over()) {
		if err != nil {
			return total, err
		}
		total.Add(total, cube.Size())
		if total.Cmp(big.NewInt(mostCertified)) > 0 {
			return total, fmt.Errorf("assertion %d in line %d: %w: more than %d", a.Number, a.Pos.Line, ErrTooMany, mostCertified)
		}
		for lits := range cube.Assignments() {
			s := a.solution(func(i int) bool { return lits[i] > 0 })
			if err := c.verify(ctx, a, s); err != nil {
				return total, err
			}
			if err := yield(s); err != nil {
				return total, err
			}
		}
		clause := make([]int, len(cube.Fixed))
		for i, l := range cube.Fixed {
			clause[i] = -l
		}
		blocking = append(blocking, clause)
	}
	p := sat.NewProver()
	defer p.Close()
	f.Emit(p)
	for _, clause := range blocking {
		p.AddClause(clause)
	}
	switch status, err := p.Solve(ctx); status {
	case sat.Satisfiable:
		return total, fmt.Errorf("%w: there are solutions of assertion %d in line %d that were not found", errWrong, a.Number, a.Pos.Line)
	case sat.Unknown:
		return total, err
	}
	if e.Verdict = Unsatisfiable; len(blocking) > 0 {
		e.Verdict, e.Solutions = Complete, total.String()
	}
	return total, c.refuted(a, e, fmt.Sprintf("assert-%d", a.Number), p, f, blocking)
}

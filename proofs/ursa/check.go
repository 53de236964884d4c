package ursa

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"strings"

	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
)

// Names of files in the folder of a certificate, and the version of its form.
const (
	ManifestName = "manifest.json"
	ProgramName  = "program.urs"
	Schema       = "retroproof.ursa.certificate/2"
)

const (
	maxManifest = 64 << 20
	maxProof    = 1 << 40
)

// ErrCertificate is wrapped by all errors about what stands in the folder of a certificate.
var ErrCertificate = errors.New("not as the program says")

// Manifest says what was found about the assertions of a program.
type Manifest struct {
	Schema     string   `json:"schema"`
	Tool       string   `json:"tool"` // who wrote it; nothing rests on it
	Bits       int      `json:"bits"`
	Tries      []*Entry `json:"tries"` // for values of minimize or maximize, in their order
	Assertions []*Entry `json:"assertions"`
}

// The verdicts on assertions: of constraints without independent variables, and of others.
const (
	Yes           = "yes"
	No            = "no"
	Satisfiable   = "satisfiable"   // Solutions has one
	Unsatisfiable = "unsatisfiable" // a proof
	Complete      = "complete"      // Solutions has all, with a proof that there is no other
)

// Entry is what was found about an assertion.
type Entry struct {
	Number    int      `json:"assertion"`
	Line      int      `json:"line"`
	Value     string   `json:"value,omitempty"` // of the variable of minimize or maximize
	Verdict   string   `json:"verdict"`
	Variables []string `json:"variables,omitempty"`
	Solutions []string `json:"solutions,omitempty"` // values of the variables; "/N" leaves N bits free
	Proof     string   `json:"proof,omitempty"`
}

// holds reports whether there is a solution.
func (e *Entry) holds() bool { return e.Verdict != No && e.Verdict != Unsatisfiable }

// Optimum is what minimize or maximize has found.
type Optimum struct {
	Line     int
	Maximize bool
	Name     string
	Found    bool
	Value    *big.Int

	any bool // there are values to be tried
}

// Walk runs the program, and calls use with every assertion and its entry. A program with minimize or maximize is run
// for one value after the other, until the first assertion behind it has a solution by its entry; nil if there is none.
func (p *Program) Walk(ctx context.Context, m *Manifest, use func(*Assertion, *Entry) error) (*Optimum, error) {
	next := func(list *[]*Entry, a *Assertion) (*Entry, error) {
		if len(*list) == 0 {
			return nil, fmt.Errorf("%w: assertion %d has no entry", ErrCertificate, a.Number)
		}
		e := (*list)[0]
		*list = (*list)[1:]
		if e == nil || e.Number != a.Number || e.Line != a.Line || e.Value != a.Value {
			return nil, fmt.Errorf("%w: the entry of assertion %d is of another one", ErrCertificate, a.Number)
		}
		return e, use(a, e)
	}
	tries, assertions := m.Tries, m.Assertions
	best, with, err := p.search(ctx, func(a *Assertion) (*Entry, error) { return next(&tries, a) })
	if err != nil {
		return nil, err
	}
	told := false
	err = p.run(ctx, with, func(a *Assertion) error {
		if with != nil {
			a.Value = with.value.String()
		}
		_, err := next(&assertions, a)
		return err
	}, func(m *machine, _ *node) error {
		if !told && !best.Found {
			return errHalt
		}
		if !told {
			m.set()
		}
		told = true
		return nil
	})
	if err == nil && len(tries)+len(assertions) > 0 {
		err = fmt.Errorf("%w: %d entries too many", ErrCertificate, len(tries)+len(assertions))
	}
	return best, err
}

// search runs the program for one value of minimize or maximize after the other; try returns the entry of the first
// assertion behind it. It returns nil for a program that comes to no such statement, and what presets the value found.
func (p *Program) search(
	ctx context.Context, try func(*Assertion) (*Entry, error),
) (best *Optimum, found *preset, err error) {
	best, v, last, err := p.bounds(ctx)
	if best == nil || err != nil {
		return nil, nil, err
	}
	for step := big.NewInt(int64(last.Cmp(v))); best.any; v = new(big.Int).Add(v, step) {
		with, reached, decided := &preset{best.Name, v}, false, false
		err := p.run(ctx, with, func(a *Assertion) error {
			if !reached {
				return nil
			}
			a.Value, decided = v.String(), true
			e, err := try(a)
			if err == nil {
				best.Found, err = e.holds(), errHalt
			}
			return err
		}, func(m *machine, _ *node) error {
			if !reached {
				m.set()
			}
			reached = true
			return nil
		})
		switch {
		case err != nil:
			return nil, nil, err
		case !decided:
			return nil, nil, fmt.Errorf("%w: no assertion behind minimize or maximize", ErrProgram)
		case best.Found:
			best.Value = v
			return best, with, nil
		case v.Cmp(last) == 0:
			return best, nil, nil
		}
	}
	return best, nil, nil
}

// bounds runs the program up to its first minimize or maximize, and returns the first and the last value to be tried.
func (p *Program) bounds(ctx context.Context) (best *Optimum, first, last *big.Int, err error) {
	if !p.optimizes {
		return nil, nil, nil, nil
	}
	err = p.run(ctx, nil, func(*Assertion) error { return nil }, func(m *machine, n *node) error {
		if m.scope.prefix != "" {
			fail(n.line, "minimize or maximize in a procedure")
		}
		first, last = m.ground(n.args[0]), m.ground(n.args[1])
		best = &Optimum{Line: n.line, Maximize: n.op == "maximize", Name: n.name, any: first.Cmp(last) <= 0}
		if best.Maximize {
			first, last = last, first
		}
		return errHalt
	})
	return best, first, last, err
}

// Report is what was verified.
type Report struct {
	Bits   int
	SHA256 string // of the program
	Claims []string
}

// Check checks a folder: that the program in it has at each assertion exactly the solutions that the manifest names, or
// one, or none. It runs the program itself, evaluates its circuit for the solutions, and has package lrat check proofs
// that there are no others. memory bounds that in bytes. The error wraps ErrCertificate or ErrProgram if the folder
// proves nothing.
func Check(ctx context.Context, files fs.FS, memory int64) (*Report, error) {
	m, p, sum, err := open(ctx, files)
	if err != nil {
		return nil, err
	}
	r := &Report{Bits: m.Bits, SHA256: sum}
	best, err := p.Walk(ctx, m, func(a *Assertion, e *Entry) error {
		text, err := a.check(ctx, e, files, memory)
		if err != nil {
			return fmt.Errorf("%w: assertion %d in line %d: %w", ErrCertificate, a.Number, a.Line, err)
		}
		if a.Value != "" {
			text += ", with the value " + a.Value
		}
		r.Claims = append(r.Claims, fmt.Sprintf("line %d: %s", a.Line, text))
		return nil
	})
	if err != nil {
		return nil, err
	}
	if best != nil {
		r.Claims = append(r.Claims, best.text())
	}
	return r, nil
}

func (o *Optimum) text() string {
	kind := map[bool]string{false: "least", true: "greatest"}[o.Maximize]
	if !o.Found {
		return fmt.Sprintf("line %d: there is no %s value of %s", o.Line, kind, o.Name)
	}
	return fmt.Sprintf("line %d: the %s value of %s is %d", o.Line, kind, o.Name, o.Value)
}

// open reads the manifest strictly, and the program, with its SHA-256.
func open(ctx context.Context, files fs.FS) (*Manifest, *Program, string, error) {
	data, err := folder.ReadAll(ctx, files, ManifestName, maxManifest)
	if err != nil {
		return nil, nil, "", err
	}
	m := &Manifest{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil || m.Schema != Schema {
		return nil, nil, "", fmt.Errorf("%w: %s: schema %.60q, want %q and its fields",
			ErrCertificate, ManifestName, m.Schema, Schema)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, nil, "", fmt.Errorf("%w: %s: something follows the object", ErrCertificate, ManifestName)
	}
	source, err := folder.ReadAll(ctx, files, ProgramName, maxSource)
	if err != nil {
		return nil, nil, "", err
	}
	p, err := Read(string(source), m.Bits)
	sum := sha256.Sum256(source)
	return m, p, hex.EncodeToString(sum[:]), err
}

// check checks the entry of an assertion, and returns what is true then.
func (a *Assertion) check(ctx context.Context, e *Entry, files fs.FS, memory int64) (string, error) {
	// What is known without independent variables needs no evidence.
	if value, known := a.circuit.Ground(a.constraint); e.Verdict == Yes || e.Verdict == No {
		if !known || value != (e.Verdict == Yes) || e.Proof != "" || len(e.Solutions)+len(e.Variables) > 0 {
			return "", fmt.Errorf("verdict %s of what is not so, or not known", e.Verdict)
		}
		return map[bool]string{true: "it holds", false: "it does not hold"}[value], nil
	}
	// Solutions are evaluated, and proofs checked, in time proportional to their number and length.
	q, err := a.About(e.Variables)
	if err != nil {
		return "", err
	}
	total, err := q.Solved(ctx, e.Solutions)
	if err != nil {
		return "", err
	}
	text := map[string]string{
		Satisfiable: "there is a solution", Unsatisfiable: "there is no solution",
		Complete: fmt.Sprintf("there are exactly %d solutions, for %s", total, strings.Join(e.Variables, ", ")),
	}[e.Verdict]
	switch {
	case e.Verdict == Satisfiable && total == 1 && e.Proof == "":
		return text, nil
	case e.Verdict == Unsatisfiable && total == 0, e.Verdict == Complete && total > 0 && a.All:
	default:
		return "", fmt.Errorf("verdict %.60q with %d solutions", e.Verdict, total)
	}
	if e.Proof == "" {
		return "", errors.New("there is no proof")
	}
	c := lrat.NewChecker(q.Variables(), memory)
	if err := q.Formula(e.Solutions, c.AddClause); err != nil {
		return "", err
	}
	if strings.Contains(e.Proof, "/") {
		return "", fmt.Errorf("%.60q is not the name of a file in the folder", e.Proof)
	}
	f, err := folder.Open(files, e.Proof)
	if err != nil {
		return "", err
	}
	defer f.Close()
	_, err = c.BinaryLRAT(ctx, folder.Bounded(ctx, f, e.Proof, maxProof), e.Proof)
	return text, err
}

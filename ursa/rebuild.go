package ursa

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
)

// Rebuild checks a certificate against the program in its folder. It runs the program, builds the formulas again and
// compares them with the files, clause by clause, has the ground interpreter verify every solution, and checks the
// proofs. No solver is used, and nothing in the folder is believed but the text of the program. Report is called with
// every entry that has been checked. The error wraps ErrCertificate if the folder does not prove what it says; memory
// bounds the checking of a proof in bytes.
func Rebuild(ctx context.Context, files fs.FS, o Options, memory int64, report func(Entry)) (*Manifest, error) {
	data, err := folder.ReadAll(ctx, files, ManifestName, maxManifest)
	if err != nil {
		return nil, damaged(err)
	}
	m, err := readManifest(data)
	if err != nil {
		return nil, err
	}
	if m.Program.Bytes > maxSource {
		return nil, fmt.Errorf("%w: a program of %d bytes, want at most %d", ErrCertificate, m.Program.Bytes, maxSource)
	}
	var source []byte
	err = readFile(ctx, files, &m.Program, func(r io.Reader) (err error) {
		source, err = io.ReadAll(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	p, err := Parse(m.Program.Name, string(source), m.Bits, m.Strict)
	if err != nil {
		return nil, err
	}
	o.Search = Linear
	r := &rebuilder{program: p, options: o, files: files, memory: memory, report: report}
	tries, assertions := m.Tries, m.Assertions
	err = p.Run(ctx, o, Handler{
		Try: func(a *Assertion) (ok bool, err error) {
			if len(tries) == 0 {
				return false, r.wrongf(a, "the try has no entry")
			}
			e := tries[0]
			tries = tries[1:]
			return e.Verdict == Yes || e.Verdict == Satisfiable, r.check(ctx, a, e)
		},
		Assert: func(a *Assertion) error {
			if len(assertions) == 0 {
				return r.wrongf(a, "it has no entry")
			}
			e := assertions[0]
			assertions = assertions[1:]
			return r.check(ctx, a, e)
		},
		Optimum: func(Optimum) error { return nil },
	})
	if err == nil && len(tries)+len(assertions) > 0 {
		err = fmt.Errorf("%w: %d entries too many", ErrCertificate, len(tries)+len(assertions))
	}
	return m, err
}

// rebuilder checks the entries of a certificate.
type rebuilder struct {
	program *Program
	options Options
	files   fs.FS
	memory  int64
	report  func(Entry)
}

func (r *rebuilder) wrongf(a *Assertion, format string, args ...any) error {
	return fmt.Errorf("%w: assertion %d in line %d: %s", ErrCertificate, a.Number, a.Pos.Line, fmt.Sprintf(format, args...))
}

// check checks the entry of an assertion.
func (r *rebuilder) check(ctx context.Context, a *Assertion, e *Entry) error {
	want := a.entry()
	if e.Number != want.Number || e.Line != want.Line || e.Value != want.Value {
		return r.wrongf(a, "the entry is about assertion %d in line %d, value %q", e.Number, e.Line, clip(e.Value))
	}
	var err error
	switch {
	case a.Ground || e.Verdict == Yes || e.Verdict == No:
		if e.Verdict != want.Verdict {
			err = r.wrongf(a, "verdict %q, want %q", clip(string(e.Verdict)), want.Verdict)
		}
	case e.Verdict == Satisfiable:
		err = r.model(ctx, a, e)
	case e.Verdict == Unsatisfiable || e.Verdict == Complete && a.All:
		err = r.refutation(ctx, a, e)
	default:
		err = r.wrongf(a, "verdict %q", clip(string(e.Verdict)))
	}
	if err == nil {
		r.report(*e)
	}
	return err
}

// model checks the solution of an assert.
func (r *rebuilder) model(ctx context.Context, a *Assertion, e *Entry) error {
	if len(e.Model) != len(a.Variables) {
		return r.wrongf(a, "the solution has %d variables, want %d", len(e.Model), len(a.Variables))
	}
	var s Solution
	for _, v := range a.Variables {
		text := e.Model[v.Name]
		x, ok := new(big.Int), len(text) <= mostDigits
		if ok {
			_, ok = x.SetString(text, 10)
		}
		if !ok || x.Sign() < 0 || x.BitLen() > len(v.Bits) {
			return r.wrongf(a, "the solution gives %s the value %q", clip(v.Name), clip(text))
		}
		s = append(s, x)
	}
	return r.verify(ctx, a, s)
}

func (r *rebuilder) verify(ctx context.Context, a *Assertion, s Solution) error {
	holds, err := r.program.Check(ctx, r.options, a.Number, a.Preset, a.values(s))
	if err == nil && !holds {
		err = r.wrongf(a, "it does not hold for %v", s)
	}
	return err
}

// refutation compares a formula with its file, checks the clauses that exclude solutions, and the proof.
func (r *rebuilder) refutation(ctx context.Context, a *Assertion, e *Entry) error {
	if e.CNF == nil || e.Proof == nil {
		return r.wrongf(a, "there is no formula, or no proof")
	}
	f := a.Formula()
	built := formulaSink{&lrat.Formula{NumVars: f.NumVars}}
	f.Emit(built)
	if e.Blocking < 0 || (e.Verdict == Complete) != (e.Blocking > 0) || e.Variables != f.NumVars || e.Clauses != f.NumClauses()+e.Blocking {
		return r.wrongf(a, "%d variables and %d clauses, %d of them against solutions; want %d and %d besides those", e.Variables, e.Clauses, e.Blocking, f.NumVars, f.NumClauses())
	}
	b := &solutionsFound{Assertion: a, bits: len(a.over())}
	total := new(big.Int)
	next := 0
	c := lrat.NewChecker(f.NumVars, r.memory)
	err := readFile(ctx, r.files, e.CNF, func(in io.Reader) error {
		return lrat.ScanDIMACS(in, e.CNF.Name, func(variables int, clauses int64) error {
			if variables != e.Variables || clauses != int64(e.Clauses) {
				return r.wrongf(a, "%s has %d variables and %d clauses", e.CNF.Name, variables, clauses)
			}
			return nil
		}, func(clause []int32) error {
			if next < built.NumClauses() {
				if !slices.Equal(clause, built.Clause(next)) {
					return r.wrongf(a, "clause %d of %s is not %v", next+1, e.CNF.Name, built.Clause(next))
				}
			} else {
				n, err := b.excluded(clause, func(s Solution) error { return r.verify(ctx, a, s) })
				if err != nil {
					return fmt.Errorf("clause %d of %s: %w", next+1, e.CNF.Name, err)
				}
				total.Add(total, n)
			}
			next++
			return c.AddClause(clause)
		})
	})
	if err != nil {
		return err
	}
	if e.Verdict == Complete && total.String() != e.Solutions {
		return r.wrongf(a, "%s solutions, and the clauses exclude %d", clip(e.Solutions), total)
	}
	return readFile(ctx, r.files, e.Proof, func(in io.Reader) error {
		if _, err := c.LRAT(ctx, in, e.Proof.Name); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return r.wrongf(a, "%s: %v", e.Proof.Name, err)
		}
		return nil
	})
}

// solutionsFound are the solutions that clauses exclude. Each clause is about the first variables of the formula, and
// excludes all solutions that begin with certain bits. They ascend, so that none is counted twice.
type solutionsFound struct {
	*Assertion
	bits int
	last []bool // bits of the last solution
}

// excluded calls verify with each solution that a clause excludes, and returns their number.
func (s *solutionsFound) excluded(clause []int32, verify func(Solution) error) (*big.Int, error) {
	if len(clause) > s.bits {
		return nil, fmt.Errorf("%w: it has more literals than the solutions bits", ErrCertificate)
	}
	values := make([]bool, s.bits)
	for i, l := range clause {
		if l != int32(i+1) && l != -int32(i+1) {
			return nil, fmt.Errorf("%w: it is not about the first bits of solutions", ErrCertificate)
		}
		values[i] = l < 0
	}
	free := s.bits - len(clause)
	if free > 30 {
		return nil, fmt.Errorf("%w: it excludes 2^%d solutions, too many to verify", ErrCertificate, free)
	}
	if s.last != nil && slices.CompareFunc(s.last, values, func(x, y bool) int { return before(y, x) }) >= 0 {
		return nil, fmt.Errorf("%w: the solutions do not ascend", ErrCertificate)
	}
	for k := range 1 << free {
		for j := range free {
			values[len(clause)+j] = k>>(free-1-j)&1 == 1
		}
		if err := verify(s.solution(func(i int) bool { return values[i] })); err != nil {
			return nil, err
		}
	}
	s.last = values
	return big.NewInt(1 << free), nil
}

// formulaSink takes the clauses of a formula that was built.
type formulaSink struct{ *lrat.Formula }

// AddClause implements encode.Sink.
func (s formulaSink) AddClause(lits []int) {
	clause := make([]int32, len(lits))
	for i, l := range lits {
		clause[i] = int32(l)
	}
	if err := s.Formula.AddClause(clause...); err != nil {
		panic(err) // no formula that is built has such a literal
	}
}

var _ encode.Sink = formulaSink{}

// readFile lets use read a file of the folder, and compares its size and hash.
func readFile(ctx context.Context, files fs.FS, file *File, use func(io.Reader) error) error {
	f, err := folder.Open(files, file.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrCertificate, err)
	}
	if err != nil {
		return damaged(err)
	}
	defer f.Close()
	h := sha256.New()
	n := &counting{}
	in := io.TeeReader(folder.Bounded(ctx, f, file.Name, file.Bytes), io.MultiWriter(h, n))
	if err := use(in); err != nil {
		return damaged(err)
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return damaged(err)
	}
	if sum := hex.EncodeToString(h.Sum(nil)); sum != file.SHA256 || n.bytes != file.Bytes {
		return fmt.Errorf("%w: %s has %d bytes with SHA-256 %s, want %d with %s", ErrCertificate, file.Name, n.bytes, sum, file.Bytes, clip(file.SHA256))
	}
	return nil
}

// damaged says of a file that is none of a certificate that the folder does not prove what it says.
func damaged(err error) error {
	if errors.Is(err, folder.ErrFile) {
		return fmt.Errorf("%w: %w", ErrCertificate, err)
	}
	return err
}

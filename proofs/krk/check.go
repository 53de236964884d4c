package krk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"retroproof/proofs/krk/spec"
	"retroproof/proofs/lrat"
)

// Errors of Check, besides those of package proofs and ErrManifest.
var (
	ErrReading   = errors.New("the certificate is about another reading of the strategy")
	ErrMissing   = errors.New("a formula is missing")
	ErrHash      = errors.New("the file is not the one the manifest names")
	ErrFormula   = errors.New("the formula is not the lemma's")
	errDeduction = errors.New("the deduction fails")
)

// Report is what Check has verified.
type Report struct {
	Formulas []FormulaReport
	Theorems []spec.Conclusion // the inferences that are theorems, in order
}

// FormulaReport is about one formula.
type FormulaReport struct {
	Key                string
	Variables, Clauses int
	Proof              lrat.Stats
}

// String prints the report for people.
func (r *Report) String() string {
	var b strings.Builder
	for _, f := range r.Formulas {
		fmt.Fprintf(&b, "formula %-3s %6d variables %7d clauses   proof %8d steps %9d bytes\n", f.Key, f.Variables, f.Clauses, f.Proof.Steps, f.Proof.Bytes)
	}
	for _, c := range r.Theorems {
		fmt.Fprintf(&b, "%s: %s By Lemmas %s.\n", c.Name, c.Text, strings.Join(c.Lemmas, ", "))
	}
	return b.String()
}

// Check checks a folder of certificates. memory bounds the live clauses of a
// proof, in bytes. It returns an error unless every lemma and every theorem
// is verified.
func Check(ctx context.Context, folder fs.FS, memory int64) (*Report, error) {
	f, err := folder.Open(ManifestName)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := read(f)
	if err != nil {
		return nil, err
	}
	if m.Reading != spec.Default() {
		return nil, fmt.Errorf("%w: %+v", ErrReading, m.Reading)
	}
	// What the manifest says of lemmas and deduction must be what is checked.
	if want := New(m.Tool); m.Encoding != want.Encoding || !reflect.DeepEqual(m.Lemmas, want.Lemmas) || !reflect.DeepEqual(m.Deduction, want.Deduction) {
		return nil, fmt.Errorf("%w: encoding, lemmas or deduction are not those of this checker", ErrManifest)
	}
	r := &Report{}
	refuted := map[string]bool{}
	lemmas, formulas := Formulas()
	for _, l := range lemmas {
		for _, x := range formulas[l.Key] {
			if refuted[x.Key] {
				continue
			}
			i := slices.IndexFunc(m.Formulas, func(f Formula) bool { return f.Key == x.Key })
			if i < 0 {
				return nil, fmt.Errorf("%w: %s", ErrMissing, x.Key)
			}
			report, err := checkFormula(ctx, folder, x, m.Formulas[i], memory)
			if err != nil {
				return nil, fmt.Errorf("formula %s: %w", x.Key, err)
			}
			r.Formulas = append(r.Formulas, report)
			refuted[x.Key] = true
		}
	}
	proved := func(key string) bool {
		return len(formulas[key]) > 0 && !slices.ContainsFunc(formulas[key], func(x spec.Lemma) bool { return !refuted[x.Key] })
	}
	if len(r.Formulas) != len(m.Formulas) {
		return nil, fmt.Errorf("%w: %d formulas, and %d are needed", ErrManifest, len(m.Formulas), len(r.Formulas))
	}
	for _, c := range spec.Deduce(proved) {
		if c.Err != nil {
			return nil, fmt.Errorf("%w: %s: %w", errDeduction, c.Name, c.Err)
		}
		if strings.HasPrefix(c.Name, "Theorem") {
			r.Theorems = append(r.Theorems, c)
		}
	}
	return r, nil
}

// checkFormula builds a formula, compares it with its file, and checks the
// proof against what was built.
func checkFormula(ctx context.Context, folder fs.FS, x spec.Lemma, entry Formula, memory int64) (FormulaReport, error) {
	built := x.Formula(Encoding(), spec.Default()).CNF()
	r := FormulaReport{Key: x.Key, Variables: built.NumVars, Clauses: built.NumClauses()}
	formula := &lrat.Formula{NumVars: built.NumVars}
	built.Emit(sink{formula})
	err := readFile(folder, entry.CNF, func(in io.Reader) error { return sameFormula(formula, in, entry.CNF.Name) })
	if err != nil {
		return r, err
	}
	c := lrat.NewChecker(formula.NumVars, memory)
	for i := range formula.NumClauses() {
		if err := c.AddClause(formula.Clause(i)); err != nil {
			return r, err
		}
	}
	err = readFile(folder, entry.Proof, func(in io.Reader) error {
		r.Proof, err = c.LRAT(ctx, in, entry.Proof.Name)
		return err
	})
	if err == nil && (entry.Statement != x.Statement || entry.Variables != r.Variables || entry.Clauses != r.Clauses || entry.Steps != r.Proof.Steps) {
		err = fmt.Errorf("%w: statement, or the numbers of variables, clauses or steps", ErrManifest)
	}
	return r, err
}

// sink takes the clauses of a formula that was built.
type sink struct{ *lrat.Formula }

// AddClause implements encode.Sink.
func (s sink) AddClause(lits []int) {
	clause := make([]int32, len(lits))
	for i, l := range lits {
		clause[i] = int32(l)
	}
	if err := s.Formula.AddClause(clause...); err != nil {
		panic(err) // no formula that is built has such a literal
	}
}

// readFile lets use read a file, and compares the file's hash.
func readFile(folder fs.FS, file File, use func(io.Reader) error) error {
	f, err := folder.Open(file.Name)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	in := io.TeeReader(f, h)
	if err := use(in); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return err
	}
	if sum := hex.EncodeToString(h.Sum(nil)); sum != file.SHA256 {
		return fmt.Errorf("%w: %s has SHA-256 %s, want %s", ErrHash, file.Name, sum, file.SHA256)
	}
	return nil
}

// sameFormula compares a formula with one that is read: the same clauses with the same
// literals in the same order. It reads no further than they agree.
func sameFormula(built *lrat.Formula, in io.Reader, name string) error {
	next := 0
	return lrat.ScanDIMACS(in, name, func(variables int, clauses int64) error {
		if variables != built.NumVars || clauses != int64(built.NumClauses()) {
			return fmt.Errorf("%w: %s has %d variables and %d clauses, want %d and %d", ErrFormula, name, variables, clauses, built.NumVars, built.NumClauses())
		}
		return nil
	}, func(clause []int32) error {
		want := built.Clause(next)
		next++
		if !slices.Equal(clause, want) {
			return fmt.Errorf("%w: clause %d of %s, of length %d, is not %v", ErrFormula, next, name, len(clause), want)
		}
		return nil
	})
}

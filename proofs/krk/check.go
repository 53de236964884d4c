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

	"retroproof/encode"
	"retroproof/proofs/krk/spec"
	"retroproof/proofs/lrat"
)

// Errors of Check, besides those of package proofs and ErrManifest.
var (
	ErrReading   = errors.New("the certificate is about another reading of the strategy")
	ErrMissing   = errors.New("a formula is missing")
	ErrHash      = errors.New("the file is not the one the manifest names")
	ErrFormula   = errors.New("the formula is not the lemma's")
	ErrDeduction = errors.New("the deduction fails")
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
	m, err := Read(f)
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
	for _, c := range spec.Deduce(proved) {
		if c.Err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrDeduction, c.Name, c.Err)
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
	cnf := x.Formula(Encoding(), spec.Default()).CNF()
	r := FormulaReport{Key: x.Key, Variables: cnf.NumVars, Clauses: cnf.NumClauses()}
	err := readFile(folder, entry.CNF, func(in io.Reader) error {
		f, err := lrat.ReadDIMACS(in, entry.CNF.Name)
		if err != nil {
			return err
		}
		return sameFormula(cnf, f, entry.CNF.Name)
	})
	if err != nil {
		return r, err
	}
	c := lrat.NewChecker(cnf.NumVars, memory)
	load := lrat.Loader{Checker: c}
	cnf.Emit(&load)
	if load.Err != nil {
		return r, load.Err
	}
	err = readFile(folder, entry.Proof, func(in io.Reader) error {
		r.Proof, err = c.LRAT(ctx, in, entry.Proof.Name)
		return err
	})
	return r, err
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

// sameFormula compares a formula built with one read: the same clauses with
// the same literals in the same order.
func sameFormula(built *encode.CNF, read *lrat.Formula, name string) error {
	if read.NumVars != built.NumVars || read.NumClauses() != built.NumClauses() {
		return fmt.Errorf("%w: %s has %d variables and %d clauses, want %d and %d",
			ErrFormula, name, read.NumVars, read.NumClauses(), built.NumVars, built.NumClauses())
	}
	c := &comparer{read: read}
	built.Emit(c)
	if c.differ > 0 {
		return fmt.Errorf("%w: clause %d of %s is %v, want %v", ErrFormula, c.differ, name, read.Clause(c.differ-1), c.want)
	}
	return nil
}

// comparer notes the first clause that differs.
type comparer struct {
	read   *lrat.Formula
	next   int
	differ int // counted from 1
	want   []int
}

// AddClause implements encode.Sink.
func (c *comparer) AddClause(lits []int) {
	clause := c.read.Clause(c.next)
	c.next++
	if c.differ > 0 || slices.EqualFunc(clause, lits, func(a int32, b int) bool { return int(a) == b }) {
		return
	}
	c.differ, c.want = c.next, slices.Clone(lits)
}

package krk

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"retroproof/proofs/krk/spec"
	"retroproof/proofs/lrat"
)

// Errors of Check, besides those of package lrat, ErrManifest and ErrRules.
var (
	ErrFile      = errors.New("not a file of a certificate")
	ErrFormula   = errors.New("the formula does not say what the circuit says")
	errDeduction = errors.New("the deduction fails")
)

// Report is what Check has verified.
type Report struct {
	Rules    *Rules
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
	b.WriteString(r.Rules.String())
	for _, f := range r.Formulas {
		fmt.Fprintf(&b, "formula %-3s %6d variables %7d clauses   proof %8d steps %9d bytes\n", f.Key, f.Variables, f.Clauses, f.Proof.Steps, f.Proof.Bytes)
	}
	for _, c := range r.Theorems {
		fmt.Fprintf(&b, "%s: %s By Lemmas %s.\n", c.Name, c.Text, strings.Join(c.Lemmas, ", "))
	}
	return b.String()
}

// Check checks a folder of certificates. memory bounds the live clauses of a
// proof, in bytes. It returns an error unless the circuits are what the rules and the
// strategy's text say, and every lemma and every theorem is verified.
func Check(ctx context.Context, folder fs.FS, memory int64) (*Report, error) {
	rules := func() (*Rules, error) { return CheckRules(ctx, Encoding().Rep, spec.Default()) }
	return check(ctx, folder, memory, rules, spec.Lemmas())
}

// check checks the rules, the formulas of some lemmas and the manifest, and then the deduction, for
// which it takes all lemmas.
func check(ctx context.Context, folder fs.FS, memory int64, checkRules func() (*Rules, error), lemmas []spec.Lemma) (*Report, error) {
	f, err := open(folder, ManifestName)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	manifest, tool, err := readManifest(f)
	if err != nil {
		return nil, err
	}
	rules, err := checkRules()
	if err != nil {
		return nil, err
	}
	r := &Report{Rules: rules}
	var entries []Formula
	refuted := map[string]bool{} // formulas
	proved := map[string]bool{}  // lemmas
	for _, l := range lemmas {
		for _, x := range Formulas(l) {
			if refuted[x.Key] {
				continue
			}
			report, entry, err := checkFormula(ctx, folder, x, rules.Symmetry, memory)
			if err != nil {
				return nil, fmt.Errorf("formula %s: %w", x.Key, err)
			}
			r.Formulas, entries = append(r.Formulas, report), append(entries, entry)
			refuted[x.Key] = true
		}
		proved[l.Key] = true
	}
	if err := New(tool, rules, lemmas, entries).compare(manifest); err != nil {
		return nil, err
	}
	for _, c := range spec.Deduce(spec.Basis{Proved: func(key string) bool { return proved[key] }, Canonical: true, Symmetry: rules.Symmetry}) {
		if c.Err != nil {
			return nil, fmt.Errorf("%w: %s: %w", errDeduction, c.Name, c.Err)
		}
		if strings.HasPrefix(c.Name, "Theorem") {
			r.Theorems = append(r.Theorems, c)
		}
	}
	return r, nil
}

// checkFormula builds the circuit of a formula, compares each clause of the file with it, and checks
// that the proof refutes the clauses. It returns what the manifest has to say.
func checkFormula(ctx context.Context, folder fs.FS, x spec.Lemma, symmetry spec.Invariance, memory int64) (FormulaReport, Formula, error) {
	entry := Formula{Key: x.Key, Statement: x.Statement}
	r := FormulaReport{Key: x.Key}
	cnf, proof := FileNames(x.Key)
	built := x.Formula(Encoding(), spec.Default())
	if err := built.Invariant(symmetry); err != nil {
		return r, entry, err
	}
	formula := &lrat.Formula{}
	occurs := make([]bool, built.Nodes()+1)
	file, err := readFile(folder, cnf, mostFormula, func(in io.Reader) error {
		return lrat.ScanDIMACS(in, cnf, func(variables int, _ int64) error {
			if variables != built.Nodes() {
				return fmt.Errorf("%w: %s has %d variables, and the circuit %d nodes", ErrFormula, cnf, variables, built.Nodes())
			}
			formula.NumVars = variables
			return nil
		}, func(clause []int32) error {
			for _, l := range clause {
				if v := max(l, -l); !occurs[v] {
					occurs[v] = true
					entry.Variables++
				}
			}
			return formula.AddClause(clause...)
		})
	})
	if err != nil {
		return r, entry, err
	}
	entry.CNF, entry.Clauses = file, formula.NumClauses()
	r.Variables, r.Clauses = entry.Variables, entry.Clauses

	follower := built.NewFollower(func(node int) bool { return occurs[node] })
	c := lrat.NewChecker(formula.NumVars, memory)
	for i := range formula.NumClauses() {
		clause := formula.Clause(i)
		if !follower.Follows(clause) {
			return r, entry, fmt.Errorf("%w: %s: clause %d, of length %d, follows from no gate and no constraint", ErrFormula, cnf, i+1, len(clause))
		}
		if err := c.AddClause(clause); err != nil {
			return r, entry, err
		}
	}
	entry.Proof, err = readFile(folder, proof, mostProof, func(in io.Reader) error {
		r.Proof, err = c.LRAT(ctx, in, proof)
		return err
	})
	entry.Steps = r.Proof.Steps
	return r, entry, err
}

// Bounds of what a file may become, decompressed, in bytes. Real formulas have 5 MB, proofs 4.
const (
	mostFormula = 1 << 25
	mostProof   = 1 << 29
)

// open opens a file of the folder. It has to be a regular one: opening a pipe might take for ever,
// and a link might lead elsewhere.
func open(folder fs.FS, name string) (fs.File, error) {
	info, err := fs.Lstat(folder, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is not a regular file", ErrFile, name)
	}
	return folder.Open(name)
}

// readFile lets use read a file, decompressed, to its end, and returns what the manifest says of it.
func readFile(folder fs.FS, name string, most int64, use func(io.Reader) error) (File, error) {
	file := File{Name: name}
	f, err := open(folder, name)
	if err != nil {
		return file, err
	}
	defer f.Close()
	h := sha256.New()
	raw := io.TeeReader(f, h)
	unzipped, err := gzip.NewReader(raw)
	if err != nil {
		return file, fmt.Errorf("%w: %s: %w", ErrFile, name, err)
	}
	in := &bounded{unzipped, name, most}
	if err := use(in); err != nil {
		return file, err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return file, err
	}
	if _, err := io.Copy(io.Discard, raw); err != nil {
		return file, err
	}
	info, err := f.Stat()
	if err != nil {
		return file, err
	}
	file.Bytes, file.SHA256 = info.Size(), hex.EncodeToString(h.Sum(nil))
	return file, nil
}

// bounded reads no more than left bytes. What is more is refused.
type bounded struct {
	io.Reader
	name string
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("%w: %s is too long, decompressed", ErrFile, b.name)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %s: %w", ErrFile, b.name, err)
	}
	return n, err
}

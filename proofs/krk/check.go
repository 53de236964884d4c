package krk

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"retroproof/proofs/folder"
	"retroproof/proofs/krk/spec"
	"retroproof/proofs/lrat"
)

// Errors of Check, besides those of package lrat, ErrManifest and ErrRules.
var (
	ErrFile      = folder.ErrFile
	ErrFormula   = errors.New("the formula does not say what the circuit says")
	errDeduction = errors.New("the deduction fails")
)

// Report is what Check has verified.
type Report struct {
	Rules    *Rules
	Formulas []FormulaReport
	Theorems []spec.Conclusion // the inferences whose conclusions are theorems, in order
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

// Check checks a folder of certificates. memory limits the live clauses of a proof, in bytes.
// It returns an error unless the circuits agree with the rules and the strategy's text, and
// every lemma and every theorem is verified.
func Check(ctx context.Context, files fs.FS, memory int64) (*Report, error) {
	rules := func() (*Rules, error) { return CheckRules(ctx, Encoding().Rep, spec.Default()) }
	return check(ctx, files, memory, rules, spec.Lemmas())
}

// check checks the rules, the formulas of the given lemmas and the manifest, and then the
// deduction. The deduction uses all lemmas.
func check(ctx context.Context, files fs.FS, memory int64, checkRules func() (*Rules, error), lemmas []spec.Lemma) (*Report, error) {
	f, err := folder.Open(files, ManifestName)
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
	refuted := map[string]bool{} // keys of the formulas that are refuted
	proved := map[string]bool{}  // keys of the lemmas that are proved
	for _, l := range lemmas {
		for _, x := range Formulas(l) {
			if refuted[x.Key] {
				continue
			}
			report, entry, err := checkFormula(ctx, files, x, rules.Symmetry, memory)
			if err != nil {
				return nil, fmt.Errorf("formula %s: %w", x.Key, err)
			}
			r.Formulas, entries = append(r.Formulas, report), append(entries, entry)
			refuted[x.Key] = true
		}
		proved[l.Key] = true
	}
	if err := folder.Compare(manifest, New(tool, rules, lemmas, entries)); err != nil {
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

// checkFormula builds the circuit of a formula, checks that each clause of the file follows
// from it, and checks that the proof refutes the clauses. It returns the entry that the
// manifest must have.
func checkFormula(ctx context.Context, files fs.FS, x spec.Lemma, symmetry spec.Invariance, memory int64) (r FormulaReport, entry Formula, err error) {
	r.Key, entry.Key, entry.Statement = x.Key, x.Key, x.Statement
	cnf, proof := FileNames(x.Key)
	built := x.Formula(Encoding(), spec.Default())
	if err := built.Invariant(symmetry); err != nil {
		return r, entry, err
	}
	formula := &formula{nodes: built.Nodes(), occurs: make([]bool, built.Nodes()+1)}
	if entry.CNF, err = folder.Read(ctx, files, cnf, mostFormula, formula.read); err != nil {
		return r, entry, err
	}
	entry.Variables, entry.Clauses = formula.variables, len(formula.ends)
	r.Variables, r.Clauses = entry.Variables, entry.Clauses

	follower := built.NewFollower(func(node int) bool { return formula.occurs[node] })
	c := lrat.NewChecker(built.Nodes(), memory)
	from := 0
	for i, to := range formula.ends {
		clause := formula.literals[from:to]
		from = to
		if !follower.Follows(clause) {
			return r, entry, fmt.Errorf("%w: %s: clause %d, of length %d, follows from no gate and no constraint", ErrFormula, cnf, i+1, len(clause))
		}
		if err := c.AddClause(clause); err != nil {
			return r, entry, err
		}
	}
	entry.Proof, err = folder.Read(ctx, files, proof, mostProof, func(in io.Reader) error {
		r.Proof, err = c.BinaryLRAT(ctx, in, proof)
		return err
	})
	entry.Steps = r.Proof.Steps
	return r, entry, err
}

// formula is a formula in DIMACS CNF over the nodes of a circuit.
type formula struct {
	nodes     int
	literals  []int32
	ends      []int // of clauses, in literals
	occurs    []bool
	variables int // that occur
}

// read reads the formula: comments, the header, whose number of variables must be that of the
// nodes, and the clauses, one a line.
func (f *formula) read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	clauses := -1 // before the header
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		switch {
		case clauses >= 0:
			if err := f.clause(line); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		case strings.HasPrefix(line, "c "):
		default:
			var nodes int
			if k, _ := fmt.Sscanf(line, "p cnf %d %d", &nodes, &clauses); k != 2 || nodes != f.nodes || line != fmt.Sprintf("p cnf %d %d", nodes, clauses) || clauses < 0 {
				return fmt.Errorf("%w: line %d is %.80q, want the header of a formula with %d variables, the nodes of the circuit", ErrFormula, n, line, f.nodes)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if len(f.ends) != clauses {
		return fmt.Errorf("%w: %d clauses, and the header says %d", ErrFormula, len(f.ends), clauses)
	}
	return nil
}

// clause reads a clause.
func (f *formula) clause(line string) error {
	words, zero := strings.CutSuffix(line, "0")
	for w := range strings.FieldsSeq(words) {
		l, err := strconv.Atoi(w)
		if err != nil || l == 0 || l > f.nodes || l < -f.nodes {
			return fmt.Errorf("%w: %.20q, want a literal of a node, of which there are %d", ErrFormula, w, f.nodes)
		}
		if v := max(l, -l); !f.occurs[v] {
			f.occurs[v] = true
			f.variables++
		}
		f.literals = append(f.literals, int32(l))
	}
	if !zero || words != "" && !strings.HasSuffix(words, " ") {
		return fmt.Errorf("%w: a clause does not end with 0", ErrFormula)
	}
	f.ends = append(f.ends, len(f.literals))
	return nil
}

// Limits on the decompressed size of a file in bytes. Real formulas have 5 MB, proofs 4 MB.
const (
	mostFormula = 1 << 25
	mostProof   = 1 << 29
)

package strategy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"retroproof/encode"
	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/wins"
)

// Errors of Check, besides those of packages folder, lrat and wins, and ErrCircuits.
var (
	errClause    = errors.New("a clause does not follow from the circuit")
	errDeduction = errors.New("the deduction fails")
)

// Report is what Check has verified.
type Report struct {
	Circuits  *lemmas.Circuits
	Figures   *wins.Figures
	Lemmas    []Lemma
	Deduction []lemmas.Step
}

// Theorems returns the theorems of a deduction.
func Theorems(steps []lemmas.Step) (list []lemmas.Step) {
	for _, s := range steps {
		if strings.HasPrefix(s.Name, "Theorem") {
			list = append(list, s)
		}
	}
	return list
}

// Text prints the report for people. The strategy may be one of the program's own.
func (r *Report) Text(own bool) string {
	var b strings.Builder
	b.WriteString(r.Figures.Text(r.Circuits.Strategy, own))
	b.WriteString("circuits agree with the rules and the text\n")
	for _, l := range r.Lemmas {
		fmt.Fprintf(&b, "lemma %-10s %7d variables %8d clauses   proof %8d steps %9d bytes\n",
			l.Key, l.Variables, l.Clauses, l.Steps, l.Proof.Bytes)
	}
	for _, t := range Theorems(r.Deduction) {
		fmt.Fprintf(&b, "%s: %s\n", t.Name, t.Sentence)
	}
	return b.String()
}

// Check checks a folder of certificates. memory limits the live clauses of a proof, in bytes. It returns an error
// unless the circuits agree with the rules and the strategy's text, every lemma and every step of the deduction is
// verified, and going back from mate finds the strategy to win, too, and the other positions drawn if the strategy
// decides.
func Check(ctx context.Context, files fs.FS, memory int64) (*Report, error) {
	manifest, tool, s, err := Open(ctx, files, Schema)
	if err != nil {
		return nil, err
	}
	c, err := lemmas.New(s)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", folder.ErrManifest, err)
	}
	// Before the long comparison: files that are missing.
	for _, l := range Certified(c) {
		file, err := folder.Open(files, ProofName(l.Key))
		if err != nil {
			return nil, err
		}
		file.Close()
	}
	table, err := wins.New(ctx, s)
	if err != nil {
		return nil, err
	}
	r := &Report{Circuits: c, Figures: table.Figures(), Deduction: c.Deduction()}
	if err := Compare(ctx, c, table); err != nil {
		return nil, err
	}
	proved := map[string]bool{}
	for _, l := range Certified(c) {
		entry, err := checkLemma(ctx, files, c, l, memory)
		if err != nil {
			return nil, fmt.Errorf("lemma %s: %w", l.Key, err)
		}
		r.Lemmas, proved[l.Key] = append(r.Lemmas, entry), true
	}
	if err := folder.Compare(manifest, New(tool, c, r.Figures, r.Lemmas)); err != nil {
		return nil, err
	}
	lemmas.Replay(r.Deduction, s, func(key string) bool { return proved[key] })
	for _, step := range r.Deduction {
		if step.Err != nil {
			return nil, fmt.Errorf("%w: %s: %w", errDeduction, step.Name, step.Err)
		}
	}
	return r, table.Err()
}

// mostFolders is how many certificates a collection may have.
const mostFolders = 100

// Folders returns the names of the folders of a collection.
func Folders(files fs.FS) ([]string, error) {
	f, err := folder.Open(files, ManifestName)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var c Collection
	if _, err := folder.ReadText(f, CollectionSchema, &c); err != nil {
		return nil, err
	}
	for i, name := range c.Folders {
		if name != path.Base(name) || strings.HasPrefix(name, ".") || i >= mostFolders {
			return nil, fmt.Errorf("%w: %.40q is no folder of a collection of at most %d", folder.ErrManifest, name, mostFolders)
		}
	}
	if len(c.Folders) == 0 {
		return nil, fmt.Errorf("%w: it lists no folders", folder.ErrManifest)
	}
	return c.Folders, nil
}

// mostProof is the largest size of a proof in bytes, decompressed. Real ones have 100 MB at most.
const mostProof = 1 << 31

// checkLemma builds the formula of a lemma, checks that each of its clauses follows from the
// circuit, and that the proof refutes them. It returns the entry that the manifest must have.
func checkLemma(ctx context.Context, files fs.FS, c *lemmas.Circuits, l lemmas.Lemma, memory int64) (Lemma, error) {
	entry := Lemma{Key: l.Key, Statement: l.Statement}
	f := c.Formula(l)
	cnf := f.ByNode(encode.Compact)
	var occurs Occurring
	cnf.Emit(&occurs)
	entry.Variables, entry.Clauses = occurs.Count, cnf.NumClauses()
	clauses := &clauseChecker{
		follower: f.NewFollower(occurs.Has),
		checker:  lrat.NewChecker(f.Nodes(), memory),
	}
	cnf.Emit(clauses)
	if clauses.err != nil {
		return entry, clauses.err
	}
	var err error
	name := ProofName(l.Key)
	entry.Proof, err = folder.Read(ctx, files, name, mostProof, func(in io.Reader) error {
		stats, err := clauses.checker.BinaryLRAT(ctx, in, name)
		entry.Steps = stats.Steps
		return err
	})
	return entry, err
}

// Emit gives the clauses of a lemma, with the numbers that its proof has.
func Emit(c *lemmas.Circuits, l lemmas.Lemma, to encode.Sink) {
	c.Formula(l).ByNode(encode.Compact).Emit(to)
}

// Occurring counts the variables that occur in a formula.
type Occurring struct {
	seen  []bool
	Count int
}

// Has reports whether a variable occurs.
func (o *Occurring) Has(v int) bool { return v < len(o.seen) && o.seen[v] }

// AddClause implements encode.Sink.
func (o *Occurring) AddClause(lits []int) {
	for _, l := range lits {
		v := max(l, -l)
		if v >= len(o.seen) {
			o.seen = append(o.seen, make([]bool, v+1)...)
		}
		if !o.seen[v] {
			o.seen[v] = true
			o.Count++
		}
	}
}

// clauseChecker gives clauses that follow from a circuit to a checker of proofs.
type clauseChecker struct {
	follower *encode.Follower
	checker  *lrat.Checker
	clause   []int32
	err      error // the first
}

// AddClause implements encode.Sink.
func (c *clauseChecker) AddClause(lits []int) {
	c.clause = c.clause[:0]
	for _, l := range lits {
		c.clause = append(c.clause, int32(l))
	}
	switch {
	case c.err != nil:
	case !c.follower.Follows(c.clause):
		c.err = fmt.Errorf("%w: it is of length %d", errClause, len(lits))
	default:
		c.err = c.checker.AddClause(c.clause)
	}
}

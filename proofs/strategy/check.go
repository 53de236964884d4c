package strategy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"retroproof/encode"
	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
	"retroproof/proofs/strategy/spec"
)

// Errors of Check, besides those of packages folder and lrat, ErrManifest and ErrCircuits.
var (
	errClause    = errors.New("a clause does not follow from the circuit")
	errDeduction = errors.New("the deduction fails")
	errNotWon    = errors.New("the strategy does not win from every claimed position")
	errNotDrawn  = errors.New("not all positions that are not claimed are drawn")
)

// Report is what Check has verified.
type Report struct {
	Circuits *spec.Circuits
	Figures  *Figures
	Lemmas   []Lemma
	Theorems []spec.Conclusion
}

// String prints the report for people.
func (r *Report) String() string {
	var b strings.Builder
	b.WriteString(r.Figures.Text(r.Circuits))
	for _, l := range r.Lemmas {
		fmt.Fprintf(&b, "lemma %-10s %7d variables %8d clauses   proof %8d steps %9d bytes\n", l.Key, l.Variables, l.Clauses, l.Steps, l.Proof.Bytes)
	}
	for _, t := range r.Theorems {
		fmt.Fprintf(&b, "%s\n", &t)
	}
	return b.String()
}

// Check checks a folder of certificates. memory limits the live clauses of a proof, in bytes.
// It returns an error unless the circuits agree with the rules and the strategy's text, every lemma
// and every theorem is verified, and going back from mate finds the strategy to win, too, and
// the other positions drawn if the strategy decides.
func Check(ctx context.Context, files fs.FS, memory int64) (*Report, error) {
	f, err := folder.Open(files, ManifestName)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	manifest, tool, c, err := readManifest(f)
	if err != nil {
		return nil, err
	}
	r := &Report{Circuits: c}
	// Before the long comparison: files that are missing.
	for _, l := range Certified(c) {
		file, err := folder.Open(files, ProofName(l.Key))
		if err != nil {
			return nil, err
		}
		file.Close()
	}
	if r.Figures, err = Compare(ctx, c); err != nil {
		return nil, err
	}
	if err := r.lemmas(ctx, files, memory); err != nil {
		return nil, err
	}
	if err := folder.Compare(manifest, New(tool, c, r.Figures, r.Lemmas)); err != nil {
		return nil, err
	}
	return r, r.deduce()
}

// lemmas checks the proofs of all lemmas.
func (r *Report) lemmas(ctx context.Context, files fs.FS, memory int64) error {
	for _, l := range Certified(r.Circuits) {
		entry, err := checkLemma(ctx, files, r.Circuits, l, memory)
		if err != nil {
			return fmt.Errorf("lemma %s: %w", l.Key, err)
		}
		r.Lemmas = append(r.Lemmas, entry)
	}
	return nil
}

// deduce draws the conclusions from the lemmas that have been verified.
func (r *Report) deduce() error {
	proved := map[string]bool{}
	for _, l := range r.Lemmas {
		proved[l.Key] = true
	}
	r.Theorems = r.Circuits.Deduce(func(key string) bool { return proved[key] })
	for _, t := range r.Theorems {
		if t.Err != nil {
			return fmt.Errorf("%w: %s: %w", errDeduction, t.Name, t.Err)
		}
	}
	if n := r.Figures.Retrograde.NotWon; n > 0 {
		return fmt.Errorf("%w: %d positions by going back from mate", errNotWon, n)
	}
	if f := r.Figures; r.Circuits.Decides && f.Retrograde.Drawn != f.Legal-f.Claimed {
		return fmt.Errorf("%w: %d of %d", errNotDrawn, f.Retrograde.Drawn, f.Legal-f.Claimed)
	}
	return nil
}

// mostProof is the largest size of a proof in bytes, decompressed. Real ones have 100 MB at most.
const mostProof = 1 << 31

// checkLemma builds the formula of a lemma, checks that each of its clauses follows from the
// circuit, and that the proof refutes them. It returns the entry that the manifest must have.
func checkLemma(ctx context.Context, files fs.FS, c *spec.Circuits, l spec.Lemma, memory int64) (Lemma, error) {
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

package strategy

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/wins"
)

// An error of Check, besides those of packages folder, lemmas, lrat and wins, and ErrCircuits.
var errDeduction = errors.New("the deduction fails")

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
		fmt.Fprintf(&b, "lemma %-10s %8d clauses   proof %8d steps %9d bytes\n",
			l.Key, l.Clauses, l.Steps, l.Proof.Bytes)
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
	circuits, err := folder.Read(ctx, files, CircuitsName, mostProof, c.ReadSides)
	if err != nil {
		return nil, err
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
	if err := folder.Compare(manifest, New(tool, c, circuits, r.Figures, r.Lemmas)); err != nil {
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

// checkLemma composes the formula of a lemma, and checks that the proof refutes clauses each of which follows from it.
// It returns the entry that the manifest must have.
func checkLemma(ctx context.Context, files fs.FS, c *lemmas.Circuits, l lemmas.Lemma, memory int64) (Lemma, error) {
	entry := Lemma{Key: l.Key, Statement: l.Statement}
	f := c.Formula(l)
	var err error
	name := ProofName(l.Key)
	entry.Proof, err = folder.Read(ctx, files, name, mostProof, func(in io.Reader) error {
		r := bufio.NewReader(in)
		variables, err := ReadVariables(r, f.Nodes())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		follower := f.NewFollower(func(n int) bool { return variables[n] })
		stats, err := lrat.NewChecker(f.Nodes(), memory).Core(ctx, r, name, func(clause []int32) bool {
			entry.Clauses++
			return follower.Follows(clause)
		})
		entry.Steps = stats.Steps - entry.Clauses
		return err
	})
	return entry, err
}

// errVariables is about the beginning of a proof.
var errVariables = errors.New("it does not begin with the variables of the formula")

// ReadVariables reads which nodes are variables of the formula: how many of them there are, and how much greater each
// is than the one before. The follower needs them in order to find what clauses follow from; they are not believed.
func ReadVariables(r *bufio.Reader, nodes int) ([]bool, error) {
	is, last := make([]bool, nodes+1), uint64(0)
	count, err := binary.ReadUvarint(r)
	for ; count > 0 && err == nil; count-- {
		var more uint64
		more, err = binary.ReadUvarint(r)
		if last += more; more == 0 || more > uint64(nodes) || last > uint64(nodes) {
			return nil, errVariables
		}
		is[last] = true
	}
	if err != nil {
		return nil, errVariables
	}
	return is, nil
}

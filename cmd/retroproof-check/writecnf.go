package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"retroproof/proofs/drup"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
)

// writeCore writes a core and its proof into the folder of --write-cnf, as HASH.cnf and HASH.lrat, by the SHA-256 of
// the core: what other checkers of LRAT read. A comment says for each clause which instance of which schema it is.
func (o options) writeCore(ctx context.Context, r illegal.Refuted) error {
	hash := fmt.Sprintf("%x", sha256.Sum256(r.File))
	name := filepath.Join(o.writeCNF, hash)
	if err := writeWhole(name+".cnf", func(w io.Writer) error { return writeDIMACS(w, r.Core) }); err != nil {
		return err
	}
	return writeWhole(name+".lrat", func(w io.Writer) error {
		c := drup.NewChecker(len(r.Core.Variables), o.memory)
		for _, clause := range r.Core.Clauses {
			if err := c.AddClause(clause); err != nil {
				return err
			}
		}
		in, out := io.Pipe()
		defer in.Close() // lets the writer end in every case
		go func() { out.CloseWithError(writeLemmas(out, r.Lemmas)) }()
		_, err := c.Elaborate(ctx, in, hash, w)
		return err
	})
}

// writeDIMACS writes the clauses of a core.
func writeDIMACS(to io.Writer, c *core.Core) error {
	w := bufio.NewWriter(to) // it keeps its first error until Flush
	fmt.Fprintf(w, "c %s\n", core.Version)
	for i := range c.Clauses {
		fmt.Fprintf(w, "c %d %s\n", i+1, c.Instance(i))
	}
	fmt.Fprintf(w, "p cnf %d %d\n", len(c.Variables), len(c.Clauses))
	for _, clause := range c.Clauses {
		writeClause(w, clause)
	}
	return w.Flush()
}

// writeLemmas writes the lemmas as DRUP, with the empty clause, which follows from them by propagation, at the end.
func writeLemmas(to io.Writer, lemmas [][]int32) error {
	w := bufio.NewWriter(to)
	for _, lemma := range lemmas {
		writeClause(w, lemma)
	}
	w.WriteString("0\n")
	return w.Flush()
}

func writeClause(w io.Writer, clause []int32) {
	for _, l := range clause {
		fmt.Fprint(w, l, " ")
	}
	fmt.Fprintln(w, 0)
}

// writeWhole writes a file, which gets its name when it is complete.
func writeWhole(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".core-*")
	if err != nil {
		return err
	}
	if err = write(f); err == nil {
		err = f.Chmod(0o644)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

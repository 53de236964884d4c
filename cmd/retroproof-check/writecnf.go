package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"retroproof/proofs/folder"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat"
)

// writeFormula writes a formula and its proof into the folder of --write-cnf, as HASH.cnf and HASH.lrat: what other
// checkers of LRAT read.
func (o options) writeFormula(ctx context.Context, r illegal.Refuted) error {
	if err := writeWhole(filepath.Join(o.writeCNF, r.Name+".cnf"), r.CNF.WriteDIMACS); err != nil {
		return err
	}
	proof := filepath.Join(o.writeCNF, r.Name+".lrat")
	err := writeWhole(proof, func(w io.Writer) error {
		if r.LRAT {
			_, err := io.Copy(w, r.Proof)
			return err
		}
		return writeLRAT(ctx, w, r, o.memory)
	})
	if err != nil || !o.text {
		return err
	}
	binary, err := folder.OpenFile(proof, 0)
	if err != nil {
		return err
	}
	defer binary.Close()
	return writeWhole(proof, func(w io.Writer) error { return textLRAT(w, binary) })
}

// textLRAT writes the steps of a proof as text.
func textLRAT(to io.Writer, proof io.Reader) error {
	w := bufio.NewWriter(to)
	p := lrat.NewReader(proof, "proof", true)
	for last := int64(0); ; {
		step, err := p.Step()
		if err != nil || step == lrat.End {
			return cmp.Or(err, w.Flush())
		}
		lists := 2 // literals and hints
		if step == lrat.Delete {
			lists = 1
			fmt.Fprintf(w, "%d d", last) // this number has no meaning
		} else {
			last = p.ID
			fmt.Fprint(w, last)
		}
		for ; lists > 0; lists-- {
			for n := int64(1); n != 0; {
				if n, err = p.Number("a number"); err != nil {
					return err
				}
				fmt.Fprintf(w, " %d", n)
			}
		}
		w.WriteByte('\n')
		if err := p.EndStep(); err != nil {
			return err
		}
	}
}

// writeLRAT writes a proof by chains as binary LRAT. If the literals of a chain's resolvent are false, the clauses of
// the chain become unit one after the other, the last one first, and the first one is false: so these are the hints.
func writeLRAT(ctx context.Context, to io.Writer, r illegal.Refuted, memory int64) error {
	c := lrat.NewChecker(r.CNF.NumVars(), memory)
	load := lrat.Loader{Checker: c}
	r.CNF.Emit(&load)
	if load.Err != nil {
		return load.Err
	}
	w := bufio.NewWriter(to)
	number := func(n uint64) {
		w.Write(binary.AppendUvarint(w.AvailableBuffer(), n)) // a bufio.Writer keeps its first error until Flush
	}
	_, err := c.Chains(ctx, r.Proof, r.Name+illegal.ProofSuffix, func(id int64, clause []lrat.Lit, chain []int64) {
		w.WriteByte('a')
		number(2 * uint64(id))
		for _, l := range clause {
			number(uint64(l))
		}
		number(0)
		for _, hint := range slices.Backward(chain) {
			number(2 * uint64(hint))
		}
		number(0)
	})
	if err != nil {
		return err
	}
	return w.Flush()
}

// writeWhole writes a file, which gets its name when it is complete.
func writeWhole(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".formula-*")
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

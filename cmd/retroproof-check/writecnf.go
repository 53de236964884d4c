package main

import (
	"io"
	"os"
	"path/filepath"

	"retroproof/proofs/illegal/formula"
)

// writeFormula writes a formula and its proof into a folder, as HASH.cnf and HASH.lrat: what other checkers of LRAT read.
func writeFormula(dir, name string, cnf *formula.CNF, proof io.Reader) error {
	if err := writeWhole(filepath.Join(dir, name+".cnf"), cnf.WriteDIMACS); err != nil {
		return err
	}
	return writeWhole(filepath.Join(dir, name+".lrat"), func(w io.Writer) error {
		_, err := io.Copy(w, proof)
		return err
	})
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

package sat

import (
	"io"
	"slices"
	"strconv"

	"retroproof/proofs/lrat"
)

// ModelLiterals returns the literals of a model of a formula that are true, in the order of their variables. All
// variables are listed, unless the header names far more than the clauses use, and the list would be unreasonably long.
func ModelLiterals(f *lrat.Formula, value func(variable int) bool) []int {
	var variables []int
	if f.NumVars <= 4*f.NumLiterals()+1<<20 {
		for v := 1; v <= f.NumVars; v++ {
			variables = append(variables, v)
		}
	} else {
		for i := range f.NumClauses() {
			for _, l := range f.Clause(i) {
				variables = append(variables, max(int(l), -int(l)))
			}
		}
		slices.Sort(variables)
		variables = slices.Compact(variables)
	}
	for i, v := range variables {
		if !value(v) {
			variables[i] = -v
		}
	}
	if variables == nil {
		return []int{} // an empty model, not the absence of one
	}
	return variables
}

// WriteValues writes literals as the "v" lines of the SAT competition: of at most 78 columns, ended by 0.
func WriteValues(w io.Writer, lits []int) error {
	line := []byte("v")
	var number []byte
	put := func(l int) error {
		number = strconv.AppendInt(number[:0], int64(l), 10)
		if len(line)+1+len(number) > 78 {
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
			line = append(line[:0], 'v')
		}
		line = append(append(line, ' '), number...)
		return nil
	}
	for _, l := range lits {
		if err := put(l); err != nil {
			return err
		}
	}
	if err := put(0); err != nil {
		return err
	}
	_, err := w.Write(append(line, '\n'))
	return err
}

package sat

import (
	"errors"
	"fmt"

	"retroproof/encode"
	"retroproof/proofs/lrat"
)

// errModel is the kind of error that CheckModel returns.
var errModel = errors.New("not a model")

// CheckModel checks that an assignment makes every clause of the formula true. value reports whether a literal is true,
// for variables from 1 to f.NumVars and their negations: the Value method of a Solver after Satisfiable is such a
// function. If it gives v and -v the same value, that is an error, too. The error names the first clause that is false.
func CheckModel(f *lrat.Formula, value func(lit int) bool) error {
	for i := range f.NumClauses() {
		clause := f.Clause(i)
		held := false
		for _, l := range clause {
			v := value(int(l))
			if v == value(-int(l)) {
				return fmt.Errorf("%w: literals %d and %d have the same value", errModel, l, -l)
			}
			if v {
				held = true
				break
			}
		}
		if !held {
			return fmt.Errorf("%w: clause %d is false: %v", errModel, i+1, clause)
		}
	}
	return nil
}

// AddFormula adds all clauses of the formula to the solver.
func AddFormula(s encode.Sink, f *lrat.Formula) {
	var lits []int
	for i := range f.NumClauses() {
		lits = lits[:0]
		for _, l := range f.Clause(i) {
			lits = append(lits, int(l))
		}
		s.AddClause(lits)
	}
}

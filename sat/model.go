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
	for i := range f.NumClauses() {
		s.AddClause(literals(f, i))
	}
}

// literals returns those of a clause.
func literals(f *lrat.Formula, clause int) []int {
	lits := make([]int, 0, len(f.Clause(clause))+1)
	for _, l := range f.Clause(clause) {
		lits = append(lits, int(l))
	}
	return lits
}

// AddComplement adds to the solver a formula that is satisfiable under an assignment to all variables of f if and
// only if the assignment makes f false. It is for Enumeration.Complement when Project lists all variables of
// f; with fewer it would be wrong, because f's other variables would be free to make f false.
//
// Each clause gets a new variable, numbered from f.NumVars+1, that implies that the clause is false; one of them has
// to be true.
func AddComplement(s Solver, f *lrat.Formula) {
	var some []int
	for i := range f.NumClauses() {
		y := f.NumVars + 1 + i
		some = append(some, y)
		for _, l := range literals(f, i) {
			s.AddClause([]int{-y, -l})
		}
	}
	s.AddClause(some)
}

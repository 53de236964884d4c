package sat

import (
	"retroproof/proofs/lrat"
)

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
		for _, l := range f.Clause(i) {
			s.AddClause([]int{-y, -int(l)})
		}
	}
	s.AddClause(some)
}

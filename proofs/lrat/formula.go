package lrat

import (
	"fmt"
	"math"
)

// MaxVariable is the largest variable number a Formula can hold.
const MaxVariable = math.MaxInt32

// A Formula is a propositional formula in conjunctive normal form. Variables are numbered from 1, a literal is a
// variable or its negative, as in DIMACS files. The zero value is the empty formula.
//
// Clauses lie one after the other in one slice: four bytes a literal, and no pointers for the garbage collector.
type Formula struct {
	NumVars int // variables run from 1 to NumVars, whether they occur or not

	literals []int32
	ends     []int // clause i is literals[ends[i-1]:ends[i]]
}

// NumClauses returns the number of clauses, repetitions and tautologies included.
func (f *Formula) NumClauses() int { return len(f.ends) }

// NumLiterals returns the total length of all clauses.
func (f *Formula) NumLiterals() int { return len(f.literals) }

// Clause returns clause i, counted from 0, as it was added. The slice belongs to the formula; do not change it.
func (f *Formula) Clause(i int) []int32 {
	start := 0
	if i > 0 {
		start = f.ends[i-1]
	}
	end := f.ends[i]
	return f.literals[start:end:end]
}

// AddClause appends a copy of the clause and raises NumVars to its largest variable. The empty clause is allowed.
// A literal that is 0 or has no negative is refused with ErrLiteralRange and leaves the formula unchanged.
func (f *Formula) AddClause(literals ...int32) error {
	top := f.NumVars
	for _, l := range literals {
		if l == 0 || l == math.MinInt32 {
			return fmt.Errorf("%w: %d in clause %d", ErrLiteralRange, l, len(f.ends)+1)
		}
		top = max(top, int(l), -int(l))
	}
	f.NumVars = top
	f.literals = append(f.literals, literals...)
	f.ends = append(f.ends, len(f.literals))
	return nil
}

package ursa

import (
	"context"
	"iter"
	"math/big"

	"retroproof/encode"
	"retroproof/sat"
)

// Formula returns the clauses of the constraint. The bits of Variables are the first variables of the formula, in their
// order, the highest bit of a number first.
func (a *Assertion) Formula() *encode.CNF { return a.Circuit.CNF(encode.Compact) }

// Solution gives values to an assertion's Variables, in their order; a Boolean is 0 or 1.
type Solution []*big.Int

// solution makes the values of bits in the order of over.
func (a *Assertion) solution(value func(i int) bool) Solution {
	s := make(Solution, len(a.Variables))
	i := 0
	for k, v := range a.Variables {
		x := new(big.Int)
		for bit := len(v.Bits) - 1; bit >= 0; bit-- {
			if value(i) {
				x.SetBit(x, bit, 1)
			}
			i++
		}
		s[k] = x
	}
	return s
}

// Solve finds a solution by a solver of package sat; nil means that the solver found none. The solution is verified
// by evaluating the circuit. The assertion must not be Ground.
func (a *Assertion) Solve(ctx context.Context, solver string) (Solution, error) {
	m, err := sat.Assert(ctx, solver, a.Circuit)
	if m == nil || err != nil {
		return nil, err
	}
	over := a.over()
	return a.solution(func(i int) bool { return m.Value(over[i]) }), nil
}

// Solutions returns all solutions in ascending order, each verified by evaluating the circuit; that none is missing is
// the solver's word.
func (a *Assertion) Solutions(ctx context.Context, solver string) iter.Seq2[Solution, error] {
	return func(yield func(Solution, error) bool) {
		for values, err := range sat.ListAll(ctx, solver, a.Circuit, a.over()) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(a.solution(func(i int) bool { return values[i] }), nil) {
				return
			}
		}
	}
}

// Count returns the number of solutions.
func (a *Assertion) Count(ctx context.Context, solver string) (*big.Int, error) {
	return sat.CountAll(ctx, solver, a.Circuit, a.over())
}

package cdcl

import (
	"math/rand/v2"
	"testing"

	"retroproof/internal/expect"
)

// TestSolveAll has all models of small formulas, projected, compares them with brute force, and checks the proof that
// there are no others, of the formula with the clauses against them.
func TestSolveAll(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(44, 1))
	models := 0
	for i := range 4000 {
		f := randomSmall(r, 10)
		over := make([]int32, 0, f.vars)
		for v := range f.vars {
			if r.IntN(4) > 0 {
				over = append(over, int32(v+1))
			}
		}
		s, c := New(), newChecker()
		s.SetProof(c)
		if i%2 == 0 {
			hasty(s, r)
		}
		for _, clause := range f.clauses {
			s.AddClause(clause...)
		}
		if i%3 == 0 { // eliminates variables that are asked for afterwards
			expect.NoError(t, expect.Err(s.Solve(t.Context(), 0)))
		}
		before := len(f.clauses)
		status, err := s.SolveAll(t.Context(), 0, over, func() []int32 {
			if err := checkModel(s, f.clauses); err != nil {
				t.Fatalf("formula %d: %v", i, err)
			}
			clause := []int32{}
			for _, v := range over {
				if s.Value(v) {
					v = -v
				}
				clause = append(clause, v)
			}
			f.clauses = append(f.clauses, clause)
			models++
			return clause
		})
		if status != Unsatisfiable || err != nil || c.err != nil || !c.refuted {
			t.Fatalf("formula %d: %v, %v, proof %v, refuted %t", i, status, err, c.err, c.refuted)
		}
		if f.satisfiable(nil) {
			t.Fatalf("formula %d: %d models, and others", i, len(f.clauses)-before)
		}
	}
	if models < 10_000 {
		t.Errorf("only %d models", models)
	}
}

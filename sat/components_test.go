package sat

import (
	"math/rand/v2"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
)

// TestCountComponents compares numbers of projected models with brute force.
func TestCountComponents(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(44, 2))
	for i := range 3000 {
		n := 1 + r.IntN(10)
		f := lrat.Formula{NumVars: n}
		var clauses [][]int
		for range r.IntN(3 * n) {
			var clause []int
			var lits []int32
			for range 1 + r.IntN(4) {
				l := (1 + r.IntN(n)) * (1 - 2*r.IntN(2))
				clause, lits = append(clause, l), append(lits, int32(l))
			}
			clauses = append(clauses, clause)
			expect.NoError(t, f.AddClause(lits...))
		}
		var project []int
		mask := 1<<n - 1
		if i%2 == 0 {
			mask, project = 0, []int{}
			for v := range n {
				if r.IntN(2) == 0 {
					project = append(project, v+1)
					mask |= 1 << v
				}
			}
		}
		models := map[int]bool{}
	assignments:
		for bits := range 1 << n {
		next:
			for _, clause := range clauses {
				for _, l := range clause {
					if bits>>(max(l, -l)-1)&1 == sign(l) {
						continue next
					}
				}
				continue assignments
			}
			models[bits&mask] = true
		}
		total, ok := countComponents(t.Context(), &f, project)
		if !ok || total.Int64() != int64(len(models)) {
			t.Fatalf("formula %d, %v, on %v: %v, %t, want %d", i, clauses, project, total, ok, len(models))
		}
	}
}

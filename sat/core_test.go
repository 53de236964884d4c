package sat_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	"retroproof/sat"
)

// TestCore: of random formulas and one with the empty clause, the core has no model, and without any one of its clauses
// it has.
func TestCore(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 3))
	with := 0
	for range 120 {
		f := &lrat.Formula{NumVars: 8}
		for range 6 + r.IntN(24) {
			var clause []int32
			for range 1 + r.IntN(3) {
				clause = append(clause, int32((1+r.IntN(8))*(1-2*r.IntN(2))))
			}
			expect.NoError(t, f.AddClause(clause...))
		}
		core, err := sat.Core(context.Background(), f)
		expect.NoError(t, err)
		all := make([]int, f.NumClauses())
		for i := range all {
			all[i] = i
		}
		if refuted(t, f, all) != (core != nil) || core != nil && !refuted(t, f, core) {
			t.Fatalf("core %v", core)
		}
		for k := range core {
			if refuted(t, f, slices.Delete(slices.Clone(core), k, k+1)) {
				t.Fatalf("%v has a smaller core", core)
			}
		}
		if core != nil {
			with++
		}
	}
	if with < 60 || with == 120 {
		t.Errorf("%d of 120 formulas have a core", with)
	}
	f := &lrat.Formula{}
	expect.NoError(t, f.AddClause(1, 2))
	expect.NoError(t, f.AddClause())
	core, err := sat.Core(context.Background(), f)
	expect.NoError(t, err)
	expect.Equal(t, slices.Equal(core, []int{1}), true, "%v", core)
}

// refuted has the embedded solver decide some clauses.
func refuted(t *testing.T, f *lrat.Formula, clauses []int) bool {
	t.Helper()
	s := expect.Must(sat.New(sat.Embedded))
	defer s.Close()
	for _, i := range clauses {
		var clause []int
		for _, l := range f.Clause(i) {
			clause = append(clause, int(l))
		}
		s.AddClause(clause)
	}
	status, err := s.Solve(context.Background())
	expect.NoError(t, err)
	return status == sat.Unsatisfiable
}

package cdcl

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/internal/expect"
)

// randomSAT adds a random formula with three literals a clause.
func randomSAT(s *Solver, r *rand.Rand, variables, clauses int) {
	for range clauses {
		c := r.Perm(variables)[:3]
		lits := make([]int32, 3)
		for i, v := range c {
			lits[i] = int32(v+1) * int32(1-2*r.IntN(2))
		}
		s.AddClause(lits...)
	}
}

// After each flip the counts are those that one finds by looking at all clauses.
func TestWalkKeepsItsCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		s := New()
		randomSAT(s, r, 30, 130)
		s.AddClause(1)
		s.ctx = context.Background()
		expect.Equal(t, s.takeIn(), true, "the formula is open")
		expect.Equal(t, s.propagate(), noClause, "the conflict")
		w := s.newWalker()
		for range 100 {
			if len(w.open) == 0 {
				break
			}
			w.flip(w.pick(w.clause(w.open[w.random(uint64(len(w.open)))])))
			var open []int32
			breaks := make([]int32, s.vars())
			for c := range int32(len(w.begins) - 1) {
				var holding []lit
				for _, l := range w.clause(c) {
					if w.holds[l] {
						holding = append(holding, l)
					}
				}
				switch len(holding) {
				case 0:
					open = append(open, c)
				case 1:
					breaks[holding[0]>>1]++
				}
			}
			got := slices.Sorted(slices.Values(w.open))
			if !slices.Equal(got, open) || !slices.Equal(w.breaks, breaks) {
				t.Fatalf("clauses that are not satisfied: %v, want %v; breaks %v, want %v", got, open, w.breaks, breaks)
			}
			if w.holds[0] == w.holds[1] || slices.Contains(w.lits, 0) || slices.Contains(w.lits, 1) {
				t.Fatal("a variable that is fixed takes part")
			}
		}
	}
}

// A large random formula with few conflicts: local search has found the model.
func TestWalkFindsModels(t *testing.T) {
	s := New()
	randomSAT(s, rand.New(rand.NewPCG(1, 20261128)), 400, 1640)
	status, err := s.Solve(t.Context(), 0)
	expect.NoError(t, err)
	expect.Equal(t, status, Satisfiable, "the status")
	if n := s.Stats().Conflicts; n > 50_000 {
		t.Errorf("%d conflicts, want at most 50000: learning alone needs a million", n)
	}
}

// Solving again and again with assumptions, the answers are those of a solver without local search.
func TestWalkUnderAssumptions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		with, without := New(), New()
		with.tune.rephaseInterval, with.tune.walkEffort = 5, 1
		without.tune.walkEffort = 0
		seed := r.Uint64()
		for _, s := range []*Solver{with, without} {
			randomSAT(s, rand.New(rand.NewPCG(seed, 1)), 120, 490)
		}
		for range 20 {
			a, b := int32(1+r.IntN(120)), -int32(1+r.IntN(120))
			var got [2]Status
			for i, s := range []*Solver{with, without} {
				s.Assume(a)
				s.Assume(b)
				status, err := s.Solve(t.Context(), 0)
				expect.NoError(t, err)
				got[i] = status
			}
			expect.Equal(t, got[0], got[1], "with and without local search")
		}
	}
}

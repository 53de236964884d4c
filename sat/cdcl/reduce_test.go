package cdcl

import (
	"context"
	"math/rand/v2"
	"testing"

	"retroproof/internal/expect"
)

// TestReduceReasons reduces the learnt clauses every few conflicts, with all else off that goes back to level 0: a
// clause that was marked as garbage, since a shorter one was learnt, may have become a reason, and must not be freed
// under it. Before reduce itself went back, the first three formulas ended in a panic or in a wrong step; solvers of
// sweep, which have all else off, too, freed reasons now and then. In make soundness there are more formulas, with each
// technique on and off.
func TestReduceReasons(t *testing.T) {
	t.Parallel()
	type formula struct {
		seed               uint64
		width, steps, mode int
	}
	formulas := []formula{{35, 11, 5, bothModes}, {47, 7, 6, stableOnly}, {101, 10, 4, focusedOnly}}
	r := rand.New(rand.NewPCG(1, 9))
	for i := range uint64(2000) {
		if !expect.Long {
			break
		}
		formulas = append(formulas, formula{i, 4 + r.IntN(8), 1 + r.IntN(6), r.IntN(3)})
	}
	for i, f := range formulas {
		s, strict := New(), newChecker()
		if i%2 == 1 && i > 2 {
			s.tune = randomTuning(r)
		} else {
			s.tune.vivifyEffort, s.tune.probeEffort, s.tune.eliminateEffort, s.tune.sweepEffort = 0, 0, 0, 0
		}
		s.tune.reduceInterval = 1. / 16
		s.tune.mode = f.mode
		s.schedule()
		s.SetProof(strict)
		for _, clause := range registers(f.seed, f.width, f.steps) {
			s.AddClause(clause...)
		}
		status, _ := s.Solve(context.Background(), 1000)
		if strict.err != nil || status == Satisfiable {
			t.Errorf("formula %d, seed %d: %v, %v", i, f.seed, status, strict.err)
		}
		if i < 3 && (s.stats.subsumed == 0 || s.stats.reductions < 20) {
			t.Errorf("seed %d: %d clauses subsumed, %d reductions", f.seed, s.stats.subsumed, s.stats.reductions)
		}
	}
}

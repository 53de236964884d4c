package cdcl

import (
	"context"
	"testing"

	"retroproof/internal/expect"
)

// TestShrinkProofs: clauses with one literal for several of its level follow from the hints that are logged, in stable
// mode alone, and not where it is turned off.
func TestShrinkProofs(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		mode   int
		shrink bool
		want   bool
	}{{stableOnly, true, true}, {stableOnly, false, false}, {focusedOnly, true, false}} {
		s, strict := New(), newChecker()
		s.tune.mode, s.tune.shrink = row.mode, row.shrink
		s.schedule()
		s.SetProof(strict)
		for _, clause := range registers(5, 9, 6) {
			s.AddClause(clause...)
		}
		status, _ := s.Solve(context.Background(), 0)
		if status != Unsatisfiable || strict.err != nil || !strict.refuted {
			t.Errorf("%+v: %v, %v", row, status, strict.err)
		}
		expect.Equal(t, s.stats.shrunk > 0, row.want,
			"%+v: %d literals shrunk after %d conflicts", row, s.stats.shrunk, s.stats.Conflicts)
	}
}

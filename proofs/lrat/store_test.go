package lrat_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
)

// TestClauses adds and deletes clauses at random, with ids near each other and far apart, and compares what is found
// with a map.
func TestClauses(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 1))
	for range 30 {
		s := lrat.NewClauses(1 << 30)
		want := map[int64][]lrat.Lit{}
		id, widest := int64(0), 1+r.Int64N(1<<r.IntN(40)) // the largest gap between ids
		find := func(id int64) {
			t.Helper()
			got, ok := s.Find(id), want[id] != nil
			if (got != nil) != ok || !slices.Equal(got, want[id]) {
				t.Fatalf("clause %d is %v, want %v, alive %v", id, got, want[id], ok)
			}
		}
		share := r.IntN(100) // of steps that delete, in percent
		for range 3000 {
			switch n := r.IntN(100); {
			case n == 0:
				s.Compact()
			case n < share && len(want) > 0:
				ids := slices.Sorted(maps.Keys(want))
				gone := ids[r.IntN(len(ids))]
				s.Remove(gone)
				delete(want, gone)
				find(gone)
			default:
				id += 1 + r.Int64N(widest)
				s.Begin()
				clause := make([]lrat.Lit, r.IntN(8))
				for i := range clause {
					clause[i] = lrat.Lit(2 + r.Uint32N(100))
					expect.NoError(t, s.Push(clause[i]))
				}
				if !slices.Equal(s.Begun(), clause) {
					t.Fatalf("%v was begun, want %v", s.Begun(), clause)
				}
				expect.NoError(t, s.Commit(id))
				want[id] = clause
			}
			// Each look changes which pages are kept at hand, and so would hide a wrong one: some are left out.
			if look := r.Uint32(); look&1 != 0 {
				find(1 + r.Int64N(id+1))
			} else if look&6 == 6 {
				find(id)
				find(id&^127 | r.Int64N(128)) // on the newest page, where another one may have been
			} else if look&24 == 24 {
				find(id - 128*1024) // of the same place among the pages that are kept at hand
				find(-id)
			}
			if s.Live() != int64(len(want)) {
				t.Fatalf("%d clauses, want %d", s.Live(), len(want))
			}
		}
		for id := range want {
			find(id)
		}
	}
}

// TestOneClauseAtATime adds and deletes a clause at each step: pages are used again, and what was on them is not found.
func TestOneClauseAtATime(t *testing.T) {
	s := lrat.NewClauses(1 << 20)
	id := int64(0)
	allocations := testing.AllocsPerRun(2000, func() {
		id++
		s.Begin()
		if s.Find(id) != nil {
			t.Fatalf("clause %d is found before it is added", id)
		}
		expect.NoError(t, s.Commit(id))
		if s.Find(id) == nil || s.Find(id-1) != nil || s.Find(id-128) != nil {
			t.Fatalf("clause %d is not the only one", id)
		}
		s.Remove(id)
	})
	if allocations > 0 {
		t.Errorf("%v allocations a step", allocations)
	}
}

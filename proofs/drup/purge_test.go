package drup

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
)

// TestWatchesOfDeletedClauses adds and deletes clauses whose watches propagation never meets: as a literal of theirs is
// true, no conflict is looked for. The lists of watches must not grow with the proof.
func TestWatchesOfDeletedClauses(t *testing.T) {
	t.Parallel()
	const steps = 100_000
	c := NewChecker(3, lrat.DefaultMemory)
	for _, clause := range [][]int32{{1}, {2, 3}} {
		expect.NoError(t, c.AddClause(clause))
	}
	proof := strings.NewReader(strings.Repeat("1 2 0\nd 1 2 0\n", steps))
	if stats, err := c.Elaborate(context.Background(), proof, "proof", io.Discard); !errors.Is(err, lrat.ErrNoEmptyClause) || stats.Deletions != steps {
		t.Fatal(stats, err)
	}
	room := 0
	for _, list := range c.p.watches {
		room += cap(list)
	}
	if room > steps/4 {
		t.Errorf("room for %d watches after %d steps, with %d clauses alive", room, steps, c.p.Live())
	}
}

// TestPurge drops the watches of deleted clauses at any time: every clause alive is watched at its first two literals
// before and after, and nothing else in the end.
func TestPurge(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 4))
	for range 50 {
		c := NewChecker(20, lrat.DefaultMemory)
		for range 60 {
			var clause []int32
			for _, v := range r.Perm(20)[:2+r.IntN(4)] {
				clause = append(clause, int32((v+1)*(1-2*r.IntN(2))))
			}
			expect.NoError(t, c.AddClause(clause))
		}
		p := &c.p
		expect.NoError(t, p.prepare())
		for id := int64(1); id <= 60; id++ {
			if clause := p.Find(id); !p.isReason(id, clause) && r.IntN(3) > 0 {
				p.Remove(id)
			}
			if r.IntN(20) == 0 {
				p.purge()
			}
		}
		p.purge()
		watches := int64(0)
		for l, list := range p.watches {
			for _, w := range list {
				clause := p.Find(int64(w.clause))
				if clause == nil || int(clause[0]) != l && int(clause[1]) != l {
					t.Fatalf("%d watches clause %d, which is %v", l, w.clause, clause)
				}
			}
			watches += int64(len(list))
		}
		if watches != 2*p.Live() {
			t.Fatalf("%d watches, %d clauses", watches, p.Live())
		}
	}
}

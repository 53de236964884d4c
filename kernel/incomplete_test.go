package kernel

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestIncompleteColumns walks along random steps: the columns that are not complete, of which only those that a step
// changes are looked at again, are those that a look at all finds, and steps come in the order of the distances that
// such a look gives.
func TestIncompleteColumns(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 20))
	kinds, sorted := map[stepKind]int{}, 0
	for range 1500 {
		start, goal := smallProblem(r, 2+r.IntN(4), 2+r.IntN(5))
		p, err := newProblem(&start, &goal)
		if err != nil {
			continue
		}
		q := search{problem: p, ctx: context.Background(), relaxed: r.IntN(2) == 0, overtaking: r.IntN(2) == 0}
		s := p.first()
		open := p.incomplete(&s, allFiles)
		for {
			var list []step
			q.nearestFirst(&s, func(m step) bool { list = append(list, m); return false })
			last := 0
			for i, m := range list {
				next := s.make(p, m)
				for f := range s.col {
					if s.col[f] != next.col[f] && m.files()>>f&1 == 0 {
						t.Fatalf("step %+v changes file %d", m, f)
					}
				}
				pawns := next.pawns()
				d := p.unlike(&next, allFiles) + p.lackingBishops(&next, &pawns)
				if i > 0 && d < last {
					t.Fatalf("step %d, %+v, has distance %d, the one before %d", i, m, d, last)
				} else if d > last && i > 0 {
					sorted++
				}
				last = d
			}
			if len(list) == 0 {
				break
			}
			m := list[r.IntN(len(list))]
			kinds[m.kind]++
			s = s.make(p, m)
			changed := m.files()
			open = open&^changed | p.incomplete(&s, changed)
			slow, captures := uint8(0), uint8(0)
			for f, c := range s.col {
				if _, _, ok := p.complete(f, c); !ok {
					slow |= 1 << f
				}
			}
			for f := 0; f < 8; f++ {
				if slow>>f&1 != 0 {
					captures++
					f++
				}
			}
			if open != slow || capturesNeeded[open] != captures {
				t.Fatalf("after %+v the files %08b are not complete, which take %d captures; want %08b, %d", m, open, capturesNeeded[open], slow, captures)
			}
		}
	}
	for _, k := range []stepKind{pawnTakesPawn, pawnTakesPiece, pawnPromotes, pieceTakesPawn} {
		if kinds[k] < 100 {
			t.Errorf("lopsided test: %d steps of kind %d", kinds[k], k)
		}
	}
	if sorted < 100 {
		t.Errorf("lopsided test: %d larger distances", sorted)
	}
}

// TestVisitedStates: the state that a search hands over is the one to which the path leads, however often the slice of
// states has grown.
func TestVisitedStates(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 20))
	visits, longest := 0, 0
	for range 300 {
		start, goal := smallProblem(r, 2+r.IntN(3), 2+r.IntN(4))
		p, err := newProblem(&start, &goal)
		if err != nil {
			continue
		}
		q := search{problem: p, ctx: context.Background(), budget: 500}
		q.visit = func(path []step, end *state) bool {
			s := p.first()
			for _, m := range path {
				s = s.make(p, m)
			}
			if s != *end || !p.isGoal(end) {
				t.Fatalf("%+v ends at %+v, not %+v", path, s, *end)
			}
			visits++
			longest = max(longest, len(path))
			return visits%50 == 0
		}
		first := p.first()
		before := first
		q.run(&first, p.incomplete(&first, allFiles))
		if first != before {
			t.Fatal("the first state has changed")
		}
	}
	if visits < 500 || longest < 3 {
		t.Errorf("lopsided test: %d visits, %d steps at most", visits, longest)
	}
}

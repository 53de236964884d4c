package sat

import (
	"context"
	"slices"

	"retroproof/encode"
)

// Bounds of the enumeration on one trail. Where so many assignments on average are close to each of the first models,
// or assignments are so many, splitting is faster, or needs less memory.
const (
	trailTables = 16
	trailDense  = 4
	trailMost   = 1 << 17
)

// trail is the state of an enumeration on one trail.
type trail struct {
	*nativeSolver
	evaluation *evaluation
	project    []int
	free       int // how many of the last inputs may be evaluated
	models     int
	found      [][]int
	given      []int
	clause     []int
	wrong      error
	dense      bool
}

// onTrail is evaluateAll for assignments that are few and far between. The native solver adds a clause against each
// model, and goes on from there instead of asking anew. The order is the solver's; the assignments are sorted at the
// end. The last inputs are evaluated: twelve in the first models, which shows whether there are others close to them,
// and then six, which takes one evaluation. False: they are dense, and nothing has been done.
func onTrail(
	ctx context.Context, c *encode.Circuit, e *evaluation, free int, yield func(Cube, error) bool,
) (bool, error) {
	s := newNative()
	defer s.Close()
	StayStable(s) // a quarter to a half of the time, on six programs
	n := findNumbers(c, e)
	f := c.CNF(encode.Compact)
	if n != nil {
		f = c.Gates(encode.Compact, n.rest...)
	}
	load, project, err := newRenumbering(s, c, f, e.over)
	if err != nil {
		return false, err
	}
	f.Emit(load)
	if n != nil {
		for _, b := range n.rest {
			load.AddClause([]int{f.Lit(b)})
		}
		n.write(f.NumVars, s.AddClause)
	}
	t := &trail{nativeSolver: s, evaluation: e, project: project, given: slices.Clone(project)}
	t.free = min(free, len(project))
	status, err := s.solveAll(ctx, project, t.model)
	switch {
	case t.wrong != nil:
		return false, t.wrong
	case t.dense:
		return false, nil
	case status != Unsatisfiable:
		return false, err
	}
	slices.SortFunc(t.found, slices.Compare[[]int])
	if !t.cubes(t.found, 0, yield) {
		return false, errStopped
	}
	return true, nil
}

// model takes the projection of a model with those that differ in the last inputs only, and returns a clause that
// excludes them, or nil to give up.
func (t *trail) model() []int {
	for i, v := range t.project {
		if t.given[i] = v; !t.Value(v) {
			t.given[i] = -v
		}
	}
	n, last := len(t.project), min(t.free, 6)
	if t.models < trailTables {
		last = t.free
	}
	t.models++
	fixed, free := t.given[:n-last], t.project[n-last:]
	table := t.evaluation.table(Cube{fixed, free})
	before := len(t.found)
	i := 0
	for lits := range (Cube{Free: free}).Assignments() {
		if table[i/64]>>(i%64)&1 != 0 {
			t.found = append(t.found, slices.Concat(fixed, lits))
		}
		i++
	}
	if len(t.found) == before {
		t.wrong = wrongModel(t)
		return nil
	}
	if t.models == trailTables && len(t.found) > trailDense*trailTables || len(t.found) > trailMost {
		t.dense = true
		return nil
	}
	t.clause = t.clause[:0]
	for _, l := range fixed {
		t.clause = append(t.clause, -l)
	}
	return t.clause
}

// cubes passes on what was found, sorted, in the largest cubes; all of it agrees in the first inputs, as many as given.
func (t *trail) cubes(found [][]int, same int, yield func(Cube, error) bool) bool {
	n := len(t.project) - same
	switch {
	case len(found) == 0:
		return true
	case n < 63 && len(found) == 1<<n:
		return yield(Cube{found[0][:same:same], t.project[same:]}, nil)
	}
	k, _ := slices.BinarySearchFunc(found, 0, func(lits []int, _ int) int { return lits[same] })
	return t.cubes(found[:k], same+1, yield) && t.cubes(found[k:], same+1, yield)
}

package cdcl

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"retroproof/internal/expect"
)

// graphParities labels the edges of a random graph, all of whose nodes have three edges, so that the labels of each
// node have a sum that is drawn: in all, an odd one or an even one.
func graphParities(r *rand.Rand, nodes int, odd bool) [][]int32 {
	at := make([][]int32, nodes)
	edge := int32(0)
	connect := func(a, b int) {
		edge++
		at[a], at[b] = append(at[a], edge), append(at[b], edge)
	}
	round := r.Perm(nodes)
	for i, a := range round {
		connect(a, round[(i+1)%nodes])
	}
	pairs := r.Perm(nodes)
	for i := 0; i < nodes; i += 2 {
		connect(pairs[i], pairs[i+1])
	}
	var clauses [][]int32
	for i, edges := range at {
		sum := r.IntN(2) == 1
		if i == nodes-1 {
			sum = odd
		}
		odd = odd != sum
		for negated := range 8 {
			ones, c := 0, make([]int32, 3)
			for k, e := range edges {
				if c[k] = e; negated>>k&1 == 1 {
					c[k] = -e
					ones++
				}
			}
			if (ones%2 == 1) != sum {
				clauses = append(clauses, c)
			}
		}
	}
	r.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
	return clauses
}

// TestParities decides sums modulo 2 on graphs: soon if they are added up, and not at all in as many conflicts
// otherwise.
func TestParities(t *testing.T) {
	t.Parallel()
	solve := func(clauses [][]int32, effort float64) (*Solver, *checker, Status) {
		s, c := New(), newChecker()
		s.tune.parityEffort = effort
		s.SetProof(c)
		for _, clause := range clauses {
			s.AddClause(clause...)
		}
		status, _ := s.Solve(context.Background(), 2000)
		if c.err != nil {
			t.Fatal(c.err)
		}
		return s, c, status
	}
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 5))
		clauses := graphParities(r, 40, true)
		if s, c, status := solve(clauses, defaultTuning.parityEffort); status != Unsatisfiable || !c.refuted {
			t.Errorf("seed %d: %v after %d conflicts", seed, status, s.stats.Conflicts)
		}
		if _, _, status := solve(clauses, 0); status != Unknown {
			t.Errorf("seed %d: %v without adding parities up", seed, status)
		}
		clauses = graphParities(r, 40, false)
		if s, _, status := solve(clauses, defaultTuning.parityEffort); status == Unsatisfiable {
			t.Errorf("seed %d: an even sum is refuted", seed)
		} else if status == Satisfiable {
			expect.Succeeds(t, checkModel(s, clauses), "checkModel")
		}
	}
}

// TestParityUnits: what follows from the sum of three parities is a unit clause.
func TestParityUnits(t *testing.T) {
	s, c := New(), newChecker()
	s.SetProof(c)
	for _, clauses := range [][][]int32{clausesOf(true, 1, 2, 3, 4), clausesOf(false, 3, 4, 5, 6), clausesOf(true, 1, 2, 5, 6, 7)} {
		for _, c := range clauses {
			s.AddClause(c...)
		}
	}
	s.ctx = t.Context()
	if !s.takeIn() || !s.addParities(1000) || c.err != nil {
		t.Fatal(c.err)
	}
	if s.stats.parities != 1 || s.values[toLit(-7)] <= 0 || s.level() != 0 {
		t.Errorf("%d units; variable 7 is %d", s.stats.parities, s.values[toLit(7)])
	}
}

// clausesOf returns the clauses of a parity.
func clausesOf(odd bool, vars ...int32) (clauses [][]int32) {
	for negated := range 1 << len(vars) {
		if ones := bits.OnesCount(uint(negated)); (ones%2 == 1) != odd {
			c := slices.Clone(vars)
			for i := range c {
				c[i] *= int32(1 - 2*(negated>>i&1))
			}
			clauses = append(clauses, c)
		}
	}
	return clauses
}

// memoryOf returns the bytes that a call allocates.
func memoryOf(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestManyParities: time and memory do not grow with the square of the number of parities, neither where a variable is
// in all of them, nor where elimination finds many large sums.
func TestManyParities(t *testing.T) {
	const n = 20_000
	var star, chain []parity
	for i := range uint32(n) {
		star = append(star, parity{vars: []uint32{0, 2*i + 1, 2*i + 2}})
	}
	if got := memoryOf(func() {
		if kept := dropLoose(star); len(kept) != 0 {
			t.Errorf("%d parities are kept", len(kept))
		}
	}); got > 1000*n {
		t.Errorf("dropping %d parities with a common variable takes %d bytes", n, got)
	}
	// Each variable has the value of the next; the last ones say that three are odd, and two of them, too.
	const links = 4000
	for i := range uint32(links) {
		chain = append(chain, parity{vars: []uint32{i, i + 1}})
	}
	chain = append(chain, parity{vars: []uint32{0, 1, 2}, odd: true}, parity{vars: []uint32{5, links}, odd: true})
	never := func() bool { return false }
	var refutations, units [][]parity
	if got := memoryOf(func() { refutations, units = linearFacts(chain, 1<<40, never) }); got > 8*links*links/16 {
		t.Errorf("an elimination with %d parities takes %d bytes", len(chain), got)
	}
	if len(refutations) == 0 || len(refutations) > maxRefutations {
		t.Errorf("%d refutations", len(refutations))
	}
	for _, set := range units {
		if len(set) < 2 || len(set) > maxUnitAddends {
			t.Errorf("a unit from %d parities", len(set))
		}
	}
	if refutations, units := linearFacts(chain, 1<<40, func() bool { return true }); refutations != nil || units != nil {
		t.Error("elimination is not stopped")
	}
	// A matrix of 30,000 rows, too large however much time there is.
	var large []parity
	for i := range uint32(30_000) {
		large = append(large, parity{vars: []uint32{i, i + 1, i + 2}})
	}
	if got := memoryOf(func() { linearFacts(large, 1<<62, never) }); got > 8*maxWords {
		t.Errorf("an elimination takes %d bytes", got)
	}
}

// TestLinearFacts: variables whose value takes back substitution are found, and those of odd sums; loose parities are
// dropped in whatever order they come; orders with too many steps are not taken.
func TestLinearFacts(t *testing.T) {
	set := []parity{{vars: []uint32{0, 1, 2, 3}, odd: true}, {vars: []uint32{1, 2, 4}}, {vars: []uint32{3, 4}}}
	refutations, units := linearFacts(set, 1000, func() bool { return false })
	if len(refutations) != 0 || len(units) != 1 || len(units[0]) != 3 {
		t.Errorf("%v, %v", refutations, units)
	}
	// The last two have one common variable, and 3 in their sum: 4 clauses with a step each. These 3 are in the first,
	// too: then it is one clause with 7 steps.
	if addingOrder(set, 10) != nil || addingOrder(set, 11) == nil {
		t.Error("the order does not take 11 steps")
	}
	// A path, whose last variable is in two more parities: it is dropped from its other end on.
	core := []parity{{vars: []uint32{100, 101}}, {vars: []uint32{100, 101}, odd: true}}
	var path []parity
	for i := range uint32(100) {
		path = append(path, parity{vars: []uint32{i, i + 1, i + 200}})
	}
	slices.Reverse(path)
	if kept := dropLoose(append(path, core...)); len(kept) != len(core) {
		t.Errorf("%d parities are kept", len(kept))
	}
}

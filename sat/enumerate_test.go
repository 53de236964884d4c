package sat

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
)

// collected has clauses.
type collected [][]int

func (c *collected) AddClause(lits []int) { *c = append(*c, slices.Clone(lits)) }

// threeMen is the scale test: the clauses of the gates of [newKRK], the literal that says that the position is legal,
// and its 19 inputs.
func threeMen() (clauses [][]int, ok int, project []int) {
	p := newKRK(encode.Binary)
	f := p.Gates(encode.Tseitin, p.legal)
	var c collected
	f.Emit(&c)
	for i := range p.Inputs() {
		project = append(project, i+1)
	}
	return c, f.Lit(p.legal), project
}

func load(t testing.TB, s Solver, clauses [][]int, more ...[]int) Solver {
	t.Helper()
	for _, c := range slices.Concat(clauses, more) {
		s.AddClause(c)
	}
	return s
}

// reference lists the projected assignments of a formula in order, as binary numbers, by trying all.
func reference(f brute, project []int, fixed []int) []uint {
	alive := map[uint]bool{}
	for bits := range uint(1) << f.vars {
		if f.satisfies(bits, fixed...) {
			key := uint(0)
			for _, v := range project {
				key = key<<1 | bits>>(v-1)&1
			}
			alive[key] = true
		}
	}
	var keys []uint
	for k := range uint(1) << len(project) {
		if alive[k] {
			keys = append(keys, k)
		}
	}
	return keys
}

// collect expands an enumeration to binary numbers and checks the form of the cubes.
func collect(ctx context.Context, e Enumeration) ([]uint, int, error) {
	var keys []uint
	cubes := 0
	for cube, err := range Enumerate(ctx, e) {
		if err != nil {
			return keys, cubes, err
		}
		cubes++
		size := new(big.Int)
		for lits := range cube.Assignments() {
			size.Add(size, big.NewInt(1))
			if len(lits) != len(e.Project) {
				return nil, 0, fmt.Errorf("assignment %v of %v", lits, e.Project)
			}
			key := uint(0)
			for i, l := range lits {
				if max(l, -l) != e.Project[i] {
					return nil, 0, fmt.Errorf("assignment %v of %v", lits, e.Project)
				}
				key <<= 1
				if l > 0 {
					key |= 1
				}
			}
			keys = append(keys, key)
		}
		if size.Cmp(cube.Size()) != 0 {
			return nil, 0, fmt.Errorf("%v assignments in %+v", size, cube)
		}
	}
	return keys, cubes, nil
}

// dull hides a solver's explanations: like an external program it blames all assumptions.
type dull struct {
	Solver
	assumed, failed []int
}

func (d *dull) Assume(lits ...int) {
	d.assumed = append(d.assumed, lits...)
	d.Solver.Assume(lits...)
}

func (d *dull) Solve(ctx context.Context) (Status, error) {
	d.failed, d.assumed = d.assumed, nil
	return d.Solver.Solve(ctx)
}

func (d *dull) Failed() []int { return d.failed }

func TestEnumerateAgainstBruteForce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 3))
		vars := 1 + r.IntN(9)
		f := brute{vars: vars}
		for range r.IntN(2*vars + 1) {
			f.clauses = append(f.clauses, randomClause(r, vars))
		}
		project := r.Perm(vars)[:r.IntN(vars+1)]
		for i := range project {
			project[i]++
		}
		var assume []int
		if r.IntN(3) == 0 {
			for _, l := range randomLits(r, vars, r.IntN(4)) {
				if !slices.Contains(project, max(l, -l)) {
					assume = append(assume, l)
				}
			}
		}
		want := reference(f, project, assume)

		full := len(project) == vars
		for _, test := range []struct {
			name       string
			complement bool
			dull       bool
		}{{"plain", false, false}, {"dull", false, true}, {"complement", true, false}, {"dull complement", true, true}} {
			if test.complement && !full && seed%4 != 0 {
				continue
			}
			e := Enumeration{Solver: load(t, newGini(), f.clauses), Project: project, Assume: assume}
			if test.complement {
				e.Complement = complementOf(f, project, want, full && seed%2 == 0)
			}
			if test.dull {
				e.Solver = &dull{Solver: e.Solver}
				if e.Complement != nil {
					e.Complement = &dull{Solver: e.Complement}
				}
			}
			got, cubes, err := collect(context.Background(), e)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%s %d: %v, project %v, assume %v:\ngot  %b, %v\nwant %b", test.name, seed, f.clauses, project, assume, got, err, want)
			}
			if test.complement && len(assume) == 0 && len(want) == 1<<len(project) && cubes != 1 {
				t.Errorf("%s %d: %d cubes for everything", test.name, seed, cubes)
			}
			if count, err := countEnumeration(context.Background(), e); err != nil || count.Cmp(big.NewInt(int64(len(want)))) != 0 {
				t.Errorf("%s %d: count %v, %v, want %d", test.name, seed, count, err, len(want))
			}
		}
	}
}

// complementOf builds the complement: by clauses if all variables are projected, else from the list of models.
func complementOf(f brute, project []int, models []uint, byClauses bool) Solver {
	s := newGini()
	if byClauses {
		var formula lrat.Formula
		formula.NumVars = f.vars
		for _, c := range f.clauses {
			clause := make([]int32, len(c))
			for i, l := range c {
				clause[i] = int32(l)
			}
			formula.AddClause(clause...)
		}
		AddComplement(s, &formula)
		return s
	}
	for _, m := range models {
		block := make([]int, len(project))
		for i, v := range project {
			block[i] = v
			if m>>(len(project)-1-i)&1 == 1 {
				block[i] = -v
			}
		}
		s.AddClause(block)
	}
	return s
}

// One solver can hold a circuit and serve for both sides.
func TestEnumerateOneSolver(t *testing.T) {
	clauses, ok, project := threeMen()
	s := load(t, newGini(), clauses)
	e := Enumeration{Solver: s, Complement: s, Assume: []int{ok}, AssumeComplement: []int{-ok}, Project: project}
	count, err := countEnumeration(context.Background(), e)
	if err != nil || count.Int64() != krkLegal {
		t.Fatalf("%v, %v", count, err)
	}
}

func TestEnumerateUsesExplanations(t *testing.T) {
	// Variable 12 is false whatever the others are: one question has to be enough to know that.
	var project []int
	s := newGini()
	for v := 1; v <= 12; v++ {
		project = append(project, v)
	}
	s.AddClause([]int{-12, 13})
	s.AddClause([]int{-12, -13})
	count, err := countEnumeration(context.Background(), Enumeration{Solver: s, Project: project})
	if err != nil || count.Int64() != 2048 {
		t.Fatalf("%v, %v", count, err)
	}
	if solves := s.Stats().Solves; solves > 2049+1 {
		t.Errorf("%d solves for 2048 models", solves)
	}
}

func TestEnumerateStops(t *testing.T) {
	clauses, ok, project := threeMen()
	s := load(t, newGini(), clauses, []int{ok})
	n := 0
	for _, err := range Enumerate(context.Background(), Enumeration{Solver: s, Project: project}) {
		expect.NoError(t, err)
		if n++; n == 1000 {
			break
		}
	}
	if s.Stats().Solves > 1500 {
		t.Errorf("%d solves for 1000 models", s.Stats().Solves)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n = 0
	var last error
	for _, err := range Enumerate(ctx, Enumeration{Solver: s, Project: project}) {
		if last != nil {
			t.Fatal("the sequence went on after an error")
		}
		last = err
		if n++; n == 1000 {
			cancel()
		}
	}
	if !errors.Is(last, context.Canceled) || n > 1002 {
		t.Errorf("%v after %d", last, n)
	}
	hard := load(t, newGini(), pigeons(11))
	if _, err := countEnumeration(WithConflictLimit(context.Background(), 100), Enumeration{Solver: hard, Project: []int{1}}); !errors.Is(err, ErrConflictLimit) {
		t.Errorf("got %v", err)
	}
}

func TestEnumerateCorners(t *testing.T) {
	ctx := context.Background()
	for _, e := range []Enumeration{
		{Project: []int{1}},
		{Solver: newGini(), Project: []int{0}},
		{Solver: newGini(), Project: []int{-1}},
		{Solver: newGini(), Project: []int{1, 2, 1}},
		{Solver: newGini(), Assume: []int{0}},
		{Solver: newGini(), Project: []int{1}, Assume: []int{-1}},
	} {
		expect.ErrorIs(t, expect.Err(countEnumeration(ctx, e)), errEnumeration, "%+v", e)
	}
	unsat := load(t, newGini(), [][]int{{1}, {-1}})
	if n, err := countEnumeration(ctx, Enumeration{Solver: unsat, Project: []int{1, 2}}); err != nil || n.Sign() != 0 {
		t.Errorf("%v, %v", n, err)
	}
	if n, err := countEnumeration(ctx, Enumeration{Solver: newGini()}); err != nil || n.Int64() != 1 {
		t.Errorf("%v, %v", n, err)
	}
	// 200 variables without a clause: one cube, whose size needs a big number.
	e := Enumeration{Solver: newGini(), Complement: load(t, newGini(), nil, nil)}
	for v := 1; v <= 200; v++ {
		e.Project = append(e.Project, v)
	}
	if n, err := countEnumeration(ctx, e); err != nil || n.BitLen() != 201 {
		t.Errorf("%v, %v", n, err)
	}
	for cube, err := range Enumerate(ctx, e) {
		if err != nil || len(cube.Free) != 200 {
			t.Fatalf("%+v, %v", cube, err)
		}
		n := 0
		for lits := range cube.Assignments() {
			if n++; n == 4 {
				if lits[198] != 199 || lits[199] != 200 || lits[197] != -198 {
					t.Errorf("fourth assignment ends with %v", lits[197:])
				}
				break
			}
		}
	}
}

// countEnumeration returns the number of assignments that Enumerate would give.
func countEnumeration(ctx context.Context, e Enumeration) (*big.Int, error) {
	total := new(big.Int)
	for cube, err := range Enumerate(ctx, e) {
		if err != nil {
			return nil, err
		}
		total.Add(total, cube.Size())
	}
	return total, nil
}

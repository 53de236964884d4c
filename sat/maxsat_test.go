package sat

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// randomWCNF makes a small formula, in one of the forms.
func randomWCNF(r *rand.Rand, n int) string {
	var b strings.Builder
	var lines []string
	older := r.IntN(2) == 0
	most := []int{1, 3, 20}[r.IntN(3)]
	for range r.IntN(6 * n) {
		kind := fmt.Sprint(1 + r.IntN(most))
		if r.IntN(3) == 0 {
			kind = map[bool]string{true: "1000", false: "h"}[older]
		}
		for range r.IntN(30) / 10 {
			kind += fmt.Sprint(" ", (1+r.IntN(n))*(1-2*r.IntN(2)))
		}
		if r.IntN(50) > 0 {
			kind += fmt.Sprint(" ", (1+r.IntN(n))*(1-2*r.IntN(2)))
		}
		lines = append(lines, kind+" 0\n")
	}
	if older {
		fmt.Fprintf(&b, "p wcnf %d %d 1000\n", n, len(lines))
	}
	return b.String() + strings.Join(lines, "")
}

// leastByForce returns the least cost, and whether there is a model.
func leastByForce(w *WCNF, n int) (least int64, ok bool) {
	for bits := range 1 << n {
		cost := w.cost(func(l int32) bool { return bits>>(max(l, -l)-1)&1 == sign(int(l)) })
		if cost >= 0 && (!ok || cost < least) {
			least, ok = cost, true
		}
	}
	return least, ok
}

// TestMaxSAT compares optima with brute force; and the formula of the bound has no model.
func TestMaxSAT(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(44, 3))
	kinds := map[Status]int{}
	for i := range 3000 {
		n := 1 + r.IntN(9)
		text := randomWCNF(r, n)
		w, err := ReadWCNF(strings.NewReader(text), "w")
		expect.NoError(t, err)
		s := newNative()
		m := NewMaxSAT(w, s)
		last := int64(1 << 60)
		m.Improved = func(cost int64) {
			if cost >= last {
				t.Errorf("%d after %d", cost, last)
			}
			last = cost
		}
		status, err := m.Solve(t.Context())
		expect.NoError(t, err)
		kinds[status]++
		least, ok := leastByForce(w, n)
		if ok != (status == Satisfiable) || ok && (m.Cost != least || m.Lower != least || last != least) {
			t.Fatalf("formula %d, %v, cost %d, lower bound %d, want %d, %t:\n%s", i, status, m.Cost, m.Lower, least, ok, text)
		}
		bound, err := m.Bound()
		expect.NoError(t, err)
		p := newNative()
		AddFormula(p, bound)
		if got, err := p.Solve(t.Context()); got != Unsatisfiable {
			t.Fatalf("formula %d: the bound is %v, %v:\n%s", i, got, err, text)
		}
		if ok && i%10 == 0 {
			cheaper(t, m)
		}
	}
	if kinds[Satisfiable] < 1000 || kinds[Unsatisfiable] < 100 {
		t.Error(kinds)
	}
}

// cheaper checks that the formula of the bound leaves out no assignment that costs less: there are some without the
// hard clauses.
func cheaper(t *testing.T, m *MaxSAT) {
	soft := &WCNF{}
	soft.NumVars = m.w.NumVars
	for i, weight := range m.w.Weights {
		if weight > 0 {
			expect.NoError(t, soft.AddClause(m.w.Clause(i)...))
			soft.Weights = append(soft.Weights, weight)
		}
	}
	m.w = soft
	f, err := m.Bound()
	expect.NoError(t, err)
	s := newGini()
	AddFormula(s, f)
	for bits := range uint(1) << m.w.NumVars {
		if soft.cost(func(l int32) bool { return bits>>(max(l, -l)-1)&1 == uint(sign(int(l))) }) >= m.Lower {
			continue
		}
		for v := 1; v <= m.w.NumVars; v++ {
			s.Assume(v * (2*int(bits>>(v-1)&1) - 1))
		}
		if got, err := s.Solve(t.Context()); got != Satisfiable {
			t.Fatalf("%b: %v, %v", bits, got, err)
		}
	}
}

func TestReadWCNFErrors(t *testing.T) {
	var text, want string
	for range expect.Rows(t, "testdata/wcnf-errors.tsv", &text, &want) {
		expect.ErrorSays(t, expect.Err(ReadWCNF(strings.NewReader(text), "w")), want, "%q", text)
	}
}

// FuzzReadWCNF: what is read is of the size that its parts say, and the best model of a small formula is found.
func FuzzReadWCNF(f *testing.F) {
	f.Add("c x\nh 1 -2 0\n3 2 0\n4 -1 0 5 0\n")
	f.Add("p wcnf 3 3 10\n10 1 2\n3 0\n4 -1 0\n1 -2 -3 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := ReadWCNF(strings.NewReader(text), "w")
		if err != nil {
			return
		}
		if len(w.Weights) != w.NumClauses() {
			t.Fatalf("%d weights of %d clauses", len(w.Weights), w.NumClauses())
		}
		if w.NumVars > 8 || w.NumClauses() > 50 {
			return
		}
		m := NewMaxSAT(w, newNative())
		status, err := m.Solve(t.Context())
		if least, ok := leastByForce(w, w.NumVars); ok != (status == Satisfiable) || ok && m.Cost != least {
			t.Fatalf("%v, %v, cost %d, want %d, %t", status, err, m.Cost, least, ok)
		}
	})
}

// TestMaxSATLimits: a limit of conflicts is for all calls together, and what is known by then is kept.
func TestMaxSATLimits(t *testing.T) {
	w := &WCNF{}
	for _, clause := range pigeons(9) {
		lits := make([]int32, len(clause))
		for i, l := range clause {
			lits[i] = int32(l)
		}
		expect.NoError(t, w.AddClause(lits...))
		w.Weights = append(w.Weights, int64(len(clause)/3)) // pigeons are soft
	}
	s := newNative()
	m := NewMaxSAT(w, s)
	status, err := m.Solve(WithConflictLimit(t.Context(), 500))
	if status != Unknown || !errors.Is(err, ErrConflictLimit) || m.Model == nil || m.Cost < 3 || m.Lower > 3 {
		t.Errorf("%v, %v, cost %d, lower bound %d", status, err, m.Cost, m.Lower)
	}
	if n := s.Stats().Conflicts; n < 400 || n > 600 {
		t.Errorf("%d conflicts", n)
	}
}

package sat

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
)

func TestStatus(t *testing.T) {
	for status, want := range map[Status]struct {
		text string
		code int
	}{Unknown: {"UNKNOWN", 0}, Satisfiable: {"SATISFIABLE", 10}, Unsatisfiable: {"UNSATISFIABLE", 20}, 7: {"UNKNOWN", 0}} {
		if status.String() != want.text || status.ExitCode() != want.code {
			t.Errorf("%d: %v, %d", int(status), status, status.ExitCode())
		}
	}
}

func TestNew(t *testing.T) {
	for _, name := range []string{"", "gini"} {
		s, err := New(name)
		if err != nil || s.Name() != "gini" {
			t.Errorf("%q: %v", name, err)
		}
	}
	if s, err := New("native"); err != nil || s.Name() != "native" {
		t.Errorf("native: %v", err)
	}
	s, err := New("zchaff")
	if s != nil || !errors.Is(err, ErrUnknownSolver) || !strings.Contains(err.Error(), "known: gini, native, cadical, kissat, minisat, cryptominisat5") {
		t.Errorf("got %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	s, err = New("kissat")
	if s != nil || !errors.Is(err, exec.ErrNotFound) || !strings.Contains(err.Error(), "available here: gini, native)") {
		t.Errorf("got %v", err)
	}
	expect.List(t, available(), []string{"gini", "native"}, "available")
}

// TestSolversInDocuments: whoever adds a solver names it where solvers are listed.
func TestSolversInDocuments(t *testing.T) {
	for file, quote := range map[string]string{"doc.go": `"`, "../doc/solve.md": "`"} {
		text := expect.Must(os.ReadFile(file))
		for _, name := range Names() {
			expect.Contains(t, string(text), quote+name+quote, "%s on %s", file, name)
		}
	}
}

func TestConflictLimitOfContext(t *testing.T) {
	ctx := context.Background()
	for n, want := range map[int64]int64{5: 5, 0: 0, -3: 0} {
		expect.Equal(t, conflictLimit(WithConflictLimit(ctx, n)), want, "limit %d gives", n)
	}
	if conflictLimit(ctx) != 0 || conflictLimit(WithConflictLimit(WithConflictLimit(ctx, 5), 0)) != 0 {
		t.Error("no limit is a limit")
	}
}

func TestCheckModel(t *testing.T) {
	f := &lrat.Formula{NumVars: 3}
	f.AddClause(1, -2)
	f.AddClause(2, 3)
	value := func(model ...bool) func(int) bool {
		return func(l int) bool {
			if l < 0 {
				return !model[-l-1]
			}
			return model[l-1]
		}
	}
	expect.Succeeds(t, CheckModel(f, value(true, true, false)), "CheckModel")
	if err := CheckModel(f, value(true, false, false)); !errors.Is(err, errModel) || !strings.Contains(err.Error(), "clause 2 is false: [2 3]") {
		t.Errorf("got %v", err)
	}
	for _, both := range []bool{true, false} {
		expect.ErrorIs(t, CheckModel(f, func(int) bool { return both }), errModel, "all literals %v", both)
	}
	f.AddClause()
	expect.ErrorIs(t, CheckModel(f, value(true, true, true)), errModel, "with the empty clause")
}

func TestAddFormula(t *testing.T) {
	f := &lrat.Formula{}
	f.AddClause(1, -2)
	f.AddClause(2)
	s := newGini()
	AddFormula(s, f)
	wantStatus(t, s, Satisfiable)
	if err := CheckModel(f, s.Value); err != nil || !s.Value(1) || s.Stats().Clauses != 2 {
		t.Errorf("%v, %+v", err, s.Stats())
	}
}

func TestVarMap(t *testing.T) {
	var m varMap
	r := rand.New(rand.NewPCG(1, 5))
	seen := map[int]int32{}
	var order []int
	for range 200_000 {
		v := 1 + r.IntN(100_000)
		if r.IntN(3) == 0 {
			v = 1 + r.IntN(1<<31-1)
		}
		got := m.literal(-v)
		want, ok := seen[v]
		if !ok {
			order = append(order, v)
			want = int32(len(order))
			seen[v] = want
		}
		if got != -want || m.literal(v) != want || m.original(got) != -v || m.original(-got) != v {
			t.Fatalf("variable %d became %d, want %d", v, got, want)
		}
	}
	if m.len() != len(order) || m.find(1<<31-1) >= 0 && seen[1<<31-1] == 0 {
		t.Errorf("%d variables, want %d", m.len(), len(order))
	}
	if limit := 4*m.len() + 1<<16; len(m.dense) > limit {
		t.Errorf("table of %d entries for %d variables", len(m.dense), m.len())
	}
}

// cancelledWhileSolving returns a context that ends with the second report of a solver, however fast the machine is.
func cancelledWhileSolving(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	return WithReport(ctx, func(Stats) {
		if reports++; reports == 2 {
			cancel()
		}
	})
}

// TestReport: reports change nothing of the search.
func TestReport(t *testing.T) {
	for _, name := range []string{Embedded, Native} {
		var want int64
		for _, listen := range []bool{false, true} {
			s, err := New(name)
			expect.NoError(t, err)
			for _, c := range pigeons(7) {
				s.AddClause(c)
			}
			ctx, reports, last := context.Background(), 0, int64(0)
			if listen {
				ctx = WithReport(ctx, func(s Stats) {
					if reports++; s.Conflicts < last || s.Propagations < s.Conflicts || s.Variables == 0 {
						t.Errorf("%s: %+v after %d conflicts", name, s, last)
					}
					last = s.Conflicts
				})
			}
			if status, err := s.Solve(ctx); status != Unsatisfiable {
				t.Fatalf("%s: %v, %v", name, status, err)
			}
			conflicts := s.Stats().Conflicts
			switch {
			case !listen:
				want = conflicts
			case conflicts != want || reports == 0 || last == 0 || last > want:
				t.Errorf("%s: %d conflicts, %d reports up to %d, want %d conflicts", name, conflicts, reports, last, want)
			}
			s.Close()
		}
	}
}

package sat

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"retroproof/internal/expect"
)

// checkAnswer compares one answer of a solver with brute force: the status, the model, the failed assumptions.
func checkAnswer(f brute, s Solver, status Status, err error, assumptions []int) error {
	want := f.solve(assumptions...)
	if err != nil || status != want {
		return fmt.Errorf("got %v, %v, want %v", status, err, want)
	}
	if status == Satisfiable {
		bits := uint(0)
		for v := 1; v <= f.vars; v++ {
			if s.Value(v) == s.Value(-v) {
				return fmt.Errorf("variable %d is as true as its negation", v)
			}
			if s.Value(v) {
				bits |= 1 << (v - 1)
			}
		}
		if !f.satisfies(bits, assumptions...) {
			return fmt.Errorf("wrong model %b", bits)
		}
		if len(s.Failed()) > 0 {
			return fmt.Errorf("failed assumptions %v though satisfiable", s.Failed())
		}
		return nil
	}
	for _, l := range s.Failed() {
		if !slices.Contains(assumptions, l) {
			return fmt.Errorf("failed literal %d is not assumed", l)
		}
	}
	if f.solve(s.Failed()...) != Unsatisfiable {
		return fmt.Errorf("failed assumptions %v are consistent", s.Failed())
	}
	return nil
}

func checkModelOf(s Solver, clauses [][]int, assumptions []int) error {
	for _, l := range assumptions {
		if !s.Value(l) {
			return fmt.Errorf("assumption %d is false", l)
		}
	}
	for _, c := range clauses {
		if !slices.ContainsFunc(c, s.Value) {
			return fmt.Errorf("clause %v is false", c)
		}
	}
	return nil
}

// After an unsatisfiable answer gini itself ends the process or answers wrongly: see the comment on giniSolver. These
// are the smallest cases.
func TestGiniAgainAfterUnsat(t *testing.T) {
	all := [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
	t.Run("again", func(t *testing.T) {
		s := load(t, newGini(), all)
		for range 4 {
			wantStatus(t, s, Unsatisfiable)
		}
	})
	t.Run("after another clause", func(t *testing.T) {
		s := load(t, newGini(), all)
		wantStatus(t, s, Unsatisfiable)
		s.AddClause([]int{5, 6})
		wantStatus(t, s, Unsatisfiable)
		s.Assume(7)
		wantStatus(t, s, Unsatisfiable)
		expect.Equal(t, len(s.Failed()), 0, "failed %v", s.Failed())
	})
	t.Run("after assumptions", func(t *testing.T) {
		s := load(t, newGini(), [][]int{{-1, 2}, {-1, -2}, {1, 3}, {1, -3}, {4, 5}})
		s.Assume(1)
		wantStatus(t, s, Unsatisfiable)
		expect.List(t, s.Failed(), []int{1}, "failed")
		wantStatus(t, s, Unsatisfiable)
		wantStatus(t, s, Unsatisfiable)
	})
}

func wantStatus(t *testing.T, s Solver, want Status) {
	t.Helper()
	if got, err := s.Solve(context.Background()); got != want || err != nil {
		t.Fatalf("got %v, %v, want %v", got, err, want)
	}
}

// wantStop wants a solver to end without an answer, for a reason.
func wantStop(t *testing.T, ctx context.Context, s Solver, want error) {
	t.Helper()
	status, err := s.Solve(ctx)
	expect.Equal(t, status, Unknown, "status")
	expect.ErrorIs(t, err, want, "Solve")
}

func TestGiniCorners(t *testing.T) { testCorners(t, func() Solver { return newGini() }) }

// testCorners is for every embedded solver.
func testCorners(t *testing.T, open func() Solver) {
	t.Run("nothing", func(t *testing.T) {
		s := open()
		wantStatus(t, s, Satisfiable)
		if s.Value(3) || !s.Value(-3) {
			t.Error("an unknown variable is not false")
		}
	})
	t.Run("empty clause", func(t *testing.T) {
		s := open()
		s.AddClause([]int{1})
		s.AddClause(nil)
		s.Assume(1)
		wantStatus(t, s, Unsatisfiable)
		if len(s.Failed()) > 0 {
			t.Errorf("failed %v", s.Failed())
		}
	})
	t.Run("empty clause later", func(t *testing.T) {
		s := open()
		s.AddClause([]int{1})
		wantStatus(t, s, Satisfiable)
		s.AddClause(nil)
		wantStatus(t, s, Unsatisfiable)
	})
	t.Run("assumption on an unseen variable", func(t *testing.T) {
		s := open()
		s.Assume(-1_999_999_999)
		wantStatus(t, s, Satisfiable)
		if s.Value(1_999_999_999) || !s.Value(-1_999_999_999) {
			t.Error("the assumption does not hold")
		}
		s.Assume(1_999_999_999, -1_999_999_999)
		wantStatus(t, s, Unsatisfiable)
		failed := slices.Sorted(slices.Values(s.Failed()))
		expect.List(t, failed, []int{-1_999_999_999, 1_999_999_999}, "failed")
	})
	t.Run("assumptions hold once", func(t *testing.T) {
		s := load(t, open(), [][]int{{1, 2}})
		s.Assume(-1, -2)
		wantStatus(t, s, Unsatisfiable)
		wantStatus(t, s, Satisfiable)
	})
	t.Run("model survives AddClause and Assume", func(t *testing.T) {
		s := load(t, open(), [][]int{{1, 2}, {3, -1}})
		wantStatus(t, s, Satisfiable)
		n := 0
		for ; n < 10; n++ {
			var block []int
			for v := 1; v <= 3; v++ { // the clause grows while the model is read
				l := v
				if s.Value(v) {
					l = -v
				}
				block = append(block, l)
				fresh := 100*(n+1) + v
				s.AddClause([]int{l, -l, fresh})
				s.Assume(fresh)
				if s.Value(fresh) || s.Value(v) != (l < 0) {
					t.Fatal("the model changed")
				}
			}
			s.AddClause(block)
			status, err := s.Solve(context.Background())
			expect.NoError(t, err)
			if status == Unsatisfiable {
				break
			}
		}
		expect.Equal(t, n+1, 4, "models")
	})
	t.Run("slice may be reused", func(t *testing.T) {
		s := open()
		c := []int{1}
		s.AddClause(c)
		c[0] = -1
		s.Assume(c...)
		c[0] = 1
		wantStatus(t, s, Unsatisfiable)
	})
	for _, wide := range []int64{0, 1 << 31, -1 << 31, 1 << 40, -1 << 63} {
		bad := int(wide) // where an int has 32 bits, 0 or the smallest
		t.Run(fmt.Sprint("literal ", bad), func(t *testing.T) {
			for _, spoil := range []func(Solver){
				func(s Solver) { s.AddClause([]int{1, bad}) },
				func(s Solver) { s.Assume(bad) },
			} {
				s := open()
				s.AddClause([]int{1})
				spoil(s)
				for range 2 {
					wantStop(t, context.Background(), s, errLiteral)
				}
				if s.Value(bad) {
					t.Error("a bad literal is true")
				}
			}
		})
	}
	t.Run("closed", func(t *testing.T) {
		s := open()
		s.AddClause([]int{1})
		wantStatus(t, s, Satisfiable)
		s.Close()
		s.Close()
		s.AddClause([]int{1})
		s.Assume(1)
		wantStop(t, context.Background(), s, errClosed)
		if s.Value(1) || s.Stats().Conflicts != 0 {
			t.Error("a closed solver knows things")
		}
	})
}

func TestGiniStops(t *testing.T) {
	hard := pigeons(11)
	t.Run("before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		s := load(t, newGini(), [][]int{{1}})
		s.Assume(-1)
		wantStop(t, ctx, s, context.Canceled)
		wantStatus(t, s, Satisfiable) // the assumption is gone
	})
	t.Run("cancelled", func(t *testing.T) {
		before := runtime.NumGoroutine()
		s := load(t, newGini(), hard)
		for range 3 {
			wantStop(t, cancelledWhileSolving(t), s, context.Canceled)
		}
		s.Assume(1, 2)
		s.AddClause([]int{-1, -2})
		wantStatus(t, s, Unsatisfiable)
		for runtime.NumGoroutine() > before { // for ever, if gini's goes on
			time.Sleep(10 * time.Millisecond)
		}
	})
	t.Run("conflict limit", func(t *testing.T) {
		s := load(t, newGini(), hard)
		ctx := WithConflictLimit(context.Background(), 2000)
		for most := int64(2000); most <= 4000; most += 2000 { // it goes on for longer, if the machine is busy
			wantStop(t, ctx, s, ErrConflictLimit)
			if n := s.Stats().Conflicts; n < most {
				t.Errorf("%d conflicts, want %d at least", n, most)
			}
		}
	})
	t.Run("high conflict limit", func(t *testing.T) {
		s := load(t, newGini(), pigeons(6))
		if status, err := s.Solve(WithConflictLimit(context.Background(), 1<<40)); status != Unsatisfiable || err != nil {
			t.Errorf("got %v, %v", status, err)
		}
	})
}

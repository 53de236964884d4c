package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
)

func TestNativeCorners(t *testing.T) {
	testCorners(t, func() Solver { return newNative() })
	testCorners(t, func() Solver { return NewProver() })
}

// checkLRAT checks a proof in text.
func checkLRAT(proof string, clauses [][]int) error {
	var f lrat.Formula
	for _, c := range clauses {
		lits := make([]int32, len(c))
		for i, l := range c {
			lits[i] = int32(l)
		}
		f.AddClause(lits...)
	}
	if _, err := lrat.CheckLRAT(&f, strings.NewReader(proof), "proof"); err != nil {
		return fmt.Errorf("%w in\n%s", err, proof)
	}
	return nil
}

// checkProof checks what a prover has proved of clauses.
func checkProof(p *Prover, clauses [][]int) error {
	var proof bytes.Buffer
	stats, err := p.WriteProof(&proof, ProofText)
	if err != nil {
		return err
	}
	if stats.Bytes != int64(proof.Len()) || stats.Clauses != int64(len(clauses)) || stats.UsedSteps > stats.Steps {
		return fmt.Errorf("%+v for %d clauses and %d bytes", stats, len(clauses), proof.Len())
	}
	return checkLRAT(proof.String(), clauses)
}

// TestNativeAgainstBruteForce solves random formulas incrementally, with and without assumptions, with conflict limits
// that interrupt, and with variables far apart; what is unsatisfiable for good is proved, clauses added later included.
func TestNativeAgainstBruteForce(t *testing.T) {
	t.Parallel()
	n := expect.Short(1_500, 15_000)
	cancellable, cancel := context.WithCancel(context.Background())
	defer cancel()
	answers := map[Status]int{}
	proofs := 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 11))
		f := randomFormula(r, 1+r.IntN(8))
		s := NewProver()
		stretch := 1
		if seed%5 == 0 {
			stretch = 10_007
		}
		far := func(lits []int) []int {
			var out []int
			for _, l := range lits {
				out = append(out, l*stretch)
			}
			return out
		}
		for _, c := range f.clauses {
			s.AddClause(far(c))
		}
		refuted := false
		for round := range 6 {
			var assumptions []int
			if r.IntN(4) > 0 {
				assumptions = randomLits(r, f.vars, r.IntN(4))
			}
			status, err := Unknown, error(nil)
			for try := 0; ; try++ {
				s.Assume(far(assumptions)...)
				ctx := cancellable
				if seed%3 == 0 && try < 100 {
					ctx = WithConflictLimit(ctx, 1)
				}
				if status, err = s.Solve(ctx); err != ErrConflictLimit {
					break
				}
			}
			if err := checkAnswer(f, stretched{s, stretch}, status, err, assumptions); err != nil {
				t.Fatalf("formula %d, round %d, %v assuming %v: %v", seed, round, f.clauses, assumptions, err)
			}
			answers[status]++
			if refuted = status == Unsatisfiable && len(s.Failed()) == 0; refuted {
				break
			}
			if _, err := s.WriteProof(nil, ProofText); err != errNoProof {
				t.Fatalf("formula %d: got %v", seed, err)
			}
			if r.IntN(3) == 0 {
				f.vars = min(f.vars+r.IntN(2), 9)
				c := randomClause(r, f.vars)
				f.clauses = append(f.clauses, c)
				s.AddClause(far(c))
			}
		}
		if refuted {
			proofs++
			if seed%4 == 0 { // what comes after does not matter, but counts
				f.clauses = append(f.clauses, []int{1})
				s.AddClause([]int{stretch})
			}
			var clauses [][]int
			for _, c := range f.clauses {
				clauses = append(clauses, far(c))
			}
			expect.NoError(t, checkProof(s, clauses), "formula", seed, f.clauses)
		}
		s.Close()
	}
	if answers[Satisfiable] < n/2 || answers[Unsatisfiable] < n/2 || proofs < n/10 {
		t.Errorf("lopsided test: %v, %d proofs", answers, proofs)
	}
}

// stretched is a solver whose variables have been multiplied.
type stretched struct {
	Solver
	by int
}

func (s stretched) Value(l int) bool { return s.Solver.Value(l * s.by) }

func (s stretched) Failed() []int {
	var failed []int
	for _, l := range s.Solver.Failed() {
		failed = append(failed, l/s.by)
	}
	return failed
}

// TestNativeAgainstGini compares the two embedded solvers on formulas that need learning, restarts, and the clearing
// away of learnt clauses.
func TestNativeAgainstGini(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 12))
		const vars = 110
		a, b := NewProver(), newGini()
		var clauses [][]int
		for round := range 12 {
			n := 35
			if round == 0 {
				n = 4 * vars
			}
			if round > 0 && round%3 != 0 {
				n = 0
			}
			for range n {
				lits := randomLits(r, vars, 3)
				clauses = append(clauses, lits)
				a.AddClause(lits)
				b.AddClause(lits)
			}
			assumptions := randomLits(r, vars, r.IntN(12))
			b.Assume(assumptions...)
			want, _ := b.Solve(context.Background())
			var got Status
			for err := ErrConflictLimit; err == ErrConflictLimit; {
				a.Assume(assumptions...)
				got, err = a.Solve(WithConflictLimit(context.Background(), int64(1+r.IntN(200))))
			}
			if got != want {
				t.Fatalf("formula %d, round %d: %v, gini says %v", seed, round, got, want)
			}
			if got == Satisfiable {
				expect.NoError(t, checkModelOf(a, clauses, assumptions), "formula", seed, "round", round)
				continue
			}
			failed := a.Failed()
			again := load(t, newGini(), clauses)
			again.Assume(failed...)
			if s, _ := again.Solve(context.Background()); s != Unsatisfiable {
				t.Fatalf("formula %d, round %d: the failed assumptions %v are consistent", seed, round, failed)
			}
			if len(failed) == 0 {
				expect.NoError(t, checkProof(a, clauses), "formula", seed)
			}
		}
	}
}

func TestNativeStops(t *testing.T) {
	hard := pigeons(11)
	s := load(t, newNative(), hard)
	for range 3 {
		wantStop(t, cancelledWhileSolving(t), s, context.Canceled)
	}
	s.Assume(1, 2)
	s.AddClause([]int{-1, -2})
	wantStatus(t, s, Unsatisfiable)

	var conflicts []int64
	for range 2 {
		s := load(t, newNative(), hard)
		for range 2 {
			wantStop(t, WithConflictLimit(context.Background(), 2000), s, ErrConflictLimit)
			conflicts = append(conflicts, s.Stats().Conflicts)
		}
	}
	expect.List(t, conflicts, []int64{2000, 4000, 2000, 4000}, "conflicts for a limit of 2000 twice, twice")
}

func TestWriteProofErrors(t *testing.T) {
	p := NewProver()
	p.AddClause([]int{7})
	p.AddClause([]int{-7})
	wantStatus(t, p, Unsatisfiable)
	expect.ErrorIs(t, expect.Err(p.WriteProof(nil, "xml")), errProofFormat, "p.WriteProof")
	for _, format := range []ProofFormat{ProofText, ProofBinary} {
		expect.ErrorIs(t, expect.Err(p.WriteProof(failing{}, format)), errFailing, "p.WriteProof")
	}
	var text, binary bytes.Buffer
	if _, err := p.WriteProof(&text, ProofText); err != nil || text.String() != "3 0 1 2 0\n" {
		t.Errorf("got %q, %v", text.String(), err)
	}
	if _, err := p.WriteProof(&binary, ProofBinary); err != nil || binary.String() != "a\x06\x00\x02\x04\x00" {
		t.Errorf("got %q, %v", binary.String(), err)
	}
	p.Close()
	p.Close()
	expect.Equal(t, expect.Err(p.WriteProof(&text, ProofText)), errNoProof, "a closed solver")
}

var errFailing = errors.New("the disk is full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFailing }

// TestStayStable: the native solver restarts less in stable mode, with both settings, its proof is right, and another
// solver takes no notice.
func TestStayStable(t *testing.T) {
	clauses := pigeons(6)
	var restarts []int64
	for _, set := range []func(Solver){func(Solver) {}, StayStable, EliminateEarly} {
		p := NewProver()
		set(p)
		load(t, p, clauses)
		wantStatus(t, p, Unsatisfiable)
		expect.Succeeds(t, checkProof(p, clauses), "checkProof")
		restarts = append(restarts, p.Stats().Restarts)
		expect.Succeeds(t, p.Close(), "p.Close")
	}
	if 2*restarts[1] > restarts[0] || 2*restarts[2] > restarts[0] || restarts[1] == restarts[2] {
		t.Errorf("restarts in both modes, stable mode, and with early elimination: %d", restarts)
	}
	g := newGini()
	StayStable(g)
	EliminateEarly(g)
	wantStatus(t, load(t, g, clauses), Unsatisfiable)
}

// A core has the clauses that its refutation uses, and no others: each is one of the formula, with its number.
func TestWriteCore(t *testing.T) {
	for _, formula := range [][][]int{
		{{1, 2}, {3}, {-1, 2}, {1, -2}, {3, 4}, {-1, -2}}, {{1}, {-1}, {2, 3}}, {{1, 2}, {}, {3}},
	} {
		p := NewProver()
		for _, c := range formula {
			p.AddClause(c)
		}
		status, err := p.Solve(t.Context())
		expect.NoError(t, err)
		expect.Equal(t, status, Unsatisfiable, "%v", formula)
		var proof bytes.Buffer
		stats, err := p.WriteCore(&proof, func(add func([]int)) {
			for _, c := range formula {
				add(c)
			}
		})
		expect.NoError(t, err)
		used := int64(0)
		_, err = lrat.NewChecker(4, 1<<20).Core(t.Context(), &proof, "core", func(clause []int32) bool {
			used++
			return slices.ContainsFunc(formula, func(c []int) bool {
				return slices.EqualFunc(c, clause, func(a int, b int32) bool { return a == int(b) })
			})
		})
		expect.NoError(t, err)
		expect.Equal(t, used, stats.UsedClauses, "%v", formula)
		if used == int64(len(formula)) {
			t.Errorf("%v: all clauses", formula)
		}
		p.Close()
	}
}

package cdcl

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// A call is one of the calls of the incremental interface.
type call struct {
	kind  callKind
	lits  []int32 // of AddClause and Assume
	limit int64   // of Solve: conflicts
}

type callKind int

const (
	callAdd callKind = iota
	callAssume
	callSolve
)

// A program is a list of calls to a new solver, with what it is tuned to.
type program struct {
	calls []call
	tune  tuning
}

// String writes a program as Go, for a test of its own.
func (p program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "// tune %+v\n", p.tune)
	for _, c := range p.calls {
		args := strings.Trim(strings.ReplaceAll(fmt.Sprint(c.lits), " ", ", "), "[]")
		switch c.kind {
		case callAdd:
			fmt.Fprintf(&b, "s.AddClause(%s)\n", args)
		case callAssume:
			fmt.Fprintf(&b, "s.Assume(%s)\n", args)
		case callSolve:
			fmt.Fprintf(&b, "s.Solve(ctx, %d)\n", c.limit)
		}
	}
	return b.String()
}

// randomProgram draws a program over few variables, so that brute force can check it.
func randomProgram(r *rand.Rand) program {
	p := program{tune: randomTuning(r)}
	f := small{vars: 2 + r.IntN(9)}
	length := 2 + r.IntN(3)
	burst := func(n int) {
		for range n {
			p.calls = append(p.calls, call{kind: callAdd, lits: f.randomClause(r, length)})
		}
	}
	parities := r.IntN(4) == 0
	burst(r.IntN(4 * f.vars))
	for range 1 + r.IntN(8) {
		if r.IntN(3) > 0 {
			burst(r.IntN(f.vars))
		}
		if parities {
			for range r.IntN(4) {
				for _, c := range randomParity(r, f.vars) {
					p.calls = append(p.calls, call{kind: callAdd, lits: c})
				}
			}
		}
		for range r.IntN(4) {
			p.calls = append(p.calls, call{kind: callAssume, lits: randomLits(r, f.vars, 1+r.IntN(2))})
		}
		solve := call{kind: callSolve}
		if r.IntN(4) == 0 {
			solve.limit = int64(1 + r.IntN(4))
		}
		p.calls = append(p.calls, solve)
	}
	return p
}

// run makes the calls, and returns what is wrong with an answer, a model, the failed assumptions or the proof.
func (p program) run() error {
	s := New()
	s.tune = p.tune
	s.nextReduce, s.nextPreprocess = 0, 0
	strict := newChecker()
	recorder := NewRecorder(DefaultMemory)
	defer recorder.Close()
	s.SetProof(tee{strict, recorder})
	f := small{}
	var assumed []int32
	for i, c := range p.calls {
		for _, l := range c.lits {
			f.vars = max(f.vars, int(l), int(-l))
		}
		switch c.kind {
		case callAdd:
			s.AddClause(c.lits...)
			f.clauses = append(f.clauses, c.lits)
			continue
		case callAssume:
			s.Assume(c.lits...)
			assumed = append(assumed, c.lits...)
			continue
		}
		status, err := s.Solve(context.Background(), c.limit)
		if strict.err != nil {
			return fmt.Errorf("call %d: %w", i, strict.err)
		}
		if status == Unknown && c.limit > 0 && errors.Is(err, ErrConflictLimit) {
			assumed = nil
			continue
		}
		if err != nil {
			return fmt.Errorf("call %d: %w", i, err)
		}
		if err := f.checkAnswer(s, status, nil, assumed); err != nil {
			return fmt.Errorf("call %d: %w", i, err)
		}
		if status == Unsatisfiable {
			if err := checkFailed(s, strict, recorder, f.clauses); err != nil {
				return fmt.Errorf("call %d: %w", i, err)
			}
		}
		assumed = nil
	}
	return nil
}

// checkFailed checks that a clause was derived from the negated failed assumptions, and its proof alone.
func checkFailed(s *Solver, strict *checker, recorder *Recorder, clauses [][]int32) error {
	failed := s.Failed()
	id := s.FailedClause()
	if id == 0 {
		for _, l := range failed {
			if slices.Contains(failed, -l) {
				return nil
			}
		}
		return fmt.Errorf("no clause says that %v fail", failed)
	}
	says := func(c *checker, id int64) error {
		clause, ok := c.clauses[id]
		if !ok {
			return fmt.Errorf("clause %d, that %v fail, is not there", id, failed)
		}
		for _, l := range clause {
			if !slices.Contains(failed, -l) {
				return fmt.Errorf("clause %d %v is to say that %v fail", id, clause, failed)
			}
		}
		return nil
	}
	if err := says(strict, id); err != nil {
		return err
	}
	alone := newChecker()
	for i, c := range clauses {
		alone.put(int64(i)+1, c)
	}
	alone.last = 0
	steps := &lastStep{checker: alone, inputs: int64(len(clauses))}
	if _, err := recorder.TrimTo(id, steps); err != nil {
		return err
	}
	if alone.err != nil {
		return fmt.Errorf("trimmed: %w", alone.err)
	}
	if steps.last == 0 {
		return nil // a clause of the formula, which says found
	}
	return says(alone, steps.last)
}

// lastStep is a checker that has the clauses of the formula already, and remembers the last clause that is derived.
type lastStep struct {
	*checker
	inputs, last int64
}

func (l *lastStep) Input(id int64, _ []int32) {
	if id > l.inputs {
		l.fail("input %d", id)
	}
	l.checker.last = id
}

func (l *lastStep) Add(id int64, lits []int32, hints []int64) {
	l.last = id
	l.checker.Add(id, lits, hints)
}

// shrink drops calls and literals of a program that fails, as long as it still does.
func (p program) shrink() program {
	for smaller := true; smaller; {
		smaller = false
		try := func(q program) bool {
			if q.run() == nil {
				return false
			}
			p, smaller = q, true
			return true
		}
		for i := len(p.calls) - 1; i >= 0; i-- {
			if try(program{slices.Delete(slices.Clone(p.calls), i, i+1), p.tune}) {
				continue
			}
			for k := len(p.calls[i].lits) - 1; k >= 0; k-- {
				c := p.calls[i]
				c.lits = slices.Delete(slices.Clone(c.lits), k, k+1)
				q := program{slices.Clone(p.calls), p.tune}
				q.calls[i] = c
				try(q)
			}
		}
	}
	return p
}

// Flags of TestPrograms: how many programs, 0 for as many as the mode has, and the number of the first.
var (
	programs     = flag.Uint64("programs", 0, "how many programs TestPrograms runs")
	programsFrom = flag.Uint64("programs-from", 0, "number of its first program")
)

// TestPrograms makes random calls of the incremental interface, and checks everything that the solver says, with each
// of its techniques on and off.
func TestPrograms(t *testing.T) {
	t.Parallel()
	n := uint64(40_000)
	switch {
	case *programs > 0:
		n = *programs
	case testing.Short():
		n = 4_000
	case expect.Long:
		n = 5_000_000
	}
	for i := range n {
		seed := *programsFrom + i
		if i > 0 && i%1_000_000 == 0 {
			t.Logf("%d programs, up to number %d", i, seed-1)
		}
		p := randomProgram(rand.New(rand.NewPCG(seed, 3)))
		if err := p.run(); err != nil {
			p = p.shrink()
			t.Fatalf("program %d: %v; shrunk: %v\n%v", seed, err, p.run(), p)
		}
	}
}

// TestShrink: a program that fails is made as short as its fault allows.
func TestShrink(t *testing.T) {
	p := randomProgram(rand.New(rand.NewPCG(1, 3)))
	p.calls = append(p.calls, call{kind: callAdd, lits: []int32{1, 0, 2}}) // 0 is no literal: Solve fails
	p.calls = append(p.calls, call{kind: callSolve})
	if p.run() == nil {
		t.Fatal("a clause with 0 was accepted")
	}
	if p = p.shrink(); len(p.calls) != 2 || len(p.calls[0].lits) != 1 {
		t.Errorf("shrunk to\n%v", p)
	}
}

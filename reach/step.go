package reach

import (
	"context"
	"slices"

	"retroproof/encode"
	"retroproof/sat"
)

// stepSolver is a solver with the circuit of one state, so that one step can be asked about.
type stepSolver struct {
	sat.Solver
	latches []int // by latch: the literal of its value
	nexts   []int // by latch: the literal of its next value
	inputs  []int
	bad     int
	one     int // a variable that is true

	vars    int
	act     []int // by level, from 1: the variable that activates it and those above
	guarded int   // the variable that serves this question only; 0: none
	spent   int   // how many there were
	assume  []int // scratch
}

// newStepSolver makes a solver for any state in which the constraints and the lemma hold: for steps, or for bad states.
func newStepSolver(s *System, o Options, lemma encode.Bool, steps bool) (*stepSolver, error) {
	now := mapped(s.Latches, func(l Latch) encode.Bool { return l.Now })
	next, bad := []encode.Bool(nil), s.bad()
	if steps {
		next, bad = mapped(s.Latches, func(l Latch) encode.Bool { return l.Next }), s.Circuit.False
	}
	return stepSolverOf(s.Circuit, o, now, next, s.Inputs, bad, s.constraint(), lemma)
}

// newFirstSolver makes a solver for initial states, in which constants are put in for the latches.
func newFirstSolver(s *System, o Options) (*stepSolver, error) {
	c := encode.NewCircuit()
	v := s.newView(c, nil, nil, "0")
	now, next := s.now(v), s.next(v)
	return stepSolverOf(c, o, now, next, v.inputs, v.get(s.bad()), v.get(s.constraint()))
}

// stepSolverOf makes a solver for the Booleans of a circuit, some of which hold throughout.
func stepSolverOf(
	c *encode.Circuit, o Options, now, next, inputs []encode.Bool, bad encode.Bool, hold ...encode.Bool,
) (*stepSolver, error) {
	n, err := o.open()
	if err != nil {
		return nil, err
	}
	f := &stepSolver{Solver: n, act: []int{0}}
	cnf := c.Gates(encode.Compact, slices.Concat(now, next, inputs, hold, []encode.Bool{bad})...)
	cnf.Emit(n)
	f.vars = cnf.NumVars
	f.one = f.fresh()
	f.AddClause([]int{f.one})
	lit := func(b encode.Bool) int {
		if value, ground := c.Ground(b); ground {
			if value {
				return f.one
			}
			return -f.one
		}
		return cnf.Lit(b)
	}
	f.latches, f.nexts, f.inputs = mapped(now, lit), mapped(next, lit), mapped(inputs, lit)
	f.bad = lit(bad)
	for _, b := range hold {
		f.AddClause([]int{lit(b)})
	}
	return f, nil
}

func (s *stepSolver) fresh() int {
	s.vars++
	return s.vars
}

// activation returns the variable that activates a level, at least 1, and those above.
func (s *stepSolver) activation(level int) int {
	for len(s.act) <= level {
		s.act = append(s.act, s.fresh())
		if n := len(s.act); n > 2 {
			s.AddClause([]int{-s.act[n-2], s.act[n-1]})
		}
	}
	return s.act[level]
}

func (s *stepSolver) now(l int32) int  { return signed(s.latches, l) }
func (s *stepSolver) next(l int32) int { return signed(s.nexts, l) }

// signed returns the literal, by latch, of a literal of a cube.
func signed(of []int, l int32) int {
	if l < 0 {
		return -of[index(l)]
	}
	return of[index(l)]
}

// guard returns an assumption for one question: that the state is outside a cube.
func (s *stepSolver) guard(q cube) int {
	s.guarded = s.fresh()
	s.exclude(q, s.guarded)
	return s.guarded
}

// exclude adds the clause that the state is outside a cube, if a variable is true.
func (s *stepSolver) exclude(q cube, when int) {
	clause := []int{-when}
	for _, l := range q {
		clause = append(clause, -s.now(l))
	}
	s.AddClause(clause)
}

// solve answers under assumptions. What served this question is made true for good.
func (s *stepSolver) solve(ctx context.Context, assume []int) (sat.Status, error) {
	s.Assume(assume...)
	status, err := s.Solve(ctx)
	if s.guarded != 0 {
		s.AddClause([]int{-s.guarded})
		s.guarded = 0
		s.spent++
	}
	return status, err
}

// state reads the state and the inputs of the model.
func (s *stepSolver) state() (cube, []Value) {
	q := make(cube, len(s.latches))
	for i, v := range s.latches {
		if q[i] = int32(i + 1); !s.Value(v) {
			q[i] = int32(-i - 1)
		}
	}
	return q, mapped(s.inputs, func(v int) Value { return valueOf(s.Value(v)) })
}

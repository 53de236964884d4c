package reach

import (
	"context"
	"fmt"
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
	holds   int // the constraints
	one     int // a variable that is true

	vars     int
	act      []int // by level, from 1: the variable that activates it and those above
	guards   []int // variables that served one question
	spent    int   // how many
	assume   []int // scratch
	whatFail map[int]bool
}

// newStepSolver makes a solver for any state. For frames, the constraints and the lemma hold.
func newStepSolver(s *System, solver string, lemma encode.Bool, frames bool) (*stepSolver, error) {
	now, next := make([]encode.Bool, len(s.Latches)), make([]encode.Bool, len(s.Latches))
	for i, l := range s.Latches {
		now[i], next[i] = l.Now, l.Next
	}
	hold := []encode.Bool{s.constraint(), lemma}
	if !frames {
		hold = nil
	}
	return stepSolverOf(s.Circuit, solver, now, next, s.Inputs, s.bad(), s.constraint(), hold)
}

// newFirstSolver makes a solver for initial states, in which constants are put in for the latches.
func newFirstSolver(s *System, solver string) (*stepSolver, error) {
	c := encode.NewCircuit()
	var inputs []encode.Bool
	v := s.newView(c, nil, "0", func(i int) encode.Bool {
		inputs = append(inputs, c.Input(fmt.Sprintf("i%d", i)))
		return inputs[i]
	})
	now, next := s.now(v), s.next(v)
	holds := v.get(s.constraint())
	return stepSolverOf(c, solver, now, next, inputs, v.get(s.bad()), holds, []encode.Bool{holds})
}

// stepSolverOf makes a solver for the Booleans of a circuit, some of which hold throughout.
func stepSolverOf(c *encode.Circuit, solver string, now, next, inputs []encode.Bool, bad, holds encode.Bool, hold []encode.Bool) (*stepSolver, error) {
	n, err := sat.New(solver)
	if err != nil {
		return nil, err
	}
	f := &stepSolver{Solver: n, act: []int{0}, whatFail: map[int]bool{}}
	cnf := c.Gates(encode.Compact, slices.Concat(now, next, inputs, hold, []encode.Bool{bad, holds})...)
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
	for i := range now {
		f.latches, f.nexts = append(f.latches, lit(now[i])), append(f.nexts, lit(next[i]))
	}
	for _, in := range inputs {
		f.inputs = append(f.inputs, lit(in))
	}
	f.bad, f.holds = lit(bad), lit(holds)
	for _, b := range hold {
		f.AddClause([]int{lit(b)})
	}
	return f, nil
}

func (f *stepSolver) fresh() int {
	f.vars++
	return f.vars
}

// activation returns the variable that activates a level, at least 1, and those above.
func (f *stepSolver) activation(level int) int {
	for len(f.act) <= level {
		f.act = append(f.act, f.fresh())
		if n := len(f.act); n > 2 {
			f.AddClause([]int{-f.act[n-2], f.act[n-1]})
		}
	}
	return f.act[level]
}

func (f *stepSolver) now(l int32) int {
	if l < 0 {
		return -f.latches[index(l)]
	}
	return f.latches[index(l)]
}

func (f *stepSolver) next(l int32) int {
	if l < 0 {
		return -f.nexts[index(l)]
	}
	return f.nexts[index(l)]
}

// guard returns an assumption for one question: that the state is outside a cube.
func (f *stepSolver) guard(q cube) int {
	g := f.fresh()
	clause := []int{-g}
	for _, l := range q {
		clause = append(clause, -f.now(l))
	}
	f.AddClause(clause)
	f.guards = append(f.guards, g)
	return g
}

// block adds the clause that excludes a cube from a level.
func (f *stepSolver) block(q cube, level int) {
	clause := []int{-f.activation(level)}
	for _, l := range q {
		clause = append(clause, -f.now(l))
	}
	f.AddClause(clause)
}

// solve answers under assumptions.
func (f *stepSolver) solve(ctx context.Context, assume []int) (sat.Status, error) {
	f.Assume(assume...)
	status, err := f.Solve(ctx)
	return status, err
}

// failed returns the assumptions that failed.
func (f *stepSolver) failed() map[int]bool {
	clear(f.whatFail)
	for _, l := range f.Failed() {
		f.whatFail[l] = true
	}
	f.retire()
	return f.whatFail
}

// state reads the state and the inputs of the model.
func (f *stepSolver) state() (cube, []Value) {
	q := make(cube, len(f.latches))
	for i, v := range f.latches {
		if q[i] = int32(i + 1); !f.Value(v) {
			q[i] = int32(-i - 1)
		}
	}
	inputs := make([]Value, len(f.inputs))
	for i, v := range f.inputs {
		inputs[i] = valueOf(f.Value(v))
	}
	f.retire()
	return q, inputs
}

// retire makes what served one question true for good.
func (f *stepSolver) retire() {
	for _, g := range f.guards {
		f.AddClause([]int{-g})
	}
	f.spent += len(f.guards)
	f.guards = f.guards[:0]
}

// enlarge returns the part of a state that is needed for the constraints to hold and the literals to be true under the inputs.
func (f *stepSolver) enlarge(ctx context.Context, state cube, inputs []Value, to []int) (cube, error) {
	g := f.fresh()
	clause := []int{-g, -f.holds}
	for _, l := range to {
		clause = append(clause, -l)
	}
	f.AddClause(clause)
	f.guards = append(f.guards, g)
	q := slices.Clone(state)
	for {
		f.assume = append(f.assume[:0], g)
		for i, v := range f.inputs {
			if inputs[i] != One {
				v = -v
			}
			f.assume = append(f.assume, v)
		}
		for _, l := range q {
			f.assume = append(f.assume, f.now(l))
		}
		status, err := f.solve(ctx, f.assume)
		if status != sat.Unsatisfiable {
			f.retire()
			if err == nil {
				err = errLift
			}
			return nil, err
		}
		clear(f.whatFail)
		for _, l := range f.Failed() {
			f.whatFail[l] = true
		}
		n := len(q)
		q = slices.DeleteFunc(q, func(l int32) bool { return !f.whatFail[f.now(l)] })
		if len(q) == n {
			f.retire()
			return q, nil
		}
	}
}

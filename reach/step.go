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
	latches []int // by latch: the variable of its value
	nexts   []int // by latch: the literal of its next value
	inputs  []int
	bad     int
	holds   int // the constraints
	one     int // a variable that is true

	vars     int
	start    int   // a variable that says that the state is initial
	act      []int // by level, from 1: the variable that activates it and those above
	guards   []int // variables that served one question
	spent    int   // how many
	assume   []int // scratch
	whatFail map[int]bool
}

// newStepSolver makes a solver. For frames, the constraints and the lemma hold.
func newStepSolver(s *System, solver string, lemma encode.Bool, frames bool) (*stepSolver, error) {
	n, err := sat.New(solver)
	if err != nil {
		return nil, err
	}
	f := &stepSolver{Solver: n, act: []int{0}, whatFail: map[int]bool{}}
	keep := []encode.Bool{s.bad(), s.constraint(), lemma}
	for _, l := range s.Latches {
		keep = append(keep, l.Next)
		if l.Reset != l.Now {
			keep = append(keep, l.Reset)
		}
	}
	cnf := s.Circuit.Gates(encode.Compact, keep...)
	cnf.Emit(n)
	f.vars = cnf.NumVars
	f.one = f.fresh()
	f.AddClause([]int{f.one})
	lit := func(b encode.Bool) int {
		if value, ground := s.Circuit.Ground(b); ground {
			if value {
				return f.one
			}
			return -f.one
		}
		return cnf.Lit(b)
	}
	for _, l := range s.Latches {
		f.latches, f.nexts = append(f.latches, lit(l.Now)), append(f.nexts, lit(l.Next))
	}
	for _, in := range s.Inputs {
		f.inputs = append(f.inputs, lit(in))
	}
	f.bad, f.holds = lit(s.bad()), lit(s.constraint())
	if frames {
		f.AddClause([]int{f.holds})
		f.AddClause([]int{lit(lemma)})
		f.start = f.fresh()
		for i, l := range s.Latches {
			if l.Reset != l.Now {
				f.AddClause([]int{-f.start, -f.latches[i], lit(l.Reset)})
				f.AddClause([]int{-f.start, f.latches[i], -lit(l.Reset)})
			}
		}
	}
	return f, nil
}

func (f *stepSolver) fresh() int {
	f.vars++
	return f.vars
}

// activation returns the variable that activates a level and those above, or says that the state is
// initial.
func (f *stepSolver) activation(level int) int {
	if level == 0 {
		return f.start
	}
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

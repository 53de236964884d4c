package reach

import (
	"context"
	"fmt"

	"retroproof/encode"
	"retroproof/sat"
)

// unrolling is a run from an initial state, as long as wanted.
type unrolling struct {
	s      *System
	n      *incremental
	first  []encode.Bool   // the latches at the beginning
	inputs [][]encode.Bool // by state
	last   *view           // the last state
}

func newUnrolling(s *System, o Options) (*unrolling, error) {
	n, err := newIncremental(encode.NewCircuit(), o)
	if err != nil {
		return nil, err
	}
	return &unrolling{s: s, n: n}, nil
}

// Close releases the solver.
func (u *unrolling) Close() { u.n.Close() }

// extend adds a state, in which the constraints hold.
func (u *unrolling) extend() {
	if t := len(u.inputs); t == 0 {
		u.last = u.s.newView(u.n.c, nil, nil, "0")
		u.first = u.s.now(u.last)
		mapped(u.first, u.n.lit) // so that a model has them
	} else {
		u.last = u.s.newView(u.n.c, u.s.next(u.last), nil, fmt.Sprint(t))
	}
	u.inputs = append(u.inputs, u.last.inputs)
	u.n.s.AddClause([]int{u.n.lit(u.last.get(u.s.constraint()))})
}

// bmc extends the run up to a number of steps, or without end if that is negative, and looks for
// bad states. It returns a trace, or nil if none is so short.
func (u *unrolling) bmc(ctx context.Context, depth int, o Options) (*Trace, error) {
	for t := len(u.inputs); depth < 0 || t <= depth; t++ {
		before := u.n.c.Len()
		u.extend()
		if err := o.turns.spend(int64(u.n.c.Len() - before)); err != nil {
			return nil, err
		}
		if o.turns != nil && u.n.c.Len() > mostUnrolled {
			return nil, nil
		}
		bad := u.last.get(u.s.bad())
		status, err := u.n.solve(ctx, bad)
		switch status {
		case sat.Satisfiable:
			return u.trace(), nil
		case sat.Unsatisfiable:
			u.n.s.AddClause([]int{-u.n.lit(bad)})
		default:
			return nil, err
		}
		o.progress(fmt.Sprintf("bmc: no bad state in %d steps", t))
	}
	return nil, nil
}

// trace reads the run from the model.
func (u *unrolling) trace() *Trace {
	read := func(b encode.Bool) Value {
		value, ground := u.n.c.Ground(b)
		return valueOf(ground && value || !ground && u.n.value(b))
	}
	return &Trace{
		Initial: mapped(u.first, read),
		Inputs:  mapped(u.inputs, func(in []encode.Bool) []Value { return mapped(in, read) }),
	}
}

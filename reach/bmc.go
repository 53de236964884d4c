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
	t := len(u.inputs)
	inputs := make([]encode.Bool, len(u.s.Inputs))
	input := func(i int) encode.Bool {
		inputs[i] = u.n.c.Input(fmt.Sprintf("%d.i%d", t, i))
		return inputs[i]
	}
	if t == 0 {
		u.last = u.s.newView(u.n.c, nil, "0", input)
		u.first = u.s.now(u.last)
		for _, b := range u.first { // so that a model has them
			u.n.lit(b)
		}
	} else {
		u.last = u.s.newView(u.n.c, u.s.next(u.last), "", input)
	}
	u.inputs = append(u.inputs, inputs)
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
	read := func(bs []encode.Bool) []Value {
		values := make([]Value, len(bs))
		for i, b := range bs {
			value, ground := u.n.c.Ground(b)
			if !ground {
				value = u.n.value(b)
			}
			values[i] = valueOf(value)
		}
		return values
	}
	tr := &Trace{Initial: read(u.first)}
	for _, in := range u.inputs {
		tr.Inputs = append(tr.Inputs, read(in))
	}
	return tr
}

package reach

import (
	"context"

	"retroproof/encode"
	"retroproof/sat"
)

// incremental gives a circuit that grows to a solver, as far as it is asked about.
type incremental struct {
	c      *encode.Circuit
	s      sat.Solver
	number map[encode.Bool]int // variable, by positive
	vars   int
}

func newIncremental(c *encode.Circuit, o Options) (*incremental, error) {
	s, err := o.open()
	if err != nil {
		return nil, err
	}
	n := &incremental{c: c, s: s, number: map[encode.Bool]int{}}
	// The constant is a variable that is fixed.
	n.s.AddClause([]int{n.lit(c.True)})
	return n, nil
}

func (i *incremental) Close() { i.s.Close() }

// lit returns the literal of b, with the clauses of the gates that it depends on.
func (i *incremental) lit(b encode.Bool) int {
	known := func(b encode.Bool) bool { return i.number[b] != 0 }
	operandsFirst(b, known, secondFirst(i.c), func(top, y, x encode.Bool, gate bool) {
		i.vars++
		i.number[top] = i.vars
		if gate {
			g, a, b := i.vars, i.sign(x), i.sign(y)
			i.s.AddClause([]int{-g, a})
			i.s.AddClause([]int{-g, b})
			i.s.AddClause([]int{g, -a, -b})
		}
	})
	return i.sign(b)
}

func (i *incremental) sign(b encode.Bool) int {
	if b == positive(b) {
		return i.number[b]
	}
	return -i.number[positive(b)]
}

func (i *incremental) solve(ctx context.Context, assume ...encode.Bool) (sat.Status, error) {
	i.s.Assume(mapped(assume, i.lit)...)
	return i.s.Solve(ctx)
}

// value returns a Boolean in the model; false if the solver does not know it.
func (i *incremental) value(b encode.Bool) bool {
	l := i.sign(b)
	return l != 0 && i.s.Value(l)
}

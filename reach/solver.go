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
	s, err := o.open(o.solver())
	if err != nil {
		return nil, err
	}
	n := &incremental{c: c, s: s, number: map[encode.Bool]int{}}
	// The constant is a variable that is fixed.
	n.s.AddClause([]int{n.lit(c.True)})
	return n, nil
}

func (n *incremental) Close() { n.s.Close() }

// lit returns the literal of b, with the clauses of the gates that it depends on.
func (n *incremental) lit(b encode.Bool) int {
	stack := []encode.Bool{positive(b)}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		if n.number[top] != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		x, y, gate := n.c.Gate(top)
		if gate {
			nx, ny := n.number[positive(x)], n.number[positive(y)]
			if nx == 0 || ny == 0 {
				if nx == 0 {
					stack = append(stack, positive(x))
				}
				if ny == 0 {
					stack = append(stack, positive(y))
				}
				continue
			}
		}
		n.vars++
		n.number[top] = n.vars
		if gate {
			g, a, b := n.vars, n.sign(x), n.sign(y)
			n.s.AddClause([]int{-g, a})
			n.s.AddClause([]int{-g, b})
			n.s.AddClause([]int{g, -a, -b})
		}
	}
	return n.sign(b)
}

func (n *incremental) sign(b encode.Bool) int {
	if b == positive(b) {
		return n.number[b]
	}
	return -n.number[positive(b)]
}

func (n *incremental) solve(ctx context.Context, assume ...encode.Bool) (sat.Status, error) {
	lits := make([]int, len(assume))
	for i, b := range assume {
		lits[i] = n.lit(b)
	}
	n.s.Assume(lits...)
	return n.s.Solve(ctx)
}

// value returns a Boolean in the model; false if the solver does not know it.
func (n *incremental) value(b encode.Bool) bool {
	l := n.sign(b)
	return l != 0 && n.s.Value(l)
}

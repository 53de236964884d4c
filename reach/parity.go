package reach

import (
	"context"
	"fmt"
	"math/bits"

	"retroproof/encode"
	"retroproof/sat"
)

// mostParityLatches is the largest number of latches for which parities are sought.
const mostParityLatches = 2048

// A vector over GF(2), 64 coordinates a word.
type vector []uint64

func (v vector) bit(i int) bool { return v[i/64]>>(i%64)&1 == 1 }
func (v vector) set(i int)      { v[i/64] |= 1 << (i % 64) }
func (v vector) add(w vector) {
	for i := range v {
		v[i] ^= w[i]
	}
}

// span is a linear space, by rows of which each has a coordinate in which all others are zero.
type span struct {
	n     int // coordinates
	rows  []vector
	pivot []int // by row
}

// insert adds a vector to the space, and reports whether it was new.
func (s *span) insert(v vector) bool {
	for i, r := range s.rows {
		if v.bit(s.pivot[i]) {
			v.add(r)
		}
	}
	p := -1
	for i, w := range v {
		if w != 0 {
			p = 64*i + bits.TrailingZeros64(w)
			break
		}
	}
	if p < 0 {
		return false
	}
	for _, r := range s.rows {
		if r.bit(p) {
			r.add(v)
		}
	}
	s.rows, s.pivot = append(s.rows, v), append(s.pivot, p)
	return true
}

// orthogonal returns a basis of the vectors w with w·v = 0 for all v of the space.
func (s *span) orthogonal() []vector {
	row := make([]int, s.n) // 1 + the row with this pivot
	for i, p := range s.pivot {
		row[p] = i + 1
	}
	var basis []vector
	for free := range s.n {
		if row[free] != 0 {
			continue
		}
		w := make(vector, (s.n+63)/64)
		w.set(free)
		for i, p := range s.pivot {
			if s.rows[i].bit(free) {
				w.set(p)
			}
		}
		basis = append(basis, w)
	}
	return basis
}

// parities returns the strongest condition that is a conjunction of equations over GF(2) between
// latches, holds in all initial states, and in all states that follow one in which it holds
// (Karr's analysis of affine relations, over two elements). It begins with the states that a
// simulation has reached, all of which satisfy it, and adds states that a solver finds until
// there are none: at most one more than there are latches. True means that there is no such equation.
func (s *System) parities(ctx context.Context, o Options, samples [][]bool) (encode.Bool, int, error) {
	none := s.Circuit.True
	if len(s.Latches) > mostParityLatches {
		return none, 0, nil
	}
	space := &span{n: len(s.Latches) + 1}
	insert := func(value func(i int) bool) {
		v := make(vector, (space.n+63)/64)
		for i := range s.Latches {
			if value(i) {
				v.set(i)
			}
		}
		v.set(len(s.Latches))
		space.insert(v)
	}
	for _, state := range samples {
		insert(func(i int) bool { return state[i] })
	}
	// One solver for initial states, one for steps.
	first, err := newUnrolling(s, o)
	if err != nil {
		return none, 0, err
	}
	defer first.Close()
	first.extend()
	step, err := newIncremental(s.Circuit, o)
	if err != nil {
		return none, 0, err
	}
	defer step.Close()
	step.s.AddClause([]int{step.lit(s.constraint())})
	now := mapped(s.Latches, func(l Latch) encode.Bool { return l.Now })
	next := mapped(s.Latches, func(l Latch) encode.Bool { return l.Next })
	mapped(next, step.lit) // so that a model has all of them
	for {
		equations := space.orthogonal()
		if len(equations) == 0 {
			return none, 0, nil
		}
		solver, of := first.n, first.first
		status, err := solver.solve(ctx, hold(solver.c, equations, of).Not())
		if status == sat.Unsatisfiable {
			solver, of = step, next
			status, err = step.solve(ctx, hold(s.Circuit, equations, now), hold(s.Circuit, equations, next).Not())
		}
		switch status {
		case sat.Unsatisfiable:
			return hold(s.Circuit, equations, now), len(equations), nil
		case sat.Satisfiable:
			insert(func(i int) bool {
				value, ground := solver.c.Ground(of[i])
				return ground && value || !ground && solver.value(of[i])
			})
		default:
			return none, 0, err
		}
		o.progress(fmt.Sprintf("parity: %d equations are left", len(space.orthogonal())))
	}
}

// hold builds the condition that all equations hold: the last coordinate is the constant.
func hold(c *encode.Circuit, equations []vector, of []encode.Bool) encode.Bool {
	return c.And(mapped(equations, func(w vector) encode.Bool {
		sum := c.Of(w.bit(len(of)))
		for i, b := range of {
			if w.bit(i) {
				sum = c.Xor(sum, b)
			}
		}
		return sum.Not()
	})...)
}

package ursa

import (
	"cmp"
	"slices"

	"retroproof/encode"
)

// A sum is a constant and multiples of independent numbers, modulo 2^width. What is computed of these by +, - and
// multiplication with known numbers has a sum besides its bits, so that == collects what occurs several times:
// 10*nx + ny == 9*nx is nx + ny == 0.
type sum struct {
	constant uint64
	terms    []term
}

// A term is a multiple of a variable's bits; of 0, if it is cancelled.
type term struct {
	times uint64
	of    encode.Num
}

// mostTerms is the number of terms of the longest sum.
const mostTerms = 64

// sumOf returns a number as a sum; nil if it is none, or has more than 64 bits.
func (a *arithmetic) sumOf(x num) *sum {
	if x.bits == nil && !a.wide() {
		return &sum{constant: x.v}
	}
	return x.sum
}

// plus returns x + k y, nil if it is too long.
func (a *arithmetic) plus(x, y *sum, k uint64) *sum {
	if x == nil || y == nil || len(x.terms)+len(y.terms) > mostTerms {
		return nil
	}
	r := &sum{(x.constant + k*y.constant) & a.mask, slices.Clone(x.terms)}
	for _, t := range y.terms {
		i := slices.IndexFunc(r.terms, func(u term) bool { return u.of[0] == t.of[0] })
		if i < 0 {
			i = len(r.terms)
			r.terms = append(r.terms, term{of: t.of})
		}
		r.terms[i].times = (r.terms[i].times + k*t.times) & a.mask
	}
	return r
}

// withSum gives the result r of an operator its sum, if it has one.
func (a *arithmetic) withSum(o op, x, y, r num) num {
	switch {
	case r.bits == nil:
	case o == opAdd:
		r.sum = a.plus(a.sumOf(x), a.sumOf(y), 1)
	case o == opSub:
		r.sum = a.plus(a.sumOf(x), a.sumOf(y), a.mask)
	case o == opMul && y.bits == nil:
		r.sum = a.plus(&sum{}, a.sumOf(x), y.v)
	case o == opShl && y.bits == nil:
		r.sum = a.plus(&sum{}, a.sumOf(x), 1<<y.v)
	}
	return r
}

// equal returns x == y. Of sums, it is computed from their difference: multiples that are subtracted on the other side,
// the least ones first, of which ten puzzles with letters for digits need up to 40 times fewer conflicts. It depends on
// the same variables as x == y as it stands, which are those of a solution.
func (a *arithmetic) equal(x, y num) encode.Bool {
	plain := a.c.EqNum(a.symbols(x), a.symbols(y))
	d := a.plus(a.sumOf(x), a.sumOf(y), a.mask)
	if _, ground := a.c.Ground(plain); ground || d == nil || len(d.terms) < 2 {
		return plain
	}
	least := func(t uint64) uint64 { return min(t, -t&a.mask) }
	slices.SortStableFunc(d.terms, func(t, u term) int { return cmp.Compare(least(t.times), least(u.times)) })
	sides := [2]encode.Num{a.c.Num(0, a.width), a.c.Num(0, a.width)}
	for _, t := range append(slices.Clone(d.terms), term{d.constant, a.c.Num(1, a.width)}) {
		side := &sides[0]
		if t.times > a.mask/2 {
			side = &sides[1]
		}
		*side = a.c.Add(*side, a.c.Mul(t.of, a.c.Num(least(t.times), a.width)))
	}
	r := a.c.EqNum(sides[0], sides[1])
	if _, ground := a.c.Ground(r); ground {
		return plain
	}
	// A cancelled variable occurs in something that is always true, of which copyWith leaves nothing.
	before, now := inputsOf(a.c, plain), inputsOf(a.c, r)
	for _, t := range d.terms {
		occurs := func(in map[encode.Bool]bool) bool {
			return slices.ContainsFunc(t.of, func(b encode.Bool) bool { return in[b] })
		}
		switch was, is := occurs(before), occurs(now); {
		case was && !is && a.width > 1:
			r = a.c.And(r, a.c.Or(a.c.Xor(t.of[0], t.of[1]), a.c.Xor(t.of[0], t.of[1].Not())))
		case was != is:
			return plain
		}
	}
	return r
}

// inputsOf returns the inputs that b depends on, with the gates between. It costs these alone, where cone goes through
// the whole circuit: equal is asked for each comparison of a program.
func inputsOf(c *encode.Circuit, b encode.Bool) map[encode.Bool]bool {
	seen := map[encode.Bool]bool{}
	for stack := []encode.Bool{b}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b = encode.At(b.Index()); seen[b] {
			continue
		}
		seen[b] = true
		if x, y, gate := c.Gate(b); gate {
			stack = append(stack, x, y)
		}
	}
	return seen
}

// equalCost is what equal counts as steps.
func (a *arithmetic) equalCost(x, y num) int64 {
	steps := a.cost(opEq)
	for _, s := range []*sum{x.sum, y.sum} {
		if s != nil {
			steps += int64(len(s.terms)) * a.cost(opMul)
		}
	}
	return steps
}

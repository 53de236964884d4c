package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// A builder collects clauses. Variables are numbered from 1; literals are as in DIMACS.
type builder struct {
	vars    int
	clauses [][]int
}

func (b *builder) variable() int {
	b.vars++
	return b.vars
}

func (b *builder) variables(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = b.variable()
	}
	return list
}

func (b *builder) add(lits ...int) {
	b.clauses = append(b.clauses, append([]int(nil), lits...))
}

// atMostOne says that no two literals hold, pair by pair.
func (b *builder) atMostOne(lits []int) {
	for i, x := range lits {
		for _, y := range lits[:i] {
			b.add(-x, -y)
		}
	}
}

// countedAtMostOne says the same with literals for what holds so far.
func (b *builder) countedAtMostOne(lits []int) {
	some := lits[0]
	for _, x := range lits[1:] {
		b.add(-some, -x)
		some = b.or(some, x)
	}
}

// and returns a literal that is equivalent to the conjunction of two.
func (b *builder) and(x, y int) int {
	z := b.variable()
	b.add(-z, x)
	b.add(-z, y)
	b.add(z, -x, -y)
	return z
}

func (b *builder) or(x, y int) int { return -b.and(-x, -y) }

func (b *builder) xor(x, y int) int {
	z := b.variable()
	b.add(-z, x, y)
	b.add(-z, -x, -y)
	b.add(z, -x, y)
	b.add(z, x, -y)
	return z
}

// choose returns a literal that is x if c holds, and otherwise y.
func (b *builder) choose(c, x, y int) int {
	z := b.variable()
	b.add(-c, -z, x)
	b.add(-c, z, -x)
	b.add(c, -z, y)
	b.add(c, z, -y)
	return z
}

// fullAdder returns the sum and the carry of three bits.
func (b *builder) fullAdder(x, y, z int) (sum, carry int) {
	xy := b.xor(x, y)
	return b.xor(xy, z), b.or(b.and(x, y), b.and(xy, z))
}

// sum adds two numbers of as many bits, the lowest first; the last carry is dropped.
func (b *builder) sum(x, y []int) []int {
	out := make([]int, len(x))
	carry := 0
	for i := range x {
		switch {
		case carry == 0:
			out[i], carry = b.xor(x[i], y[i]), b.and(x[i], y[i])
		case i == len(x)-1:
			out[i] = b.xor(b.xor(x[i], y[i]), carry)
		default:
			out[i], carry = b.fullAdder(x[i], y[i], carry)
		}
	}
	return out
}

// parity says that an odd number of the literals hold, or an even one: all clauses that
// forbid the other assignments.
func (b *builder) parity(lits []int, odd bool) {
	for bits := range 1 << len(lits) {
		ones := 0
		clause := make([]int, len(lits))
		for i, l := range lits {
			clause[i] = l
			if bits>>i&1 == 1 {
				clause[i] = -l
				ones++
			}
		}
		if (ones%2 == 1) != odd {
			b.add(clause...)
		}
	}
}

// differ says that two lists of literals are not the same.
func (b *builder) differ(x, y []int) {
	var some []int
	for i := range x {
		some = append(some, b.xor(x[i], y[i]))
	}
	b.add(some...)
}

// shuffle renames the variables, turns some around, and puts clauses and literals in
// another order: the same question, in which no solver profits from an order that the
// generator happens to have.
func (b *builder) shuffle(r *rand.Rand) {
	names := r.Perm(b.vars)
	sign := make([]int, b.vars)
	for i := range sign {
		sign[i] = 1 - 2*r.IntN(2)
	}
	for _, c := range b.clauses {
		for i, l := range c {
			v := max(l, -l) - 1
			c[i] = sign[v] * (names[v] + 1)
			if l < 0 {
				c[i] = -c[i]
			}
		}
		r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
	}
	r.Shuffle(len(b.clauses), func(i, j int) { b.clauses[i], b.clauses[j] = b.clauses[j], b.clauses[i] })
}

// writeDIMACS writes the formula.
func (b *builder) writeDIMACS(w *bytes.Buffer) {
	fmt.Fprintf(w, "p cnf %d %d\n", b.vars, len(b.clauses))
	for _, c := range b.clauses {
		for _, l := range c {
			fmt.Fprintf(w, "%d ", l)
		}
		w.WriteString("0\n")
	}
}

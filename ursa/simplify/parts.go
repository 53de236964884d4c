package simplify

import (
	"github.com/go-air/gini/z"

	"retroproof/encode"
)

// Support returns the inputs that some Booleans of c depend on, as they are built, in order of declaration.
func Support(c *encode.Circuit, bs ...encode.Bool) (inputs []encode.Bool) {
	need := cone(c, bs)
	for _, in := range c.Inputs() {
		if need[z.Lit(in).Var()] {
			inputs = append(inputs, in)
		}
	}
	return inputs
}

// cone marks, by variable of gini/logic, what some Booleans depend on.
func cone(c *encode.Circuit, bs []encode.Bool) []bool {
	need := make([]bool, c.Len()+1)
	for _, b := range bs {
		need[z.Lit(b).Var()] = true
	}
	for v := c.Len(); v > 1; v-- {
		if x, y, ok := gateOf(c, v); ok && need[v] {
			need[z.Lit(x).Var()], need[z.Lit(y).Var()] = true, true
		}
	}
	return need
}

func gateOf(c *encode.Circuit, v int) (x, y encode.Bool, ok bool) {
	return c.Gate(encode.Bool(z.Var(v).Pos()))
}

func isPositive(b encode.Bool) bool { return z.Lit(b).IsPos() }

// Conjuncts returns the parts of a conjunction, each once: the operands of the AND gates that b is made of. It is b alone
// if b is no AND gate.
func Conjuncts(c *encode.Circuit, b encode.Bool) (parts []encode.Bool) {
	seen := map[encode.Bool]bool{b: true}
	for stack := []encode.Bool{b}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		x, y, ok := c.Gate(b)
		if !ok || !isPositive(b) {
			parts = append(parts, b)
			continue
		}
		for _, p := range []encode.Bool{y, x} {
			if !seen[p] {
				seen[p] = true
				stack = append(stack, p)
			}
		}
	}
	return parts
}

// Equivalent reports whether b is an equivalence as encode.Circuit.Iff builds it, and of what.
func Equivalent(c *encode.Circuit, b encode.Bool) (x, y encode.Bool, ok bool) {
	// Of x xor y, NOT(x AND y) AND NOT(NOT x AND NOT y), both operands are negations of gates.
	p, q, ok := c.Gate(b)
	if !ok || isPositive(p) || isPositive(q) {
		return 0, 0, false
	}
	x, y, ok1 := c.Gate(p)
	u, v, ok2 := c.Gate(q)
	if !ok1 || !ok2 || (u != x.Not() || v != y.Not()) && (u != y.Not() || v != x.Not()) {
		return 0, 0, false
	}
	if isPositive(b) {
		y = y.Not()
	}
	return x, y, true
}

package ursa

import "retroproof/encode"

// support returns the inputs that some Booleans of c depend on, as they are built, in order of declaration.
func support(c *encode.Circuit, bs ...encode.Bool) (inputs []encode.Bool) {
	need := cone(c, bs)
	for _, in := range c.Inputs() {
		if need[in.Index()] {
			inputs = append(inputs, in)
		}
	}
	return inputs
}

// cone marks, by index, what some Booleans depend on.
func cone(c *encode.Circuit, bs []encode.Bool) []bool {
	need := make([]bool, c.Len()+1)
	for _, b := range bs {
		need[b.Index()] = true
	}
	for v := c.Len(); v > 1; v-- {
		if x, y, ok := c.Gate(encode.At(v)); ok && need[v] {
			need[x.Index()], need[y.Index()] = true, true
		}
	}
	return need
}

// conjuncts returns the parts of a conjunction, each once: the operands of the AND gates that b is made of. It is b
// alone if b is no AND gate.
func conjuncts(c *encode.Circuit, b encode.Bool) (parts []encode.Bool) {
	seen := map[encode.Bool]bool{b: true}
	for stack := []encode.Bool{b}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		x, y, ok := c.Gate(b)
		if !ok || b.Negated() {
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

// equivalent reports whether b is an equivalence as encode.Circuit.Iff builds it, and of what.
func equivalent(c *encode.Circuit, b encode.Bool) (x, y encode.Bool, ok bool) {
	// Of x xor y, NOT(x AND y) AND NOT(NOT x AND NOT y), both operands are negations of gates.
	p, q, ok := c.Gate(b)
	if !ok || !p.Negated() || !q.Negated() {
		return 0, 0, false
	}
	x, y, ok1 := c.Gate(p)
	u, v, ok2 := c.Gate(q)
	if !ok1 || !ok2 || (u != x.Not() || v != y.Not()) && (u != y.Not() || v != x.Not()) {
		return 0, 0, false
	}
	if !b.Negated() {
		y = y.Not()
	}
	return x, y, true
}

package encode

import "github.com/go-air/gini/z"

// Support returns the inputs that the given Booleans depend on, as they are
// built, in order of declaration.
func (c *Circuit) Support(bs ...Bool) []Bool {
	need := c.cone(bs)
	var inputs []Bool
	for _, in := range c.inputs {
		if need[z.Lit(in).Var()] {
			inputs = append(inputs, in)
		}
	}
	return inputs
}

// cone marks, by variable of gini/logic, what the given Booleans depend on.
func (c *Circuit) cone(bs []Bool) []bool {
	need := make([]bool, c.g.Len())
	for _, b := range bs {
		need[z.Lit(b).Var()] = true
	}
	for v := len(need) - 1; v > 1; v-- {
		if x, y, ok := c.gate(z.Var(v).Pos()); ok && need[v] {
			need[x.Var()], need[y.Var()] = true, true
		}
	}
	return need
}

// Gate returns the two operands of the AND gate that b is the output of, or the
// negation of; false if b is a constant or an input.
func (c *Circuit) Gate(b Bool) (x, y Bool, ok bool) {
	p, q, ok := c.gate(z.Lit(b))
	return Bool(p), Bool(q), ok
}

// Conjuncts returns the parts of a conjunction, each once: the operands of the
// AND gates that b is made of. It is b alone if b is no AND gate.
func (c *Circuit) Conjuncts(b Bool) (parts []Bool) {
	seen := map[Bool]bool{b: true}
	for stack := []Bool{b}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		x, y, ok := c.gate(z.Lit(b))
		if !ok || !z.Lit(b).IsPos() {
			parts = append(parts, b)
			continue
		}
		for _, p := range []Bool{Bool(y), Bool(x)} {
			if !seen[p] {
				seen[p] = true
				stack = append(stack, p)
			}
		}
	}
	return parts
}

// Equivalent reports whether b is an equivalence as Iff builds it, and of what.
func (c *Circuit) Equivalent(b Bool) (x, y Bool, ok bool) {
	l := z.Lit(b)
	if l.Var() <= 1 {
		return 0, 0, false
	}
	w := cnfWriter{c: c}
	i, t, e, ok := w.ite(l.Var())
	if !ok || t != e.Not() {
		return 0, 0, false
	}
	// The gate is: if i then NOT e else e.
	if l.IsPos() {
		return Bool(i), Bool(t), true
	}
	return Bool(i), Bool(e), true
}

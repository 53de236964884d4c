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

// Extract returns a circuit for some Booleans alone, and these Booleans in it.
// It declares the given inputs, under their names and in the given order, which
// must include all that the Booleans depend on (Support), and has no constraints.
// Inputs that instead has are replaced where they are used: by a constant, an
// input or the negation of one, which is not replaced itself. Gates that are the
// same function of at most six inputs become one (merger).
func (c *Circuit) Extract(inputs []Bool, instead map[Bool]Bool, bs ...Bool) (*Circuit, []Bool) {
	need := c.cone(bs)
	for _, b := range instead {
		need[z.Lit(b).Var()] = true
	}
	d := NewCircuit()
	copies := make([]Bool, len(need)) // by variable of gini/logic
	copies[1] = d.True
	m := newMerger(d)
	for _, in := range inputs {
		b := d.Input(c.names[in])
		copies[z.Lit(in).Var()] = b
		m.input(b)
	}
	of := func(l z.Lit) Bool {
		b := copies[l.Var()]
		if b == noBool {
			panic("encode: Extract without an input that is needed")
		}
		if !l.IsPos() {
			b = b.Not()
		}
		return b
	}
	by := make(map[z.Var]Bool, len(instead))
	for in, b := range instead {
		by[z.Lit(in).Var()] = of(z.Lit(b))
	}
	for v, b := range by {
		copies[v] = b
	}
	for v := 2; v < len(need); v++ {
		if x, y, ok := c.gate(z.Var(v).Pos()); ok && need[v] {
			copies[v] = m.and(of(x), of(y))
		}
	}
	out := make([]Bool, len(bs))
	for i, b := range bs {
		out[i] = of(z.Lit(b))
	}
	return d, out
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

package ursa

import "retroproof/encode"

// copyWith returns a circuit for some Booleans of c alone, and these Booleans in it. It declares the given inputs,
// under their names and in the given order, which must include all that the Booleans depend on (Support), and has no
// constraints. Inputs that instead has are replaced where they are used: by a constant, an input or the negation of
// one, which is not replaced itself. Gates that are the same function of at most six inputs, or of the negation, become
// one.
func copyWith(c *encode.Circuit, inputs []encode.Bool, instead map[encode.Bool]encode.Bool,
	bs ...encode.Bool) (*encode.Circuit, []encode.Bool) {
	d := encode.NewCircuit()
	n := c.Len()                       // the greatest index
	copies := make([]encode.Bool, n+1) // by index
	need := cone(c, bs)
	copies[c.True.Index()] = d.True
	m := newMerger(d)
	for _, in := range inputs {
		b := d.Input(c.Name(in))
		copies[in.Index()] = b
		m.input(b)
	}
	of := func(b encode.Bool) encode.Bool {
		r := copies[b.Index()]
		if r == 0 {
			panic("simplify: Copy without an input that is needed")
		}
		if b.Negated() {
			r = r.Not()
		}
		return r
	}
	by := make(map[int]encode.Bool, len(instead))
	for in, b := range instead {
		by[in.Index()] = of(b)
	}
	for v, b := range by {
		copies[v] = b
	}
	for v := 2; v <= n; v++ {
		if x, y, ok := c.Gate(encode.At(v)); ok && need[v] {
			copies[v] = m.and(of(x), of(y))
		}
	}
	out := make([]encode.Bool, len(bs))
	for i, b := range bs {
		out[i] = of(b)
	}
	return d, out
}

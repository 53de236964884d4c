package encode

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Circuit is a Boolean circuit under construction together with the
// constraints asserted about it. Equal gates are built once (structural
// hashing), and the result depends only on the sequence of calls.
//
// A Circuit is not safe for concurrent use while it grows.
type Circuit struct {
	g      graph
	True   Bool
	False  Bool
	inputs []Bool
	names  map[Bool]string // of inputs
	byName map[string]Bool
	roots  []Bool // asserted literals, in order
}

// NewCircuit returns an empty circuit.
func NewCircuit() *Circuit {
	return &Circuit{
		g: newGraph(), True: trueBool, False: trueBool.Not(),
		names: map[Bool]string{}, byName: map[string]Bool{},
	}
}

// Input returns a new independent Boolean. Names identify inputs in models
// and in DIMACS comments; using a name twice, or one that is empty or has
// blanks or unprintable characters, is a programming error.
func (c *Circuit) Input(name string) Bool {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) }) {
		panic(fmt.Sprintf("encode: bad input name %q", name))
	}
	if _, dup := c.byName[name]; dup {
		panic(fmt.Sprintf("encode: input %q declared twice", name))
	}
	b := c.g.input()
	c.inputs = append(c.inputs, b)
	c.names[b] = name
	c.byName[name] = b
	return b
}

// Inputs returns the independent Booleans in the order of their declaration.
func (c *Circuit) Inputs() []Bool { return slices.Clone(c.inputs) }

// Name returns the name of an input, or "" for any other Boolean.
func (c *Circuit) Name(b Bool) string { return c.names[b] }

// Lookup returns the input of that name.
func (c *Circuit) Lookup(name string) (Bool, bool) {
	b, ok := c.byName[name]
	return b, ok
}

// Len returns the number of nodes: inputs, gates and the constant.
func (c *Circuit) Len() int { return c.g.len() - 1 }

// Ground reports the value of b if it is a constant.
func (c *Circuit) Ground(b Bool) (value, ok bool) {
	return b == c.True, b == c.True || b == c.False
}

// Of returns the constant with the given value.
func (c *Circuit) Of(v bool) Bool {
	if v {
		return c.True
	}
	return c.False
}

// And returns the conjunction of its arguments; True if there are none. The
// order of arguments does not matter: equal sets share their gates.
func (c *Circuit) And(bs ...Bool) Bool {
	switch len(bs) {
	case 0:
		return c.True
	case 1:
		return bs[0]
	case 2:
		return c.and2(bs[0], bs[1])
	}
	// Sorting makes the chain of gates independent of the order in which the caller lists the
	// conjuncts.
	s := append(make([]Bool, 0, 32), bs...)
	slices.Sort(s)
	s = slices.Compact(s)
	acc := c.True
	for _, b := range s {
		acc = c.and2(acc, b)
	}
	return acc
}

// and2 adds rules to those of the graph that consider one level of gates: a gate and its
// own input, or the negation of one.
func (c *Circuit) and2(a, b Bool) Bool {
	for range 2 {
		if x, y, isGate := c.g.gate(a); isGate {
			if !a.Negated() { // a = x AND y
				switch b {
				case x, y:
					return a
				case x.Not(), y.Not():
					return c.False
				}
			} else { // a = NOT(x AND y)
				switch b {
				case x.Not(), y.Not():
					return b
				case x: // x AND NOT(x AND y) = x AND NOT y
					return c.and2(b, y.Not())
				case y:
					return c.and2(b, x.Not())
				}
			}
		}
		a, b = b, a
	}
	return c.g.and(a, b)
}

// Gate returns the two operands of the AND gate that b is the output of, or the
// negation of; false if b is a constant or an input.
func (c *Circuit) Gate(b Bool) (x, y Bool, ok bool) { return c.g.gate(b) }

// Or returns the disjunction of its arguments; False if there are none.
func (c *Circuit) Or(bs ...Bool) Bool {
	n := make([]Bool, 0, 32)
	for _, b := range bs {
		n = append(n, b.Not())
	}
	return c.And(n...).Not()
}

// Implies returns "a implies b".
func (c *Circuit) Implies(a, b Bool) Bool { return c.And(a, b.Not()).Not() }

// Xor returns the exclusive disjunction.
func (c *Circuit) Xor(a, b Bool) Bool {
	return c.And(c.And(a, b).Not(), c.And(a.Not(), b.Not()).Not())
}

// Iff returns "a if and only if b".
func (c *Circuit) Iff(a, b Bool) Bool { return c.Xor(a, b).Not() }

// Ite returns "if i then t else e".
func (c *Circuit) Ite(i, t, e Bool) Bool {
	if t == e {
		return t
	}
	return c.And(c.And(i, t.Not()).Not(), c.And(i.Not(), e.Not()).Not())
}

// ExactlyOne returns the condition that one and only one of bs holds, by
// pairwise exclusion (quadratic; meant for up to a few dozen).
func (c *Circuit) ExactlyOne(bs ...Bool) Bool {
	cs := []Bool{c.Or(bs...)}
	for i, a := range bs {
		for _, b := range bs[:i] {
			cs = append(cs, c.And(a, b).Not())
		}
	}
	return c.And(cs...)
}

// Assert adds the constraint that b holds. The models of the circuit are the
// assignments to its inputs that satisfy all asserted constraints (URSA's
// assert and assert_all).
func (c *Circuit) Assert(bs ...Bool) { c.roots = append(c.roots, bs...) }

// Asserted returns the conjunction of all constraints asserted so far.
func (c *Circuit) Asserted() Bool { return c.And(c.roots...) }

package encode

import (
	"fmt"
)

// Num is an unsigned number of fixed width: its bits, the least significant
// first. All arithmetic is modulo 2^width, as in URSA; operands of one
// operation must have the same width.
type Num []Bool

// Num returns the ground number v modulo 2^width.
func (c *Circuit) Num(v uint64, width int) Num {
	n := make(Num, width)
	for i := range n {
		n[i] = c.Of(i < 64 && v>>i&1 == 1)
	}
	return n
}

// NumInput returns a new independent number of the given width; its bits are
// the inputs name.0, name.1, ...
func (c *Circuit) NumInput(name string, width int) Num {
	n := make(Num, width)
	for i := range n {
		n[i] = c.Input(fmt.Sprintf("%s.%d", name, i))
	}
	return n
}

// Bool2Num returns 1 or 0 as a number of the given width (URSA's bool2num).
func (c *Circuit) Bool2Num(b Bool, width int) Num {
	n := c.Num(0, width)
	if width > 0 {
		n[0] = b
	}
	return n
}

// Num2Bool reports whether n is not zero (URSA's num2bool).
func (c *Circuit) Num2Bool(n Num) Bool { return c.Or(n...) }

// Resize returns n with another width: zero-extended or cut off.
func (c *Circuit) Resize(n Num, width int) Num {
	r := c.Num(0, width)
	copy(r, n)
	return r
}

func same(a, b Num) {
	if len(a) != len(b) {
		panic(fmt.Sprintf("encode: numbers of %d and %d bits in one operation", len(a), len(b)))
	}
}

func (c *Circuit) zip(a, b Num, f func(x, y Bool) Bool) Num {
	same(a, b)
	r := make(Num, len(a))
	for i := range a {
		r[i] = f(a[i], b[i])
	}
	return r
}

// BitNot returns the bitwise complement.
func (c *Circuit) BitNot(a Num) Num {
	r := make(Num, len(a))
	for i := range a {
		r[i] = a[i].Not()
	}
	return r
}

// IteNum returns "if i then t else e".
func (c *Circuit) IteNum(i Bool, t, e Num) Num {
	return c.zip(t, e, func(x, y Bool) Bool { return c.Ite(i, x, y) })
}

// addCarry returns a + b + carry with the carry out of the top bit.
func (c *Circuit) addCarry(a, b Num, carry Bool) (Num, Bool) {
	same(a, b)
	r := make(Num, len(a))
	for i := range a {
		x := c.Xor(a[i], b[i])
		r[i] = c.Xor(x, carry)
		carry = c.Or(c.And(a[i], b[i]), c.And(x, carry))
	}
	return r, carry
}

// Add returns a + b.
func (c *Circuit) Add(a, b Num) Num { r, _ := c.addCarry(a, b, c.False); return r }

// Sub returns a - b.
func (c *Circuit) Sub(a, b Num) Num { r, _ := c.addCarry(a, c.BitNot(b), c.True); return r }

// Mul returns a * b.
func (c *Circuit) Mul(a, b Num) Num {
	same(a, b)
	r := c.Num(0, len(a))
	for i := range b {
		part := c.ShlConst(a, i)
		for j := range part {
			part[j] = c.And(part[j], b[i])
		}
		r = c.Add(r, part)
	}
	return r
}

// ShlConst returns a << k for a ground k.
func (c *Circuit) ShlConst(a Num, k int) Num {
	r := c.Num(0, len(a))
	if k < len(a) {
		copy(r[k:], a)
	}
	return r
}

// EqNum returns a == b.
func (c *Circuit) EqNum(a, b Num) Bool {
	same(a, b)
	eq := make([]Bool, len(a))
	for i := range a {
		eq[i] = c.Iff(a[i], b[i])
	}
	return c.And(eq...)
}

// LtNum returns a < b.
func (c *Circuit) LtNum(a, b Num) Bool {
	_, carry := c.addCarry(a, c.BitNot(b), c.True)
	return carry.Not()
}

// LeNum returns a <= b.
func (c *Circuit) LeNum(a, b Num) Bool { return c.LtNum(b, a).Not() }

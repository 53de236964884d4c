package encode

import (
	"fmt"
	"math/bits"
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

// GroundNum reports the value of n if all its bits are constants (and it fits
// in 64 bits).
func (c *Circuit) GroundNum(n Num) (value uint64, ok bool) {
	for i, b := range n {
		v, ground := c.Ground(b)
		if !ground || v && i >= 64 {
			return 0, false
		}
		if v {
			value |= 1 << i
		}
	}
	return value, true
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

// BitAnd returns a & b.
func (c *Circuit) BitAnd(a, b Num) Num {
	return c.zip(a, b, func(x, y Bool) Bool { return c.And(x, y) })
}

// BitOr returns a | b.
func (c *Circuit) BitOr(a, b Num) Num {
	return c.zip(a, b, func(x, y Bool) Bool { return c.Or(x, y) })
}

// BitXor returns a ^ b.
func (c *Circuit) BitXor(a, b Num) Num { return c.zip(a, b, c.Xor) }

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

// Neg returns -a.
func (c *Circuit) Neg(a Num) Num { return c.Sub(c.Num(0, len(a)), a) }

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

// ShrConst returns a >> k for a ground k.
func (c *Circuit) ShrConst(a Num, k int) Num {
	r := c.Num(0, len(a))
	if k < len(a) {
		copy(r, a[k:])
	}
	return r
}

// Shl returns a << b; zero if b is the width or more.
func (c *Circuit) Shl(a, b Num) Num { return c.shift(a, b, c.ShlConst) }

// Shr returns a >> b; zero if b is the width or more.
func (c *Circuit) Shr(a, b Num) Num { return c.shift(a, b, c.ShrConst) }

// shift is the barrel shifter: stage i moves by 2^i if bit i of b is set.
func (c *Circuit) shift(a, b Num, by func(Num, int) Num) Num {
	r := a
	for i, bit := range b {
		if i >= bits.Len(uint(len(a))) { // 2^i > width: nothing is left
			r = c.IteNum(bit, c.Num(0, len(a)), r)
			continue
		}
		r = c.IteNum(bit, by(r, 1<<i), r)
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

// OneHot represents inputs by the Booleans x = k and computes with the
// order view of them.
var OneHot Representation = oneHot{}

// Binary represents x by its bits, as URSA does.
var Binary Representation = binary{}

// ParseRepresentation returns the representation of a name.
func ParseRepresentation(name string) (Representation, error) {
	switch name {
	case "order":
		return Order, nil
	case "onehot":
		return OneHot, nil
	case "binary":
		return Binary, nil
	}
	return nil, fmt.Errorf("unknown representation %q, want order, onehot or binary", name)
}

// oneHot implements OneHot.
type oneHot struct{}

func (oneHot) input(i Ints, name string, hi int) Int {
	x := Int{lo: 0, hi: hi, ge: make([]Bool, hi)}
	for k := range hi + 1 {
		x.inputs = append(x.inputs, i.Input(fmt.Sprintf("%s=%d", name, k)))
	}
	i.Assert(i.ExactlyOne(x.inputs...))
	above := i.False
	for k := hi; k > 0; k-- {
		above = i.Or(x.inputs[k], above)
		x.ge[k-1] = above
	}
	return x
}

func (oneHot) inputValues(x Int, v int, set func(input Bool, value bool)) {
	for k, b := range x.inputs {
		set(b, v == x.lo+k)
	}
}

// binary implements Binary.
type binary struct{}

func (binary) input(i Ints, name string, hi int) Int {
	x := Int{lo: 0, hi: hi, num: i.NumInput(name, width(0, hi))}
	i.Assert(i.LeNum(x.num, i.Num(uint64(hi), len(x.num))))
	x.inputs = x.num
	return x
}

func (binary) inputValues(x Int, v int, set func(input Bool, value bool)) {
	for k, b := range x.num {
		set(b, v>>k&1 == 1)
	}
}

func (binary) less(i Ints, x, y Int) Bool {
	p, q, w := i.common(x, y)
	if min(x.lo, y.lo) < 0 { // flip the sign bits: two's complement to offset
		p[w-1], q[w-1] = p[w-1].Not(), q[w-1].Not()
	}
	return i.LtNum(p, q)
}

func (binary) equal(i Ints, x, y Int) Bool {
	p, q, _ := i.common(x, y)
	return i.EqNum(p, q)
}

// width is the number of bits that hold all values of a range, in two's
// complement if there are negative ones.
func width(lo, hi int) int {
	if lo >= 0 {
		return bits.Len(uint(hi))
	}
	return max(bits.Len(uint(-lo-1)), bits.Len(uint(max(hi, 0)))) + 1
}

// common returns the bits of x and y in a width that holds both.
func (i Ints) common(x, y Int) (Num, Num, int) {
	lo, hi := min(x.lo, y.lo), max(x.hi, y.hi)
	w := width(lo, hi)
	return i.extend(x, w), i.extend(y, w), w
}

// extend sign-extends or zero-extends, depending on whether x can be negative.
func (i Ints) extend(x Int, w int) Num {
	if x.num == nil {
		return i.Num(uint64(x.lo), w)
	}
	r := i.Resize(x.num, w)
	if n := len(x.num); x.lo < 0 {
		for k := n; k < w; k++ {
			r[k] = x.num[n-1]
		}
	}
	return r
}

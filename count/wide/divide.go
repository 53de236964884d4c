package wide

import "math/bits"

// DivSmall returns quotient and remainder of a and d, which is not 0.
func (a Uint) DivSmall(d uint64) (q Uint, r uint64) {
	q[2], r = a[2]/d, a[2]%d
	q[1], r = bits.Div64(r, a[1], d)
	q[0], r = bits.Div64(r, a[0], d)
	return q, r
}

// DivRem returns quotient and remainder of a and b. The quotient must be less than
// 2^64, and b not 0.
func (a Uint) DivRem(b Uint) (q uint64, r Uint) {
	if a.Less(b) {
		return 0, a
	}
	// The first words of both, with b's highest bit set, tell the quotient up to 2.
	n := 192 - b.BitLen()
	b = b.shift(n)
	top, a := a.shiftOut(n)
	if top >= b[2] {
		q = 1<<64 - 1
	} else {
		q, _ = bits.Div64(top, a[2], b[2])
	}
	// a - q*b, in four words.
	var borrow, carry uint64
	h0, l0 := bits.Mul64(b[0], q)
	h1, l1 := bits.Mul64(b[1], q)
	h2, l2 := bits.Mul64(b[2], q)
	l1, carry = bits.Add64(l1, h0, 0)
	l2, carry = bits.Add64(l2, h1, carry)
	h2 += carry
	r[0], borrow = bits.Sub64(a[0], l0, 0)
	r[1], borrow = bits.Sub64(a[1], l1, borrow)
	r[2], borrow = bits.Sub64(a[2], l2, borrow)
	top, borrow = bits.Sub64(top, h2, borrow)
	for borrow != 0 {
		q--
		var c uint64
		r[0], c = bits.Add64(r[0], b[0], 0)
		r[1], c = bits.Add64(r[1], b[1], c)
		r[2], c = bits.Add64(r[2], b[2], c)
		if top += c; c != 0 && top == 0 {
			borrow = 0
		}
	}
	return q, r.shiftRight(n)
}

// DivRemLong is DivRem for quotients of less than 2^96, and numbers of less than
// 2^160. It returns the quotient as a Uint.
func (a Uint) DivRemLong(b Uint) (q, r Uint) {
	// Long division with two digits of unequal size.
	high, rest := a.shiftRight(32).DivRem(b)
	rest = rest.shift(32)
	rest[0] |= a[0] & (1<<32 - 1)
	low, r := rest.DivRem(b)
	return Uint{high}.shift(32).Add(Uint{low}), r
}

// shift returns a * 2^n for n < 192, without what is too high for three words.
func (a Uint) shift(n int) Uint {
	_, b := a.shiftOut(n)
	return b
}

// shiftOut returns a * 2^n in four words, of which top is the highest.
func (a Uint) shiftOut(n int) (top uint64, b Uint) {
	w := [4]uint64{a[0], a[1], a[2], 0}
	for ; n >= 64; n -= 64 {
		w = [4]uint64{0, w[0], w[1], w[2]}
	}
	if n > 0 {
		for i := 3; i > 0; i-- {
			w[i] = w[i]<<n | w[i-1]>>(64-n)
		}
		w[0] <<= n
	}
	return w[3], Uint{w[0], w[1], w[2]}
}

// shiftRight returns a / 2^n, rounded down, for n < 192.
func (a Uint) shiftRight(n int) Uint {
	for ; n >= 64; n -= 64 {
		a = Uint{a[1], a[2], 0}
	}
	if n > 0 {
		a = Uint{a[0]>>n | a[1]<<(64-n), a[1]>>n | a[2]<<(64-n), a[2] >> n}
	}
	return a
}

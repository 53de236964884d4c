package numbering

import "math/bits"

// DivSmall returns quotient and remainder of a and d, which is not 0.
func (u Uint) DivSmall(d uint64) (q Uint, r uint64) {
	q.w2, r = u.w2/d, u.w2%d
	q.w1, r = bits.Div64(r, u.w1, d)
	q.w0, r = bits.Div64(r, u.w0, d)
	return q, r
}

// DivRem returns quotient and remainder of a and b. The quotient must be less than
// 2^64, and b not 0.
func (u Uint) DivRem(b Uint) (q uint64, r Uint) {
	if u.Less(b) {
		return 0, u
	}
	// The highest words of both numbers, with the highest bit of b set, determine the quotient
	// up to an error of at most 2.
	n := 192 - b.BitLen()
	b = b.shift(n)
	top, u := u.shiftOut(n)
	if top >= b.w2 {
		q = 1<<64 - 1
	} else {
		q, _ = bits.Div64(top, u.w2, b.w2)
	}
	// a - q*b, in four words.
	h0, l0 := bits.Mul64(b.w0, q)
	h1, l1 := bits.Mul64(b.w1, q)
	h2, l2 := bits.Mul64(b.w2, q)
	l1, carry := bits.Add64(l1, h0, 0)
	l2, carry = bits.Add64(l2, h1, carry)
	h2 += carry
	r0, borrow := bits.Sub64(u.w0, l0, 0)
	r1, borrow := bits.Sub64(u.w1, l1, borrow)
	r2, borrow := bits.Sub64(u.w2, l2, borrow)
	top, borrow = bits.Sub64(top, h2, borrow)
	for borrow != 0 {
		q--
		r0, carry = bits.Add64(r0, b.w0, 0)
		r1, carry = bits.Add64(r1, b.w1, carry)
		r2, carry = bits.Add64(r2, b.w2, carry)
		if top += carry; carry != 0 && top == 0 {
			borrow = 0
		}
	}
	return q, Uint{r0, r1, r2}.shiftRight(n)
}

// DivRemLong is DivRem for quotients of less than 2^96, and numbers of less than
// 2^160. It returns the quotient as a Uint.
func (u Uint) DivRemLong(b Uint) (q, r Uint) {
	// Long division with two digits of unequal size.
	high, rest := u.shiftRight(32).DivRem(b)
	rest = rest.shift(32)
	rest.w0 |= u.w0 & (1<<32 - 1)
	low, r := rest.DivRem(b)
	return Of(high).shift(32).Add(Of(low)), r
}

// shift returns a * 2^n for n < 192, without what is too high for three words.
func (u Uint) shift(n int) Uint {
	_, b := u.shiftOut(n)
	return b
}

// shiftOut returns a * 2^n for n < 192 in four words, of which top is the highest.
func (u Uint) shiftOut(n int) (top uint64, b Uint) {
	for ; n >= 64; n -= 64 {
		top, u = u.w2, Uint{0, u.w0, u.w1}
	}
	s, t := uint(n), uint(64-n) // shifts by 64 give 0
	return top<<s | u.w2>>t, Uint{u.w0 << s, u.w1<<s | u.w0>>t, u.w2<<s | u.w1>>t}
}

// shiftRight returns a / 2^n, rounded down, for n < 192.
func (u Uint) shiftRight(n int) Uint {
	for ; n >= 64; n -= 64 {
		u = Uint{u.w1, u.w2, 0}
	}
	s, t := uint(n), uint(64-n)
	return Uint{u.w0>>s | u.w1<<t, u.w1>>s | u.w2<<t, u.w2 >> s}
}

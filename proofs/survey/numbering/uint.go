package numbering

import (
	"math/big"
	"math/bits"
)

// Uint is a number of 0 to 2^192-1, in words from the lowest up.
type Uint struct{ w0, w1, w2 uint64 }

// Of returns a small number.
func Of(n uint64) Uint { return Uint{n, 0, 0} }

// Of128 returns a number of two words, such as [bits.Mul64] returns.
func Of128(high, low uint64) Uint { return Uint{low, high, 0} }

// FromWords returns the number with these words, the lowest first.
func FromWords(w [3]uint64) Uint { return Uint{w[0], w[1], w[2]} }

// Words returns the words, the lowest first.
func (u Uint) Words() [3]uint64 { return [3]uint64{u.w0, u.w1, u.w2} }

// FromBig returns a number, and whether it has one: it is neither negative nor
// longer than 192 bits.
func FromBig(n *big.Int) (Uint, bool) {
	if n.Sign() < 0 || n.BitLen() > 192 {
		return Uint{}, false
	}
	var b [24]byte
	n.FillBytes(b[:])
	var w [3]uint64
	for i, c := range b {
		w[2-i/8] |= uint64(c) << (56 - i%8*8)
	}
	return FromWords(w), true
}

// Big returns the number as another type.
func (u Uint) Big() *big.Int {
	var b [24]byte
	w := u.Words()
	for i := range b {
		b[i] = byte(w[2-i/8] >> (56 - i%8*8))
	}
	return new(big.Int).SetBytes(b[:])
}

// String returns the decimal digits.
func (u Uint) String() string { return u.Big().String() }

// IsZero reports whether a is 0.
func (u Uint) IsZero() bool { return u.w0|u.w1|u.w2 == 0 }

// Less reports whether a < b.
func (u Uint) Less(b Uint) bool {
	_, borrow := bits.Sub64(u.w0, b.w0, 0)
	_, borrow = bits.Sub64(u.w1, b.w1, borrow)
	_, borrow = bits.Sub64(u.w2, b.w2, borrow)
	return borrow != 0
}

// BitLen returns the number of bits without leading zeros.
func (u Uint) BitLen() int {
	switch {
	case u.w2 != 0:
		return 128 + bits.Len64(u.w2)
	case u.w1 != 0:
		return 64 + bits.Len64(u.w1)
	}
	return bits.Len64(u.w0)
}

// Float returns the nearest number of that kind, or one beside it.
func (u Uint) Float() float64 {
	const word = 1 << 64
	return (float64(u.w2)*word+float64(u.w1))*word + float64(u.w0)
}

// Low returns the lowest n bits of a.
func (u Uint) Low(n int) Uint {
	w := u.Words()
	for i := range w {
		if left := n - 64*i; left <= 0 {
			w[i] = 0
		} else if left < 64 {
			w[i] &= 1<<left - 1
		}
	}
	return FromWords(w)
}

// Add returns a + b.
func (u Uint) Add(b Uint) Uint {
	w0, carry := bits.Add64(u.w0, b.w0, 0)
	w1, carry := bits.Add64(u.w1, b.w1, carry)
	return Uint{w0, w1, u.w2 + b.w2 + carry}
}

// Sub returns a - b, which must not be negative.
func (u Uint) Sub(b Uint) Uint {
	w0, borrow := bits.Sub64(u.w0, b.w0, 0)
	w1, borrow := bits.Sub64(u.w1, b.w1, borrow)
	return Uint{w0, w1, u.w2 - b.w2 - borrow}
}

// Mul returns a * m.
func (u Uint) Mul(m uint64) Uint {
	h0, l0 := bits.Mul64(u.w0, m)
	h1, l1 := bits.Mul64(u.w1, m)
	l1, carry := bits.Add64(l1, h0, 0)
	return Uint{l0, l1, u.w2*m + h1 + carry}
}

// MulWide returns a * b.
func (u Uint) MulWide(b Uint) Uint {
	p := u.Mul(b.w0)
	if b.w1 != 0 {
		q := u.Mul(b.w1)
		p = p.Add(Uint{0, q.w0, q.w1})
	}
	p.w2 += u.w0 * b.w2
	return p
}

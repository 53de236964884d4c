package wide

import (
	"math/big"
	"math/bits"
)

// Uint is a number of 0 to 2^192-1, the least significant word first.
type Uint [3]uint64

// Of returns a small number.
func Of(n uint64) Uint { return Uint{n} }

// FromBig returns a number, and whether it has one: it is neither negative nor
// longer than 192 bits.
func FromBig(n *big.Int) (Uint, bool) {
	if n.Sign() < 0 || n.BitLen() > 192 {
		return Uint{}, false
	}
	var b [24]byte
	n.FillBytes(b[:])
	var u Uint
	for i, c := range b {
		u[2-i/8] |= uint64(c) << (56 - i%8*8)
	}
	return u, true
}

// Big returns the number as another type.
func (a Uint) Big() *big.Int {
	var b [24]byte
	for i := range b {
		b[i] = byte(a[2-i/8] >> (56 - i%8*8))
	}
	return new(big.Int).SetBytes(b[:])
}

// String returns the decimal digits.
func (a Uint) String() string { return a.Big().String() }

// IsZero reports whether a is 0.
func (a Uint) IsZero() bool { return a[0]|a[1]|a[2] == 0 }

// Less reports whether a < b.
func (a Uint) Less(b Uint) bool {
	if a[2] != b[2] {
		return a[2] < b[2]
	}
	if a[1] != b[1] {
		return a[1] < b[1]
	}
	return a[0] < b[0]
}

// BitLen returns the number of bits without leading zeros.
func (a Uint) BitLen() int {
	switch {
	case a[2] != 0:
		return 128 + bits.Len64(a[2])
	case a[1] != 0:
		return 64 + bits.Len64(a[1])
	}
	return bits.Len64(a[0])
}

// Float returns the nearest number of that kind, or one beside it.
func (a Uint) Float() float64 {
	const word = 1 << 64
	return (float64(a[2])*word+float64(a[1]))*word + float64(a[0])
}

// Add returns a + b.
func (a Uint) Add(b Uint) Uint {
	var carry uint64
	a[0], carry = bits.Add64(a[0], b[0], 0)
	a[1], carry = bits.Add64(a[1], b[1], carry)
	a[2] += b[2] + carry
	return a
}

// Sub returns a - b, which must not be negative.
func (a Uint) Sub(b Uint) Uint {
	var borrow uint64
	a[0], borrow = bits.Sub64(a[0], b[0], 0)
	a[1], borrow = bits.Sub64(a[1], b[1], borrow)
	a[2] -= b[2] + borrow
	return a
}

// Mul returns a * m.
func (a Uint) Mul(m uint64) Uint {
	h0, l0 := bits.Mul64(a[0], m)
	h1, l1 := bits.Mul64(a[1], m)
	l1, carry := bits.Add64(l1, h0, 0)
	return Uint{l0, l1, a[2]*m + h1 + carry}
}

// MulWide returns a * b.
func (a Uint) MulWide(b Uint) Uint {
	p := a.Mul(b[0])
	if b[1] != 0 {
		q := a.Mul(b[1])
		p = p.Add(Uint{0, q[0], q[1]})
	}
	if b[2] != 0 {
		p[2] += a[0] * b[2]
	}
	return p
}

// Low returns the lowest n bits of a.
func (a Uint) Low(n int) Uint {
	for i := range a {
		if left := n - 64*i; left <= 0 {
			a[i] = 0
		} else if left < 64 {
			a[i] &= 1<<left - 1
		}
	}
	return a
}

package wide

import "math/bits"

// MostDivisor is the largest divisor that [Uint.MulDiv] takes.
const MostDivisor = 1<<12 - 1

// divisor is how to divide by a number when nothing remains: shift its factors of 2
// out, and multiply by the inverse of the odd part modulo 2^64.
type divisor struct {
	odd, inverse uint64
	shift        uint8
}

var divisors = func() (all [MostDivisor + 1]divisor) {
	for d := uint64(1); d <= MostDivisor; d++ {
		shift := bits.TrailingZeros64(d)
		odd := d >> shift
		// Newton: an odd number is its own inverse modulo 8, and every step doubles
		// the number of right bits.
		inverse := odd
		for range 5 {
			inverse *= 2 - odd*inverse
		}
		all[d] = divisor{odd, inverse, uint8(shift)}
	}
	return all
}()

// MulDiv returns a * m / d, where d is at most [MostDivisor] and divides a * m. A
// division without remainder goes from the lowest word up and needs
// multiplications only, which makes it several times faster than the other kind.
func (a Uint) MulDiv(m, d uint64) Uint {
	v := &divisors[d&MostDivisor]
	s := v.shift & 63
	if a[2]|a[1] == 0 {
		h, l := bits.Mul64(a[0], m)
		l = l>>s | h<<(64-s)
		h >>= s
		q0 := l * v.inverse
		carry, _ := bits.Mul64(q0, v.odd)
		return Uint{q0, (h - carry) * v.inverse}
	}
	p := a.Mul(m)
	p0 := p[0]>>s | p[1]<<(64-s)
	p1 := p[1]>>s | p[2]<<(64-s)
	p2 := p[2] >> s
	q0 := p0 * v.inverse
	carry, _ := bits.Mul64(q0, v.odd)
	p1, borrow := bits.Sub64(p1, carry, 0)
	q1 := p1 * v.inverse
	carry, _ = bits.Mul64(q1, v.odd)
	q2 := (p2 - carry - borrow) * v.inverse
	return Uint{q0, q1, q2}
}

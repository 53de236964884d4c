package numbering

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
func (u Uint) MulDiv(m, d uint64) Uint {
	v := &divisors[d&MostDivisor]
	s := v.shift & 63
	t := 64 - s // a shift by 64 gives 0
	if u.w2|u.w1 == 0 {
		h, l := bits.Mul64(u.w0, m)
		q0 := (l>>s | h<<t) * v.inverse
		carry, _ := bits.Mul64(q0, v.odd)
		return Uint{q0, (h>>s - carry) * v.inverse, 0}
	}
	p := u.Mul(m)
	q0 := (p.w0>>s | p.w1<<t) * v.inverse
	carry, _ := bits.Mul64(q0, v.odd)
	p1, borrow := bits.Sub64(p.w1>>s|p.w2<<t, carry, 0)
	q1 := p1 * v.inverse
	carry, _ = bits.Mul64(q1, v.odd)
	return Uint{q0, q1, (p.w2>>s - carry - borrow) * v.inverse}
}

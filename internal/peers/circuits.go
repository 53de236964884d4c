package main

import "math/rand/v2"

// boundedModelChecking runs two registers of 12 bits for n steps from the same state: one
// is clocked by a random nonlinear circuit, the other by the same circuit written
// otherwise. The question is whether they can differ at the end.
func boundedModelChecking(r *rand.Rand, n int) *builder {
	const width = 12
	b := &builder{}
	type gate struct{ x, y, z, kind int }
	gates := make([]gate, width)
	for i := range gates {
		p := r.Perm(width)
		gates[i] = gate{p[0], p[1], p[2], r.IntN(3)}
	}
	first := b.variables(width)
	second := append([]int(nil), first...)
	for range n {
		input := b.variables(2)
		next, other := make([]int, width), make([]int, width)
		for i, g := range gates {
			in := input[i%2]
			x, y, z := first[g.x], first[g.y], first[g.z]
			u, v, w := second[g.x], second[g.y], second[g.z]
			switch g.kind {
			case 0: // x + yz + in
				next[i] = b.xor(b.xor(x, b.and(y, z)), in)
				other[i] = b.xor(u, b.xor(in, -b.or(-v, -w)))
			case 1: // if x then y else z + in
				next[i] = b.choose(x, y, b.xor(z, in))
				other[i] = b.or(b.and(u, v), b.and(-u, b.xor(in, w)))
			default: // the majority, plus in
				next[i] = b.xor(in, b.or(b.and(x, y), b.and(z, b.or(x, y))))
				other[i] = -b.xor(in, b.choose(b.xor(u, v), -w, -u))
			}
		}
		first, second = next, other
	}
	b.differ(first, second)
	b.shuffle(r)
	return b
}

// product multiplies two numbers: the bits of each column are added in the order that
// pick chooses.
func (b *builder) product(x, y []int, pick func(n int) int) []int {
	columns := make([][]int, len(x)+len(y))
	for i := range x {
		for j := range y {
			columns[i+j] = append(columns[i+j], b.and(x[i], y[j]))
		}
	}
	out := make([]int, len(columns))
	for i := range columns {
		take := func() int {
			c := columns[i]
			k := pick(len(c))
			l := c[k]
			columns[i] = append(c[:k:k], c[k+1:]...)
			return l
		}
		for len(columns[i]) > 1 {
			var s, carry int
			if len(columns[i]) == 2 {
				x, y := take(), take()
				s, carry = b.xor(x, y), b.and(x, y)
			} else {
				s, carry = b.fullAdder(take(), take(), take())
			}
			columns[i] = append(columns[i], s)
			if i+1 < len(columns) {
				columns[i+1] = append(columns[i+1], carry)
			}
		}
		if len(columns[i]) == 0 { // the highest, of numbers of one bit
			zero := b.variable()
			b.add(-zero)
			columns[i] = append(columns[i], zero)
		}
		out[i] = columns[i][0]
	}
	return out
}

// miter says that two circuits that multiply numbers of n bits differ: one adds the
// columns in order, the other at random.
func miter(r *rand.Rand, n int) *builder {
	b := &builder{}
	x, y := b.variables(n), b.variables(n)
	p := b.product(x, y, func(int) int { return 0 })
	q := b.product(y, x, func(n int) int { return r.IntN(n) })
	b.differ(p, q)
	b.shuffle(r)
	return b
}

// factoring looks for two factors, the smaller of at most n bits and the other of n+1,
// of a random odd number of 2n bits: of a prime, or of the product of two.
func factoring(r *rand.Rand, n int) *builder {
	var number uint64
	if r.IntN(2) == 0 {
		number = randomPrime(r, 2*n)
	} else {
		number = randomPrime(r, n) * randomPrime(r, n)
	}
	b := &builder{}
	x, y := b.variables(n), b.variables(n+1)
	for i, l := range b.product(x, y, func(int) int { return 0 }) {
		if number>>i&1 == 1 {
			b.add(l)
		} else {
			b.add(-l)
		}
	}
	b.add(x[1:]...) // neither is 1
	b.add(y[1:]...)
	b.shuffle(r)
	return b
}

// randomPrime draws a prime of exactly so many bits.
func randomPrime(r *rand.Rand, bits int) uint64 {
search:
	for {
		n := 1<<(bits-1) | r.Uint64N(1<<(bits-1)) | 1
		for d := uint64(3); d*d <= n; d += 2 {
			if n%d == 0 {
				continue search
			}
		}
		return n
	}
}

// hashPiece asks for an input of two words of 12 bits of a hash of n rounds of additions,
// rotations and exclusive ors, to whose result the input is added, as hashes do lest they
// can be run backwards. All bits of the result are given, of an input that is drawn.
func hashPiece(r *rand.Rand, n int) *builder {
	const width, mask = 12, 1<<12 - 1
	b := &builder{}
	x0, y0 := r.Uint32()&mask, r.Uint32()&mask
	xs0, ys0 := b.variables(width), b.variables(width)
	x, y, xs, ys := x0, y0, xs0, ys0
	for range n {
		constant, k := r.Uint32()&mask, 1+r.IntN(width-1)
		x = (x + (y ^ constant)) & mask
		y = ((y<<k|y>>(width-k))&mask + (x ^ x>>5)) & mask
		mixed := append([]int(nil), ys...)
		for j := range mixed {
			if constant>>j&1 == 1 {
				mixed[j] = -mixed[j]
			}
		}
		xs = b.sum(xs, mixed)
		folded := append([]int(nil), xs...)
		for j := range width - 5 {
			folded[j] = b.xor(xs[j], xs[j+5])
		}
		turned := append(append([]int(nil), ys[width-k:]...), ys[:width-k]...)
		ys = b.sum(turned, folded)
	}
	give := func(bits []int, number uint32) {
		for j, l := range bits {
			if number>>j&1 == 0 {
				l = -l
			}
			b.add(l)
		}
	}
	give(b.sum(xs, xs0), (x+x0)&mask)
	give(b.sum(ys, ys0), (y+y0)&mask)
	b.shuffle(r)
	return b
}

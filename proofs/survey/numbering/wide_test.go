package numbering

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"retroproof/internal/expect"
)

// someUint returns a number of so many bits at the most, often with words that are
// all zeros or all ones.
func someUint(r *rand.Rand, most int) Uint {
	var w [3]uint64
	for i := range w {
		switch r.IntN(4) {
		case 0:
		case 1:
			w[i] = 1<<64 - 1
		default:
			w[i] = r.Uint64()
		}
	}
	return FromWords(w).shiftRight(192 - most).shiftRight(r.IntN(most))
}

func TestAgainstBig(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	equal := func(what string, got Uint, want *big.Int, of ...any) {
		t.Helper()
		if got.Big().Cmp(want) != 0 {
			t.Fatalf("%s of %v: %v, want %v", what, of, got, want)
		}
	}
	for range 200_000 {
		a, b := someUint(r, 191), someUint(r, 191)
		if a.Less(b) {
			a, b = b, a
		}
		x, y := a.Big(), b.Big()
		if back, ok := FromBig(x); !ok || back != a {
			t.Fatalf("FromBig(%v) = %v", x, back)
		}
		if (x.Cmp(y) < 0) != a.Less(b) || a.Less(a) || x.BitLen() != a.BitLen() || (x.Sign() == 0) != a.IsZero() {
			t.Fatalf("comparing %v, %v", a, b)
		}
		n := r.IntN(200)
		mask := new(big.Int).Lsh(big.NewInt(1), uint(n))
		equal("low bits", a.Low(n), mask.And(mask.Sub(mask, big.NewInt(1)), x), a, n)
		equal("sum", a.Add(b), new(big.Int).Add(x, y), a, b)
		equal("difference", a.Sub(b), new(big.Int).Sub(x, y), a, b)

		c := someUint(r, 128)
		m := r.Uint64() >> r.IntN(64)
		equal("product", c.Mul(m), new(big.Int).Mul(c.Big(), new(big.Int).SetUint64(m)), c, m)
		e, f := someUint(r, 96), someUint(r, 96)
		equal("wide product", e.MulWide(f), new(big.Int).Mul(e.Big(), f.Big()), e, f)

		d := max(m, 1)
		q, rest := a.DivSmall(d)
		wantQ, wantR := new(big.Int).QuoRem(x, new(big.Int).SetUint64(d), new(big.Int))
		equal("quotient", q, wantQ, a, d)
		equal("remainder", Of(rest), wantR, a, d)

		if b.IsZero() {
			continue
		}
		wantQ, wantR = new(big.Int).QuoRem(x, y, new(big.Int))
		if wantQ.IsUint64() {
			q, rest := a.DivRem(b)
			equal("quotient", Of(q), wantQ, a, b)
			equal("remainder", rest, wantR, a, b)
		}
		if wantQ.BitLen() <= 96 && x.BitLen() <= 160 {
			q, rest := a.DivRemLong(b)
			equal("long quotient", q, wantQ, a, b)
			equal("long remainder", rest, wantR, a, b)
		}
	}
}

// TestDivRemNear tries the quotients that an estimate misses most easily.
func TestDivRemNear(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		b := someUint(r, 128)
		if b.IsZero() {
			continue
		}
		q := ^uint64(0) >> r.IntN(64)
		for _, extra := range []Uint{{}, Of(1), b.Sub(Of(1))} {
			if !extra.Less(b) {
				continue
			}
			if got, rest := b.Mul(q).Add(extra).DivRem(b); got != q || rest != extra {
				t.Fatalf("(%v*%d+%v)/%v = %d, %v", b, q, extra, b, got, rest)
			}
		}
	}
}

func TestMulDiv(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 300_000 {
		d := 1 + r.Uint64N(MostDivisor)
		m := r.Uint64N(d + 1)
		q := someUint(r, 160)
		// a*m/d is whole: a is a multiple of d, or m is.
		a, want := q.Mul(d), q.Mul(m)
		if r.IntN(2) == 0 {
			a, m = q, d*r.Uint64N(200)
			want = q.Mul(m / d)
		}
		if got := a.MulDiv(m, d); got != want {
			t.Fatalf("%v*%d/%d = %v, want %v", a, m, d, got, want)
		}
	}
}

func TestFromBigBounds(t *testing.T) {
	t.Parallel()
	if _, ok := FromBig(big.NewInt(-1)); ok {
		t.Error("-1 is taken")
	}
	if _, ok := FromBig(new(big.Int).Lsh(big.NewInt(1), 192)); ok {
		t.Error("2^192 is taken")
	}
}

func TestLastNotAbove(t *testing.T) {
	t.Parallel()
	list := []Uint{Of(0), Of(3), Of(3), Of(7), Of128(1, 0)}
	for n, want := range map[uint64]int{0: 0, 2: 0, 3: 2, 6: 2, 7: 3, 1 << 60: 3} {
		expect.Equal(t, LastNotAbove(list, Of(n)), want, "%d is in part", n)
	}
	expect.Equal(t, LastNotAbove([]Uint{{}, Of(1)}, Of(0)), 0, "the only part")
}

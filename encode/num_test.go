package encode_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
)

type numOp struct {
	name string
	op   func(c *encode.Circuit, a, b encode.Num) encode.Num
	want func(a, b *big.Int, width int) *big.Int // modulo 2^width is taken care of
}

func bit(v bool) *big.Int { return new(big.Int).SetUint64(b2u(v)) }

// predicate makes a comparison a number of one bit.
func predicate(name string, op func(c *encode.Circuit, a, b encode.Num) encode.Bool, want func(a, b *big.Int) bool) numOp {
	return numOp{
		name,
		func(c *encode.Circuit, a, b encode.Num) encode.Num { return encode.Num{op(c, a, b)} },
		func(a, b *big.Int, _ int) *big.Int { return bit(want(a, b)) },
	}
}

func shifted(a, b *big.Int, width int, by func(uint) *big.Int) *big.Int {
	if b.Cmp(big.NewInt(int64(width))) >= 0 {
		return new(big.Int)
	}
	return by(uint(b.Uint64()))
}

func numOps() []numOp {
	n := func() *big.Int { return new(big.Int) }
	return []numOp{
		{"add", (*encode.Circuit).Add, func(a, b *big.Int, _ int) *big.Int { return n().Add(a, b) }},
		{"sub", (*encode.Circuit).Sub, func(a, b *big.Int, _ int) *big.Int { return n().Sub(a, b) }},
		{"mul", (*encode.Circuit).Mul, func(a, b *big.Int, _ int) *big.Int { return n().Mul(a, b) }},
		{"and", (*encode.Circuit).BitAnd, func(a, b *big.Int, _ int) *big.Int { return n().And(a, b) }},
		{"or", (*encode.Circuit).BitOr, func(a, b *big.Int, _ int) *big.Int { return n().Or(a, b) }},
		{"xor", (*encode.Circuit).BitXor, func(a, b *big.Int, _ int) *big.Int { return n().Xor(a, b) }},
		{"not", func(c *encode.Circuit, a, _ encode.Num) encode.Num { return c.BitNot(a) }, func(a, _ *big.Int, _ int) *big.Int { return n().Not(a) }},
		{"neg", func(c *encode.Circuit, a, _ encode.Num) encode.Num { return c.Neg(a) }, func(a, _ *big.Int, _ int) *big.Int { return n().Neg(a) }},
		{"shl", (*encode.Circuit).Shl, func(a, b *big.Int, width int) *big.Int {
			return shifted(a, b, width, func(k uint) *big.Int { return n().Lsh(a, k) })
		}},
		{"shr", (*encode.Circuit).Shr, func(a, b *big.Int, width int) *big.Int {
			return shifted(a, b, width, func(k uint) *big.Int { return n().Rsh(a, k) })
		}},
		{"ite", func(c *encode.Circuit, a, b encode.Num) encode.Num { return c.IteNum(c.LtNum(a, b), a, b) }, func(a, b *big.Int, _ int) *big.Int {
			if a.Cmp(b) < 0 {
				return a
			}
			return b
		}},
		predicate("eq", (*encode.Circuit).EqNum, func(a, b *big.Int) bool { return a.Cmp(b) == 0 }),
		predicate("lt", (*encode.Circuit).LtNum, func(a, b *big.Int) bool { return a.Cmp(b) < 0 }),
		predicate("le", (*encode.Circuit).LeNum, func(a, b *big.Int) bool { return a.Cmp(b) <= 0 }),
		predicate("num2bool", func(c *encode.Circuit, a, _ encode.Num) encode.Bool { return c.Num2Bool(a) }, func(a, _ *big.Int) bool { return a.Sign() != 0 }),
	}
}

func numValue(e *encode.Evaluator, n encode.Num, lane int) *big.Int {
	v := new(big.Int)
	for i, b := range n {
		v.SetBit(v, i, uint(e.Get(b)>>lane&1))
	}
	return v
}

// groundBig makes a ground number of any width.
func groundBig(c *encode.Circuit, v *big.Int, width int) encode.Num {
	n := c.Num(0, width)
	for i := range n {
		n[i] = c.Of(v.Bit(i) == 1)
	}
	return n
}

// setNums gives symbolic numbers 64 values.
func setNums(e *encode.Evaluator, n encode.Num, values []*big.Int) {
	for i, b := range n {
		var w uint64
		for lane, v := range values {
			w |= uint64(v.Bit(i)) << lane
		}
		e.Set(b, w)
	}
}

// checkNums evaluates the operations at the pairs (as[i], bs[i]): both operands symbolic, one ground, both ground.
func checkNums(t *testing.T, widthA, widthB int, ops []numOp, as, bs []*big.Int) {
	t.Helper()
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(widthA))
	want := func(op numOp, a, b *big.Int) *big.Int { v := op.want(a, b, widthA); return v.Mod(v, modulus) }
	if widthA == 0 { // comparisons have a bit all the same
		want = func(op numOp, a, b *big.Int) *big.Int {
			v := op.want(a, b, 0)
			if v.Sign() < 0 {
				return new(big.Int)
			}
			return v
		}
	}
	c := encode.NewCircuit()
	x, y := c.NumInput("x", widthA), c.NumInput("y", widthB)
	var results []encode.Num
	for _, op := range ops {
		results = append(results, op.op(c, x, y))
	}
	e := c.NewEvaluator()
	for start := 0; start < len(as); start += 64 {
		end := min(start+64, len(as))
		setNums(e, x, as[start:end])
		setNums(e, y, bs[start:end])
		e.Run()
		for i := start; i < end; i++ {
			for j, op := range ops {
				if got := numValue(e, results[j], i-start); got.Cmp(want(op, as[i], bs[i])) != 0 {
					t.Fatalf("%d bits: %v %s %v = %v, want %v", widthA, as[i], op.name, bs[i], got, want(op, as[i], bs[i]))
				}
			}
		}
	}
	for i := range as {
		a, b := groundBig(c, as[i], widthA), groundBig(c, bs[i], widthB)
		for _, op := range ops {
			w := want(op, as[i], bs[i])
			for _, bit := range op.op(c, a, b) {
				if _, ground := c.Ground(bit); !ground {
					t.Fatalf("%d bits: ground %v %s %v is symbolic", widthA, as[i], op.name, bs[i])
				}
			}
			if v, ok := c.GroundNum(op.op(c, a, b)); ok != (w.BitLen() <= 64) || ok && v != w.Uint64() {
				t.Fatalf("%d bits: ground %v %s %v = %v, want %v", widthA, as[i], op.name, bs[i], v, w)
			}
		}
		if i%19 != 0 && widthA > 4 {
			continue // these are many gates
		}
		var mixed []encode.Num
		for _, op := range ops {
			mixed = append(mixed, op.op(c, a, y), op.op(c, x, b))
		}
		e := c.NewEvaluator()
		setNums(e, x, as[i:i+1])
		setNums(e, y, bs[i:i+1])
		e.Run()
		for j, op := range ops {
			for k := range 2 {
				if got := numValue(e, mixed[2*j+k], 0); got.Cmp(want(op, as[i], bs[i])) != 0 {
					t.Fatalf("%d bits, operand %d symbolic: %v %s %v = %v, want %v", widthA, 1-k, as[i], op.name, bs[i], got, want(op, as[i], bs[i]))
				}
			}
		}
	}
}

func TestNumAllPairs(t *testing.T) {
	for width := range 5 {
		var as, bs []*big.Int
		for a := range int64(1) << width {
			for b := range int64(1) << width {
				as, bs = append(as, big.NewInt(a)), append(bs, big.NewInt(b))
			}
		}
		checkNums(t, width, width, numOps(), as, bs)
	}
}

func randomBig(r *rand.Rand, width int) *big.Int {
	v := new(big.Int)
	switch r.IntN(4) {
	case 0: // small, in the range of shift amounts
		v.SetInt64(int64(r.IntN(2*width + 2)))
	case 1: // close to the modulus
		v.SetInt64(-int64(r.IntN(4)) - 1)
	default:
		v.SetUint64(r.Uint64())
		v.Lsh(v, 64).Add(v, new(big.Int).SetUint64(r.Uint64()))
	}
	return v.Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
}

func TestNumWide(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, width := range []int{1, 5, 19, 63, 64, 65, 70} {
		var as, bs []*big.Int
		for range 192 {
			as, bs = append(as, randomBig(r, width)), append(bs, randomBig(r, width))
			if r.IntN(8) == 0 {
				bs[len(bs)-1] = as[len(as)-1]
			}
		}
		checkNums(t, width, width, numOps(), as, bs)
	}
}

// TestShiftWidths: the amount may have another width than the number.
func TestShiftWidths(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	ops := numOps()[8:10]
	if ops[0].name != "shl" || ops[1].name != "shr" {
		t.Fatal("these are no shifts")
	}
	for _, width := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 16} {
		for _, amount := range []int{0, 1, 2, 3, 4, 5, 9, 70} {
			var as, bs []*big.Int
			for range 128 {
				as, bs = append(as, randomBig(r, width)), append(bs, randomBig(r, amount))
			}
			checkNums(t, width, amount, ops, as, bs)
		}
	}
}

func TestShiftConst(t *testing.T) {
	c := encode.NewCircuit()
	n := c.NumInput("n", 4)
	for k, want := range map[int]encode.Num{0: n, 1: {c.False, n[0], n[1], n[2]}, 3: {c.False, c.False, c.False, n[0]}, 4: c.Num(0, 4), 100: c.Num(0, 4)} {
		expect.Equal(t, fmt.Sprint(c.ShlConst(n, k)), fmt.Sprint(want), "<< %d", k)
	}
	for k, want := range map[int]encode.Num{0: n, 1: {n[1], n[2], n[3], c.False}, 3: {n[3], c.False, c.False, c.False}, 4: c.Num(0, 4), 100: c.Num(0, 4)} {
		expect.Equal(t, fmt.Sprint(c.ShrConst(n, k)), fmt.Sprint(want), ">> %d", k)
	}
	expect.Equal(t, c.Len(), 5, "gates after shifting by a constant")
	if got := c.ShlConst(n, 0); &got[0] == &n[0] {
		t.Error("a result shares its bits with the operand")
	}
}

func TestNumConversions(t *testing.T) {
	c := encode.NewCircuit()
	x := c.Input("x")
	n := c.NumInput("n", 3)
	if c.Name(n[0]) != "n.0" || c.Name(n[2]) != "n.2" {
		t.Error("names of bits")
	}
	for _, width := range []int{0, 1, 5} {
		one := c.Bool2Num(x, width)
		if len(one) != width || width > 0 && (one[0] != x || c.Num2Bool(one[1:]) != c.False) {
			t.Errorf("bool2num of %d bits: %v", width, one)
		}
		r := c.Resize(n, width)
		expect.Equal(t, len(r), width, "resized to")
		for i, b := range r {
			if i < 3 && b != n[i] || i >= 3 && b != c.False {
				t.Errorf("resized to %d: %v", width, r)
			}
		}
	}
	expect.Equal(t, c.Num2Bool(c.Bool2Num(x, 4)), x, "num2bool of bool2num")
	if v, ok := c.GroundNum(c.Num(1<<63|5, 70)); v != 1<<63|5 || !ok {
		t.Errorf("ground number %d, %v", v, ok)
	}
	if v, ok := c.GroundNum(c.Num(13, 3)); v != 5 || !ok {
		t.Errorf("13 in three bits is %d, %v", v, ok)
	}
	if _, ok := c.GroundNum(c.BitNot(c.Num(0, 65))); ok {
		t.Error("65 ones fit 64 bits")
	}
	if _, ok := c.GroundNum(n); ok {
		t.Error("an input is ground")
	}
	for name, f := range map[string]func(a, b encode.Num){
		"add": func(a, b encode.Num) { c.Add(a, b) }, "sub": func(a, b encode.Num) { c.Sub(a, b) },
		"mul": func(a, b encode.Num) { c.Mul(a, b) }, "and": func(a, b encode.Num) { c.BitAnd(a, b) },
		"eq": func(a, b encode.Num) { c.EqNum(a, b) }, "lt": func(a, b encode.Num) { c.LtNum(a, b) },
		"ite": func(a, b encode.Num) { c.IteNum(x, a, b) },
	} {
		mustPanic(t, name+" of different widths", func() { f(n, c.Num(0, 4)) })
	}
}

package ursa

import (
	"math/big"
	"math/bits"

	"retroproof/encode"
)

// num is a number. Ground ones of up to 64 bits are in v, all others in bits.
type num struct {
	v    uint64
	bits encode.Num // nil: v
	sum  *sum       // see sumOf; nil: the number is no sum
}

// value is a number or a Boolean.
type value struct {
	num
	truth encode.Bool // of a Boolean
}

// arithmetic computes with numbers of one width. Operations on ground numbers of up to 64 bits are Go's; all others
// are circuits, in which what is ground folds away.
type arithmetic struct {
	c     *encode.Circuit
	width int
	mask  uint64 // of the width, if that is 64 at most
}

func newArithmetic(width int) *arithmetic {
	a := &arithmetic{c: encode.NewCircuit(), width: width}
	if width <= 64 {
		a.mask = ^uint64(0) >> (64 - width)
	}
	return a
}

// wide reports whether ground numbers do not fit 64 bits.
func (a *arithmetic) wide() bool { return a.width > 64 }

// big makes a number from one that is not negative and fits the width.
func (a *arithmetic) big(v *big.Int) num {
	if !a.wide() {
		return num{v: v.Uint64() & a.mask}
	}
	n := make(encode.Num, a.width)
	for i := range n {
		n[i] = a.c.Of(v.Bit(i) == 1)
	}
	return num{bits: n}
}

// symbols returns the bits of a number.
func (a *arithmetic) symbols(x num) encode.Num {
	if x.bits != nil {
		return x.bits
	}
	return a.c.Num(x.v, a.width)
}

// fold makes a number of bits, a ground one if they are all constants.
func (a *arithmetic) fold(n encode.Num) num {
	if !a.wide() {
		if v, ok := a.c.GroundNum(n); ok {
			return num{v: v}
		}
	}
	return num{bits: n}
}

// isGround reports whether the value is known.
func (a *arithmetic) isGround(x num) bool {
	if x.bits == nil {
		return true
	}
	if !a.wide() {
		return false
	}
	for _, b := range x.bits {
		if _, ok := a.c.Ground(b); !ok {
			return false
		}
	}
	return true
}

// integer returns the value of a ground number.
func (a *arithmetic) integer(x num) *big.Int {
	n := new(big.Int)
	if x.bits == nil {
		return n.SetUint64(x.v)
	}
	for i, b := range x.bits {
		if b == a.c.True {
			n.SetBit(n, i, 1)
		}
	}
	return n
}

// cost is what an operation counts as steps, when circuits are built for it.
func (a *arithmetic) cost(o op) int64 {
	w := int64(a.width)
	switch o {
	case opMul:
		return 1 + w*w/8
	case opShl, opShr:
		return 1 + w*int64(bits.Len64(uint64(w)))/8
	}
	return 1 + w/8
}

// operations are the operators on two numbers that give a number: on ground ones, the result to be reduced, and as
// circuits.
var operations = [...]struct {
	ground func(x, y uint64) uint64
	gates  func(c *encode.Circuit, x, y encode.Num) encode.Num
}{
	opMul:    {func(x, y uint64) uint64 { return x * y }, (*encode.Circuit).Mul},
	opAdd:    {func(x, y uint64) uint64 { return x + y }, (*encode.Circuit).Add},
	opSub:    {func(x, y uint64) uint64 { return x - y }, (*encode.Circuit).Sub},
	opShl:    {func(x, y uint64) uint64 { return x << y }, (*encode.Circuit).Shl}, // 0 from 64 on
	opShr:    {func(x, y uint64) uint64 { return x >> y }, (*encode.Circuit).Shr},
	opBitAnd: {func(x, y uint64) uint64 { return x & y }, (*encode.Circuit).BitAnd},
	opBitXor: {func(x, y uint64) uint64 { return x ^ y }, (*encode.Circuit).BitXor},
	opBitOr:  {func(x, y uint64) uint64 { return x | y }, (*encode.Circuit).BitOr},
}

// binary applies an operator on numbers that gives a number.
func (a *arithmetic) binary(o op, x, y num) num {
	if x.bits == nil && y.bits == nil {
		return num{v: operations[o].ground(x.v, y.v) & a.mask}
	}
	if o == opMul && a.isGround(x) {
		x, y = y, x // the circuit adds x for each bit of y, and ground parts are folded
	}
	return a.withSum(o, x, y, a.fold(operations[o].gates(a.c, a.symbols(x), a.symbols(y))))
}

// compare applies an operator on numbers that gives a Boolean.
func (a *arithmetic) compare(o op, x, y num) encode.Bool {
	ground := x.bits == nil && y.bits == nil
	switch {
	case o == opGt:
		return a.compare(opLt, y, x)
	case o == opGe:
		return a.compare(opLe, y, x)
	case o == opNe:
		return a.compare(opEq, x, y).Not()
	case o == opLt && ground:
		return a.c.Of(x.v < y.v)
	case o == opLt:
		return a.c.LtNum(a.symbols(x), a.symbols(y))
	case o == opLe && ground:
		return a.c.Of(x.v <= y.v)
	case o == opLe:
		return a.c.LeNum(a.symbols(x), a.symbols(y))
	case ground:
		return a.c.Of(x.v == y.v)
	}
	return a.equal(x, y)
}

// negate returns -x, complement ~x.
func (a *arithmetic) negate(x num) num {
	if x.bits == nil {
		return num{v: -x.v & a.mask}
	}
	return a.withSum(opSub, num{}, x, a.fold(a.c.Neg(x.bits)))
}

func (a *arithmetic) complement(x num) num {
	if x.bits == nil {
		return num{v: ^x.v & a.mask}
	}
	return a.fold(a.c.BitNot(x.bits))
}

// choose returns x if b holds, else y.
func (a *arithmetic) choose(b encode.Bool, x, y num) num {
	switch b {
	case a.c.True:
		return x
	case a.c.False:
		return y
	}
	return a.fold(a.c.IteNum(b, a.symbols(x), a.symbols(y)))
}

// isNonzero returns x != 0, fromBool 1 or 0.
func (a *arithmetic) isNonzero(x num) encode.Bool {
	if x.bits == nil {
		return a.c.Of(x.v != 0)
	}
	return a.c.Num2Bool(x.bits)
}

func (a *arithmetic) fromBool(b encode.Bool) num { return a.fold(a.c.Bool2Num(b, a.width)) }

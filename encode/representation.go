package encode

import (
	"fmt"
	"math/bits"
	"slices"
)

// The other representations.
var (
	// OneHot represents inputs by the Booleans x = k and computes with the
	// order view of them.
	OneHot Representation = oneHot{}
	// Binary represents x by its bits, as URSA does.
	Binary Representation = binary{}
)

// Representations are the names of all of them: Order, OneHot and Binary.
var Representations = []string{"order", "onehot", "binary"}

// ParseRepresentation returns the representation of a name.
func ParseRepresentation(name string) (Representation, error) {
	i := slices.Index(Representations, name)
	if i < 0 {
		return nil, fmt.Errorf("unknown representation %q, want order, onehot or binary", name)
	}
	return []Representation{Order, OneHot, Binary}[i], nil
}

// oneHot implements OneHot.
type oneHot struct{}

func (oneHot) constant(_ Ints, k int) Int { return Int{lo: k, hi: k} }

func (oneHot) input(i Ints, name string, hi int) Int {
	x := Int{lo: 0, hi: hi, ge: make([]Bool, hi)}
	for k := range hi + 1 {
		x.inputs = append(x.inputs, i.Input(fmt.Sprintf("%s=%d", name, k)))
	}
	i.Assert(i.ExactlyOne(x.inputs...))
	above := i.False
	for k := hi; k > 0; k-- {
		above = i.Or(x.inputs[k], above)
		x.ge[k-1] = above
	}
	return x
}

func (oneHot) inputValues(x Int, v int, set func(input Bool, value bool)) {
	for k, b := range x.inputs {
		set(b, v == x.lo+k)
	}
}

func (oneHot) less(i Ints, x, y Int) Bool { return Ints{i.Circuit, Order}.Lt(x, y) }

func (oneHot) equal(i Ints, x, y Int) Bool { return Ints{i.Circuit, Order}.Eq(x, y) }

// binary implements Binary.
type binary struct{}

func (binary) constant(i Ints, k int) Int {
	return Int{lo: k, hi: k, num: i.Num(uint64(k), width(k, k))}
}

func (binary) input(i Ints, name string, hi int) Int {
	x := Int{lo: 0, hi: hi, num: i.NumInput(name, width(0, hi))}
	i.Assert(i.LeNum(x.num, i.Num(uint64(hi), len(x.num))))
	x.inputs = x.num
	return x
}

func (binary) inputValues(x Int, v int, set func(input Bool, value bool)) {
	for k, b := range x.num {
		set(b, v>>k&1 == 1)
	}
}

func (binary) less(i Ints, x, y Int) Bool {
	p, q, w := i.common(x, y)
	if min(x.lo, y.lo) < 0 { // flip the sign bits: two's complement to offset
		p[w-1], q[w-1] = p[w-1].Not(), q[w-1].Not()
	}
	return i.LtNum(p, q)
}

func (binary) equal(i Ints, x, y Int) Bool {
	p, q, _ := i.common(x, y)
	return i.EqNum(p, q)
}

// width is the number of bits that hold all values of a range, in two's
// complement if there are negative ones.
func width(lo, hi int) int {
	if lo >= 0 {
		return bits.Len(uint(hi))
	}
	return max(bits.Len(uint(-lo-1)), bits.Len(uint(max(hi, 0)))) + 1
}

// common returns the bits of x and y in a width that holds both.
func (i Ints) common(x, y Int) (Num, Num, int) {
	lo, hi := min(x.lo, y.lo), max(x.hi, y.hi)
	w := width(lo, hi)
	return i.extend(x, w), i.extend(y, w), w
}

// extend sign-extends or zero-extends, depending on whether x can be negative.
func (i Ints) extend(x Int, w int) Num {
	r := i.Resize(x.num, w)
	if n := len(x.num); x.lo < 0 {
		for k := n; k < w; k++ {
			r[k] = x.num[n-1]
		}
	}
	return r
}

package encode

import (
	"fmt"
	"math/bits"
)

// Int is a symbolic integer with a known range, in one of the
// representations of Ints. Immutable.
type Int struct {
	lo, hi int
	ge     []Bool // order view: ge[i] is "value >= lo+1+i"
	num    Num    // binary view: value mod 2^width; nil in the other representations
	is     []Bool // direct view: is[i] is "value = lo+i"; only of one-hot inputs
}

// Range returns the least and the greatest value x can have.
func (i Int) Range() (lo, hi int) { return i.lo, i.hi }

// Representation says how integers are represented.
type Representation int

const (
	// Order represents x by the Booleans x >= k (thermometer, "unary"; Tamura
	// et al., "Compiling finite linear CSP into SAT", 2009). Comparing with
	// and adding a constant cost nothing.
	Order Representation = iota
	// OneHot represents inputs by the Booleans x = k and computes with the
	// order view of them.
	OneHot
	// Binary represents x by its bits, as URSA does.
	Binary
)

var representationNames = [...]string{"order", "onehot", "binary"}

func (r Representation) String() string { return representationNames[r] }

// ParseRepresentation is the inverse of String.
func ParseRepresentation(s string) (Representation, error) {
	for i, n := range representationNames {
		if s == n {
			return Representation(i), nil
		}
	}
	return 0, fmt.Errorf("unknown representation %q, want order, onehot or binary", s)
}

// Ints is integer arithmetic over a circuit in one representation. The values
// of results are exact: ranges grow as needed, nothing wraps.
type Ints struct {
	*Circuit
	Rep Representation
}

// Int returns the ground integer k.
func (a Ints) Int(k int) Int {
	x := Int{lo: k, hi: k}
	if a.Rep == Binary {
		x.num = a.Num(uint64(k), width(k, k))
	}
	return x
}

// width is the number of bits that hold all values of a range, in two's
// complement if there are negative ones.
func width(lo, hi int) int {
	if lo >= 0 {
		return bits.Len(uint(hi))
	}
	return max(bits.Len(uint(-lo-1)), bits.Len(uint(max(hi, 0)))) + 1
}

// IntInput returns a new independent integer from 0 to hi and asserts that
// its Booleans encode one. Order: the inputs are name>=1 ... name>=hi;
// OneHot: name=0 ... name=hi; Binary: name.0, name.1, ...
func (a Ints) IntInput(name string, hi int) Int {
	if hi < 0 {
		panic(fmt.Sprintf("encode: integer input %q from 0 to %d", name, hi))
	}
	switch a.Rep {
	case Binary:
		x := Int{lo: 0, hi: hi, num: a.NumInput(name, width(0, hi))}
		a.Assert(a.LeNum(x.num, a.Num(uint64(hi), len(x.num))))
		return x
	case OneHot:
		x := Int{lo: 0, hi: hi}
		for k := range hi + 1 {
			x.is = append(x.is, a.Input(fmt.Sprintf("%s=%d", name, k)))
		}
		a.Assert(a.ExactlyOne(x.is...))
		x.ge = make([]Bool, hi)
		above := a.False
		for k := hi; k > 0; k-- {
			above = a.Or(x.is[k], above)
			x.ge[k-1] = above
		}
		return x
	default:
		x := Int{lo: 0, hi: hi}
		for k := 1; k <= hi; k++ {
			x.ge = append(x.ge, a.Input(fmt.Sprintf("%s>=%d", name, k)))
			if k > 1 {
				a.Assert(a.Implies(x.ge[k-1], x.ge[k-2]))
			}
		}
		return x
	}
}

// InputValues calls set for the inputs behind x, an integer made by IntInput,
// with the values that represent v.
func (a Ints) InputValues(x Int, v int, set func(input Bool, value bool)) {
	switch {
	case x.is != nil:
		for k, b := range x.is {
			set(b, v == x.lo+k)
		}
	case x.num != nil:
		for i, b := range x.num {
			set(b, v>>i&1 == 1)
		}
	default:
		for i, b := range x.ge {
			set(b, v > x.lo+i)
		}
	}
}

// Value decodes x from the values of its Booleans in a model.
func (a Ints) Value(x Int, value func(Bool) bool) int {
	if x.num != nil {
		v := 0
		for i, b := range x.num {
			if a.ground(b, value) {
				v |= 1 << i
			}
		}
		if n := len(x.num); x.lo < 0 && n > 0 && v>>(n-1)&1 == 1 {
			v -= 1 << n
		}
		return v
	}
	v := x.lo
	for _, b := range x.ge {
		if a.ground(b, value) {
			v++
		}
	}
	return v
}

func (a Ints) ground(b Bool, value func(Bool) bool) bool {
	if v, ok := a.Ground(b); ok {
		return v
	}
	return value(b)
}

// Ge returns x >= k.
func (a Ints) Ge(x Int, k int) Bool {
	switch {
	case k <= x.lo:
		return a.True
	case k > x.hi:
		return a.False
	case a.Rep == Binary:
		return a.Lt(x, a.Int(k)).Not()
	}
	return x.ge[k-x.lo-1]
}

// Le returns x <= k.
func (a Ints) Le(x Int, k int) Bool { return a.Ge(x, k+1).Not() }

// Is returns x = k.
func (a Ints) Is(x Int, k int) Bool {
	switch {
	case k < x.lo || k > x.hi:
		return a.False
	case x.is != nil:
		return x.is[k-x.lo]
	case a.Rep == Binary:
		return a.Eq(x, a.Int(k))
	}
	return a.And(a.Ge(x, k), a.Le(x, k))
}

// common returns the bits of x and y in a width that holds both.
func (a Ints) common(x, y Int) (Num, Num, int) {
	lo, hi := min(x.lo, y.lo), max(x.hi, y.hi)
	w := width(lo, hi)
	return a.extend(x, w), a.extend(y, w), w
}

// extend sign-extends or zero-extends, depending on whether x can be negative.
func (a Ints) extend(x Int, w int) Num {
	r := a.Resize(x.num, w)
	if n := len(x.num); x.lo < 0 {
		for i := n; i < w; i++ {
			r[i] = x.num[n-1]
		}
	}
	return r
}

// Lt returns x < y.
func (a Ints) Lt(x, y Int) Bool {
	if x.hi < y.lo {
		return a.True
	}
	if x.lo >= y.hi {
		return a.False
	}
	if a.Rep == Binary {
		p, q, w := a.common(x, y)
		if min(x.lo, y.lo) < 0 { // flip the sign bits: two's complement to offset
			p[w-1], q[w-1] = p[w-1].Not(), q[w-1].Not()
		}
		return a.LtNum(p, q)
	}
	var or []Bool
	for k := x.lo; k < y.hi; k++ { // x <= k < y
		or = append(or, a.And(a.Le(x, k), a.Ge(y, k+1)))
	}
	return a.Or(or...)
}

// Lte returns x <= y.
func (a Ints) Lte(x, y Int) Bool { return a.Lt(y, x).Not() }

// Eq returns x = y.
func (a Ints) Eq(x, y Int) Bool {
	if a.Rep == Binary {
		p, q, _ := a.common(x, y)
		return a.EqNum(p, q)
	}
	var and []Bool
	for k := min(x.lo, y.lo); k < max(x.hi, y.hi); k++ {
		and = append(and, a.Iff(a.Ge(x, k+1), a.Ge(y, k+1)))
	}
	return a.And(and...)
}

// Plus returns x + k.
func (a Ints) Plus(x Int, k int) Int {
	if a.Rep == Binary {
		return a.Add(x, a.Int(k))
	}
	return Int{lo: x.lo + k, hi: x.hi + k, ge: x.ge}
}

// Minus returns k - x.
func (a Ints) Minus(k int, x Int) Int {
	r := Int{lo: k - x.hi, hi: k - x.lo}
	if a.Rep == Binary {
		w := width(min(r.lo, x.lo, k), max(r.hi, x.hi, k))
		r.num = a.Resize(a.Sub(a.Num(uint64(k), w), a.extend(x, w)), width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ { // k - x >= v
		r.ge = append(r.ge, a.Le(x, k-v))
	}
	return r
}

// Times returns k x for a ground k >= 0.
func (a Ints) Times(k int, x Int) Int {
	if k < 0 {
		panic(fmt.Sprintf("encode: integer times %d, want a factor of at least 0", k))
	}
	r := Int{lo: k * x.lo, hi: k * x.hi}
	if a.Rep == Binary {
		w := width(min(r.lo, 0), max(r.hi, k))
		r.num = a.Resize(a.Mul(a.extend(x, w), a.Num(uint64(k), w)), width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ { // x >= ceil(v/k)
		q := v / k
		if v > q*k {
			q++
		}
		r.ge = append(r.ge, a.Ge(x, q))
	}
	return r
}

// Add returns x + y.
func (a Ints) Add(x, y Int) Int {
	r := Int{lo: x.lo + y.lo, hi: x.hi + y.hi}
	if a.Rep == Binary {
		w := width(min(r.lo, x.lo, y.lo), max(r.hi, x.hi, y.hi))
		r.num = a.Resize(a.Circuit.Add(a.extend(x, w), a.extend(y, w)), width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ {
		var or []Bool // x >= i and y >= v-i for some i
		for i := x.lo; i <= x.hi; i++ {
			if v-i <= y.hi && (i == x.lo || v-i >= y.lo) {
				or = append(or, a.And(a.Ge(x, i), a.Ge(y, v-i)))
			}
		}
		r.ge = append(r.ge, a.Or(or...))
	}
	return r
}

// AbsDiff returns |x - y|.
func (a Ints) AbsDiff(x, y Int) Int {
	r := Int{lo: max(0, x.lo-y.hi, y.lo-x.hi), hi: max(x.hi-y.lo, y.hi-x.lo)}
	if a.Rep == Binary {
		p, q, _ := a.common(x, y)
		d := a.IteNum(a.Lt(x, y), a.Sub(q, p), a.Sub(p, q))
		r.num = a.Resize(d, width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ {
		var or []Bool
		for k := min(x.lo, y.lo); k <= max(x.hi, y.hi); k++ {
			or = append(or,
				a.And(a.Ge(x, k+v), a.Le(y, k)),
				a.And(a.Ge(y, k+v), a.Le(x, k)))
		}
		r.ge = append(r.ge, a.Or(or...))
	}
	return r
}

// Max returns the greater of x and y.
func (a Ints) Max(x, y Int) Int {
	r := Int{lo: max(x.lo, y.lo), hi: max(x.hi, y.hi)}
	if a.Rep == Binary {
		p, q, _ := a.common(x, y)
		r.num = a.Resize(a.IteNum(a.Lt(x, y), q, p), width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ {
		r.ge = append(r.ge, a.Or(a.Ge(x, v), a.Ge(y, v)))
	}
	return r
}

// IteInt returns "if i then x else y".
func (a Ints) IteInt(i Bool, x, y Int) Int {
	r := Int{lo: min(x.lo, y.lo), hi: max(x.hi, y.hi)}
	if a.Rep == Binary {
		p, q, _ := a.common(x, y)
		r.num = a.IteNum(i, p, q)
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ {
		r.ge = append(r.ge, a.Ite(i, a.Ge(x, v), a.Ge(y, v)))
	}
	return r
}

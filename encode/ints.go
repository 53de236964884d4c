package encode

import "fmt"

// Int is a symbolic integer with a known range, in one of the
// representations of Ints. Immutable.
type Int struct {
	lo, hi int
	ge     []Bool // order view: ge[i] is "value >= lo+1+i"
	num    Num    // binary view: value mod 2^width; nil of constants and in the other representations
	inputs []Bool // of what IntInput makes
}

// Range returns the least and the greatest value x can have.
func (i Int) Range() (lo, hi int) { return i.lo, i.hi }

// Constant returns the value of x, if it can have one alone.
func (i Int) Constant() (value int, ok bool) { return i.lo, i.lo == i.hi }

// Inputs returns the inputs behind x, an integer made by IntInput: as many, and in the same order, for all integers
// with its range and representation.
func (i Int) Inputs() []Bool { return i.inputs }

// Map returns x with f applied to the Booleans that it is made of. It is no input.
func (i Int) Map(f func(Bool) Bool) Int {
	all := func(list []Bool) (mapped []Bool) {
		for _, b := range list {
			mapped = append(mapped, f(b))
		}
		return mapped
	}
	return Int{lo: i.lo, hi: i.hi, ge: all(i.ge), num: all(i.num)}
}

// OrderInt returns an integer in order representation: its least value, and whether it is at least each of those above.
func OrderInt(least int, atLeast []Bool) Int {
	return Int{lo: least, hi: least + len(atLeast), ge: atLeast}
}

// AtLeast is the inverse of OrderInt.
func (i Int) AtLeast() (least int, atLeast []Bool) { return i.lo, i.ge }

// Representation says how integers are represented, if it is not Order.
type Representation interface {
	input(i Ints, name string, hi int) Int
	inputValues(x Int, v int, set func(input Bool, value bool))
}

// arithmetic is a representation that does not compute with the order view.
type arithmetic interface {
	less(i Ints, x, y Int) Bool
	equal(i Ints, x, y Int) Bool
}

// Order represents x by the Booleans x >= k (thermometer, "unary"; Tamura
// et al., "Compiling finite linear CSP into SAT", 2009). Comparing with
// and adding a constant cost nothing.
var Order Representation

// Ints is integer arithmetic over a circuit in one representation. The values
// of results are exact: ranges grow as needed, nothing wraps.
type Ints struct {
	*Circuit
	Rep Representation
}

// Int returns the ground integer k.
func (i Ints) Int(k int) Int { return Int{lo: k, hi: k} }

// IntInput returns a new independent integer from 0 to hi and asserts that
// its Booleans encode one. Order: the inputs are name>=1 ... name>=hi;
// OneHot: name=0 ... name=hi; Binary: name.0, name.1, ...
func (i Ints) IntInput(name string, hi int) Int {
	if hi < 0 {
		panic(fmt.Sprintf("encode: integer input %q from 0 to %d", name, hi))
	}
	if i.Rep != Order {
		return i.Rep.input(i, name, hi)
	}
	x := Int{lo: 0, hi: hi}
	for k := 1; k <= hi; k++ {
		x.ge = append(x.ge, i.Input(fmt.Sprintf("%s>=%d", name, k)))
		if k > 1 {
			i.Assert(i.Implies(x.ge[k-1], x.ge[k-2]))
		}
	}
	x.inputs = x.ge
	return x
}

// InputValues calls set for the inputs behind x, an integer made by IntInput,
// with the values that represent v.
func (i Ints) InputValues(x Int, v int, set func(input Bool, value bool)) {
	if i.Rep != Order {
		i.Rep.inputValues(x, v, set)
		return
	}
	for k, b := range x.ge {
		set(b, v > x.lo+k)
	}
}

// Value decodes x from the values of its Booleans in a model.
func (i Ints) Value(x Int, value func(Bool) bool) int {
	is := func(b Bool) bool {
		v, ground := i.Ground(b)
		return v || !ground && value(b)
	}
	if x.num != nil {
		v := 0
		for k, b := range x.num {
			if is(b) {
				v |= 1 << k
			}
		}
		if n := len(x.num); x.lo < 0 && n > 0 && v>>(n-1)&1 == 1 {
			v -= 1 << n
		}
		return v
	}
	v := x.lo
	for _, b := range x.ge {
		if is(b) {
			v++
		}
	}
	return v
}

// Ge returns x >= k.
func (i Ints) Ge(x Int, k int) Bool {
	switch {
	case k <= x.lo:
		return i.True
	case k > x.hi:
		return i.False
	case x.ge == nil: // in binary
		return i.Lt(x, i.Int(k)).Not()
	}
	return x.ge[k-x.lo-1]
}

// Le returns x <= k.
func (i Ints) Le(x Int, k int) Bool { return i.Ge(x, k+1).Not() }

// Is returns x = k.
func (i Ints) Is(x Int, k int) Bool {
	switch {
	case k < x.lo || k > x.hi:
		return i.False
	case x.inputs != nil && i.Rep == OneHot:
		return x.inputs[k-x.lo]
	case i.Rep == Binary:
		return i.Eq(x, i.Int(k))
	}
	return i.And(i.Ge(x, k), i.Le(x, k))
}

// Lt returns x < y.
func (i Ints) Lt(x, y Int) Bool {
	if x.hi < y.lo {
		return i.True
	}
	if x.lo >= y.hi {
		return i.False
	}
	if a, ok := i.Rep.(arithmetic); ok {
		return a.less(i, x, y)
	}
	var or []Bool
	for k := x.lo; k < y.hi; k++ { // x <= k < y
		or = append(or, i.And(i.Le(x, k), i.Ge(y, k+1)))
	}
	return i.Or(or...)
}

// Lte returns x <= y.
func (i Ints) Lte(x, y Int) Bool { return i.Lt(y, x).Not() }

// Eq returns x = y.
func (i Ints) Eq(x, y Int) Bool {
	if a, ok := i.Rep.(arithmetic); ok {
		return a.equal(i, x, y)
	}
	and := make([]Bool, 0, 32)
	for k := min(x.lo, y.lo); k < max(x.hi, y.hi); k++ {
		and = append(and, i.Iff(i.Ge(x, k+1), i.Ge(y, k+1)))
	}
	return i.And(and...)
}

// Plus returns x + k.
func (i Ints) Plus(x Int, k int) Int {
	if i.Rep == Binary {
		return i.Add(x, i.Int(k))
	}
	return Int{lo: x.lo + k, hi: x.hi + k, ge: x.ge}
}

// Minus returns k - x.
func (i Ints) Minus(k int, x Int) Int {
	r := Int{lo: k - x.hi, hi: k - x.lo}
	if i.Rep == Binary {
		w := width(min(r.lo, x.lo, k), max(r.hi, x.hi, k))
		r.num = i.Resize(i.Sub(i.Num(uint64(k), w), i.extend(x, w)), width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ { // k - x >= v
		r.ge = append(r.ge, i.Le(x, k-v))
	}
	return r
}

// Times returns k x for a ground k >= 0.
func (i Ints) Times(k int, x Int) Int {
	if k < 0 {
		panic(fmt.Sprintf("encode: integer times %d, want a factor of at least 0", k))
	}
	r := Int{lo: k * x.lo, hi: k * x.hi}
	if i.Rep == Binary {
		w := width(min(r.lo, 0), max(r.hi, k))
		r.num = i.Resize(i.Mul(i.extend(x, w), i.Num(uint64(k), w)), width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ { // x >= ceil(v/k)
		q := v / k
		if v > q*k {
			q++
		}
		r.ge = append(r.ge, i.Ge(x, q))
	}
	return r
}

// Add returns x + y.
func (i Ints) Add(x, y Int) Int {
	r := Int{lo: x.lo + y.lo, hi: x.hi + y.hi}
	if i.Rep == Binary {
		w := width(min(r.lo, x.lo, y.lo), max(r.hi, x.hi, y.hi))
		r.num = i.Resize(i.Circuit.Add(i.extend(x, w), i.extend(y, w)), width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ {
		or := make([]Bool, 0, 32) // x >= i and y >= v-i for some i
		for k := x.lo; k <= x.hi; k++ {
			if v-k <= y.hi && (k == x.lo || v-k >= y.lo) {
				or = append(or, i.And(i.Ge(x, k), i.Ge(y, v-k)))
			}
		}
		r.ge = append(r.ge, i.Or(or...))
	}
	return r
}

// AbsDiff returns |x - y|.
func (i Ints) AbsDiff(x, y Int) Int {
	r := Int{lo: max(0, x.lo-y.hi, y.lo-x.hi), hi: max(x.hi-y.lo, y.hi-x.lo)}
	if i.Rep == Binary {
		p, q, _ := i.common(x, y)
		d := i.IteNum(i.Lt(x, y), i.Sub(q, p), i.Sub(p, q))
		r.num = i.Resize(d, width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ {
		or := make([]Bool, 0, 64)
		for k := min(x.lo, y.lo); k <= max(x.hi, y.hi); k++ {
			or = append(or,
				i.And(i.Ge(x, k+v), i.Le(y, k)),
				i.And(i.Ge(y, k+v), i.Le(x, k)))
		}
		r.ge = append(r.ge, i.Or(or...))
	}
	return r
}

// Max returns the greater of x and y.
func (i Ints) Max(x, y Int) Int {
	r := Int{lo: max(x.lo, y.lo), hi: max(x.hi, y.hi)}
	if i.Rep == Binary {
		p, q, _ := i.common(x, y)
		r.num = i.Resize(i.IteNum(i.Lt(x, y), q, p), width(r.lo, r.hi))
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ {
		r.ge = append(r.ge, i.Or(i.Ge(x, v), i.Ge(y, v)))
	}
	return r
}

// IteInt returns "if i then x else y".
func (i Ints) IteInt(cond Bool, x, y Int) Int {
	r := Int{lo: min(x.lo, y.lo), hi: max(x.hi, y.hi)}
	if i.Rep == Binary {
		p, q, _ := i.common(x, y)
		r.num = i.IteNum(cond, p, q)
		return r
	}
	for v := r.lo + 1; v <= r.hi; v++ {
		r.ge = append(r.ge, i.Ite(cond, i.Ge(x, v), i.Ge(y, v)))
	}
	return r
}

package encode_test

import (
	"fmt"
	"slices"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
)

var representations = []encode.Representation{encode.Order, encode.OneHot, encode.Binary}

type span struct{ lo, hi int }

func (s span) values() []int {
	var vs []int
	for v := s.lo; v <= s.hi; v++ {
		vs = append(vs, v)
	}
	return vs
}

// spans: single values, around zero, below it, overlapping, nested, disjoint, and at powers of two.
var spans = []span{{0, 0}, {1, 1}, {-1, -1}, {0, 1}, {-1, 0}, {0, 3}, {0, 7}, {-3, 2}, {-5, -2}, {2, 5}, {-4, 3}, {-8, -7}, {3, 4}, {4, 8}, {-9, -8}}

// intArg is an independent integer of a range with the input behind it.
type intArg struct {
	span
	input encode.Int
	x     encode.Int
}

// newArg makes inputs directly where the range starts at 0, and shifts or negates them elsewhere.
func newArg(a encode.Ints, name string, s span) intArg {
	in := a.IntInput(name, s.hi-s.lo)
	switch {
	case s.lo == 0:
		return intArg{s, in, in}
	case s.hi == 0:
		return intArg{s, in, a.Minus(0, in)}
	}
	return intArg{s, in, a.Plus(in, s.lo)}
}

// set gives the argument the value v in one lane.
func (i intArg) set(a encode.Ints, lanes map[encode.Bool]uint64, lane, v int) {
	raw := v - i.lo
	if i.hi == 0 && i.lo != 0 {
		raw = -v
	}
	a.InputValues(i.input, raw, func(b encode.Bool, value bool) { lanes[b] |= b2u(value) << lane })
}

func laneValue(e *encode.Evaluator, lane int) func(encode.Bool) bool {
	return func(b encode.Bool) bool { return e.Get(b)>>lane&1 == 1 }
}

// checkInt compares a symbolic integer with its definition at each assignment, and its range with the values there.
func checkInt(t *testing.T, a encode.Ints, e *encode.Evaluator, what string, x encode.Int, want []int) {
	t.Helper()
	lo, hi := x.Range()
	for lane, w := range want {
		if got := a.Value(x, laneValue(e, lane)); got != w {
			t.Fatalf("%s: %d, want %d", what, got, w)
		}
	}
	if lo != slices.Min(want) || hi != slices.Max(want) {
		t.Fatalf("%s: range [%d, %d], values [%d, %d]", what, lo, hi, slices.Min(want), slices.Max(want))
	}
}

func checkBool(t *testing.T, e *encode.Evaluator, what string, b encode.Bool, want []bool) {
	t.Helper()
	for lane, w := range want {
		if got := laneValue(e, lane)(b); got != w {
			t.Fatalf("%s: assignment %d: %v, want %v", what, lane, got, w)
		}
	}
}

func each[T any](xs, ys []int, f func(x, y int) T) []T {
	var r []T
	for i := range xs {
		r = append(r, f(xs[i], ys[i]))
	}
	return r
}

func abs(x int) int { return max(x, -x) }

func TestIntsUnary(t *testing.T) {
	for _, rep := range representations {
		for _, s := range spans {
			a := encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}
			x := newArg(a, "x", s)
			lanes := map[encode.Bool]uint64{}
			for lane, v := range s.values() {
				x.set(a, lanes, lane, v)
			}
			ints := map[string]encode.Int{"x": x.x}
			intWant := map[string][]int{"x": s.values()}
			add := func(what string, r encode.Int, f func(v int) int) {
				ints[what] = r
				for _, v := range s.values() {
					intWant[what] = append(intWant[what], f(v))
				}
			}
			bools := map[string]encode.Bool{}
			boolWant := map[string][]bool{}
			addBool := func(what string, r encode.Bool, f func(v int) bool) {
				bools[what] = r
				for _, v := range s.values() {
					boolWant[what] = append(boolWant[what], f(v))
				}
			}
			for k := -11; k <= 11; k++ {
				add(fmt.Sprint("x + ", k), a.Plus(x.x, k), func(v int) int { return v + k })
				add(fmt.Sprint(k, " - x"), a.Minus(k, x.x), func(v int) int { return k - v })
				add(fmt.Sprint("|x - ", k, "|"), a.AbsDiff(x.x, a.Int(k)), func(v int) int { return abs(v - k) })
				add(fmt.Sprint("max(", k, ", x)"), a.Max(a.Int(k), x.x), func(v int) int { return max(k, v) })
				if k >= 0 {
					add(fmt.Sprint(k, " x"), a.Times(k, x.x), func(v int) int { return k * v })
				}
				addBool(fmt.Sprint("x >= ", k), a.Ge(x.x, k), func(v int) bool { return v >= k })
				addBool(fmt.Sprint("x <= ", k), a.Le(x.x, k), func(v int) bool { return v <= k })
				addBool(fmt.Sprint("x = ", k), a.Is(x.x, k), func(v int) bool { return v == k })
				addBool(fmt.Sprint("x < ", k), a.Lt(x.x, a.Int(k)), func(v int) bool { return v < k })
				addBool(fmt.Sprint(k, " <= x"), a.Lte(a.Int(k), x.x), func(v int) bool { return k <= v })
				addBool(fmt.Sprint(k, " == x"), a.Eq(a.Int(k), x.x), func(v int) bool { return k == v })
			}
			// The same integer twice.
			add("x + x", a.Add(x.x, x.x), func(v int) int { return 2 * v })
			addBool("x == x", a.Eq(x.x, x.x), func(int) bool { return true })
			addBool("x < x", a.Lt(x.x, x.x), func(int) bool { return false })
			// Two steps: results are operands again.
			y := a.Minus(3, a.Plus(a.Times(2, x.x), -1))
			add("3 - (2x - 1)", y, func(v int) int { return 4 - 2*v })
			add("|(4 - 2x) - x|", a.Plus(a.AbsDiff(y, x.x), 0), func(v int) int { return abs(4 - 3*v) })
			for k := -4; k < 4; k++ {
				addBool(fmt.Sprint("4 - 2x = ", k), a.Is(y, k), func(v int) bool { return 4-2*v == k })
				addBool(fmt.Sprint("4 - 2x >= ", k), a.Ge(y, k), func(v int) bool { return 4-2*v >= k })
			}
			e := a.NewEvaluator()
			for b, w := range lanes {
				e.Set(b, w)
			}
			e.Run()
			for what, r := range ints {
				loose := what == "|(4 - 2x) - x|" // x is there twice: the range only has to hold all values
				what, want := fmt.Sprintf("%v, x in %v: %s", rep, s, what), intWant[what]
				if loose {
					lo, hi := r.Range()
					for lane, w := range want {
						if got := a.Value(r, laneValue(e, lane)); got != w || w < lo || w > hi {
							t.Fatalf("%s: %d in [%d, %d], want %d", what, got, lo, hi, w)
						}
					}
					continue
				}
				checkInt(t, a, e, what, r, want)
			}
			for what, b := range bools {
				checkBool(t, e, fmt.Sprintf("%v, x in %v: %s", rep, s, what), b, boolWant[what])
			}
		}
	}
}

func TestIntsBinary(t *testing.T) {
	for _, rep := range representations {
		for _, s := range spans {
			for _, u := range spans {
				var xs, ys []int
				a := encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}
				x, y, i := newArg(a, "x", s), newArg(a, "y", u), a.Input("i")
				lanes := map[encode.Bool]uint64{}
				for _, v := range s.values() {
					for _, w := range u.values() {
						x.set(a, lanes, len(xs), v)
						y.set(a, lanes, len(xs), w)
						xs, ys = append(xs, v), append(ys, w)
					}
				}
				sum, diff, greater, ite := a.Add(x.x, y.x), a.AbsDiff(x.x, y.x), a.Max(x.x, y.x), a.IteInt(i, x.x, y.x)
				eq, lt, lte, same := a.Eq(x.x, y.x), a.Lt(x.x, y.x), a.Lte(x.x, y.x), a.Is(a.IteInt(i, x.x, y.x), s.lo)
				e := a.NewEvaluator()
				for b, w := range lanes {
					e.Set(b, w)
				}
				what := func(op string) string { return fmt.Sprintf("%v, x in %v, y in %v: %s", rep, s, u, op) }
				e.Run()
				checkInt(t, a, e, what("x + y"), sum, each(xs, ys, func(x, y int) int { return x + y }))
				checkInt(t, a, e, what("|x - y|"), diff, each(xs, ys, func(x, y int) int { return abs(x - y) }))
				checkInt(t, a, e, what("max"), greater, each(xs, ys, func(x, y int) int { return max(x, y) }))
				checkBool(t, e, what("x = y"), eq, each(xs, ys, func(x, y int) bool { return x == y }))
				checkBool(t, e, what("x < y"), lt, each(xs, ys, func(x, y int) bool { return x < y }))
				checkBool(t, e, what("x <= y"), lte, each(xs, ys, func(x, y int) bool { return x <= y }))
				for _, choice := range []bool{true, false} {
					e.Set(i, -b2u(choice))
					e.Run()
					lo, hi := ite.Range()
					if lo != min(s.lo, u.lo) || hi != max(s.hi, u.hi) {
						t.Fatalf("%s: range [%d, %d]", what("ite"), lo, hi)
					}
					for lane := range xs {
						want := ys[lane]
						if choice {
							want = xs[lane]
						}
						if got := a.Value(ite, laneValue(e, lane)); got != want {
							t.Fatalf("%s: %d, want %d", what("ite"), got, want)
						}
						if got := laneValue(e, lane)(same); got != (want == s.lo) {
							t.Fatalf("%s: is %d: %v", what("ite"), s.lo, got)
						}
					}
				}
			}
		}
	}
}

// TestIntInput: the asserted constraints leave exactly the encodings of 0 to hi.
func TestIntInput(t *testing.T) {
	for _, rep := range representations {
		for hi := range 10 {
			a := encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}
			x := a.IntInput("x", hi)
			inputs := a.Inputs()
			want := map[encode.Representation]int{encode.Order: hi, encode.OneHot: hi + 1, encode.Binary: len(fmt.Sprintf("%b", hi))}[rep]
			if hi == 0 && rep == encode.Binary {
				want = 0
			}
			expect.Equal(t, len(inputs), want, "%v", rep)
			ok := a.Asserted()
			e := a.NewEvaluator()
			seen := map[int]bool{}
			for bits := range 1 << len(inputs) {
				for i, in := range inputs {
					e.Set(in, -uint64(bits>>i&1))
				}
				e.Run()
				if e.Get(ok) == 0 {
					continue
				}
				v := a.Value(x, laneValue(e, 0))
				if v < 0 || v > hi || seen[v] {
					t.Errorf("%v: value %d of 0 to %d, met before: %v", rep, v, hi, seen[v])
				}
				seen[v] = true
				// The way back: the inputs for this value are the ones that gave it.
				set := 0
				a.InputValues(x, v, func(b encode.Bool, value bool) {
					set++
					expect.Equal(t, value, laneValue(e, 0)(b), "%v: %d of 0 to %d has another %s", rep, v, hi, a.Name(b))
				})
				expect.Equal(t, set, len(inputs), "%v", rep)
			}
			expect.Equal(t, len(seen), hi+1, "%v", rep)
		}
	}
	a := encode.Ints{Circuit: encode.NewCircuit()}
	mustPanic(t, "negative bound", func() { a.IntInput("x", -1) })
	mustPanic(t, "negative factor", func() { a.Times(-1, a.Int(0)) })
}

func TestIntNames(t *testing.T) {
	for rep, want := range map[encode.Representation][]string{
		encode.Order: {"x>=1", "x>=2"}, encode.OneHot: {"x=0", "x=1", "x=2"}, encode.Binary: {"x.0", "x.1"},
	} {
		a := encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}
		a.IntInput("x", 2)
		var names []string
		for _, in := range a.Inputs() {
			names = append(names, a.Name(in))
		}
		expect.List(t, names, want, "%v: inputs", rep)
	}
}

func TestRepresentationNames(t *testing.T) {
	for i, name := range []string{"order", "onehot", "binary"} {
		if got, err := encode.ParseRepresentation(name); got != representations[i] || err != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	expect.Fails(t, expect.Err(encode.ParseRepresentation("unary")), "unary")
}

// TestGroundInts: ground operands give ground results, in every representation.
func TestGroundInts(t *testing.T) {
	none := func(encode.Bool) bool { panic("a ground integer asks for a value") }
	for _, rep := range representations {
		a := encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}
		for x := -9; x <= 9; x++ {
			for y := -9; y <= 9; y++ {
				p, q := a.Int(x), a.Int(y)
				for what, got := range map[string][2]int{
					"+": {a.Value(a.Add(p, q), none), x + y}, "||": {a.Value(a.AbsDiff(p, q), none), abs(x - y)},
					"max": {a.Value(a.Max(p, q), none), max(x, y)}, "-": {a.Value(a.Minus(y, p), none), y - x},
					"ite": {a.Value(a.IteInt(a.Lt(p, q), p, q), none), min(x, y)},
				} {
					expect.Equal(t, got[0], got[1], "%v: %d %s %d", rep, x, what, y)
				}
				if a.Eq(p, q) != a.Of(x == y) || a.Lt(p, q) != a.Of(x < y) || a.Ge(p, y) != a.Of(x >= y) || a.Is(p, y) != a.Of(x == y) {
					t.Errorf("%v: comparing %d and %d", rep, x, y)
				}
			}
		}
		expect.Equal(t, a.Len(), 1, "%v", rep)
	}
}

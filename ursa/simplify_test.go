package ursa_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/ursa"
)

// randomBools builds a random circuit over n inputs and returns some of its Booleans.
func randomBools(r *rand.Rand, n, gates int) (*encode.Circuit, []encode.Bool) {
	c := encode.NewCircuit()
	all := []encode.Bool{c.True}
	for i := range n {
		all = append(all, c.Input(fmt.Sprintf("x%d", i)))
	}
	pick := func() encode.Bool {
		b := all[r.IntN(len(all))]
		if r.IntN(2) == 0 {
			b = b.Not()
		}
		return b
	}
	for range gates {
		switch r.IntN(4) {
		case 0:
			all = append(all, c.Xor(pick(), pick()))
		case 1:
			all = append(all, c.Ite(pick(), pick(), pick()))
		default:
			all = append(all, c.And(pick(), pick()))
		}
	}
	return c, all
}

// tableColumns are the values of inputs under all assignments to six of them.
var tableColumns = [...]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// truthTable evaluates Booleans under all assignments to the first n inputs, n at most 6.
func truthTable(c *encode.Circuit, n int, bs ...encode.Bool) []uint64 {
	e := c.NewEvaluator(bs...)
	for i, in := range c.Inputs()[:n] {
		e.Set(in, tableColumns[i])
	}
	e.Run()
	tables := make([]uint64, len(bs))
	for i, b := range bs {
		tables[i] = e.Get(b)
	}
	return tables
}

// What is copied is the same function, with some inputs replaced; its support is no larger.
func TestCopy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := 1 + r.IntN(6)
		c, all := randomBools(r, n, 1+r.IntN(40))
		bs := []encode.Bool{all[len(all)-1], all[r.IntN(len(all))].Not()}
		inputs := c.Inputs()
		instead := map[encode.Bool]encode.Bool{}
		if n > 1 && r.IntN(2) == 0 {
			kept := inputs[0]
			for _, in := range inputs[1:] {
				switch r.IntN(6) {
				case 0:
					instead[in] = c.Of(r.IntN(2) == 0)
				case 1:
					instead[in] = kept
				case 2:
					instead[in] = kept.Not()
				}
			}
		}
		d, got := ursa.CopyWith(c, inputs, instead, bs...)
		// The same on the old circuit: the values of replaced inputs are set.
		e := c.NewEvaluator(bs...)
		for i, in := range inputs {
			lanes := tableColumns[i]
			if b, ok := instead[in]; ok {
				switch b {
				case c.True:
					lanes = ^uint64(0)
				case c.False:
					lanes = 0
				case inputs[0]:
					lanes = tableColumns[0]
				default:
					lanes = ^tableColumns[0]
				}
			}
			e.Set(in, lanes)
		}
		e.Run()
		tables := truthTable(d, n, got...)
		for i, b := range bs {
			if tables[i] != e.Get(b) {
				t.Fatalf("table %x, want %x", tables[i], e.Get(b))
			}
		}
		for i, in := range d.Inputs() {
			if d.Name(in) != c.Name(inputs[i]) {
				t.Fatalf("input %d is %s", i, d.Name(in))
			}
		}
		if len(instead) == 0 {
			if len(ursa.Support(d, got...)) > len(ursa.Support(c, bs...)) {
				t.Fatal("the support grows")
			}
			// Equal functions are one gate.
			f, g := c.Xor(bs[0], inputs[0]), c.Or(c.And(bs[0], inputs[0].Not()), c.And(bs[0].Not(), inputs[0]))
			if _, both := ursa.CopyWith(c, inputs, nil, f, g); both[0] != both[1] {
				t.Fatal("one function has two gates")
			}
		}
	}
}

// With more inputs than a truth table has, the values are compared at random.
func TestCopyLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		c, all := randomBools(r, 20, 300)
		root := all[len(all)-1]
		support := ursa.Support(c, root)
		d, out := ursa.CopyWith(c, support, nil, root)
		e, f := c.NewEvaluator(root), d.NewEvaluator(out...)
		for i, in := range support {
			lanes := r.Uint64()
			e.Set(in, lanes)
			f.Set(d.Inputs()[i], lanes)
		}
		e.Run()
		f.Run()
		if e.Get(root) != f.Get(out[0]) {
			t.Fatal("another function")
		}
		if d.Len() > c.Len() {
			t.Fatalf("%d gates from %d", d.Len(), c.Len())
		}
	}
}

func TestConjuncts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		n := 1 + r.IntN(6)
		c, all := randomBools(r, n, 1+r.IntN(30))
		root := all[len(all)-1]
		parts := ursa.Conjuncts(c, root)
		want := truthTable(c, n, root)[0]
		got := ^uint64(0)
		for _, x := range truthTable(c, n, parts...) {
			got &= x
		}
		if got != want {
			t.Fatalf("the conjunction of the parts is %x, want %x", got, want)
		}
		sorted := slices.Clone(parts)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(parts) {
			t.Fatal("a part twice")
		}
	}
	c := encode.NewCircuit()
	a, b, d := c.Input("a"), c.Input("b"), c.Input("d")
	if got := ursa.Conjuncts(c, c.And(a, c.And(b.Not(), d), c.Or(a, b))); len(got) != 4 {
		t.Errorf("%d parts", len(got))
	}
}

func TestEquivalent(t *testing.T) {
	c := encode.NewCircuit()
	a, b := c.Input("a"), c.Input("b")
	for _, e := range []encode.Bool{c.Iff(a, b), c.Xor(a, b), c.Iff(a.Not(), b), c.Xor(c.And(a, b), a.Not()).Not()} {
		x, y, ok := ursa.Equivalent(c, e)
		if e == c.Iff(a, b) || e == c.Xor(a, b) {
			if !ok {
				t.Error("an equivalence is not recognised")
			}
		}
		if ok {
			tables := truthTable(c, 2, e, c.Iff(x, y))
			expect.Equal(t, tables[0], tables[1], "%v is no equivalence of %v and %v", e, x, y)
		}
	}
	for _, e := range []encode.Bool{c.True, c.False, a, a.Not(), c.And(a, b), c.Or(a, b), c.Ite(a, b, c.Input("d"))} {
		if _, _, ok := ursa.Equivalent(c, e); ok {
			t.Errorf("%v is said to be an equivalence", e)
		}
	}
}

// Two ways to compare two bits become one gate.
func Example_simplify() {
	c := encode.NewCircuit()
	a, b := c.Input("a"), c.Input("b")
	less := c.LtNum(encode.Num{a}, encode.Num{b})
	also := c.And(c.Xor(a, b), c.Or(b, a.Not()))
	fmt.Println(less == also)
	_, both := ursa.CopyWith(c, c.Inputs(), nil, less, also)
	fmt.Println(both[0] == both[1])
	// Output:
	// false
	// true
}

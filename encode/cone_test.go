package encode

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomBools builds a random circuit over n inputs and returns some of its Booleans.
func randomBools(r *rand.Rand, n, gates int) (*Circuit, []Bool) {
	c := NewCircuit()
	all := []Bool{c.True}
	for i := range n {
		all = append(all, c.Input(fmt.Sprintf("x%d", i)))
	}
	pick := func() Bool {
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
func truthTable(c *Circuit, n int, bs ...Bool) []uint64 {
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

func TestConjuncts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		n := 1 + r.IntN(6)
		c, all := randomBools(r, n, 1+r.IntN(30))
		root := all[len(all)-1]
		parts := c.Conjuncts(root)
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
	c := NewCircuit()
	a, b, d := c.Input("a"), c.Input("b"), c.Input("d")
	if got := c.Conjuncts(c.And(a, c.And(b.Not(), d), c.Or(a, b))); len(got) != 4 {
		t.Errorf("%d parts", len(got))
	}
}

func TestEquivalent(t *testing.T) {
	c := NewCircuit()
	a, b := c.Input("a"), c.Input("b")
	for _, e := range []Bool{c.Iff(a, b), c.Xor(a, b), c.Iff(a.Not(), b), c.Xor(c.And(a, b), a.Not()).Not()} {
		x, y, ok := c.Equivalent(e)
		if e == c.Iff(a, b) || e == c.Xor(a, b) {
			if !ok {
				t.Error("an equivalence is not recognised")
			}
		}
		if ok {
			tables := truthTable(c, 2, e, c.Iff(x, y))
			if tables[0] != tables[1] {
				t.Errorf("%v is no equivalence of %v and %v", e, x, y)
			}
		}
	}
	for _, e := range []Bool{c.True, c.False, a, a.Not(), c.And(a, b), c.Or(a, b), c.Ite(a, b, c.Input("d"))} {
		if _, _, ok := c.Equivalent(e); ok {
			t.Errorf("%v is said to be an equivalence", e)
		}
	}
}

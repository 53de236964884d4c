package encode_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
)

// term is a Boolean with its truth table: bit i is its value if input j has the value of bit j of i.
type term struct {
	b     encode.Bool
	table uint64
}

func (t term) not() term { return term{t.b.Not(), ^t.table} }

// inputTables are the truth tables of six inputs.
var inputTables = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// terms makes n inputs, at most six.
func terms(c *encode.Circuit, n int) []term {
	var ts []term
	for i := range n {
		ts = append(ts, term{c.Input(fmt.Sprint("x", i)), inputTables[i]})
	}
	return ts
}

func evaluate(c *encode.Circuit, inputs []term, roots ...encode.Bool) *encode.Evaluator {
	e := c.NewEvaluator(roots...)
	for _, in := range inputs {
		e.Set(in.b, in.table)
	}
	e.Run()
	return e
}

// apply builds one random operation on random arguments; the tables are computed by the operation's definition.
func apply(c *encode.Circuit, ts []term, intN func(int) int) term {
	pick := func() term {
		// Mostly recent terms, for depth; some of long ago, for sharing.
		i := intN(len(ts))
		if intN(3) > 0 {
			i = len(ts) - 1 - intN(min(len(ts), 4))
		}
		t := ts[i]
		switch intN(24) {
		case 0:
			t = term{c.True, ^uint64(0)}
		case 1:
			t = term{c.False, 0}
		}
		if intN(2) == 0 {
			t = t.not()
		}
		return t
	}
	many := func() (bs []encode.Bool, tables []uint64) {
		for range intN(5) {
			t := pick()
			bs, tables = append(bs, t.b), append(tables, t.table)
		}
		return
	}
	x, y, z := pick(), pick(), pick()
	switch intN(10) {
	case 0:
		return term{c.And(x.b, y.b), x.table & y.table}
	case 1:
		return term{c.Or(x.b, y.b), x.table | y.table}
	case 2:
		return term{c.Xor(x.b, y.b), x.table ^ y.table}
	case 3:
		return term{c.Iff(x.b, y.b), ^(x.table ^ y.table)}
	case 4:
		return term{c.Implies(x.b, y.b), ^x.table | y.table}
	case 5:
		return term{c.Ite(x.b, y.b, z.b), x.table&y.table | ^x.table&z.table}
	case 6: // what looks like an if-then-else, but with parts that may be used elsewhere
		p, q := term{c.And(x.b, y.b), x.table & y.table}, term{c.And(x.b.Not(), z.b), ^x.table & z.table}
		if intN(2) == 0 {
			return term{c.And(p.b.Not(), q.b.Not()), ^p.table &^ q.table}
		}
		return term{c.And(p.b, c.And(p.b.Not(), q.b.Not()).Not()), p.table & (p.table | q.table)}
	case 7:
		bs, tables := many()
		t := term{c.And(bs...), ^uint64(0)}
		for _, w := range tables {
			t.table &= w
		}
		return t
	case 8:
		bs, tables := many()
		t := term{b: c.Or(bs...)}
		for _, w := range tables {
			t.table |= w
		}
		return t
	default:
		bs, tables := many()
		t := term{b: c.ExactlyOne(bs...)}
		for i := range 64 {
			n := 0
			for _, w := range tables {
				n += int(w >> i & 1)
			}
			if n == 1 {
				t.table |= 1 << i
			}
		}
		return t
	}
}

func TestRandomCircuits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 4000 {
		c := encode.NewCircuit()
		inputs := terms(c, r.IntN(6)+1)
		ts := slices.Clone(inputs)
		for range r.IntN(60) {
			ts = append(ts, apply(c, ts, r.IntN))
		}
		all := evaluate(c, inputs)
		some := ts[r.IntN(len(ts))]
		part := evaluate(c, inputs, some.b)
		for j, x := range ts {
			if got := all.Get(x.b); got != x.table {
				t.Fatalf("circuit %d, term %d: %x, want %x", i, j, got, x.table)
			}
			if all.Get(x.b.Not()) != ^x.table {
				t.Fatalf("circuit %d, term %d: negation", i, j)
			}
			if v, ok := c.Ground(x.b); ok && x.table != -b2u(v) {
				t.Fatalf("circuit %d, term %d is ground", i, j)
			}
		}
		if part.Get(some.b) != some.table {
			t.Fatalf("circuit %d: partial evaluation", i)
		}
	}
}

func b2u(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// TestRewriting covers each rule of the conjunction of two, with the result that it should have: no gate at all, or
// another conjunction.
func TestRewriting(t *testing.T) {
	c := encode.NewCircuit()
	x, y, z := c.Input("x"), c.Input("y"), c.Input("z")
	xy := c.And(x, y)
	xyz := c.And(xy, z)
	xNotY := c.And(x, y.Not())
	for _, test := range []struct {
		name       string
		a, b, want encode.Bool
	}{
		{"idempotence", x, x, x},
		{"contradiction", x, x.Not(), c.False},
		{"true", c.True, x, x},
		{"false", c.False, x, c.False},
		{"gate and its input", xy, x, xy},
		{"gate and its other input", xy, y, xy},
		{"gate and an input that is a gate", xyz, xy, xyz},
		{"gate and negated input", xy, x.Not(), c.False},
		{"gate and negated other input", xy, y.Not(), c.False},
		{"gate and an input that is a negated gate", xyz, xy.Not(), c.False},
		{"negated gate and input", xy.Not(), x, xNotY},
		{"negated gate and other input", xy.Not(), y, c.And(y, x.Not())},
		{"negated gate and negated input", xy.Not(), x.Not(), x.Not()},
		{"negated gate and negated other input", xy.Not(), y.Not(), y.Not()},
		{"negated gate and its negated gate", xyz.Not(), xy.Not(), xy.Not()},
		{"negated gate and its gate", xyz.Not(), xy, c.And(xy, z.Not())},
		{"repeatedly", c.And(xy, z.Not()).Not(), xy, xyz},
	} {
		n := c.Len()
		expect.Equal(t, c.And(test.a, test.b), test.want, "%s", test.name)
		expect.Equal(t, c.And(test.b, test.a), test.want, "%s, the other way", test.name)
		expect.Equal(t, c.Len(), n, "%s: %d new gates", test.name, c.Len()-n)
	}
	for name, test := range map[string][2]encode.Bool{
		"ite same":      {c.Ite(x, y, y), y},
		"ite ground":    {c.Ite(c.True, y, z), y},
		"ite unground":  {c.Ite(c.False, y, z), z},
		"ite condition": {c.Ite(x, x, y), c.Or(x, y)},
		"ite as and":    {c.Ite(x, y, c.False), xy},
		"ite as or":     {c.Ite(x, c.True, y), c.Or(x, y)},
		"ite as id":     {c.Ite(x, c.True, c.False), x},
		"xor same":      {c.Xor(x, x), c.False},
		"xor negated":   {c.Xor(x, x.Not()), c.True},
		"xor true":      {c.Xor(c.True, x), x.Not()},
		"xor false":     {c.Xor(x, c.False), x},
		"no conjunct":   {c.And(), c.True},
		"no disjunct":   {c.Or(), c.False},
		"one":           {c.And(x), x},
		"none of none":  {c.ExactlyOne(), c.False},
		"the only one":  {c.ExactlyOne(x), x},
		"complementary": {c.And(x, y, z, x.Not()), c.False},
		"repeated":      {c.And(x, y, x, y), xy},
	} {
		expect.Equal(t, test[0], test[1], "%s", name)
	}
}

func TestInputs(t *testing.T) {
	c := encode.NewCircuit()
	x := c.Input("x")
	g := c.And(x, c.Input("y>=1"))
	if in := c.Inputs(); len(in) != 2 || in[0] != x || c.Name(in[1]) != "y>=1" {
		t.Errorf("inputs %v", in)
	}
	c.Inputs()[0] = g // a copy
	if c.Inputs()[0] != x || c.Name(g) != "" || c.Name(x.Not()) != "" || c.Name(c.True) != "" {
		t.Error("names of what is no input")
	}
	if b, ok := c.Lookup("x"); b != x || !ok {
		t.Error("x not found")
	}
	if _, ok := c.Lookup("z"); ok {
		t.Error("z found")
	}
	if c.Len() != 4 { // the constant, two inputs, a gate
		t.Errorf("%d nodes", c.Len())
	}
	if c.Of(true) != c.True || c.Of(false) != c.False || c.True.Not() != c.False {
		t.Error("constants")
	}
	if _, ok := c.Ground(x); ok {
		t.Error("an input is ground")
	}
	for _, b := range []encode.Bool{c.True, c.False} {
		if v, ok := c.Ground(b); !ok || v != (b == c.True) {
			t.Errorf("ground %v, %v", v, ok)
		}
	}
	for _, name := range []string{"x", "", "a b", "a\nb", "a\tb", "a\x00"} {
		mustPanic(t, fmt.Sprintf("name %q", name), func() { c.Input(name) })
	}
	expect.Equal(t, len(c.Inputs()), 2, "inputs without a refused one")
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}

func TestAsserted(t *testing.T) {
	c := encode.NewCircuit()
	expect.Equal(t, c.Asserted(), c.True, "no constraints")
	x, y := c.Input("x"), c.Input("y")
	c.Assert(x, y)
	c.Assert()
	c.Assert(x)
	expect.Equal(t, c.Asserted(), c.And(x, y), "two constraints")
	c.Assert(x.Not())
	expect.Equal(t, c.Asserted(), c.False, "contradiction")
}

func TestEvaluator(t *testing.T) {
	c := encode.NewCircuit()
	x, y := c.Input("x"), c.Input("y")
	or, and := c.Or(x, y), c.And(x, y)
	e := c.NewEvaluator()
	for lane := range 64 {
		for v := range 4 {
			// Only this lane differs from all others.
			e.Set(x, b2u(v&1 != 0)<<lane)
			e.Set(y.Not(), ^(b2u(v&2 != 0) << lane)) // through the negation
			e.Run()
			for _, test := range []struct {
				b    encode.Bool
				want uint64
			}{
				{x, b2u(v&1 != 0) << lane}, {y, b2u(v&2 != 0) << lane}, {or, b2u(v != 0) << lane}, {and, b2u(v == 3) << lane},
				{c.True, ^uint64(0)}, {c.False, 0},
			} {
				if e.Get(test.b) != test.want || e.Get(test.b.Not()) != ^test.want {
					t.Fatalf("lane %d, %d: %x, want %x", lane, v, e.Get(test.b), test.want)
				}
			}
		}
	}
	// Inputs keep their values from run to run (y has one in lane 63), and the evaluator does not see what is built later.
	e.Set(x, 5)
	c.Xor(x, y)
	e.Run()
	if e.Get(x) != 5 || bits.OnesCount64(e.Get(or)) != 3 {
		t.Error("second run")
	}
}

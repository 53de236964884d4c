package encode_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
	"retroproof/sat"
)

var methods = map[string]encode.Method{"compact": encode.Compact, "polarity": encode.Polarity, "tseitin": encode.Tseitin}

// clauses is a Sink.
type clauses [][]int

func (c *clauses) AddClause(lits []int) { *c = append(*c, slices.Clone(lits)) }

// checkCNF compares a formula with truth tables, by asking a solver about every assignment to the inputs: it is
// satisfiable where the constraint holds, and there the kept Booleans are forced to their values.
func checkCNF(t testing.TB, what string, f *encode.CNF, inputs []term, constraint uint64, keep []term) {
	t.Helper()
	s := expect.Must(sat.New(""))
	defer s.Close()
	var all clauses
	f.Emit(s, &all)
	if len(all) != f.NumClauses() {
		t.Fatalf("%s: %d clauses sent, %d announced", what, len(all), f.NumClauses())
	}
	for _, cl := range all {
		for _, l := range cl {
			if l == 0 || max(l, -l) > f.NumVars {
				t.Fatalf("%s: literal %d in %v, there are %d variables", what, l, cl, f.NumVars)
			}
		}
	}
	for i, in := range inputs {
		if f.Lit(in.b) != i+1 || f.Lit(in.b.Not()) != -(i+1) {
			t.Fatalf("%s: input %d is literal %d", what, i, f.Lit(in.b))
		}
	}
	solve := func(assignment int, more ...int) bool {
		for i := range inputs {
			l := i + 1
			if assignment>>i&1 == 0 {
				l = -l
			}
			s.Assume(l)
		}
		s.Assume(more...)
		status, err := s.Solve(t.Context())
		expect.NoError(t, err, what)
		return status == sat.Satisfiable
	}
	for i := range 1 << len(inputs) {
		want := constraint>>i&1 == 1
		if got := solve(i); got != want {
			t.Fatalf("%s: assignment %b: satisfiable %v, want %v\n%v", what, i, got, want, all)
		}
		if !want {
			continue
		}
		var wrong []int
		for _, k := range keep {
			l := f.Lit(k.b)
			if l == 0 {
				if k.table != 0 && k.table != ^uint64(0) {
					t.Fatalf("%s: a kept Boolean has no variable", what)
				}
				continue
			}
			value := k.table>>i&1 == 1
			if s.Value(l) != value || s.Value(-l) == value || f.Lit(k.b.Not()) != -l {
				t.Fatalf("%s: assignment %b: kept literal %d is %v, want %v\n%v", what, i, l, s.Value(l), value, all)
			}
			if value {
				l = -l
			}
			wrong = append(wrong, l)
		}
		for _, l := range wrong {
			if solve(i, l) {
				t.Fatalf("%s: assignment %b: kept literal %d is free\n%v", what, i, l, all)
			}
		}
	}
}

// checkMethods checks the formulas for the constraints asserted, and the gates without them, by all methods.
func checkMethods(t testing.TB, what string, c *encode.Circuit, inputs, roots, keep []term) {
	t.Helper()
	constraint := ^uint64(0)
	for _, r := range roots {
		c.Assert(r.b)
		constraint &= r.table
	}
	var bs []encode.Bool
	for _, k := range keep {
		bs = append(bs, k.b)
	}
	for name, m := range methods {
		what := what + ", " + name
		checkCNF(t, what, c.CNF(m), inputs, constraint, nil)
		checkCNF(t, what+", keep", c.CNF(m, bs...), inputs, constraint, keep)
		checkCNF(t, what+", gates", c.Gates(m, bs...), inputs, ^uint64(0), keep)
	}
}

func TestRandomCNF(t *testing.T) {
	n := expect.Short(250, 4000)
	r := rand.New(rand.NewPCG(6, 6))
	satisfiable := 0
	for i := range n {
		c := encode.NewCircuit()
		inputs := terms(c, r.IntN(5)+1)
		ts := slices.Clone(inputs)
		if i%2 == 0 {
			for range r.IntN(25) + 1 {
				ts = append(ts, apply(c, ts, r.IntN))
			}
		} else { // little sharing, where polarities differ
			for range r.IntN(4) + 1 {
				ts = append(ts, tree(c, inputs, 2+r.IntN(3), r.IntN))
			}
		}
		some := func(n int) (s []term) {
			for range r.IntN(n) {
				x := ts[r.IntN(len(ts))]
				if r.IntN(3) > 0 {
					x = ts[len(ts)-1-r.IntN(min(4, len(ts)))]
				}
				if r.IntN(3) == 0 {
					x = x.not()
				}
				s = append(s, x)
			}
			return
		}
		roots := some(4)
		holds := ^uint64(0) >> (64 - 1<<len(inputs))
		for _, x := range roots {
			holds &= x.table
		}
		if holds != 0 && len(roots) > 0 {
			satisfiable++
		}
		checkMethods(t, fmt.Sprint("circuit ", i), c, inputs, roots, some(4))
	}
	if satisfiable < n/4 || satisfiable > n*9/10 {
		t.Errorf("%d of %d satisfiable", satisfiable, n)
	}
}

// tree builds an expression in which every gate is used once, but for what structural hashing shares.
func tree(c *encode.Circuit, inputs []term, depth int, intN func(int) int) term {
	if depth == 0 || intN(8) == 0 {
		t := inputs[intN(len(inputs))]
		if intN(2) == 0 {
			t = t.not()
		}
		return t
	}
	x, y, z := tree(c, inputs, depth-1, intN), tree(c, inputs, depth-1, intN), tree(c, inputs, depth-1, intN)
	switch intN(6) {
	case 0:
		return term{c.And(x.b, y.b), x.table & y.table}
	case 1:
		return term{c.Or(x.b, y.b), x.table | y.table}
	case 2:
		return term{c.And(x.b, y.b, z.b), x.table & y.table & z.table}
	case 3:
		return term{c.Xor(x.b, y.b), x.table ^ y.table}
	default:
		return term{c.Ite(x.b, y.b, z.b), x.table&y.table | ^x.table&z.table}
	}
}

// TestCompactSize pins what Compact is for.
func TestCompactSize(t *testing.T) {
	for name, test := range map[string]struct {
		build func(c *encode.Circuit, x []encode.Bool) encode.Bool
		size  map[string][2]int // variables beside the inputs, clauses
	}{
		"clause": {func(c *encode.Circuit, x []encode.Bool) encode.Bool { return c.Or(x...) },
			map[string][2]int{"compact": {0, 1}, "polarity": {0, 1}, "tseitin": {3, 10}}},
		"conjunction": {func(c *encode.Circuit, x []encode.Bool) encode.Bool { return c.And(x...) },
			map[string][2]int{"compact": {0, 4}, "polarity": {0, 4}, "tseitin": {0, 4}}},
		"two conjunctions": {func(c *encode.Circuit, x []encode.Bool) encode.Bool { return c.Or(c.And(x[:3]...), x[3]) },
			map[string][2]int{"compact": {1, 5}, "polarity": {1, 4}, "tseitin": {3, 10}}},
		"xor in a clause": {func(c *encode.Circuit, x []encode.Bool) encode.Bool { return c.Or(c.Xor(x[0], x[1]), x[2]) },
			map[string][2]int{"compact": {1, 5}, "polarity": {1, 3}, "tseitin": {4, 13}}},
		"ite in a clause": {func(c *encode.Circuit, x []encode.Bool) encode.Bool { return c.Or(c.Ite(x[0], x[1], x[2]), x[3]) },
			map[string][2]int{"compact": {1, 7}, "polarity": {1, 4}, "tseitin": {4, 13}}},
		"negated ite in a clause": {func(c *encode.Circuit, x []encode.Bool) encode.Bool { return c.Or(c.Ite(x[0], x[1], x[2]).Not(), x[3]) },
			map[string][2]int{"compact": {1, 7}, "polarity": {1, 4}, "tseitin": {4, 13}}},
		"shared conjunction": {func(c *encode.Circuit, x []encode.Bool) encode.Bool {
			g := c.And(x[0], x[1])
			return c.And(c.Or(c.And(g, x[2]), x[3]), c.Or(g, x[3].Not()))
		}, map[string][2]int{"compact": {2, 8}, "polarity": {2, 6}, "tseitin": {4, 14}}},
		"ite with a part used elsewhere": {func(c *encode.Circuit, x []encode.Bool) encode.Bool {
			return c.And(c.Or(c.Ite(x[0], x[1], x[2]), x[3]), c.Or(c.And(x[0], x[1].Not()), x[3].Not()))
		}, map[string][2]int{"compact": {3, 11}, "polarity": {3, 8}, "tseitin": {5, 17}}},
	} {
		c := encode.NewCircuit()
		var x []encode.Bool
		for _, in := range terms(c, 4) {
			x = append(x, in.b)
		}
		c.Assert(test.build(c, x))
		for method, want := range test.size {
			c.Assert(c.Asserted()) // what is said twice costs nothing
			f := c.CNF(methods[method])
			expect.Equal(t, [2]int{f.NumVars - 4, f.NumClauses()}, want, "%s, %s", name, method)
		}
	}
}

func TestLit(t *testing.T) {
	c := encode.NewCircuit()
	x, y := c.Input("x"), c.Input("y")
	unused, g := c.And(x, y.Not()), c.And(x.Not(), y)
	c.Assert(c.Or(x, y))
	f := c.CNF(encode.Compact, g)
	late, lateIn := c.And(g, unused.Not(), c.Input("z")), c.Input("late")
	for _, b := range []encode.Bool{unused, c.True, late, lateIn} {
		if f.Lit(b) != 0 || f.Lit(b.Not()) != 0 {
			t.Errorf("%d is literal %d", b, f.Lit(b))
		}
	}
	if f.Lit(g) != 3 || f.Lit(g.Not()) != -3 || f.NumVars != 3 {
		t.Errorf("kept gate is literal %d of %d variables", f.Lit(g), f.NumVars)
	}
	// The contradiction must not take the variables away.
	c.Assert(c.False)
	if f := c.CNF(encode.Compact, g); f.Lit(g) == 0 || f.NumVars != 5 || f.NumClauses() < 1 {
		t.Errorf("contradiction: kept gate is literal %d of %d variables", f.Lit(g), f.NumVars)
	}
	if f := c.CNF(encode.Compact); f.NumVars != 4 || f.NumClauses() != 1 {
		t.Errorf("contradiction: %d variables, %d clauses", f.NumVars, f.NumClauses())
	}
}

// small builds the example of the golden file: all kinds of shapes.
func small() *encode.Circuit {
	a := encode.Ints{Circuit: encode.NewCircuit(), Rep: encode.Order}
	x, y := a.IntInput("x", 3), a.IntInput("y", 2)
	n := a.NumInput("n", 2)
	b := a.Input("b")
	a.Assert(a.Lt(x, y))
	a.Assert(a.Implies(b, a.EqNum(a.Circuit.Add(n, a.Num(1, 2)), encode.Num{a.Ge(a.Add(x, y), 3), a.Is(y, 1)})))
	a.Assert(a.Or(b, a.Xor(n[0], n[1]), a.Ite(n[0], a.Ge(x, 1), a.Ge(y, 2))))
	return a.Circuit
}

func dimacs(t testing.TB, f *encode.CNF, comments ...string) []byte {
	t.Helper()
	var text bytes.Buffer
	d := f.DIMACS(&text, comments...)
	f.Emit(d)
	expect.NoError(t, d.Flush())
	return text.Bytes()
}

func TestDIMACSGolden(t *testing.T) {
	for name, m := range methods {
		file := "testdata/small-" + name + ".cnf"
		got := dimacs(t, small().CNF(m), "the golden example of package encode", "method "+name+"\n\nand a comment of three lines")
		if expect.Updating() {
			expect.NoError(t, os.WriteFile(file, got, 0o644))
		}
		want := expect.Must(os.ReadFile(file))
		if !bytes.Equal(got, want) {
			t.Errorf("%s: is now\n%s\nif that is meant, go test ./encode -update", file, got)
		}
	}
}

func TestDIMACSRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for i := range 300 {
		seed := r.Uint64()
		build := func() (*encode.Circuit, encode.Bool) {
			r := rand.New(rand.NewPCG(seed, 1))
			c := encode.NewCircuit()
			ts := terms(c, r.IntN(6)+1)
			for range r.IntN(60) + 1 {
				ts = append(ts, apply(c, ts, r.IntN))
			}
			for range r.IntN(4) {
				c.Assert(ts[r.IntN(len(ts))].b)
			}
			return c, ts[len(ts)-1].b
		}
		for name, m := range methods {
			c, k := build()
			f := c.CNF(m, k)
			text := dimacs(t, f, "a", "b")
			d, k := build()
			if again := dimacs(t, d.CNF(m, k), "a", "b"); !bytes.Equal(text, again) {
				t.Fatalf("circuit %d, %s: not deterministic", i, name)
			}
			if again := dimacs(t, f, "a", "b"); !bytes.Equal(text, again) {
				t.Fatalf("circuit %d, %s: written twice, not the same", i, name)
			}
			read, err := lrat.ReadDIMACS(bytes.NewReader(text), "text")
			expect.NoError(t, err, name, string(text))
			var sent clauses
			f.Emit(&sent)
			if read.NumVars != f.NumVars || read.NumClauses() != len(sent) {
				t.Fatalf("circuit %d, %s: read %d variables and %d clauses\n%s", i, name, read.NumVars, read.NumClauses(), text)
			}
			for j, cl := range sent {
				if fmt.Sprint(read.Clause(j)) != fmt.Sprint(cl) {
					t.Fatalf("circuit %d, %s: clause %d read as %v, was %v", i, name, j, read.Clause(j), cl)
				}
			}
		}
	}
}

func TestDIMACSText(t *testing.T) {
	c := encode.NewCircuit()
	x, y := c.Input("x>=1"), c.Input("y=2")
	c.Assert(c.Or(x, y.Not()), y)
	f := c.CNF(encode.Compact)
	c.Assert(c.Input("later")) // the formula is what it was
	const want = "c one\nc two\nc \nc three\nc var x>=1 1\nc var y=2 2\np cnf 2 2\n1 -2 0\n2 0\n"
	if got := dimacs(t, f, "one\r\ntwo\n\n", "three"); string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	c.Assert(c.False)
	const contradiction = "c var x>=1 1\nc var y=2 2\nc var later 3\np cnf 3 1\n0\n"
	if got := dimacs(t, c.CNF(encode.Compact)); string(got) != contradiction {
		t.Errorf("got\n%swant\n%s", got, contradiction)
	}
	expect.Equal(t, string(dimacs(t, encode.NewCircuit().CNF(encode.Compact))), "p cnf 0 0\n", "empty circuit")
}

type full struct{}

var errFull = errors.New("disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestDIMACSWriteError(t *testing.T) {
	f := small().CNF(encode.Compact)
	d := f.DIMACS(full{}, strings.Repeat("long\n", 100_000))
	f.Emit(d)
	expect.ErrorIs(t, d.Flush(), errFull, "d.Flush")
}

// FuzzCircuit builds a circuit from bytes, a few constraints from its last terms, and compares evaluation and all
// three ways of writing clauses with truth tables.
func FuzzCircuit(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{3, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	r := rand.New(rand.NewPCG(9, 9))
	for n := range 20 {
		seed := make([]byte, 20*n)
		for i := range seed {
			seed[i] = byte(r.Uint32())
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 400)]
		intN := func(n int) int {
			if len(data) == 0 {
				return 0
			}
			v := int(data[0]) % n
			data = data[1:]
			return v
		}
		c := encode.NewCircuit()
		inputs := terms(c, intN(4)+1)
		ts := slices.Clone(inputs)
		count := intN(4)
		for len(data) > 0 {
			ts = append(ts, apply(c, ts, intN))
		}
		e := evaluate(c, inputs)
		for i, x := range ts {
			if e.Get(x.b) != x.table {
				t.Fatalf("term %d: %x, want %x", i, e.Get(x.b), x.table)
			}
		}
		last := ts[len(ts)-min(count, len(ts)):]
		checkMethods(t, "circuit", c, inputs, last, ts[max(0, len(ts)-5):])
	})
}

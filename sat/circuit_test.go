package sat

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
)

// krk is the three men of the endgame KRK: positions as in the paper, legal by its definition.
type krk struct {
	encode.Ints
	wkx, wky, bkx, bky, rx, ry encode.Int
	white                      encode.Bool
	legal                      encode.Bool
}

// newKRK builds the positions and asserts that they are legal. Their number is 399,112.
func newKRK(rep encode.Representation) *krk {
	p := &krk{Ints: encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}}
	in := func(name string) encode.Int { return p.IntInput(name, 7) }
	p.wkx, p.wky, p.bkx, p.bky, p.rx, p.ry = in("wk.x"), in("wk.y"), in("bk.x"), in("bk.y"), in("r.x"), in("r.y")
	p.white = p.Input("white")
	same := func(x, y, u, v encode.Int) encode.Bool { return p.And(p.Eq(x, u), p.Eq(y, v)) }
	between := func(x, y, z encode.Int) encode.Bool {
		return p.Or(p.And(p.Lt(x, y), p.Lt(y, z)), p.And(p.Lt(z, y), p.Lt(y, x)))
	}
	near := p.Le(p.Max(p.AbsDiff(p.wkx, p.bkx), p.AbsDiff(p.wky, p.bky)), 1)
	shield := p.Or(
		p.And(p.Eq(p.rx, p.wkx), p.Eq(p.wkx, p.bkx), between(p.ry, p.wky, p.bky)),
		p.And(p.Eq(p.ry, p.wky), p.Eq(p.wky, p.bky), between(p.rx, p.wkx, p.bkx)))
	check := p.And(p.Xor(p.Eq(p.rx, p.bkx), p.Eq(p.ry, p.bky)), shield.Not())
	p.legal = p.And(near.Not(), same(p.rx, p.ry, p.wkx, p.wky).Not(), same(p.rx, p.ry, p.bkx, p.bky).Not(),
		p.And(p.white, check).Not())
	p.Assert(p.legal)
	return p
}

const krkLegal = 399_112

// over lists the inputs: of the numbers in the given order, and for a binary number from the most significant bit down.
func (k *krk) over(order ...encode.Int) []encode.Bool {
	var over []encode.Bool
	for _, x := range order {
		at := len(over)
		k.InputValues(x, 0, func(b encode.Bool, _ bool) { over = append(over, b) })
		if k.Rep == encode.Binary {
			slices.Reverse(over[at:])
		}
	}
	return append(over, k.white)
}

// BenchmarkCountAll lists the 399,112 legal positions as cubes. Binary numbers have the fewest inputs, so that twelve
// of them are most of the work; they are fifty to a hundred times as fast as the others.
func BenchmarkCountAll(b *testing.B) {
	for _, test := range []struct {
		rep   encode.Representation
		order string
	}{{encode.Binary, "kings first"}, {encode.Binary, "rook first"}, {encode.Binary, "files first"}, {encode.Order, "kings first"}, {encode.OneHot, "kings first"}} {
		b.Run(fmt.Sprintf("%T,%s", test.rep, test.order), func(b *testing.B) {
			p := newKRK(test.rep)
			over := p.over(p.wkx, p.wky, p.bkx, p.bky, p.rx, p.ry)
			switch test.order {
			case "rook first":
				over = p.over(p.rx, p.ry, p.wkx, p.wky, p.bkx, p.bky)
			case "files first":
				over = p.over(p.wkx, p.bkx, p.rx, p.wky, p.bky, p.ry)
			}
			for b.Loop() {
				if n, err := CountAll(b.Context(), "", p.Circuit, over); err != nil || n.Int64() != krkLegal {
					b.Fatal(n, err)
				}
			}
		})
	}
}

// TestCountAllKRK is the paper's example (section 3.2), against evaluation at all 2^19 assignments.
func TestCountAllKRK(t *testing.T) {
	p := newKRK(encode.Binary)
	over := p.over(p.wkx, p.wky, p.bkx, p.bky, p.rx, p.ry)
	n, err := CountAll(t.Context(), "", p.Circuit, over)
	if err != nil || n.Int64() != krkLegal {
		t.Fatalf("%v legal positions, %v", n, err)
	}
	listed := 0
	for _, err := range ListAll(t.Context(), "", p.Circuit, over) {
		expect.NoError(t, err)
		listed++
	}
	expect.Equal(t, listed, krkLegal, "listed")
	e := p.NewEvaluator(p.legal)
	evaluated := 0
	for word := range 1 << (len(over) - 6) {
		setLanes(e, over, word)
		e.Run()
		evaluated += bits.OnesCount64(e.Get(p.legal))
	}
	expect.Equal(t, evaluated, krkLegal, "by evaluation")
}

// setLanes gives the inputs the assignments 64 word to 64 word + 63, the first input being the highest bit.
func setLanes(e *encode.Evaluator, inputs []encode.Bool, word int) {
	for i, in := range inputs {
		bit := len(inputs) - 1 - i
		var w uint64
		for lane := range 64 {
			w |= uint64((word<<6|lane)>>bit&1) << lane
		}
		e.Set(in, w)
	}
}

// randomCircuit asserts random conditions on n inputs.
func randomCircuit(r *rand.Rand, n int) *encode.Circuit {
	c := encode.NewCircuit()
	var bs []encode.Bool
	for i := range n {
		bs = append(bs, c.Input(fmt.Sprint("x", i)))
	}
	pick := func() encode.Bool {
		b := bs[r.IntN(len(bs))]
		if r.IntN(2) == 0 {
			b = b.Not()
		}
		return b
	}
	for range r.IntN(12) {
		switch r.IntN(4) {
		case 0:
			bs = append(bs, c.Xor(pick(), pick()))
		case 1:
			bs = append(bs, c.Ite(pick(), pick(), pick()))
		default:
			bs = append(bs, c.Or(pick(), pick(), pick()))
		}
	}
	for range r.IntN(4) {
		c.Assert(c.Or(pick(), bs[len(bs)-1]))
	}
	switch r.IntN(12) {
	case 0:
		c.Assert(pick())
	case 1:
		c.Assert(c.False)
	}
	return c
}

// wanted lists the assignments to over that extend to models, in order, by evaluation of all assignments.
func wanted(c *encode.Circuit, over []encode.Bool) []string {
	inputs, ok := c.Inputs(), c.Asserted()
	e := c.NewEvaluator(append(slices.Clone(inputs), ok)...)
	found := map[string]bool{}
	for word := range (1<<len(inputs) + 63) / 64 {
		setLanes(e, inputs, word)
		e.Run()
		for lane := range 64 {
			if e.Get(ok)>>lane&1 == 1 {
				row := make([]bool, len(over))
				for i, b := range over {
					row[i] = e.Get(b)>>lane&1 == 1
				}
				found[text(row)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func text(row []bool) string {
	var s strings.Builder
	for _, v := range row {
		fmt.Fprint(&s, sign(map[bool]int{false: -1, true: 1}[v]))
	}
	return s.String()
}

func TestAssertRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	projected := 0
	for i := range 600 {
		c := randomCircuit(r, r.IntN(7)+1)
		over := c.Inputs()
		r.Shuffle(len(over), func(i, j int) { over[i], over[j] = over[j], over[i] })
		if r.IntN(3) == 0 {
			over = over[:r.IntN(len(over)+1)]
			projected++
		}
		want := wanted(c, over)

		var rows []string
		for row, err := range ListAll(t.Context(), "", c, over) {
			expect.NoError(t, err)
			rows = append(rows, text(row))
		}
		if !slices.Equal(rows, want) {
			t.Fatalf("circuit %d: listed %v, want %v", i, rows, want)
		}
		var cubes []string
		for free := range 7 { // the solver does everything, the evaluator does everything, and in between
			for _, every := range []bool{false, true} {
				rows = nil
				var found []string
				for cube, err := range assertAll(t.Context(), func() (Solver, error) { return newGini(), nil }, c, over, free, every) {
					expect.NoError(t, err)
					found = append(found, fmt.Sprint(cube))
					if every && len(cube.Free) > free {
						t.Fatalf("circuit %d, %d free: cube %v", i, free, cube)
					}
					for lits := range cube.Assignments() {
						row := make([]bool, len(over))
						for i, l := range lits {
							if max(l, -l) != i+1 {
								t.Fatalf("circuit %d: literals %v", i, lits)
							}
							row[i] = l > 0
						}
						rows = append(rows, text(row))
					}
				}
				if !slices.Equal(rows, want) {
					t.Fatalf("circuit %d, %d free: cubes %v, want %v", i, free, rows, want)
				}
				if every {
					continue
				}
				// The cubes are the largest ones, whoever finds them.
				if free > 0 && !slices.Equal(found, cubes) {
					t.Fatalf("circuit %d, %d free: cubes %v, and %v with one less", i, free, found, cubes)
				}
				cubes = found
			}
		}
		found := []string{}
		native := func() (Solver, error) { return newNative(), nil }
		for cube, err := range assertAll(t.Context(), native, c, over, 1+i%6, false) {
			expect.NoError(t, err)
			found = append(found, fmt.Sprint(cube))
		}
		if !slices.Equal(found, cubes) {
			t.Fatalf("circuit %d: cubes %v on one trail, want %v", i, found, cubes)
		}
		if n, err := CountAll(t.Context(), "", c, over); err != nil || n.Int64() != int64(len(want)) {
			t.Fatalf("circuit %d: counted %v, %v, want %d", i, n, err, len(want))
		}
		m, err := Assert(t.Context(), "", c)
		if err != nil || (m != nil) != (len(want) > 0) {
			t.Fatalf("circuit %d: model %v, %v; there are %d", i, m, err, len(want))
		}
		if m != nil && !m.Value(c.Asserted()) {
			t.Fatalf("circuit %d: no model", i)
		}
	}
	if projected < 100 {
		t.Errorf("only %d proper projections", projected)
	}
}

func TestModelValue(t *testing.T) {
	c := encode.NewCircuit()
	x, y := c.Input("x"), c.Input("y")
	unused := c.And(x, y)
	c.Assert(x, y.Not())
	m, err := Assert(t.Context(), "", c)
	expect.NoError(t, err)
	later := c.Input("later")
	for _, test := range []struct {
		name string
		b    encode.Bool
		want bool
	}{
		{"true", c.True, true}, {"false", c.False, false}, {"x", x, true}, {"not x", x.Not(), false}, {"y", y, false},
		{"a gate without use", unused, false}, {"a gate built later", c.Or(y, later.Not()), true}, {"an input declared later", later, false},
	} {
		expect.Equal(t, m.Value(test.b), test.want, "%s", test.name)
	}
}

func TestAssertAllLarge(t *testing.T) {
	c := encode.NewCircuit()
	n := c.NumInput("n", 70)
	c.Input("elsewhere")
	c.Assert(c.Num2Bool(n[:60]))
	count, err := CountAll(t.Context(), "", c, n)
	want := new(big.Int).Lsh(big.NewInt(1<<60-1), 10)
	if err != nil || count.Cmp(want) != 0 {
		t.Errorf("counted %v, %v, want %v", count, err, want)
	}
	// Single models can still be listed, as far as one likes.
	listed := 0
	for row, err := range ListAll(t.Context(), "", c, n[:60]) {
		expect.NoError(t, err)
		listed++
		value := 0 // the last input changes fastest
		for _, bit := range row {
			value = value<<1 | sign(map[bool]int{false: -1, true: 1}[bit])
		}
		if value != listed {
			t.Fatalf("model %d is %d", listed, value)
		}
		if listed == 3<<evaluatedFree {
			break
		}
	}
	expect.Equal(t, listed, 3<<evaluatedFree, "listed")
}

func TestAssertAllErrors(t *testing.T) {
	c := encode.NewCircuit()
	x, y := c.Input("x"), c.Input("y")
	c.Assert(c.Or(x, y))
	for _, test := range []struct {
		over []encode.Bool
		want string
	}{
		{[]encode.Bool{x, x}, `input "x" is asked for twice`},
		{[]encode.Bool{x, y.Not()}, "Boolean 2 of those asked for is not an input"},
		{[]encode.Bool{c.And(x, y)}, "Boolean 1 of those asked for is not an input"},
		{[]encode.Bool{c.True}, "Boolean 1 of those asked for is not an input"},
	} {
		if _, err := CountAll(t.Context(), "", c, test.over); !errors.Is(err, errEnumeration) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v", test.over, err)
		}
	}
	expect.ErrorIs(t, expect.Err(Assert(t.Context(), "none", c)), ErrUnknownSolver, "unknown solver")
	expect.ErrorIs(t, expect.Err(CountAll(t.Context(), "none", c, nil)), ErrUnknownSolver, "unknown solver")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if m, err := Assert(ctx, "", c); m != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, over := range [][]encode.Bool{nil, {x}, {x, y}} {
		if n, err := CountAll(ctx, "", c, over); n != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		for row, err := range ListAll(ctx, "", c, over) {
			if row != nil || !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled: %v, %v", row, err)
			}
		}
	}
}

// liar has a model for everything: all variables are true.
type liar struct{ Solver }

func (liar) Solve(context.Context) (Status, error) { return Satisfiable, nil }
func (liar) Value(l int) bool                      { return l > 0 }

// boaster denies that the complement has models, so that everything is one big cube. It knows the complement by the
// negative assumption beyond the two inputs.
type boaster struct {
	Solver
	complement bool
}

func (b *boaster) Assume(lits ...int) {
	for _, l := range lits {
		b.complement = b.complement || l < -2
	}
	b.Solver.Assume(lits...)
}

func (b *boaster) Solve(ctx context.Context) (Status, error) {
	status, err := b.Solver.Solve(ctx)
	if b.complement {
		b.complement = false
		return Unsatisfiable, nil
	}
	return status, err
}

func TestVerification(t *testing.T) {
	c := encode.NewCircuit()
	x, y := c.Input("x"), c.Input("y")
	c.Assert(c.Xor(x, y))
	if m, err := assert(t.Context(), liar{newGini()}, c); m != nil || !errors.Is(err, errModel) {
		t.Errorf("assert: %v, %v", m, err)
	}
	open := map[string]func() (Solver, error){
		"liar":    func() (Solver, error) { return liar{newGini()}, nil },
		"boaster": func() (Solver, error) { return &boaster{Solver: newGini()}, nil },
	}
	for _, test := range []struct {
		solver string
		over   []encode.Bool
		free   int
	}{
		{"liar", nil, 0},
		{"liar", []encode.Bool{x}, 0},
		{"liar", []encode.Bool{x, y}, 0},
		{"boaster", []encode.Bool{x, y}, 0},
		{"boaster", []encode.Bool{x, y}, 1},
	} {
		var last error
		for cube, err := range assertAll(t.Context(), open[test.solver], c, test.over, test.free, false) {
			expect.Fails(t, err, "%v: %v", test, cube)
			last = err
		}
		expect.ErrorIs(t, last, errModel, "%v", test)
	}
	// What is only evaluated can't be wrong, whatever the solver says.
	for name := range open {
		n := 0
		for _, err := range assertAll(t.Context(), open[name], c, []encode.Bool{x, y}, 2, false) {
			expect.Succeeds(t, err, "%s", name)
			n++
		}
		expect.Equal(t, n, 2, "%s", name)
	}
}

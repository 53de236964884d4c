package ursa

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"strings"

	"retroproof/encode"
)

// Search is a way to find the least or greatest value for which there is a model.
type Search string

const (
	// Linear tries one value after the other; it is right for all constraints.
	Linear Search = "linear"
	// Binary halves the interval. It is right if, for minimize, all values above one with a model have one, too; for
	// maximize, all values below.
	Binary Search = "binary"
)

// Options are limits of a run, and how it searches. Those that are zero are DefaultSteps, DefaultGates and Linear.
type Options struct {
	Steps  int64  `flag:"steps" of:"N" min:"1" json:"steps,omitempty" page:"max=100000000" doc:"give up after N steps"`
	Gates  int64  `flag:"gates" of:"N" min:"1" json:"gates,omitempty" page:"max=1000000" doc:"give up when formula and variables have N gates, at some 300 bytes each"`
	Search Search `flag:"search" choice:"linear,binary" json:"search,omitempty" doc:"how minimize and maximize search: linear, binary"`
}

// Handler has functions that are called during a run. If one returns an error, the run ends with that error.
type Handler struct {
	// Assert is called for every assert and assert_all.
	Assert func(*Assertion) error
	// Try decides the first assertion after a minimize or maximize for a value of its variable.
	Try func(*Assertion) (bool, error)
	// Optimum is called with the outcome of minimize or maximize, before the assertions that follow it. If
	// Found is false, the run ends after it.
	Optimum func(Optimum) error
	// Print prints a line; nil: nothing is printed.
	Print func(string) error
	// Warn is called with warnings about the run; may be nil.
	Warn func(Diagnostic)
}

// Optimum is the outcome of minimize or maximize.
type Optimum struct {
	Pos      Pos
	Maximize bool
	Name     string
	From, To *big.Int
	Found    bool
	Value    *big.Int
	Tried    int // number of values tried

	lost *Diagnostic // the variable is overwritten before the assertion
}

// Assertion is an assert or assert_all with the formula that it stands for.
type Assertion struct {
	Number int // from 1 in the order in which they are executed
	Pos    Pos
	All    bool
	// Ground: no independent variable is in the constraint, so that Holds is the answer.
	Ground, Holds bool
	// Variables are the independent variables in the constraint, those of the main program first, numbers before
	// Booleans, each in byte order of their names. Their Bits are inputs of Circuit, which has no others.
	Variables []Variable
	// Circuit has the constraint asserted; nil if Ground.
	Circuit *encode.Circuit
	// Free are the program's other independent variables so far: a solution says nothing of them.
	Free []Variable
	// Preset is the variable of minimize or maximize with its value, nil if the run has none.
	Preset *Preset
}

// Preset is a variable of the main program with the value that a run gives it for minimize or maximize.
type Preset struct {
	Name  string
	Value *big.Int
}

// Run runs a program. The error is an *Error if the program is wrong or has run out of a budget, else the context's
// or one of a function of h.
func (p *Program) Run(ctx context.Context, o Options, h Handler) error {
	b := &budget{cmp.Or(max(o.Steps, 0), DefaultSteps)}
	var best *Optimum
	if p.optimize {
		var err error
		if best, err = p.search(ctx, o, h, b); err != nil {
			return err
		}
	}
	m := newMachine(ctx, p, o, b)
	if h.Print != nil {
		m.print = h.Print
	}
	if h.Warn != nil {
		m.warn = h.Warn
	}
	if best != nil && best.lost != nil {
		m.warn(*best.lost)
	}
	if best != nil && best.Found {
		m.preset(&Preset{best.Name, best.Value})
	}
	m.onAssert = func(q *pending) error { return h.Assert(m.assertion(q)) }
	told := false
	m.onOptim = func(m *machine, s *optimizeStmt) error {
		if told {
			m.warnf(s.Pos, "only the first minimize or maximize counts")
			return nil
		}
		told = true
		m.preset(m.optimized) // again: the program may have assigned it, or cleared all
		if err := h.Optimum(*best); err != nil || best.Found {
			return err
		}
		return errHalt
	}
	return m.run()
}

// preset gives the variable of minimize or maximize its value; it does nothing if p is nil.
func (m *machine) preset(p *Preset) {
	if p == nil {
		return
	}
	c := m.cell(p.Name)
	c.value, c.defined = value{num: m.big(p.Value)}, true
	m.optimized = p
}

// search finds what minimize or maximize asks for; nil if the program comes to none.
func (p *Program) search(ctx context.Context, o Options, h Handler, b *budget) (*Optimum, error) {
	var best *Optimum
	probe := newMachine(ctx, p, o, b)
	probe.onAssert = func(*pending) error { return nil }
	probe.onOptim = func(m *machine, s *optimizeStmt) error {
		if m.scope.proc != nil {
			m.failf(s.Pos, "minimize and maximize stand in the main program, not in a procedure")
		}
		lo, hi := m.number(s.lo), m.number(s.hi)
		for i, x := range []num{lo, hi} {
			if !m.isGround(x) {
				m.failf([]*expr{s.lo, s.hi}[i].pos, "the bound depends on %s, which is symbolic: the bounds must be known",
					m.some(m.symbols(x)))
			}
		}
		best = &Optimum{Pos: s.Pos, Maximize: s.maximize, Name: s.name, From: m.integer(lo), To: m.integer(hi)}
		return errHalt
	}
	if err := probe.run(); err != nil || best == nil {
		return nil, err
	}
	try := func(v *big.Int) (bool, error) {
		best.Tried++
		return p.try(ctx, o, h, b, best, v)
	}
	var err error
	if o.Search == Binary {
		err = best.halve(try)
	} else {
		err = best.walk(try)
	}
	return best, err
}

// walk tries one value after the other.
func (o *Optimum) walk(try func(*big.Int) (bool, error)) error {
	v, step := o.From, big.NewInt(1)
	if o.Maximize {
		v, step = o.To, big.NewInt(-1)
	}
	for ; v.Cmp(o.From) >= 0 && v.Cmp(o.To) <= 0; v = new(big.Int).Add(v, step) {
		if ok, err := try(v); ok || err != nil {
			o.Found, o.Value = ok, v
			return err
		}
	}
	return nil
}

// halve tries the middle of the interval that is left.
func (o *Optimum) halve(try func(*big.Int) (bool, error)) error {
	one := big.NewInt(1)
	lo, hi := new(big.Int).Set(o.From), new(big.Int).Set(o.To)
	for lo.Cmp(hi) <= 0 {
		v := new(big.Int).Add(lo, hi)
		v.Rsh(v, 1)
		ok, err := try(v)
		if err != nil {
			return err
		}
		if ok {
			o.Found, o.Value = true, v
		}
		if ok == o.Maximize {
			lo = new(big.Int).Add(v, one)
		} else {
			hi = new(big.Int).Sub(v, one)
		}
	}
	return nil
}

// try runs the program from the start with the variable set, up to the first assertion after the command.
func (p *Program) try(ctx context.Context, o Options, h Handler, b *budget, best *Optimum,
	v *big.Int) (ok bool, err error) {
	m := newMachine(ctx, p, o, b)
	preset := &Preset{best.Name, v}
	m.preset(preset)
	reached, decided := false, false
	m.onOptim = func(m *machine, s *optimizeStmt) error {
		if !reached {
			reached, m.held = true, true
			m.preset(preset)
		}
		return nil
	}
	m.onAssert = func(q *pending) error {
		if !reached {
			return nil
		}
		decided = true
		best.lost = cmp.Or(best.lost, m.lost)
		if ok, err = h.Try(m.assertion(q)); err != nil {
			return err
		}
		return errHalt
	}
	if err := m.run(); err != nil {
		return false, err
	}
	if !decided {
		return false, &Error{Diagnostics: []Diagnostic{m.diagnostic(best.Pos, "no assert or assert_all follows, with %s = %d",
			clip(best.Name), v)}}
	}
	return ok, nil
}

// assertion makes the formula of an assertion.
func (m *machine) assertion(q *pending) *Assertion {
	m.charge(q.pos, 4*int64(m.c.Len()))
	a := &Assertion{Number: q.number, Pos: q.pos, All: q.all, Preset: m.optimized}
	in := map[*Variable]bool{}
	for _, b := range support(m.c, append(q.bits, q.constraint)...) {
		in[m.owner[b]] = true
	}
	var vars []*Variable
	for _, v := range m.vars {
		if in[v] {
			vars = append(vars, v)
		} else {
			a.Free = append(a.Free, Variable{Name: v.Name, Boolean: v.Boolean, Local: v.Local})
		}
	}
	if len(vars) == 0 {
		a.Ground, a.Holds = true, q.constraint == m.c.True
		return a
	}
	slices.SortFunc(vars, func(x, y *Variable) int {
		return cmp.Or(before(y.Local, x.Local), before(y.Boolean, x.Boolean), strings.Compare(x.Name, y.Name))
	})
	var inputs []encode.Bool
	for _, v := range vars {
		inputs = append(inputs, v.highestFirst()...)
	}
	a.Circuit = formula(m.c, inputs, q.constraint)
	for _, v := range vars {
		w := *v
		w.Bits = make([]encode.Bool, len(v.Bits))
		for i, b := range v.Bits {
			w.Bits[i], _ = a.Circuit.Lookup(m.c.Name(b))
		}
		a.Variables = append(a.Variables, w)
	}
	return a
}

// mostExtracted is how many times formula copies as many gates as there are, before it leaves the rest as it is.
const mostExtracted = 20

// formula returns a circuit for a constraint alone, which is asserted. What the constraint says of single inputs, or of
// two, is used to simplify the rest: after nx < 8 the upper bits of nx are 0 everywhere, after nx == ny the bits of nx
// stand for those of ny.
func formula(c *encode.Circuit, inputs []encode.Bool, constraint encode.Bool) *encode.Circuit {
	c, out := copyWith(c, inputs, nil, constraint)
	most, copied := 100_000+mostExtracted*c.Len(), 0
	var said []fact
	for copied < most {
		instead, used := map[encode.Bool]encode.Bool{}, map[encode.Bool]bool{}
		for _, b := range conjuncts(c, out[0]) {
			f, ok := factOf(c, b)
			if !ok || used[f.input] || used[f.value] {
				continue // a second fact about an input is for the next time
			}
			instead[f.input] = f.value
			used[f.input], used[f.input.Not()] = true, true
			if _, ground := c.Ground(f.value); !ground {
				used[f.value], used[f.value.Not()] = true, true
			}
			said = append(said, f)
		}
		if len(instead) == 0 {
			break
		}
		next, rest := copyWith(c, c.Inputs(), instead, out...)
		for i, f := range said {
			said[i] = fact{translate(c, next, f.input), translate(c, next, f.value)}
		}
		c, out = next, rest
		copied += c.Len()
	}
	for _, f := range said {
		c.Assert(c.Iff(f.input, f.value))
	}
	c.Assert(out...)
	return c
}

// fact is a part of a constraint: an input has the same value as a constant, another input, or its negation.
type fact struct{ input, value encode.Bool }

// factOf reads a part of a constraint as a fact.
func factOf(c *encode.Circuit, b encode.Bool) (f fact, ok bool) {
	isInput := func(b encode.Bool) bool { return c.Name(b) != "" }
	if isInput(b) {
		return fact{b, c.True}, true
	}
	if isInput(b.Not()) {
		return fact{b.Not(), c.False}, true
	}
	x, y, ok := equivalent(c, b)
	if !ok || !isInput(x) && !isInput(x.Not()) || !isInput(y) && !isInput(y.Not()) {
		return fact{}, false
	}
	if !isInput(y) {
		x, y = x.Not(), y.Not()
	}
	return fact{y, x}, true
}

// translate returns what a constant, an input or the negation of one is in another circuit.
func translate(from, to *encode.Circuit, b encode.Bool) encode.Bool {
	if v, ok := from.Ground(b); ok {
		return to.Of(v)
	}
	if name := from.Name(b); name != "" {
		in, _ := to.Lookup(name)
		return in
	}
	in, _ := to.Lookup(from.Name(b.Not()))
	return in.Not()
}

// before orders what has a property before what has not.
func before(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return -1
	}
	return 1
}

// highestFirst returns the bits in the order in which numbers are compared.
func (v *Variable) highestFirst() []encode.Bool {
	bits := slices.Clone(v.Bits)
	slices.Reverse(bits)
	return bits
}

// over returns the inputs of the circuit in the order in which they are enumerated, so that solutions ascend.
func (a *Assertion) over() (bits []encode.Bool) {
	for i := range a.Variables {
		bits = append(bits, a.Variables[i].highestFirst()...)
	}
	return bits
}

// FreeBits returns how many bits the free variables have.
func (a *Assertion) FreeBits(width int) (n int) {
	for _, v := range a.Free {
		if v.Boolean {
			n++
		} else {
			n += width
		}
	}
	return n
}

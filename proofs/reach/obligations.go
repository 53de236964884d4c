package reach

import (
	"fmt"

	"retroproof/encode"
	"retroproof/proofs/aiger"
)

// An Obligation is one of the five formulas.
type Obligation int

// The obligations, as the package comment has them.
const (
	Reset Obligation = iota
	Transition
	Property
	Base
	Step
	NumObligations
)

// String returns the name, which is also that of the file of its proof, without the suffix.
func (o Obligation) String() string {
	return [NumObligations]string{"reset", "transition", "property", "base", "step"}[o]
}

// frame has the values of a machine's variables in one state; 0 is none.
type frame []encode.Bool

func (f frame) lit(l aiger.Lit) encode.Bool {
	b := f[l.Var()]
	if l.Negated() {
		return b.Not()
	}
	return b
}

func (f frame) all(c *encode.Circuit, lits []aiger.Lit) encode.Bool {
	b := c.True
	for _, l := range lits {
		b = c.And(b, f.lit(l))
	}
	return b
}

func (f frame) none(c *encode.Circuit, lits []aiger.Lit) encode.Bool {
	b := c.True
	for _, l := range lits {
		b = c.And(b, f.lit(l).Not())
	}
	return b
}

// complete gives values to all variables that have none: new ones to inputs and latches,
// but to latches their resets if the state is an initial one.
func (m machine) complete(c *encode.Circuit, f frame, initial bool, name string) frame {
	f[0] = c.False
	fresh := func(v uint32) {
		if f[v] == 0 {
			f[v] = c.Input(fmt.Sprintf("%s.%d", name, v))
		}
	}
	for _, l := range m.Inputs {
		fresh(l.Var())
	}
	for _, l := range m.Latches {
		if !initial || l.Free() {
			fresh(l.Lit.Var())
		}
	}
	for _, v := range m.Order() {
		if at := m.gate[v]; at > 0 {
			a := m.Ands[at-1]
			f[v] = c.And(f.lit(a.R0), f.lit(a.R1))
		} else if f[v] == 0 {
			f[v] = f.lit(m.Latches[-at-1].Reset)
		}
	}
	return f
}

// empty returns a frame without values.
func (m machine) empty() frame { return make(frame, m.MaxVar+1) }

// next returns the state after f, with new inputs.
func (m machine) next(c *encode.Circuit, f frame, name string) frame {
	n := m.empty()
	for _, l := range m.Latches {
		n[l.Lit.Var()] = f.lit(l.Next)
	}
	return m.complete(c, n, false, name)
}

// beside returns the state of the witness beside one of the model: what stands for something
// has its value, everything else is new.
func (p *Pair) beside(c *encode.Circuit, f frame, name string) frame {
	w := p.witness.empty()
	for v, l := range p.stands {
		w[v] = f.lit(l)
	}
	return p.witness.complete(c, w, false, name)
}

// standing returns the condition that all latches of the witness that stand for something have
// the value that the function says.
func (p *Pair) standing(c *encode.Circuit, f frame, value func(aiger.Latch) encode.Bool) encode.Bool {
	b := c.True
	for _, l := range p.witness.Latches {
		if _, ok := p.stands[l.Lit.Var()]; ok {
			b = c.And(b, c.Iff(f.lit(l.Lit), value(l)))
		}
	}
	return b
}

// violated builds the negation of an obligation.
func (p *Pair) violated(c *encode.Circuit, o Obligation) encode.Bool {
	m, w := p.model, p.witness
	switch o {
	case Reset:
		m0 := m.complete(c, m.empty(), true, "m0")
		w0 := p.beside(c, m0, "w0")
		reset := p.standing(c, w0, func(l aiger.Latch) encode.Bool { return w0.lit(l.Reset) })
		return c.And(m0.all(c, m.Constraints), c.And(reset, w0.all(c, w.Constraints)).Not())
	case Transition:
		m0 := m.complete(c, m.empty(), false, "m0")
		m1 := m.next(c, m0, "m1")
		w0, w1 := p.beside(c, m0, "w0"), p.beside(c, m1, "w1")
		step := p.standing(c, w1, func(l aiger.Latch) encode.Bool { return w0.lit(l.Next) })
		return c.And(m0.all(c, m.Constraints), m1.all(c, m.Constraints), w0.all(c, w.Constraints),
			c.And(step, w1.all(c, w.Constraints)).Not())
	case Property:
		m0 := m.complete(c, m.empty(), false, "m0")
		w0 := p.beside(c, m0, "w0")
		return c.And(m0.all(c, m.Constraints), w0.all(c, w.Constraints),
			w0.none(c, w.Properties()), m0.none(c, p.bad).Not())
	case Base:
		w0 := w.complete(c, w.empty(), true, "w0")
		return c.And(w0.all(c, w.Constraints), w0.none(c, w.Properties()).Not())
	default:
		w0 := w.complete(c, w.empty(), false, "w0")
		w1 := w.next(c, w0, "w1")
		return c.And(w0.all(c, w.Constraints), w1.all(c, w.Constraints),
			w0.none(c, w.Properties()), w1.none(c, w.Properties()).Not())
	}
}

// A Formula is a set of clauses.
type Formula struct {
	NumVars    int
	NumClauses int
	emit       func(encode.Sink)
}

// Emit sends all clauses to a sink.
func (f *Formula) Emit(to encode.Sink) { f.emit(to) }

// Formula returns clauses that have a model if and only if the obligation is violated: for each
// gate that its negation needs, that its variable has its value; and that the negation holds.
// Variables are numbered in the order in which the gates and inputs were made.
func (p *Pair) Formula(o Obligation) *Formula {
	c := encode.NewCircuit()
	root := p.violated(c, o)
	if value, ground := c.Ground(root); ground {
		if value {
			return &Formula{emit: func(encode.Sink) {}}
		}
		return &Formula{NumClauses: 1, emit: func(to encode.Sink) { to.AddClause(nil) }}
	}
	top := root.Index()
	need, number := make([]bool, top+1), make([]int, top+1)
	need[top] = true
	f := &Formula{NumClauses: 1}
	for v := top; v > 1; v-- {
		if a, b, ok := c.Gate(encode.At(v)); ok && need[v] {
			need[a.Index()], need[b.Index()] = true, true
			f.NumClauses += 3
		}
	}
	for v := 2; v <= top; v++ {
		if need[v] {
			f.NumVars++
			number[v] = f.NumVars
		}
	}
	lit := func(b encode.Bool) int {
		if b.Negated() {
			return -number[b.Index()]
		}
		return number[b.Index()]
	}
	f.emit = func(to encode.Sink) {
		for v := 2; v <= top; v++ {
			if a, b, ok := c.Gate(encode.At(v)); ok && need[v] {
				to.AddClause([]int{-number[v], lit(a)})
				to.AddClause([]int{-number[v], lit(b)})
				to.AddClause([]int{number[v], -lit(a), -lit(b)})
			}
		}
		to.AddClause([]int{lit(root)})
	}
	return f
}

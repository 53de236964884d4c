package reach

import (
	"errors"
	"fmt"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/aiger"
	"retroproof/proofs/reach"
)

// A System is a transition system: a circuit over the values of latches and inputs in one state.
type System struct {
	Circuit     *encode.Circuit
	Inputs      []encode.Bool // inputs of the circuit
	Latches     []Latch
	Bad         []encode.Bool
	Constraints []encode.Bool // hold in every state of a run, with the inputs there
	Justice     [][]encode.Bool
	Fairness    []encode.Bool
}

// A Latch has a value in each state.
type Latch struct {
	Now   encode.Bool // an input of the circuit
	Next  encode.Bool // its value in the next state
	Reset encode.Bool // its value in an initial state, acyclic; Now if that is free
}

// FromModel makes a system of a model that was checked, with the properties of the given
// numbers; nil means all, and none is an error unless there are justice properties. Justice and fairness are about
// infinite runs, and say nothing about states that can be reached.
func FromModel(m *aiger.Model, bad []int) (*System, error) {
	if bad == nil {
		bad = AllBad(m)
	}
	var lits []aiger.Lit
	if len(bad) > 0 || len(m.Justice) == 0 {
		var err error
		if lits, err = reach.Properties(m, bad); err != nil {
			return nil, err
		}
	}
	c := encode.NewCircuit()
	s := &System{Circuit: c}
	values := make([]encode.Bool, m.MaxVar+1)
	values[0] = c.False
	lit := func(l aiger.Lit) encode.Bool {
		b := values[l.Var()]
		if l.Negated() {
			b = b.Not()
		}
		return b
	}
	for i, l := range m.Inputs {
		b := c.Input(fmt.Sprintf("i%d", i))
		values[l.Var()] = b
		s.Inputs = append(s.Inputs, b)
	}
	for i, l := range m.Latches {
		values[l.Lit.Var()] = c.Input(fmt.Sprintf("l%d", i))
	}
	at := make([]int32, m.MaxVar+1)
	for i, a := range m.Ands {
		at[a.LHS.Var()] = int32(i + 1)
	}
	for _, v := range m.Order() {
		if at[v] > 0 {
			a := m.Ands[at[v]-1]
			values[v] = c.And(lit(a.R0), lit(a.R1))
		}
	}
	for _, l := range m.Latches {
		s.Latches = append(s.Latches, Latch{lit(l.Lit), lit(l.Next), lit(l.Reset)})
	}
	s.Bad, s.Constraints, s.Fairness = mapped(lits, lit), mapped(m.Constraints, lit), mapped(m.Fairness, lit)
	s.Justice = mapped(m.Justice, func(j []aiger.Lit) []encode.Bool { return mapped(j, lit) })
	return s, nil
}

// mapped returns what a function makes of each element of a list.
func mapped[A, B any](list []A, of func(A) B) []B {
	made := make([]B, len(list))
	for i, x := range list {
		made[i] = of(x)
	}
	return made
}

// AllBad returns the numbers of all properties of a model.
func AllBad(m *aiger.Model) []int {
	bad := make([]int, len(m.Properties()))
	for i := range bad {
		bad[i] = i
	}
	return bad
}

// Model writes the system as a model in the numbering of the binary form.
func (s *System) Model() *aiger.Model {
	m := &aiger.Model{Binary: true}
	w := newModelWriter(s.Circuit, m)
	m.Inputs = mapped(s.Inputs, w.variable)
	for _, l := range s.Latches {
		m.Latches = append(m.Latches, aiger.Latch{Lit: w.variable(l.Now)})
	}
	for i, l := range s.Latches {
		m.Latches[i].Next, m.Latches[i].Reset = w.lit(l.Next), w.lit(l.Reset)
	}
	m.Bad, m.Constraints, m.Fairness = mapped(s.Bad, w.lit), mapped(s.Constraints, w.lit), mapped(s.Fairness, w.lit)
	m.Justice = mapped(s.Justice, func(j []encode.Bool) []aiger.Lit { return mapped(j, w.lit) })
	if err := m.Check(); err != nil {
		panic(err) // an input of the circuit is neither input nor latch, or a reset depends on itself
	}
	return m
}

// modelWriter gives variables of a model to Booleans of a circuit.
type modelWriter struct {
	c  *encode.Circuit
	m  *aiger.Model
	of map[encode.Bool]aiger.Lit // by the positive literal
}

func newModelWriter(c *encode.Circuit, m *aiger.Model) *modelWriter {
	return &modelWriter{c, m, map[encode.Bool]aiger.Lit{c.False: 0, c.True: 1}}
}

// variable makes a variable for an input of the circuit.
func (w *modelWriter) variable(b encode.Bool) aiger.Lit {
	w.m.MaxVar++
	l := aiger.Lit(2 * w.m.MaxVar)
	w.of[b], w.of[b.Not()] = l, l.Not()
	return l
}

// lit returns the literal of b, with gates for what it depends on.
func (w *modelWriter) lit(b encode.Bool) aiger.Lit {
	known := func(b encode.Bool) bool { _, ok := w.of[b]; return ok }
	operandsFirst(b, known, secondFirst(w.c), func(top, x, y encode.Bool, gate bool) {
		if !gate {
			panic(errForeign)
		}
		lx, ly := w.of[x], w.of[y]
		l := w.variable(top)
		w.m.Ands = append(w.m.Ands, aiger.And{LHS: l, R0: max(lx, ly), R1: min(lx, ly)})
	})
	return w.of[b]
}

// secondFirst returns a gate's operands in the order that numbers have had in files and solvers from the start.
func secondFirst(c *encode.Circuit) func(encode.Bool) (x, y encode.Bool, ok bool) {
	return func(b encode.Bool) (encode.Bool, encode.Bool, bool) { x, y, ok := c.Gate(b); return y, x, ok }
}

var errForeign = errors.New("reach: a Boolean of the system depends on an input that is neither input nor latch")

// operandsFirst visits, of what b depends on, each positive Boolean that is not known, behind its operands: depth
// first, on a stack of its own, as circuits may be deep; linear in what is visited. The visit makes it known.
func operandsFirst(
	b encode.Bool, known func(encode.Bool) bool, operands func(encode.Bool) (x, y encode.Bool, ok bool),
	visit func(top, x, y encode.Bool, ok bool),
) {
	stack := []encode.Bool{positive(b)}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		if known(top) {
			stack = stack[:len(stack)-1]
			continue
		}
		x, y, ok := operands(top)
		switch {
		case ok && !known(positive(x)):
			stack = append(stack, positive(x))
		case ok && !known(positive(y)):
			stack = append(stack, positive(y))
		default:
			visit(top, x, y, ok)
		}
	}
}

// positive returns b or its negation, the same for both: of a gate its output, of constants True.
func positive(b encode.Bool) encode.Bool { return min(b, b.Not()) }

// with returns a system with another bad literal, and more latches.
func (s *System) with(bad encode.Bool, more ...Latch) *System {
	return &System{Circuit: s.Circuit, Inputs: s.Inputs, Latches: slices.Concat(s.Latches, more), Bad: []encode.Bool{bad},
		Constraints: s.Constraints}
}

// bad returns the disjunction of the bad literals, and constraint the conjunction of the constraints.
func (s *System) bad() encode.Bool        { return s.Circuit.Or(s.Bad...) }
func (s *System) constraint() encode.Bool { return s.Circuit.And(s.Constraints...) }

// A view is a copy of what depends on a state: Booleans of one circuit as Booleans of another.
type view struct {
	from, to *encode.Circuit
	of       map[encode.Bool]encode.Bool // by positive
	reset    map[encode.Bool]encode.Bool // of latches whose values are yet to be found
	inputs   []encode.Bool
}

// newView makes a view with values for the latches; nil means those of an initial state, where what is free gets a new
// input. It has inputs, or if they are nil, new ones. The names of what is new begin as given.
func (s *System) newView(to *encode.Circuit, latches, inputs []encode.Bool, name string) *view {
	v := &view{s.Circuit, to, make(map[encode.Bool]encode.Bool, 64), map[encode.Bool]encode.Bool{}, inputs}
	v.set(s.Circuit.True, to.True)
	for i, l := range s.Latches {
		switch {
		case latches != nil:
			v.set(l.Now, latches[i])
		case l.Reset == l.Now:
			v.set(l.Now, to.Input(fmt.Sprintf("%s.l%d", name, i)))
		default:
			v.reset[positive(l.Now)] = l.Reset
		}
	}
	if inputs == nil {
		v.inputs = to.NumInput(name+".i", len(s.Inputs))
	}
	for i, in := range s.Inputs {
		v.set(in, v.inputs[i])
	}
	return v
}

// set gives b its copy.
func (v *view) set(b, to encode.Bool) {
	if b != positive(b) {
		to = to.Not()
	}
	v.of[positive(b)] = to
}

// get returns the copy of b.
func (v *view) get(b encode.Bool) encode.Bool {
	known := func(b encode.Bool) bool { _, ok := v.of[b]; return ok }
	operands := func(b encode.Bool) (x, y encode.Bool, ok bool) {
		if x, y, ok = v.from.Gate(b); !ok {
			x, ok = v.reset[b]
			y = x
		}
		return x, y, ok
	}
	operandsFirst(b, known, operands, func(top, x, y encode.Bool, ok bool) {
		if !ok {
			panic(errForeign)
		}
		v.of[top] = v.to.And(v.lit(x), v.lit(y))
	})
	return v.lit(b)
}

// lit returns the copy of a Boolean that has one.
func (v *view) lit(b encode.Bool) encode.Bool {
	l := v.of[positive(b)]
	if b != positive(b) {
		l = l.Not()
	}
	return l
}

// next returns the values of the latches in the next state.
func (s *System) next(v *view) []encode.Bool {
	return mapped(s.Latches, func(l Latch) encode.Bool { return v.get(l.Next) })
}

// now returns the values of the latches.
func (s *System) now(v *view) []encode.Bool {
	return mapped(s.Latches, func(l Latch) encode.Bool { return v.get(l.Now) })
}

// constantResets reports whether every latch has a constant reset or is free.
func (s *System) constantResets() bool {
	return !slices.ContainsFunc(s.Latches, func(l Latch) bool {
		_, ground := s.Circuit.Ground(l.Reset)
		return !ground && l.Reset != l.Now
	})
}

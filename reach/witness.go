package reach

import (
	"fmt"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/aiger"
)

// Witness makes a witness circuit of an invariant: a system whose first inputs and latches are those of s, and in which
// good is inductive. With K = 1 it is s, where also what violates the invariant is bad. With a greater K it remembers
// the K-1 states before, with their inputs, and which of them there were; bad is then also a memory that cannot be. If
// the invariant holds later only, a latch tells the first state.
func (s *System) Witness(r *Result) *System {
	c := s.Circuit
	if r.Later {
		first, ok := c.Lookup("witness.first")
		if !ok {
			first = c.Input("witness.first")
		}
		bad := c.Or(s.bad(), c.Ite(first, s.resets(), r.Invariant).Not())
		return s.with(bad, Latch{first, c.False, c.True})
	}
	if r.K == 1 {
		return s.with(c.Or(s.bad(), r.Invariant.Not()))
	}
	return s.unfold(r)
}

// memory is a state that a witness circuit remembers.
type memory struct {
	latches, inputs []encode.Bool
	there           encode.Bool // it is one of the run
	view            *view
}

// unfold is Witness for K > 1.
func (s *System) unfold(r *Result) *System {
	c := encode.NewCircuit()
	w := &System{Circuit: c}
	states := make([]memory, r.K) // the present one, the one before, and so on
	for j := range states {
		m := &states[j]
		m.latches = c.NumInput(fmt.Sprintf("%d.l", j), len(s.Latches))
		m.inputs = c.NumInput(fmt.Sprintf("%d.i", j), len(s.Inputs))
		m.there = c.True
		if j > 0 {
			m.there = c.Input(fmt.Sprintf("%d.there", j))
		}
		m.view = s.newView(c, m.latches, m.inputs, "")
	}
	now := states[0]
	w.Inputs = now.inputs
	for i, l := range s.Latches {
		w.Latches = append(w.Latches, Latch{now.latches[i], now.view.get(l.Next), now.view.get(l.Reset)})
	}
	w.Constraints = mapped(s.Constraints, now.view.get)
	// bad: what the K states say of one another is not so.
	var good []encode.Bool
	for j, m := range states {
		if j > 0 {
			before := states[j-1]
			for i, b := range slices.Concat(m.latches, m.inputs) {
				w.Latches = append(w.Latches, Latch{b, slices.Concat(before.latches, before.inputs)[i], c.False})
			}
			w.Latches = append(w.Latches, Latch{m.there, before.there, c.False})
			good = append(good,
				c.Implies(m.there, before.there),
				c.Implies(m.there, m.view.get(s.constraint())),
				c.Implies(m.there, same(c, before.latches, s.next(m.view))))
		}
		good = append(good, c.Implies(m.there, c.And(m.view.get(s.bad()).Not(), m.view.get(r.Invariant))))
		if j+1 < len(states) { // nothing was before: it is an initial state
			first := c.And(m.there, states[j+1].there.Not())
			for i, l := range s.Latches {
				good = append(good, c.Implies(first, c.Iff(m.latches[i], m.view.get(l.Reset))))
			}
		}
	}
	w.Bad = []encode.Bool{c.And(good...).Not()}
	return w
}

// same returns the condition that two lists have equal values.
func same(c *encode.Circuit, a, b []encode.Bool) encode.Bool {
	all := make([]encode.Bool, len(a))
	for i := range a {
		all[i] = c.Iff(a[i], b[i])
	}
	return c.And(all...)
}

// WitnessModel writes the witness circuit for a model: its symbols say which literals of the
// model its inputs and latches stand for.
func WitnessModel(m *aiger.Model, s *System, r *Result) *aiger.Model {
	w := s.Witness(r).Model()
	for i, l := range m.Inputs {
		w.Symbols = append(w.Symbols, aiger.Symbol{Kind: 'i', Index: i, Name: fmt.Sprintf("= %d", l)})
	}
	for i, l := range m.Latches {
		w.Symbols = append(w.Symbols, aiger.Symbol{Kind: 'l', Index: i, Name: fmt.Sprintf("= %d", l.Lit)})
	}
	return w
}

package reach

import (
	"fmt"

	"retroproof/encode"
)

// delayed is a system with constant resets that does what another one does: a latch says that the
// state is the first one, and there the resets of the others are computed instead of read.
type delayed struct {
	*System             // its latches are those of the other one in their order, and then first
	view    *view       // of the other system's circuit, with the values that its latches have
	first   encode.Bool // the state is the first one; 0 if the other system was as wanted
}

// delay makes such a system, or returns s if its resets are constants or free.
func (s *System) delay() *delayed {
	if s.constantResets() {
		return &delayed{System: s}
	}
	c := encode.NewCircuit()
	d := &delayed{System: &System{Circuit: c}, first: c.Input("first")}
	var latches []encode.Bool
	for i := range s.Latches {
		latches = append(latches, c.Input(fmt.Sprintf("l%d", i)))
	}
	for i := range s.Inputs {
		d.Inputs = append(d.Inputs, c.Input(fmt.Sprintf("i%d", i)))
	}
	input := func(i int) encode.Bool { return d.Inputs[i] }
	start := s.newView(c, nil, "unused", input)
	for i, l := range s.Latches {
		if l.Reset == l.Now {
			start.set(l.Now, latches[i])
		}
	}
	values := s.now(start)
	for i := range values {
		values[i] = c.Ite(d.first, values[i], latches[i])
	}
	d.view = s.newView(c, values, "", input)
	next := s.next(d.view)
	for i, l := range s.Latches {
		reset := c.False
		if l.Reset == l.Now {
			reset = latches[i]
		}
		d.Latches = append(d.Latches, Latch{latches[i], next[i], reset})
	}
	d.Latches = append(d.Latches, Latch{d.first, c.False, c.True})
	for _, b := range s.Bad {
		d.Bad = append(d.Bad, d.view.get(b))
	}
	for _, b := range s.Constraints {
		d.Constraints = append(d.Constraints, d.view.get(b))
	}
	return d
}

// lemma returns a condition on the other system's latches.
func (d *delayed) lemma(b encode.Bool) encode.Bool {
	if d.view == nil {
		return b
	}
	return d.view.get(b)
}

// undo turns a trace into one of the other system, whose resets are computed.
func (d *delayed) undo(s *System, tr *Trace) {
	if d.view == nil {
		return
	}
	c := encode.NewCircuit()
	v := s.newView(c, nil, "unused", func(i int) encode.Bool { return c.Of(tr.Inputs[0][i] == One) })
	for i, l := range s.Latches {
		if l.Reset == l.Now {
			v.set(l.Now, c.Of(tr.Initial[i] == One))
		}
	}
	values := s.now(v)
	tr.Initial = tr.Initial[:len(values)]
	for i, b := range values {
		tr.Initial[i] = valueOf(b == c.True)
	}
}

// resets returns the condition that all latches have their resets.
func (s *System) resets() encode.Bool {
	all := make([]encode.Bool, len(s.Latches))
	for i, l := range s.Latches {
		all[i] = s.Circuit.Iff(l.Now, l.Reset)
	}
	return s.Circuit.And(all...)
}

package reach

import (
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
	latches := c.NumInput("l", len(s.Latches))
	d.Inputs = c.NumInput("i", len(s.Inputs))
	start := s.newView(c, nil, d.Inputs, "unused")
	for i, l := range s.Latches {
		if l.Reset == l.Now {
			start.set(l.Now, latches[i])
		}
	}
	values := s.now(start)
	for i := range values {
		values[i] = c.Ite(d.first, values[i], latches[i])
	}
	d.view = s.newView(c, values, d.Inputs, "")
	next := s.next(d.view)
	for i, l := range s.Latches {
		reset := c.False
		if l.Reset == l.Now {
			reset = latches[i]
		}
		d.Latches = append(d.Latches, Latch{latches[i], next[i], reset})
	}
	d.Latches = append(d.Latches, Latch{d.first, c.False, c.True})
	d.Bad, d.Constraints = mapped(s.Bad, d.view.get), mapped(s.Constraints, d.view.get)
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
	is := func(v Value) encode.Bool { return c.Of(v == One) }
	v := s.newView(c, nil, mapped(tr.Inputs[0], is), "unused")
	for i, l := range s.Latches {
		if l.Reset == l.Now {
			v.set(l.Now, is(tr.Initial[i]))
		}
	}
	tr.Initial = mapped(s.now(v), func(b encode.Bool) Value { return valueOf(b == c.True) })
}

// resets returns the condition that all latches have their resets.
func (s *System) resets() encode.Bool {
	return s.Circuit.And(mapped(s.Latches, func(l Latch) encode.Bool { return s.Circuit.Iff(l.Now, l.Reset) })...)
}

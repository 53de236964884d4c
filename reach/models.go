package reach

import (
	"fmt"

	"retroproof/encode"
)

// Counter is a system with a counter of some bits, from 0, and an input by which it goes on. It skips the
// values for which skip is true; bad is a value. It goes back to 0 after the last one.
func Counter(bits, bad int, skip func(int) bool) *System {
	c := encode.NewCircuit()
	s := &System{Circuit: c}
	enable := c.Input("enable")
	s.Inputs = []encode.Bool{enable}
	n := c.NumInput("n", bits)
	next := c.Add(n, c.Num(1, bits))
	if skip != nil {
		for v := 1<<bits - 1; v >= 0; v-- {
			if skip(v) {
				next = c.IteNum(c.EqNum(next, c.Num(uint64(v), bits)), c.Num(uint64(v+1), bits), next)
			}
		}
	}
	for i := range n {
		s.Latches = append(s.Latches, Latch{Now: n[i], Next: c.Ite(enable, next[i], n[i]), Reset: c.False})
	}
	s.Bad = []encode.Bool{c.EqNum(n, c.Num(uint64(bad), bits))}
	return s
}

var _ = fmt.Sprint

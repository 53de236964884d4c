package models

import (
	"retroproof/encode"
	"retroproof/reach"
)

func orderModel() Model {
	return Model{"order", "three men on five squares in a row, none of which passes another; they can be captured; " +
		"bad: two that live have changed their order", order}
}

// order is a rook, a queen and a king on the squares a1 to e1 behind pawns at home, in this order
// at the beginning. In a step a man goes over free squares to another one, the king to the next
// one, or rook or queen are captured. Bad: two men have changed their order. An input says who moves, another where to.
func order() *reach.System {
	const squares, bits = 5, 3
	c := encode.NewCircuit()
	s := &reach.System{Circuit: c}
	number := func(name string) encode.Num { return c.NumInput(name, bits) }
	who, to := c.NumInput("who", 2), number("to")
	s.Inputs = append(append(s.Inputs, who...), to...)
	s.Inputs = append(s.Inputs, c.Input("captured"))
	captured := s.Inputs[len(s.Inputs)-1]
	men := []encode.Num{number("rook"), number("queen"), number("king")}
	alive := []encode.Bool{c.Input("rook.lives"), c.Input("queen.lives"), c.True}
	at := []uint64{0, 3, 4}
	// The way is free: no man that lives is on the square, or between it and the one before.
	for m, from := range men {
		free := c.LtNum(to, c.Num(squares, bits))
		for other, x := range men {
			if other == m {
				continue
			}
			between := c.Or(c.And(c.LtNum(from, x), c.LeNum(x, to)), c.And(c.LtNum(x, from), c.LeNum(to, x)))
			free = c.And(free, c.And(alive[other], between).Not())
		}
		if m == 2 { // the king
			free = c.And(free, c.Or(c.EqNum(to, c.Add(from, c.Num(1, bits))), c.EqNum(from, c.Add(to, c.Num(1, bits)))))
		}
		mine := c.EqNum(who, c.Num(uint64(m), 2))
		next := c.IteNum(c.And(mine, alive[m], captured.Not(), free), to, from)
		for i := range bits {
			s.Latches = append(s.Latches, reach.Latch{Now: from[i], Next: next[i], Reset: c.Of(at[m]>>i&1 == 1)})
		}
		if m < 2 {
			s.Latches = append(s.Latches, reach.Latch{Now: alive[m], Next: c.And(alive[m], c.And(mine, captured).Not()),
				Reset: c.True})
		}
	}
	var bad []encode.Bool
	for a := range men {
		for b := a + 1; b < len(men); b++ {
			bad = append(bad, c.And(alive[a], alive[b], c.LtNum(men[a], men[b]).Not()))
		}
	}
	s.Bad = []encode.Bool{c.Or(bad...)}
	return s
}

package circuits

import (
	"bufio"
	"encoding/binary"
	"io"

	"retroproof/encode"
	"retroproof/proofs/strategy/lemmas"
)

// Write writes the circuits of both sides, for lemmas.Circuits.ReadSides.
func Write(w io.Writer, c *lemmas.Circuits) error {
	to := &writer{Writer: bufio.NewWriter(w)}
	for _, white := range []bool{true, false} {
		s := c.Sides[white]()
		to.next = s.True.Index() + 1
		// What comes before the first input of the move is about the position alone.
		inputs := s.Inputs()
		first := len(inputs)
		for _, q := range s.Moved() {
			first -= len(q.X.Inputs()) + len(q.Y.Inputs())
		}
		to.end = inputs[first].Index()
		c.Pass(to, s, func() { to.end = s.Len() + 1 })
	}
	return to.Flush()
}

// writer is the lemmas.Form that writes. Errors are those of its Flush.
type writer struct {
	*bufio.Writer
	next, end int // the node to be written next, and the end of those of this part
}

func (w *writer) uint(n int) { w.Write(binary.AppendUvarint(nil, uint64(n))) }

// Nodes implements lemmas.Form.
func (w *writer) Nodes(c *encode.Circuit) {
	w.uint(w.end - w.next)
	for ; w.next < w.end; w.next++ {
		own := encode.At(w.next)
		if a, b, gate := c.Gate(own); gate {
			w.uint(int(own - a))
			w.uint(int(own - b))
		} else {
			w.uint(0)
		}
	}
}

// Output implements lemmas.Form.
func (w *writer) Output(b *encode.Bool) { w.uint(int(*b)) }

// Number implements lemmas.Form.
func (w *writer) Number(x *encode.Int, whole bool) {
	least, atLeast := x.AtLeast()
	if whole {
		w.Write(binary.AppendVarint(nil, int64(least)))
		w.uint(len(atLeast))
	}
	for i := range atLeast {
		w.Output(&atLeast[i])
	}
}

package lemmas

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/strategy/rules"
)

// Board has squares and positions of inputs: White's king and men against a king.
type Board struct {
	encode.Ints
	*rules.Game
	names []string // of the men, for inputs
}

// NewBoard returns a board with an empty circuit.
func (c *Circuits) NewBoard() Board {
	return Board{encode.Ints{Circuit: encode.NewCircuit(), Rep: c.Rep}, &c.Game, c.Names}
}

// Sq is a symbolic square.
type Sq struct{ X, Y encode.Int }

// Pos is a symbolic position; the side to move is known. If a man is on the black king's square, it has been captured.
type Pos struct {
	WK, BK Sq
	Men    []Sq
	White  bool // to move
}

// SquareInput returns a new independent square; its inputs are named after it.
func (b Board) SquareInput(name string) Sq {
	return Sq{b.IntInput(name+".x", b.Files-1), b.IntInput(name+".y", b.Ranks-1)}
}

// WhiteInput returns new independent squares of White's king and men, and the black king on bk.
func (b Board) WhiteInput(name string, bk Sq) Pos {
	p := Pos{WK: b.SquareInput(name + ".wk"), BK: bk}
	for _, man := range b.names {
		p.Men = append(p.Men, b.SquareInput(name+"."+man))
	}
	return p
}

// PosInput returns a new independent position.
func (b Board) PosInput(name string, white bool) Pos {
	p := b.WhiteInput(name, b.SquareInput(name+".bk"))
	p.White = white
	return p
}

// PosValue decodes a position from a model.
func (b Board) PosValue(p Pos, value func(encode.Bool) bool) (q rules.Position) {
	square := func(s Sq) rules.Square {
		return rules.Square{X: int16(b.Value(s.X, value)), Y: int16(b.Value(s.Y, value))}
	}
	q.WK, q.BK, q.White = square(p.WK), square(p.BK), p.White
	for i, s := range p.Men {
		if q.Men[i] = square(s); q.Men[i] == q.BK {
			q.Men[i] = rules.Off
		}
	}
	return q
}

// Side has the circuits about a position P with one side to move, and about a move from P to Q. Q has the same inputs
// as P for each man that does not move.
type Side struct {
	Board
	P, Q Pos
	// Of P alone:
	Notions   []encode.Int  // of Circuits.Compared; a property is a number from 0 to 1 in order encoding
	Canonical encode.Bool   // P is one of the images to which formulas are restricted
	Escape    encode.Bool   // Black to move, of a strategy that decides: a move leads to a position that is not claimed
	First     []encode.Bool // White's strategy uses the step
	// Of the move:
	Reply encode.Bool     // Black moves from P to Q
	By    [][]encode.Bool // by relation and step: White's move from P to Q is of this step
}

// NewSide returns a side with the inputs of P.
func (c *Circuits) NewSide(white bool) *Side {
	s := &Side{Board: c.NewBoard(), Notions: make([]encode.Int, len(c.Compared))}
	if s.P = s.PosInput("p", white); white {
		s.First, s.By = make([]encode.Bool, len(c.Steps)), make([][]encode.Bool, len(c.Relations()))
		for r := range s.By {
			s.By[r] = make([]encode.Bool, len(c.Steps))
		}
	}
	return s
}

// AddMove adds the inputs of Q, when all about P alone is there.
func (s *Side) AddMove() {
	if s.P.White {
		s.Q = s.WhiteInput("q", s.P.BK)
	} else {
		s.Q = Pos{s.P.WK, s.SquareInput("q.bk"), s.P.Men, true}
	}
}

// Moved returns the squares of Q that have inputs of their own.
func (s *Side) Moved() []Sq {
	if s.P.White {
		return append(slices.Clone(s.Q.Men), s.Q.WK)
	}
	return []Sq{s.Q.BK}
}

// ErrSides says that something is not a file of circuits.
var ErrSides = errors.New("no circuits")

// Form reads or writes a side: the nodes of its circuit up to a place, and what stands for its outputs.
type Form interface {
	Nodes(c *encode.Circuit)
	Output(b *encode.Bool)
	Number(x *encode.Int, whole bool) // or of a property, whose least and greatest value go without saying
}

// Pass goes through a side in the order of the file. What is about P alone comes before the inputs of Q, so that it
// depends on nothing else; move is called between the two.
func (c *Circuits) Pass(f Form, s *Side, move func()) {
	f.Nodes(s.Circuit)
	for i, n := range c.Compared {
		f.Number(&s.Notions[i], n.Expr.Type == 'i')
	}
	f.Output(&s.Canonical)
	f.Output(&s.Escape)
	for i := range s.First {
		f.Output(&s.First[i])
	}
	move()
	f.Nodes(s.Circuit)
	f.Output(&s.Reply)
	for _, by := range s.By {
		for i := range by {
			f.Output(&by[i])
		}
	}
}

// ReadSides reads the circuits of both sides, White's first (doc/strategy-certificates.md). Nothing of them is
// believed. The error wraps ErrSides.
func (c *Circuits) ReadSides(in io.Reader) error {
	r := &sideReader{in: bufio.NewReader(in)}
	for _, white := range []bool{true, false} {
		s := c.NewSide(white)
		r.nodes, r.inputs = []encode.Bool{s.False, s.True}, 0
		c.Pass(r, s, s.AddMove)
		c.Sides[white] = func() *Side { return s }
	}
	if _, err := r.in.ReadByte(); err != io.EOF {
		r.fail("something stands after them")
	}
	return r.err
}

// sideReader is the Form that reads. After its first error it goes on with numbers that are 0.
type sideReader struct {
	in     *bufio.Reader
	nodes  []encode.Bool // by number in the file: the literals of a file are 2n and, negated, 2n + 1
	inputs int           // that have had their number
	err    error
}

func (r *sideReader) fail(what string) { r.err = cmp.Or(r.err, fmt.Errorf("%w: %s", ErrSides, what)) }

// mostNodes is the greatest number of nodes of a side, and of values of a number.
const mostNodes = 1 << 20

// uint reads a number.
func (r *sideReader) uint(most int) int {
	n, err := binary.ReadUvarint(r.in)
	if err != nil || n > uint64(most) {
		r.fail("a number is missing, or too large")
		return 0
	}
	return int(n)
}

// literal reads a literal of a node that is there already.
func (r *sideReader) literal(n int) encode.Bool {
	if n >= 2*len(r.nodes) {
		r.fail("a node that comes later")
		return r.nodes[0]
	}
	if b := r.nodes[n/2]; n%2 == 0 {
		return b
	} else {
		return b.Not()
	}
}

// Nodes implements Form: of an input there is 0, of a gate how much less than its own its two literals are.
func (r *sideReader) Nodes(c *encode.Circuit) {
	inputs := c.Inputs()
	for range r.uint(mostNodes) {
		own := 2 * len(r.nodes)
		a := r.uint(own)
		switch {
		case a > 0:
			r.nodes = append(r.nodes, c.And(r.literal(own-a), r.literal(own-r.uint(own))))
		case r.inputs < len(inputs):
			r.nodes = append(r.nodes, inputs[r.inputs])
			r.inputs++
		default:
			r.fail("more inputs than squares have")
		}
	}
}

// Output implements Form.
func (r *sideReader) Output(b *encode.Bool) { *b = r.literal(r.uint(2 * mostNodes)) }

// Number implements Form: the least value, as twice it, or one less than twice its amount if it is negative; how many
// more there are; and for each that the number is at least it.
func (r *sideReader) Number(x *encode.Int, whole bool) {
	low, more := 0, 1
	if whole {
		low, more = r.uint(mostNodes), r.uint(2*mostValue)
	}
	if low = low/2 ^ -(low % 2); low < -mostValue || low > mostValue {
		r.fail("a number that is too large")
	}
	atLeast := make([]encode.Bool, more)
	for i := range atLeast {
		r.Output(&atLeast[i])
	}
	*x = encode.OrderInt(low, atLeast)
}

// instance is the circuit of a side, for a position of a play and the move from it: it is built in a formula as far as
// it is asked for.
type instance struct {
	*Side
	to   *encode.Circuit
	node []encode.Bool // by index in the side: what it is in the formula; 0 if it is not there yet
}

// newInstance is about a position.
func (s *Side) newInstance(to *encode.Circuit, p Pos) *instance {
	x := &instance{s, to, make([]encode.Bool, s.Len()+1)}
	x.node[s.True.Index()] = to.True
	x.put(s.P, p)
	return x
}

// put places men: those of s on the squares of p.
func (i *instance) put(s, p Pos) {
	from, to := append([]Sq{s.WK, s.BK}, s.Men...), append([]Sq{p.WK, p.BK}, p.Men...)
	for k := range from {
		for _, pair := range [][2]encode.Int{{from[k].X, to[k].X}, {from[k].Y, to[k].Y}} {
			value, constant := pair[1].Constant()
			if constant {
				i.InputValues(pair[0], value, func(in encode.Bool, is bool) { i.node[in.Index()] = i.to.Of(is) })
				continue
			}
			inputs := pair[1].Inputs()
			for n, in := range pair[0].Inputs() {
				i.node[in.Index()] = inputs[n]
			}
		}
	}
}

// of returns what a literal of the side is in the formula.
func (i *instance) of(b encode.Bool) encode.Bool {
	v := &i.node[b.Index()]
	if *v == 0 {
		l, r, _ := i.Gate(b)
		*v = i.to.And(i.of(l), i.of(r))
	}
	if b.Negated() {
		return v.Not()
	}
	return *v
}

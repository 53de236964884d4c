package spec

import (
	"fmt"

	"retroproof/encode"
)

// Encoding chooses among formulas that are satisfiable together: how the
// coordinates are represented, how gates become clauses, and whether the
// board's symmetry is broken.
type Encoding struct {
	Rep      encode.Representation
	Method   encode.Method
	Symmetry bool // the first position is canonical (Board.Canonical)
}

// DefaultEncoding is the fastest one measured (see doc/krk.md).
func DefaultEncoding() Encoding {
	return Encoding{Rep: encode.Order, Method: encode.Compact, Symmetry: true}
}

// Formula is a constraint on a play: positions p1, p2, ..., White to move in
// p1, linked by moves of the strategy and legal moves of Black.
type Formula struct {
	Board
	encoding Encoding
	chain    []Pos                   // Chain[0] is p1
	steps    [][NumSteps]encode.Bool // Steps[i][s]: White's move i+1 is by step s
	white    []*Strategy             // the strategy at each position White moved from
	measures map[int]encode.Int
}

func emptyFormula(e Encoding, rd Reading) *Formula {
	return &Formula{
		Board:    Board{encode.Ints{Circuit: encode.NewCircuit(), Rep: e.Rep}, rd},
		encoding: e,
		measures: map[int]encode.Int{},
	}
}

// newFormula returns the formula of all plays that begin in a legal position
// with White to move and last for n full moves, and one more move of White if
// half is set. Men that do not move are the same variables in both positions.
func newFormula(e Encoding, rd Reading, n int, half bool) *Formula {
	f := emptyFormula(e, rd)
	p := f.first("p1", f.True)
	f.chain = append(f.chain, p)
	for range n {
		f.whiteMove()
		f.blackMove()
	}
	if half {
		f.whiteMove()
	}
	return f
}

// newReply returns the formula of a legal reply of Black from any legal
// position p2 to p3. Chain[0], White's position before, is missing.
func newReply(e Encoding, rd Reading) *Formula {
	f := emptyFormula(e, rd)
	f.chain = []Pos{{}, f.first("p2", f.False)}
	f.blackMove()
	return f
}

// first returns an independent legal position.
func (f *Formula) first(name string, white encode.Bool) Pos {
	p := Pos{f.SquareInput(name + ".wk"), f.SquareInput(name + ".bk"), f.SquareInput(name + ".r"), white}
	f.Assert(f.Legal(p))
	if f.encoding.Symmetry {
		f.Assert(f.Canonical(p))
	}
	return p
}

func (f *Formula) whiteMove() {
	p := f.chain[len(f.chain)-1]
	name := fmt.Sprintf("p%d", len(f.chain)+1)
	q := Pos{f.SquareInput(name + ".wk"), p.BK, f.SquareInput(name + ".r"), f.False}
	s := f.Board.Strategy(p)
	by := s.Move(q)
	f.Assert(f.Or(by[:]...))
	f.chain, f.steps, f.white = append(f.chain, q), append(f.steps, by), append(f.white, s)
}

func (f *Formula) blackMove() {
	p := f.chain[len(f.chain)-1]
	q := Pos{p.WK, f.SquareInput(fmt.Sprintf("p%d.bk", len(f.chain)+1)), p.R, f.True}
	f.Assert(f.BlackMove(p, q))
	f.chain = append(f.chain, q)
}

// Step returns: White's move i+1 is by one of the given steps.
func (f *Formula) Step(i int, steps ...Step) encode.Bool {
	or := make([]encode.Bool, len(steps))
	for k, s := range steps {
		or[k] = f.steps[i][s]
	}
	return f.Or(or...)
}

// MeasureBefore returns the measure of the position before White's move i+1.
func (f *Formula) MeasureBefore(i int) encode.Int {
	m, ok := f.measures[i]
	if !ok {
		m = f.Measure(f.chain[2*i])
		f.measures[i] = m
	}
	return m
}

// CNF writes the formula as clauses by the encoding's method.
func (f *Formula) CNF() *encode.CNF { return f.Circuit.CNF(f.encoding.Method) }

// Play decodes a model: the positions of the play.
func (f *Formula) Play(value func(encode.Bool) bool) []Position {
	ps := make([]Position, len(f.chain))
	for i, p := range f.chain {
		ps[i] = f.PosValue(p, value)
	}
	return ps
}

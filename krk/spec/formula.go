package spec

import (
	"errors"
	"fmt"
	"slices"

	"retroproof/encode"
)

// Encoding selects among equisatisfiable formulas: how coordinates are represented, how gates
// become clauses, and whether the symmetry of the board is broken.
type Encoding struct {
	Rep      encode.Representation
	Method   encode.Method
	Symmetry bool // the first position is canonical (Board.Canonical)
}

// DefaultEncoding returns the fastest encoding measured (see doc/krk.md).
func DefaultEncoding() Encoding {
	return Encoding{Rep: encode.Order, Method: encode.Compact, Symmetry: true}
}

// Formula is a constraint on a play: positions p1, p2, ..., White to move in
// p1, linked by moves of the strategy and legal moves of Black.
//
// It refers to positions only by notions and by moves (is, number, Step, and the functions that
// build the play). So what is checked of these holds for it: that they agree with chess and
// with the strategy's text, and that they are invariant under the symmetries of the board.
type Formula struct {
	encode.Ints
	board    Board
	encoding Encoding
	chain    []Pos                   // chain[0] is p1
	steps    [][NumSteps]encode.Bool // steps[i][s]: White's move i+1 is by step s
	measures map[int]encode.Int
	notions  [NumNotions]bool // the notions that it refers to
}

func emptyFormula(e Encoding, rd Reading) *Formula {
	ints := encode.Ints{Circuit: encode.NewCircuit(), Rep: e.Rep}
	return &Formula{Ints: ints, board: Board{ints, rd}, encoding: e, measures: map[int]encode.Int{}}
}

// Invariance records what is known to be the same in a position and in its images under the
// symmetries of the board: notions, and the moves of both sides with the steps of White's
// moves; and that each position has a canonical image.
type Invariance struct {
	Notions [NumNotions]bool
	Moves   bool
}

// Invariant returns nil if the formula refers to symmetric notions only, apart from the
// condition that breaks the symmetry; otherwise the error says which notion is not. In the
// first case, the images of a play that satisfies the formula satisfy it too, except that their
// first position may not be canonical. So the formula has a model if there is any such play.
func (f *Formula) Invariant(known Invariance) error {
	if !known.Moves {
		return errors.New("moves are not known to be symmetric")
	}
	for n, spoken := range f.notions {
		if spoken && !known.Notions[n] && Notion(n) != Canonical {
			return fmt.Errorf("%q is not known to be symmetric", Notion(n))
		}
	}
	return nil
}

// is returns a property of position j of the play.
func (f *Formula) is(n Notion, j int) encode.Bool {
	f.notions[n] = true
	return notions[n].property(f.board, f.chain[j])
}

// number returns a number of position j of the play.
func (f *Formula) number(n Notion, j int) encode.Int {
	f.notions[n] = true
	return notions[n].number(f.board, f.chain[j])
}

// newFormula returns the formula of all plays that begin in a legal position
// with White to move and last for n full moves, and one more move of White if
// half is set. Men that do not move are the same variables in both positions.
func newFormula(e Encoding, rd Reading, n int, half bool) *Formula {
	if half {
		n++
	}
	return newPlay(e, rd, slices.Repeat([]moves{{Strictly, "KR"}}, n), !half)
}

// newPlay is newFormula where White moves by several relations, one for each move. Each move
// but the last has a reply; the last has one if reply is set.
func newPlay(e Encoding, rd Reading, moves []moves, reply bool) *Formula {
	f := emptyFormula(e, rd)
	f.first("p1", f.True)
	for i, m := range moves {
		f.whiteMove(m)
		if i < len(moves)-1 || reply {
			f.blackMove()
		}
	}
	return f
}

// newReply returns the formula of a legal reply of Black from any legal
// position p2 to a legal one, p3. chain[0], White's position before, is missing.
func newReply(e Encoding, rd Reading) *Formula {
	f := emptyFormula(e, rd)
	f.chain = []Pos{{}}
	f.first("p2", f.False)
	f.blackMove()
	f.Assert(f.is(Legal, 2)) // true in plays, by Lemma 1; notions are known to be symmetric only in legal positions
	return f
}

// first adds the first position: any legal position.
func (f *Formula) first(name string, white encode.Bool) {
	b := f.board
	f.chain = append(f.chain, Pos{b.SquareInput(name + ".wk"), b.SquareInput(name + ".bk"), b.SquareInput(name + ".r"), white})
	f.Assert(f.is(Legal, len(f.chain)-1))
	if f.encoding.Symmetry {
		f.Assert(f.is(Canonical, len(f.chain)-1))
	}
}

func (f *Formula) whiteMove(m moves) {
	p := f.chain[len(f.chain)-1]
	name := fmt.Sprintf("p%d", len(f.chain)+1)
	q := Pos{p.WK, p.BK, p.R, f.False}
	if m.men != "R" {
		q.WK = f.board.SquareInput(name + ".wk")
	}
	if m.men != "K" {
		q.R = f.board.SquareInput(name + ".r")
	}
	by := f.board.By(m.by, p).Move(q)
	f.Assert(f.Or(by[:]...))
	f.chain, f.steps = append(f.chain, q), append(f.steps, by)
}

func (f *Formula) blackMove() {
	p := f.chain[len(f.chain)-1]
	q := Pos{p.WK, f.board.SquareInput(fmt.Sprintf("p%d.bk", len(f.chain)+1)), p.R, f.True}
	f.Assert(f.board.BlackMove(p, q))
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
		m = f.number(Measure, 2*i)
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
		ps[i] = f.board.PosValue(p, value)
	}
	return ps
}

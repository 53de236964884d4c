package spec

import (
	"fmt"

	"retroproof/encode"
)

// Encoding chooses among formulas that are satisfiable together.
type Encoding struct {
	Rep      encode.Representation
	Method   encode.Method
	Symmetry bool // the first position is canonical (Board.Canonical)
}

// Formula is the negation of a lemma as a circuit: a chain of positions that
// refutes it. The lemma holds iff it has no model.
type Formula struct {
	Board
	Chain []Pos                         // White to move first, then alternately
	Steps [][NumSteps]encode.Bool       // by white move
}

// chain builds positions p0 q0 p1 q1 ... linked by the strategy and by legal
// moves of Black: n full moves, and one more move of White if half. Men that
// do not move are shared between positions.
func newChain(e Encoding, rd Reading, n int, half bool) *Formula {
	f := &Formula{Board: Board{encode.Ints{Circuit: encode.NewCircuit(), Rep: e.Rep}, rd}}
	wk, bk, r := f.SquareInput("p1.wk"), f.SquareInput("p1.bk"), f.SquareInput("p1.r")
	p := Pos{wk, bk, r, f.True}
	f.Chain = append(f.Chain, p)
	f.Assert(f.Legal(p))
	if e.Symmetry {
		f.Assert(f.Canonical(p))
	}
	for i := 0; i < n || half && i == n; i++ {
		name := fmt.Sprintf("p%d", 2*i+2)
		q := Pos{f.SquareInput(name + ".wk"), p.BK, f.SquareInput(name + ".r"), f.False}
		by := f.Strategy(p).Move(q)
		f.Assert(f.Or(by[:]...))
		f.Steps = append(f.Steps, by)
		f.Chain = append(f.Chain, q)
		if i == n {
			break
		}
		p = Pos{q.WK, f.SquareInput(fmt.Sprintf("p%d.bk", 2*i+3)), q.R, f.True}
		f.Assert(f.BlackMove(q, p))
		f.Chain = append(f.Chain, p)
	}
	return f
}

// Lemma2 builds Lemma 2 with the given threshold.
func Lemma2(e Encoding, rd Reading) *Formula {
	f := newChain(e, rd, 3, false)
	for _, by := range f.Steps {
		f.Assert(by[ReadyToMate].Not(), by[RookHome].Not(), by[RookSafe].Not())
	}
	m1, m7 := f.Measure(f.Chain[0]), f.Measure(f.Chain[6])
	f.Assert(f.Ge(m1, 25), f.Lte(m1, m7))
	return f
}
// Lemma4 builds Lemma 4.
func Lemma4(e Encoding, rd Reading) *Formula {
	f := newChain(e, rd, 3, true)
	f.Assert(f.Or(f.Steps[3][RookHome], f.Steps[3][RookSafe]))
	return f
}
// Lemma1 builds Lemma 1.
func Lemma1(e Encoding, rd Reading) *Formula {
	f := newChain(e, rd, 1, false)
	f.Assert(f.Legal(f.Chain[2]).Not())
	return f
}
// Lemma5 builds Lemma 5.
func Lemma5(e Encoding, rd Reading) *Formula {
	f := newChain(e, rd, 7, false)
	f.Assert(f.Le(f.Measure(f.Chain[0]), 24))
	return f
}

// delta is the fact about one full move: how the measure changes by step.
func (f *Formula) delta(i int) encode.Bool {
	by := f.Steps[i]
	p, q := f.Chain[2*i], f.Chain[2*i+2]
	m, m2 := f.Measure(p), f.Measure(q)
	return f.And(
		f.Implies(f.Or(by[3:8]...), f.Is(m2, FarMeasure).Not()),
		f.Implies(by[Squeeze], f.Lte(f.Plus(m2, 4), m)),
		f.Implies(by[ApproachDiag], f.Lte(f.Plus(m2, 2), m)),
		f.Implies(by[ApproachNonDiag], f.Lte(f.Plus(m2, 1), m)),
		f.Implies(by[KeepRoomDiag], f.Lte(m2, f.Plus(m, 2))),
		f.Implies(by[KeepRoomNonDiag], f.Lte(m2, f.Plus(m, 1))),
	)
}
func (f *Formula) noHome(i int) encode.Bool {
	return f.And(f.Or(f.Steps[i][3:8]...), f.Or(f.Steps[i+1][8:]...)).Not()
}

func FactDelta(e Encoding, rd Reading) *Formula {
	f := newChain(e, rd, 1, false)
	f.Assert(f.delta(0).Not())
	return f
}
func FactHome(e Encoding, rd Reading) *Formula {
	f := newChain(e, rd, 1, true)
	f.Assert(f.noHome(0).Not())
	return f
}
func Cut2(e Encoding, rd Reading) *Formula {
	f := Lemma2(e, rd)
	for i := range 3 {
		f.Assert(f.delta(i))
	}
	return f
}
func Cut4(e Encoding, rd Reading) *Formula {
	f := Lemma4(e, rd)
	for i := range 3 {
		f.Assert(f.noHome(i))
	}
	return f
}

func (f *Formula) pair(i int) encode.Bool {
	a, b := f.Steps[i], f.Steps[i+1]
	m1, m5 := f.Measure(f.Chain[2*i]), f.Measure(f.Chain[2*i+4])
	any := func(by [NumSteps]encode.Bool) encode.Bool { return f.Or(by[3:8]...) }
	k := func(by [NumSteps]encode.Bool) encode.Bool { return f.Or(by[6:8]...) }
	_ = any
	return f.And(
		f.Implies(f.And(k(a), k(b)), f.Le(m1, 24)),
		f.Implies(f.And(k(a), f.Or(b[4], b[5])), f.Lt(m5, m1)),
		f.Implies(f.And(f.Or(a[4], a[5]), b[6]), f.Lt(m5, m1)),
		f.Implies(f.And(a[4], b[7]), f.Lt(m5, m1)),
	)
}
func FactPair(e Encoding, rd Reading) *Formula {
	f := newChain(e, rd, 2, false)
	f.Assert(f.pair(0).Not())
	f.Assert(f.delta(0), f.delta(1))
	return f
}
func Cut2b(e Encoding, rd Reading) *Formula {
	f := Lemma2(e, rd)
	for i := range 3 {
		f.Assert(f.delta(i))
	}
	for i := range 2 {
		f.Assert(f.pair(i))
	}
	return f
}

// Combo restricts the steps.
func Combo(e Encoding, rd Reading, pair bool, cl [3][2]int) *Formula {
	f := Lemma2(e, rd)
	for i := range 3 {
		f.Assert(f.delta(i))
		f.Assert(f.Or(f.Steps[i][cl[i][0]:cl[i][1]]...))
	}
	if pair {
		for i := range 2 {
			f.Assert(f.pair(i))
		}
	}
	return f
}

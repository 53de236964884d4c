package spec

import (
	"fmt"

	"retroproof/encode"
)

// Lemmas 2 and 4 are hard as single formulas: three full moves deep. By parts
// they follow from facts about one or two moves, each a much smaller formula,
// and from a last one that puts the facts together.
//
// A fact speaks of a window of a play: the steps of some consecutive moves
// and the measures before them. It is proved for plays that begin in any
// legal position. By Lemma 1 every position of a play is legal, so that the
// fact holds wherever in a play the window lies, and an instance of it may be
// asserted there without losing a play. Lemma 1 is therefore one of the parts.

// window is what facts see of a play: a Formula, or an abstraction of one.
type window interface {
	Step(i int, steps ...Step) encode.Bool
	MeasureBefore(i int) encode.Int
	arithmetic() encode.Ints
}

func (f *Formula) arithmetic() encode.Ints { return f.Ints }

// fact is a property of every window of a play.
type fact struct {
	key, name, statement string
	moves                int  // full moves of the window,
	half                 bool // and one more move of White
	holds                func(w window, i int) encode.Bool
}

// part returns the fact as a lemma of its own.
func (x fact) part(number int) Lemma {
	return Lemma{Number: number, Key: x.key, Name: x.name, Statement: x.statement,
		build: func(e Encoding, rd Reading) *Formula {
			f := NewFormula(e, rd, x.moves, x.half)
			f.Assert(x.holds(f, 0).Not())
			return f
		}}
}

// falls returns: the measure is at least by less after move i.
func falls(w window, i, by int) encode.Bool {
	a := w.arithmetic()
	return a.Lte(a.Plus(w.MeasureBefore(i+1), by), w.MeasureBefore(i))
}

var (
	ordinary  = []Step{Squeeze, ApproachDiag, ApproachNonDiag, KeepRoomDiag, KeepRoomNonDiag}
	approach  = []Step{ApproachDiag, ApproachNonDiag}
	keepRoom  = []Step{KeepRoomDiag, KeepRoomNonDiag}
	rookSteps = []Step{RookHome, RookSafe}
)

var factMeasure = fact{key: "2a", name: "the measure, by step", moves: 1,
	statement: "In a full move by Squeeze the measure falls by 4 or more, by ApproachDiag by exactly 2, by ApproachNonDiag by exactly 1; by KeepRoomDiag it rises by 2 at most, by KeepRoomNonDiag by 1. It is less than 100 afterwards. After ImmediateMate there is no reply.",
	holds: func(w window, i int) encode.Bool {
		a := w.arithmetic()
		after := func(s Step, by int) encode.Bool { return a.Implies(w.Step(i, s), falls(w, i, by)) }
		return a.And(
			w.Step(i, ImmediateMate).Not(),
			a.Implies(w.Step(i, ordinary...), a.Le(w.MeasureBefore(i+1), FarMeasure-1)),
			after(Squeeze, 4), after(ApproachDiag, 2), after(ApproachNonDiag, 1),
			a.Implies(w.Step(i, ApproachDiag), a.Lte(w.MeasureBefore(i), a.Plus(w.MeasureBefore(i+1), 2))),
			a.Implies(w.Step(i, ApproachNonDiag), a.Lte(w.MeasureBefore(i), a.Plus(w.MeasureBefore(i+1), 1))),
			after(KeepRoomDiag, -2), after(KeepRoomNonDiag, -1))
	}}

var factKeepRoom = fact{key: "2b", name: "before KeepRoom and after", moves: 1, half: true,
	statement: "If Approach or KeepRoom follows KeepRoomDiag, that did not raise the measure; if KeepRoom follows Squeeze, that lowered it by 5 or more. KeepRoom follows KeepRoom, and KeepRoomDiag follows ApproachNonDiag, only if the measure is 22 or less. (Not for measure 100.)",
	holds: func(w window, i int) encode.Bool {
		a, m := w.arithmetic(), w.MeasureBefore(i)
		return a.Implies(a.Le(m, FarMeasure-1), a.And(
			a.Implies(a.And(w.Step(i, KeepRoomDiag), a.Or(w.Step(i+1, approach...), w.Step(i+1, keepRoom...))), falls(w, i, 0)),
			a.Implies(a.And(w.Step(i, Squeeze), w.Step(i+1, keepRoom...)), falls(w, i, 5)),
			a.Implies(a.And(w.Step(i, keepRoom...), w.Step(i+1, keepRoom...)), a.Le(m, 22)),
			a.Implies(a.And(w.Step(i, ApproachNonDiag), w.Step(i+1, KeepRoomDiag)), a.Le(m, 22))))
	}}

var factBetween = fact{key: "2c", name: "one Approach between", moves: 2, half: true,
	statement: "If the measure is greater than 24, KeepRoom, Approach, KeepRoom do not follow each other. (Not for measure 100.)",
	holds: func(w window, i int) encode.Bool {
		a, m := w.arithmetic(), w.MeasureBefore(i)
		return a.And(a.Ge(m, 25), a.Le(m, FarMeasure-1),
			w.Step(i, keepRoom...), w.Step(i+1, approach...), w.Step(i+2, keepRoom...)).Not()
	}}

var factOrdinary = fact{key: "4a", name: "rook steps follow rook steps", moves: 1, half: true,
	statement: "RookHome and RookSafe follow no step but RookHome and RookSafe.",
	holds: func(w window, i int) encode.Bool {
		return w.arithmetic().Implies(w.Step(i+1, rookSteps...), w.Step(i, rookSteps...))
	}}

var factSafe = fact{key: "4b", name: "RookSafe follows nothing", moves: 1, half: true,
	statement: "RookSafe does not follow RookHome or RookSafe.",
	holds: func(w window, i int) encode.Bool {
		return w.arithmetic().And(w.Step(i, rookSteps...), w.Step(i+1, RookSafe)).Not()
	}}

// Parts returns formulas that have no model each, if the lemma can be proved
// by parts, and together imply it: Lemma 1, facts, and last the lemma itself,
// with instances of the facts. nil if there is no such way.
func (l *Lemma) Parts() []Lemma {
	if l.Satisfiable {
		return nil
	}
	lemmas := Lemmas()
	whole := *l
	whole.Composed = true
	switch l.Key {
	case "2":
		whole.build = measureFallsByFacts
		return []Lemma{lemmas[0], factMeasure.part(2), factKeepRoom.part(2), factBetween.part(2), whole}
	case "4":
		whole.build = func(e Encoding, rd Reading) *Formula {
			f := rookStepsBefore(4)(e, rd)
			for i := range 3 {
				f.Assert(factOrdinary.holds(f, i), factSafe.holds(f, i))
			}
			return f
		}
		return []Lemma{lemmas[0], factOrdinary.part(4), factSafe.part(4), whole}
	}
	return nil
}

// abstraction forgets the positions of a play: each move is by one step, any
// one, and the measures before the moves are any numbers.
type abstraction struct {
	encode.Ints
	steps    [][NumSteps]encode.Bool
	measures []encode.Int
}

func (t *abstraction) Step(i int, steps ...Step) encode.Bool {
	f := Formula{Board: Board{Ints: t.Ints}, Steps: t.steps}
	return f.Step(i, steps...)
}
func (t *abstraction) MeasureBefore(i int) encode.Int { return t.measures[i] }
func (t *abstraction) arithmetic() encode.Ints        { return t.Ints }

// measureFallsByFacts is the negation of Lemma 2 about abstract plays: steps
// and measures of which nothing is known but the facts. Every play violating
// Lemma 2 would be a model.
func measureFallsByFacts(e Encoding, rd Reading) *Formula {
	a := encode.Ints{Circuit: encode.NewCircuit(), Rep: e.Rep}
	t := &abstraction{Ints: a}
	for i := range 4 {
		t.measures = append(t.measures, a.IntInput(fmt.Sprintf("m%d", i+1), 6*FarRoom+2*(Size-1)))
	}
	for i := range 3 {
		var by [NumSteps]encode.Bool
		by[NoStep] = a.False
		for s := ImmediateMate; s < NumSteps; s++ {
			by[s] = a.Input(fmt.Sprintf("move%d.%s", i+1, s))
		}
		a.Assert(a.Or(by[:]...))
		t.steps = append(t.steps, by)
	}
	f := &Formula{Board: Board{Ints: a, Reading: rd}, Encoding: e, Steps: t.steps}
	assertNotFalling(f, t, 24)
	for i := range 3 {
		f.Assert(factMeasure.holds(t, i))
	}
	for i := range 2 {
		f.Assert(factKeepRoom.holds(t, i))
	}
	f.Assert(factBetween.holds(t, 0))
	return f
}

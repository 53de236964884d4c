package krk

import (
	"fmt"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
)

// Lemmas 2 and 4 are hard as single formulas, which are three full moves deep. Divided into
// parts, they follow from facts about one or two moves, each a much smaller formula, and from a
// last formula that combines the facts.
//
// A fact is about a window of a play: the steps of some consecutive moves, and the measures
// before them. It is proved for plays that begin in any legal position. By Lemma 1 every
// position of a play is legal. So the fact holds for every window of a play, and asserting an
// instance of it excludes no play. Therefore Lemma 1 is one of the parts.

// window is the part of a play that facts refer to, or of an abstraction of one.
type window interface {
	Step(i int, steps ...int) encode.Bool
	measureBefore(i int) encode.Int
	arithmetic() encode.Ints
	// amounts returns the quantities that define the measure of position j of the play; the
	// position before White's move i has j = 2i.
	amounts(j int) amounts
	// Properties of the position after White's move i: it is mate; it is held (paper.strategy).
	mated(i int) encode.Bool
	held(i int) encode.Bool
}

// amounts are the quantities that define the measure of a position.
type amounts struct {
	room, distance encode.Int
	far            encode.Bool // the measure is 100; only with White to move
}

// play is a window of a formula's play, from a position on.
type play struct {
	*lemmas.Formula
	from int // the formula's play begins with this position of the window
}

func (p play) arithmetic() encode.Ints        { return p.Ints }
func (p play) mated(i int) encode.Bool        { return p.Is("mated", 2*i+1-p.from) }
func (p play) held(i int) encode.Bool         { return p.Is("held", 2*i+1-p.from) }
func (p play) measureBefore(i int) encode.Int { return p.Number("measure", 2*i-p.from) }

func (p play) amounts(j int) amounts {
	j -= p.from
	return amounts{p.Number("roominess", j), p.Number("remoteness", j), p.Is("far", j)}
}

// fact is a property of every window of a play. It may only state that White's moves are not by
// certain steps, or what follows if they are. So a fact that holds for a relation with more
// moves holds for one with fewer, and it may be proved for relations that contain more moves
// than the strategy; and where it says nothing of steps of the king, or of the rook, it may be
// proved for moves of the other man.
type fact struct {
	key, name, statement string
	// Of White, with a reply after each but the last; if empty, a reply from any legal position
	moves []moves
	holds func(w window, i int) encode.Bool
}

// moves are moves of White by a relation of the text: the strategy, or one with more moves.
type moves struct {
	by  string
	men movers
}

// movers are the men of White that move: the others have the same variables before and after.
type movers int

const (
	anybody movers = iota
	king
	rook
)

// lemma returns the fact as a lemma of its own.
func (f fact) lemma() lemmas.Lemma {
	l := lemmas.Lemma{Key: f.key, Statement: f.statement,
		Wrong: func(formula *lemmas.Formula) { formula.Assert(f.holds(play{Formula: formula}, 0).Not()) }}
	for _, m := range f.moves {
		l.Moves = append(l.Moves, m.by)
	}
	l.Still = func(move int, p lemmas.Pos, q *lemmas.Pos) {
		switch f.moves[move].men {
		case king:
			q.Men = p.Men
		case rook:
			q.WK = p.WK
		}
	}
	if len(f.moves) == 0 {
		// Positions of plays are legal, by Lemma 1; and notions are known to be symmetric only in legal positions.
		l.Black, l.Reply, l.Wrong = true, true, func(formula *lemmas.Formula) {
			formula.Assert(formula.Is("legal", 1), f.holds(play{formula, 1}, 0).Not())
		}
	}
	return l
}

// The facts compare 6 room + distance without computing the sum. That makes the formulas about
// positions smaller; only the last formula of Lemma 2 has the sums.

// atMost returns: 6 room + distance is at most m.
func atMost(a encode.Ints, p amounts, m int) encode.Bool {
	var or []encode.Bool
	for room := 0; 6*room <= m; room++ {
		or = append(or, a.And(a.Le(p.room, room), a.Le(p.distance, m-6*room)))
	}
	return a.Or(or...)
}

// squeezed returns: room is less in q than in p, and 6 room + distance is less in q by at least
// the given number.
func squeezed(a encode.Ints, p, q amounts, by int) encode.Bool {
	and := []encode.Bool{a.Lt(q.room, p.room)}
	for less := 1; 6*less-by < farthest; less++ {
		// If room is less by exactly this number, distance may be greater by at most the rest.
		and = append(and, a.Or(a.Lte(a.Plus(q.room, less+1), p.room), a.Lte(q.distance, a.Plus(p.distance, 6*less-by))))
	}
	return a.And(and...)
}

var (
	approach  = []int{ApproachDiag, ApproachNonDiag}
	keepRoom  = []int{KeepRoomDiag, KeepRoomNonDiag}
	kingSteps = slices.Concat(approach, keepRoom)
	rookSteps = []int{RookHome, RookSafe}
	allSteps  = slices.Concat(otherThan, rookSteps)
	// otherSteps are those of Lemma 2.
	otherSteps = []int{ImmediateMate, Squeeze, ApproachDiag, ApproachNonDiag, KeepRoomDiag, KeepRoomNonDiag}
	// Than rookSteps
	otherThan = []int{ImmediateMate, ReadyToMate, Squeeze, ApproachDiag, ApproachNonDiag, KeepRoomDiag, KeepRoomNonDiag}
)

var factReply = fact{key: "2a", name: "replies change nothing",
	statement: "From a legal position with Black to move that is not exposed, divides the kings or forms the " +
		"L-pattern, and has the rook on neither line of the black king, no reply that keeps the position legal changes " +
		"room or distance to the critical square, nor makes the measure 100. From mate there is none.",
	holds: func(w window, i int) encode.Bool {
		a, q, p := w.arithmetic(), w.amounts(2*i+1), w.amounts(2*i+2)
		return a.And(w.mated(i).Not(), a.Implies(w.held(i),
			a.And(a.Eq(p.room, q.room), a.Eq(p.distance, q.distance), p.far.Not())))
	}}

var factSqueeze = fact{key: "2b", name: "room and distance, Squeeze", moves: []moves{{core.Strictly, rook}},
	statement: "Squeeze lowers 6 room + distance to the critical square by 4 or more, unless the measure was 100. " +
		"After it 2a applies. ImmediateMate mates.",
	holds: func(w window, i int) encode.Bool {
		a, p, q := w.arithmetic(), w.amounts(2*i), w.amounts(2*i+1)
		return a.And(
			a.Implies(w.Step(i, ImmediateMate), w.mated(i)),
			a.Implies(w.Step(i, Squeeze), a.And(w.held(i), a.Le(q.room, farRoom-1), a.Or(p.far, squeezed(a, p, q, 4)))))
	}}

var factKing = fact{key: "2c", name: "room and distance, king's steps", moves: []moves{{"condition", king}},
	statement: "The king's steps leave room as it is; ApproachDiag lowers the distance by 2, ApproachNonDiag by 1, " +
		"KeepRoomDiag raises it by 2 at most, KeepRoomNonDiag by 1. After each of these 2a applies.",
	holds: func(w window, i int) encode.Bool {
		a, p, q := w.arithmetic(), w.amounts(2*i), w.amounts(2*i+1)
		by := func(s int, c encode.Bool) encode.Bool { return a.Implies(w.Step(i, s), c) }
		return a.And(
			a.Implies(w.Step(i, kingSteps...), a.And(w.held(i), a.Le(q.room, farRoom-1), a.Eq(p.room, q.room))),
			by(ApproachDiag, a.Eq(a.Plus(q.distance, 2), p.distance)),
			by(ApproachNonDiag, a.Eq(a.Plus(q.distance, 1), p.distance)),
			by(KeepRoomDiag, a.Lte(q.distance, a.Plus(p.distance, 2))),
			by(KeepRoomNonDiag, a.Lte(q.distance, a.Plus(p.distance, 1))))
	}}

var factKeepRoom = fact{key: "2d", name: "before KeepRoom and after",
	moves: []moves{{"late", king}, {"late", king}},
	statement: "If Approach or KeepRoom follows KeepRoomDiag, that did not raise the measure. KeepRoom follows " +
		"KeepRoom, and KeepRoomDiag follows ApproachNonDiag, only if the measure is 22 or less. (Not for measure 100.)",
	holds: func(w window, i int) encode.Bool {
		a, p, q := w.arithmetic(), w.amounts(2*i), w.amounts(2*i+1)
		return a.Or(p.far, a.And(
			a.Implies(a.And(w.Step(i, KeepRoomDiag), w.Step(i+1, kingSteps...)), a.Lte(q.distance, p.distance)),
			a.Implies(a.And(w.Step(i, keepRoom...), w.Step(i+1, keepRoom...)), atMost(a, p, 22)),
			a.Implies(a.And(w.Step(i, ApproachNonDiag), w.Step(i+1, KeepRoomDiag)), atMost(a, p, 22))))
	}}

var factBetween = fact{key: "2e", name: "one Approach between",
	moves: []moves{{"late", king}, {"late", king}, {"late", king}},
	statement: "If the measure is greater than 24, KeepRoom, Approach, KeepRoom do not follow each other. (Not for " +
		"measure 100.)",
	holds: func(w window, i int) encode.Bool {
		a, p := w.arithmetic(), w.amounts(2*i)
		return a.And(p.far.Not(), atMost(a, p, 24).Not(),
			w.Step(i, keepRoom...), w.Step(i+1, approach...), w.Step(i+2, keepRoom...)).Not()
	}}

var factLower = fact{key: "2f", name: "Squeeze before KeepRoom",
	moves:     []moves{{"condition", rook}, {"late", king}},
	statement: "If KeepRoom follows Squeeze, that lowered the measure by 5 or more. (Not for measure 100.)",
	holds: func(w window, i int) encode.Bool {
		a, p, q := w.arithmetic(), w.amounts(2*i), w.amounts(2*i+1)
		return a.Or(p.far, a.And(w.Step(i, Squeeze), w.Step(i+1, keepRoom...)).Not(), squeezed(a, p, q, 5))
	}}

var factOrdinary = fact{key: "4a", name: "rook steps follow rook steps",
	moves:     []moves{{"condition", anybody}, {"afterHome", rook}},
	statement: "RookHome and RookSafe follow no step but RookHome and RookSafe.",
	holds: func(w window, i int) encode.Bool {
		return w.arithmetic().And(w.Step(i, otherThan...), w.Step(i+1, rookSteps...)).Not()
	}}

var factSafe = fact{key: "4b", name: "RookSafe follows no rook step",
	moves:     []moves{{"afterReady", rook}, {"afterHome", rook}},
	statement: "RookSafe does not follow RookHome or RookSafe.",
	holds: func(w window, i int) encode.Bool {
		return w.arithmetic().And(w.Step(i, rookSteps...), w.Step(i+1, RookSafe)).Not()
	}}

var factHome = fact{key: "4c", name: "RookHome twice at most",
	moves:     []moves{{"condition", rook}, {"afterSqueeze", rook}, {"late", rook}},
	statement: "RookHome is not used three times in a row.",
	holds: func(w window, i int) encode.Bool {
		return w.arithmetic().And(w.Step(i, RookHome), w.Step(i+1, RookHome), w.Step(i+2, RookHome)).Not()
	}}

// parts returns the facts that Lemma 2 or 4 is put together from, as lemmas; nil for other lemmas. Lemma 1 is another
// part.
func (s *Suite) parts(key string) (list []Lemma) {
	number, facts := 2, []fact{factReply, factSqueeze, factKing, factKeepRoom, factBetween, factLower}
	switch key {
	case "2":
	case "4":
		number, facts = 4, []fact{factOrdinary, factSafe, factHome}
	default:
		return nil
	}
	for _, x := range facts {
		list = append(list, Lemma{Lemma: x.lemma(), Suite: s, Number: number, Name: x.name})
	}
	return list
}

// composed returns the last part of a lemma: its negation about abstract plays, which only have to satisfy the facts.
// Every play that violates the lemma yields a model.
func (s *Suite) composed(key, statement string) lemmas.Lemma {
	return lemmas.Lemma{Key: key, Statement: statement, Free: true, Wrong: func(f *lemmas.Formula) {
		if key == "2" {
			notFalling(abstractPlay(f.Ints), smallEnough)
			return
		}
		t := abstractSteps(f.Ints, 4)
		for i := range 3 {
			t.Assert(factOrdinary.holds(t, i), factSafe.holds(t, i))
		}
		for i := range 2 {
			t.Assert(factHome.holds(t, i))
		}
		t.Assert(t.Step(3, rookSteps...))
	}}
}

// abstraction is a play without its positions: each move is by an arbitrary step, and rooms and distances are arbitrary
// numbers.
type abstraction struct {
	encode.Ints
	steps        [][]encode.Bool // by move and step
	parts        []amounts       // by position
	mates, holds []encode.Bool
}

func (a *abstraction) arithmetic() encode.Ints { return a.Ints }
func (a *abstraction) amounts(j int) amounts   { return a.parts[j] }
func (a *abstraction) mated(i int) encode.Bool { return a.mates[i] }
func (a *abstraction) held(i int) encode.Bool  { return a.holds[i] }

func (a *abstraction) Step(i int, steps ...int) encode.Bool {
	var or []encode.Bool
	for _, s := range steps {
		or = append(or, a.steps[i][s])
	}
	return a.Or(or...)
}

func (a *abstraction) measureBefore(i int) encode.Int {
	p := a.parts[2*i]
	return a.IteInt(p.far, a.Int(farMeasure), a.Add(a.Times(6, p.room), p.distance))
}

// abstractPlay asserts the facts about three full moves of an abstract play. Any three consecutive full moves of a play
// yield a model.
func abstractPlay(a encode.Ints) *abstraction {
	t := abstractSteps(a, 3)
	for j := range 7 {
		name := fmt.Sprintf("p%d", j+1)
		t.parts = append(t.parts, amounts{t.IntInput(name+".room", farRoom), t.IntInput(name+".distance", farthest),
			t.Input(name + ".far")})
	}
	for i := range 3 {
		t.mates = append(t.mates, t.Input(fmt.Sprintf("p%d.mate", 2*i+2)))
		t.holds = append(t.holds, t.Input(fmt.Sprintf("p%d.held", 2*i+2)))
	}
	for i := range 3 {
		t.Assert(factReply.holds(t, i), factSqueeze.holds(t, i), factKing.holds(t, i))
	}
	for i := range 2 {
		t.Assert(factKeepRoom.holds(t, i), factLower.holds(t, i))
	}
	t.Assert(factBetween.holds(t, 0))
	return t
}

// abstractSteps returns an abstract play in which only one condition holds: each of White's moves is by some step.
func abstractSteps(a encode.Ints, moves int) *abstraction {
	t := &abstraction{Ints: a}
	for i := range moves {
		var by []encode.Bool
		for s := range allSteps {
			by = append(by, t.Input(fmt.Sprintf("move%d.%d", i+1, s)))
		}
		t.Assert(t.Or(by...))
		t.steps = append(t.steps, by)
	}
	return t
}

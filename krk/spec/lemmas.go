package spec

// Lemma is a statement about all plays by the strategy, with the formula that
// refutes it.
type Lemma struct {
	Number    int
	Key       string // the argument of --lemma, and part of file names: "4", "7s"
	Name      string
	Statement string
	Paper     Table1 // the paper's figures; zero if it has none
	// Satisfiable marks a control: a formula that must have a model. Controls show that the
	// lemmas of the same form do not hold vacuously.
	Satisfiable bool
	// Composed marks the last of a lemma's parts. Its models need not be
	// plays, and it implies the lemma only together with the other parts.
	Composed bool
	// Loose marks a part about more moves than those of the strategy. A model of it need not be
	// a play.
	Loose bool

	change func(rd *Reading) // how its reading differs from the others'; nil if it does not
	build  func(e Encoding, rd Reading) *Formula
}

// Table1 is a column of the paper's Table 1: URSA's formula, and CPU seconds
// on a T5870 at 2 GHz.
type Table1 struct{ Variables, Clauses, Seconds int }

// Formula returns the negation of the lemma: satisfiable iff it is false.
func (l *Lemma) Formula(e Encoding, rd Reading) *Formula { return l.build(e, l.In(rd)) }

// In returns the reading of the lemma, given that of the lemmas without a change.
func (l *Lemma) In(rd Reading) Reading {
	if l.change != nil {
		l.change(&rd)
	}
	return rd
}

// Lemmas returns Lemma 0, which says what a move is, and the nine lemmas in order. Lemmas 7, 8
// and 9 appear twice: with the formulas that the paper prints, which hold by construction, and
// in a strong form ("7s", "8s", "9s"). The deduction needs 7s.
func Lemmas() []Lemma {
	return []Lemma{
		{Number: 0, Key: "0", Name: "a move is of one man",
			Statement: "A move of the strategy is a legal move of White; by Approach or KeepRoom it leaves the rook where it is. A legal move of White, from a legal position, moves the king or the rook, one of Black his king. Nothing else changes but the side to move.",
			build:     oneMan},
		{Number: 1, Key: "1", Name: "legality is kept", Paper: Table1{66351, 234756, 11},
			Statement: "From a legal position, after a move of the strategy and a legal move of Black, the position is legal again.",
			build: func(e Encoding, rd Reading) *Formula {
				f := newFormula(e, rd, 1, false)
				f.Assert(f.is(Legal, 2).Not())
				return f
			}},
		{Number: 2, Key: "2", Name: "the measure falls", Paper: Table1{205443, 726730, 5651},
			Statement: "The measure, if greater than 24, falls within three moves none of which is by ReadyToMate, RookHome or RookSafe.",
			build:     measureFalls(24)},
		{Number: 3, Key: "3", Name: "ready, then mate", Paper: Table1{136676, 482753, 25},
			Statement: "After ReadyToMate White's next move mates.",
			build: func(e Encoding, rd Reading) *Formula {
				f := newFormula(e, rd, 1, true)
				f.Assert(f.Step(0, ReadyToMate), f.is(Mate, 3).Not())
				return f
			}},
		{Number: 4, Key: "4", Name: "rook steps come early", Paper: Table1{264420, 935930, 4457},
			Statement: "RookHome and RookSafe are used in the first three moves only.",
			build:     rookStepsBefore(4)},
		{Number: 5, Key: "5", Name: "a small measure ends soon", Paper: Table1{463770, 1641425, 129},
			Statement: "If the measure is 24 or less, the game ends within seven moves.",
			build:     endsWithin(7)},
		{Number: 6, Key: "6", Name: "no draw", Paper: Table1{66350, 234757, 11},
			Statement: "Black never takes the rook.",
			build: func(e Encoding, rd Reading) *Formula {
				f := newFormula(e, rd, 1, false)
				f.Assert(f.is(Draw, 2))
				return f
			}},
		{Number: 7, Key: "7", Name: "a move is by some step", Paper: Table1{65890, 233293, 11},
			Statement: "A move of the strategy is by one of its nine steps (the formula the paper prints; true by construction).",
			build: func(e Encoding, rd Reading) *Formula {
				f := newFormula(e, rd, 0, true)
				f.Assert(f.Or(f.steps[0][ImmediateMate:]...).Not())
				return f
			}},
		{Number: 7, Key: "7s", Name: "some step applies",
			Statement: "In every legal position with White to move some step of the strategy has a move.",
			build:     someStepApplies},
		{Number: 8, Key: "8", Name: "no stalemate", Paper: Table1{70489, 248496, 25},
			Statement: "A move of the strategy does not stalemate.",
			build:     stalemates},
		{Number: 8, Key: "8s", Name: "no stalemate, unasked", change: mayStalemate(ReadyToMate),
			Statement: "Lemma 8 for the strategy whose step ReadyToMate does not ask for no stalemate.",
			build:     stalemates},
		{Number: 9, Key: "9", Name: "stuck is mated", Paper: Table1{70489, 248505, 24},
			Statement: "If Black has no move after a move of the strategy, he is mated.",
			build:     stuckNotMated},
		{Number: 9, Key: "9s", Name: "stuck is mated, unasked", change: mayStalemate(ReadyToMate),
			Statement: "Lemma 9 for the strategy whose step ReadyToMate does not ask for no stalemate.",
			build:     stuckNotMated},
	}
}

// Controls returns formulas close to the lemmas' that have models: weaker
// thresholds, fewer moves, a worse strategy.
func Controls() []Lemma {
	controls := []Lemma{
		{Number: 2, Key: "2-above-19", Name: "measure above 19", Satisfiable: true,
			Statement: "Lemma 2 with 19 instead of 24.", build: measureFalls(19)},
		{Number: 4, Key: "4-second", Name: "rook steps at move 2", Satisfiable: true,
			Statement: "Lemma 4 for the second move.", build: rookStepsBefore(2)},
		{Number: 4, Key: "4-third", Name: "rook steps at move 3", Satisfiable: true,
			Statement: "Lemma 4 for the third move.", build: rookStepsBefore(3)},
		{Number: 5, Key: "5-five", Name: "end within 5 moves", Satisfiable: true,
			Statement: "Lemma 5 with five moves instead of seven.", build: endsWithin(5)},
		{Number: 7, Key: "7s-distance-5", Name: "RookSafe distance 5", Satisfiable: true,
			Statement: "Lemma 7 with RookSafe's distance 5.",
			change:    func(rd *Reading) { rd.RookSafeDistance = 5 }, build: someStepApplies},
	}
	for s := Squeeze; s < NumSteps; s++ {
		controls = append(controls, Lemma{Number: 8, Key: "8-" + s.String(), Name: s.String() + " stalemates", Satisfiable: true,
			Statement: "Lemma 8 for the strategy whose step " + s.String() + " does not ask for no stalemate.",
			change:    mayStalemate(s), build: stalemates})
	}
	return controls
}

func measureFalls(above int) func(e Encoding, rd Reading) *Formula {
	return func(e Encoding, rd Reading) *Formula {
		f := newFormula(e, rd, 3, false)
		assertNotFalling(f, f, above)
		return f
	}
}

// assertNotFalling asserts the negation of Lemma 2 about the first three moves of w: none of
// them is by an excluded step, the measure before them is greater than above, and the measure
// after them is not less.
func assertNotFalling(f *Formula, w window, above int) {
	for i := range 3 {
		f.Assert(w.Step(i, ReadyToMate, RookHome, RookSafe).Not())
	}
	before, after := w.MeasureBefore(0), w.MeasureBefore(3)
	f.Assert(f.Ge(before, above+1), f.Lte(before, after))
}

// rookStepsBefore returns the negation of: White's move n, counted from 1, is by neither RookHome
// nor RookSafe.
func rookStepsBefore(n int) func(e Encoding, rd Reading) *Formula {
	return func(e Encoding, rd Reading) *Formula {
		f := newFormula(e, rd, n-1, true)
		f.Assert(f.Step(n-1, RookHome, RookSafe))
		return f
	}
}

func endsWithin(moves int) func(e Encoding, rd Reading) *Formula {
	return func(e Encoding, rd Reading) *Formula {
		f := newFormula(e, rd, moves, false)
		f.Assert(f.Le(f.MeasureBefore(0), 24))
		return f
	}
}

func someStepApplies(e Encoding, rd Reading) *Formula {
	f := newFormula(e, rd, 0, false)
	f.Assert(f.board.Strategy(f.chain[0]).someStep().Not())
	return f
}

func stalemates(e Encoding, rd Reading) *Formula {
	f := newFormula(e, rd, 0, true)
	f.Assert(f.is(Stalemate, 1))
	return f
}

func stuckNotMated(e Encoding, rd Reading) *Formula {
	f := newFormula(e, rd, 0, true)
	f.Assert(f.is(BlackCanMove, 1).Not(), f.is(Mate, 1).Not())
	return f
}

// oneMan is about any two positions, with independent variables. (In other formulas, both
// positions of a move of White have the same variables for the black king.)
func oneMan(e Encoding, rd Reading) *Formula {
	f := emptyFormula(e, rd)
	b := f.board
	p, q := b.PosInput("p1"), b.PosInput("p2")
	f.chain = []Pos{p, q}
	wk, bk, r := b.Same(p.WK, q.WK), b.Same(p.BK, q.BK), b.Same(p.R, q.R)
	by := b.Strategy(p).Move(q)
	white, black := b.WhiteMove(p, q), b.BlackMove(p, q)
	f.Assert(f.is(Legal, 0), f.And(
		f.Implies(f.Or(by[:]...), white),
		f.Implies(f.Or(by[ApproachDiag:RookHome]...), r),
		f.Implies(white, f.And(p.White, q.White.Not(), bk, f.Xor(wk, r))),
		f.Implies(black, f.And(p.White.Not(), q.White, wk, r, bk.Not()))).Not())
	return f
}

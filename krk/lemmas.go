package krk

import (
	"slices"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
)

// Lemma is a statement about all plays by the strategy, with the formula that refutes it.
type Lemma struct {
	lemmas.Lemma // Key is the argument of --lemma, and part of file names: "4", "7s"
	*Suite
	Number int
	Name   string
	Paper  Table1 // the paper's figures; zero if it has none
	// Composed marks the last of a lemma's parts. Its models are no plays, and it implies the lemma only together with
	// the other parts.
	Composed bool
	// Parts are formulas that together imply the lemma if none of them has a model; nil if there are none.
	Parts []Lemma
}

// Table1 is a column of the paper's Table 1: URSA's formula, and CPU seconds on a T5870 at 2 GHz.
type Table1 struct {
	Variables int `json:"variables"`
	Clauses   int `json:"clauses"`
	Seconds   int `json:"seconds"`
}

// Lemmas returns the nine lemmas in order. Lemmas 7, 8 and 9 appear twice: with the formulas that the paper prints,
// which hold by construction, and in a strong form ("7s", "8s", "9s"). The deduction needs 7s.
func (s *Suite) Lemmas() ([]Lemma, error) {
	unasked, err := s.in(mayStalemate("ReadyToMate"))
	if err != nil {
		return nil, err
	}
	list := []Lemma{
		{Number: 1, Name: "legality is kept", Paper: Table1{66351, 234756, 11}, Lemma: s.general("closed", "1",
			"From a legal position, after a move of the strategy and a legal move of Black, the position is legal again.")},
		{Number: 2, Name: "the measure falls", Paper: Table1{205443, 726730, 5651}, Lemma: s.measureFalls("2",
			"The measure, if greater than 24, falls within three moves none of which is by ReadyToMate, RookHome or RookSafe.",
			smallEnough)},
		{Number: 3, Name: "ready, then mate", Paper: Table1{136676, 482753, 25}, Lemma: s.general("last", "3",
			"After ReadyToMate White's next move mates.")},
		{Number: 4, Name: "rook steps come early", Paper: Table1{264420, 935930, 4457}, Lemma: s.noRookStep("4",
			"RookHome and RookSafe are used in the first three moves only.", 4)},
		{Number: 5, Name: "a small measure ends soon", Paper: Table1{463770, 1641425, 129}, Lemma: s.endsWithin("5",
			"If the measure is 24 or less, the game ends within seven moves.", 7)},
		{Number: 6, Name: "no draw", Paper: Table1{66350, 234757, 11},
			Lemma: s.plays("6", "Black never takes the rook.", 1, true,
				func(f *lemmas.Formula) { f.Assert(f.Is("taken", 2)) })},
		{Number: 7, Name: "a move is by some step", Paper: Table1{65890, 233293, 11}, Lemma: s.plays("7",
			"A move of the strategy is by one of its nine steps (the formula the paper prints; true by construction).", 1, false,
			func(f *lemmas.Formula) { f.Assert(f.Step(0, allSteps...).Not()) })},
		{Number: 7, Name: "some step applies", Lemma: s.general("moves", "7s",
			"In every legal position with White to move some step of the strategy has a move.")},
		{Number: 8, Name: "no stalemate", Paper: Table1{70489, 248496, 25}, Lemma: s.general("stalemate", "8",
			"A move of the strategy does not stalemate.")},
		{Number: 8, Name: "no stalemate, unasked", Suite: unasked, Lemma: unasked.general("stalemate", "8s",
			"Lemma 8 for the strategy whose step ReadyToMate does not ask for no stalemate.")},
		{Number: 9, Name: "stuck is mated", Paper: Table1{70489, 248505, 24}, Lemma: s.stuckIsMated("9",
			"If Black has no move after a move of the strategy, he is mated.")},
		{Number: 9, Name: "stuck is mated, unasked", Suite: unasked, Lemma: unasked.stuckIsMated("9s",
			"Lemma 9 for the strategy whose step ReadyToMate does not ask for no stalemate.")},
	}
	for i := range list {
		l := &list[i]
		if l.Suite == nil {
			l.Suite = s
		}
		if parts := s.parts(l.Key); parts != nil {
			whole := *l
			whole.Composed, whole.Lemma = true, s.composed(l.Key, l.Statement)
			l.Parts = append(append([]Lemma{list[0]}, parts...), whole)
		}
	}
	return list, nil
}

// Controls returns formulas close to the lemmas' that have models: weaker thresholds, fewer moves, a worse strategy.
func (s *Suite) Controls() ([]Lemma, error) {
	distant, err := s.in(Distance(5))
	if err != nil {
		return nil, err
	}
	controls := []Lemma{
		{Number: 2, Name: "measure above 19", Suite: s, Lemma: s.measureFalls("2-above-19", "Lemma 2 with 19 instead of 24.",
			19)},
		{Number: 4, Name: "rook steps at move 2", Suite: s,
			Lemma: s.noRookStep("4-second", "Lemma 4 for the second move.", 2)},
		{Number: 4, Name: "rook steps at move 3", Suite: s, Lemma: s.noRookStep("4-third", "Lemma 4 for the third move.", 3)},
		{Number: 5, Name: "end within 5 moves", Suite: s,
			Lemma: s.endsWithin("5-five", "Lemma 5 with five moves instead of seven.", 5)},
		{Number: 7, Name: "RookSafe distance 5", Suite: distant,
			Lemma: distant.general("moves", "7s-distance-5", "Lemma 7 with RookSafe's distance 5.")},
	}
	for _, step := range s.Steps[Squeeze:] {
		in, err := s.in(mayStalemate(step.Name))
		if err != nil {
			return nil, err
		}
		controls = append(controls, Lemma{Number: 8, Name: step.Name + " stalemates", Suite: in,
			Lemma: in.general("stalemate", "8-"+step.Name,
				"Lemma 8 for the strategy whose step "+step.Name+" does not ask for no stalemate.")})
	}
	for i := range controls {
		controls[i].Satisfiable = true
	}
	return controls, nil
}

// in returns the strategy in another reading.
func (s *Suite) in(r Reading) (*Suite, error) {
	return New(s.Encoding, append(s.readings[:len(s.readings):len(s.readings)], r)...)
}

// general returns a lemma that every strategy has, in the paper's words.
func (s *Suite) general(key, number, statement string) lemmas.Lemma {
	all := s.Circuits.Lemmas()
	l := all[slices.IndexFunc(all, func(l lemmas.Lemma) bool { return l.Key == key })]
	l.Key, l.Statement = number, statement
	return l
}

// plays returns the lemma that no play of so many White moves, with a reply to the last or without one, is wrong.
func (s *Suite) plays(key, statement string, moves int, reply bool, wrong func(f *lemmas.Formula)) lemmas.Lemma {
	return lemmas.Lemma{Key: key, Statement: statement, Moves: slices.Repeat([]string{core.Strictly}, moves),
		Reply: reply, Wrong: wrong}
}

func (s *Suite) measureFalls(key, statement string, above int) lemmas.Lemma {
	return s.plays(key, statement, 3, true, func(f *lemmas.Formula) { notFalling(play{Formula: f}, above) })
}

// notFalling asserts the negation of Lemma 2 about the first three moves of w: none of them is by an excluded step, the
// measure before them is greater than above, and the measure after them is not less.
func notFalling(w window, above int) {
	a := w.arithmetic()
	for i := range 3 {
		a.Assert(w.Step(i, ReadyToMate, RookHome, RookSafe).Not())
	}
	before, after := w.measureBefore(0), w.measureBefore(3)
	a.Assert(a.Ge(before, above+1), a.Lte(before, after))
}

// noRookStep is about White's move n, counted from 1.
func (s *Suite) noRookStep(key, statement string, n int) lemmas.Lemma {
	return s.plays(key, statement, n, false, func(f *lemmas.Formula) { f.Assert(f.Step(n-1, rookSteps...)) })
}

func (s *Suite) endsWithin(key, statement string, moves int) lemmas.Lemma {
	return s.plays(key, statement, moves, true,
		func(f *lemmas.Formula) { f.Assert(f.Le(f.Number("measure", 0), smallEnough)) })
}

func (s *Suite) stuckIsMated(key, statement string) lemmas.Lemma {
	return s.plays(key, statement, 1, false,
		func(f *lemmas.Formula) { f.Assert(f.Is("stuck", 1), f.Is("mated", 1).Not()) })
}

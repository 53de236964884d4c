package krk

import (
	"slices"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/lemmas"
)

// Inference is a step of the deduction, with the lemmas that it rests on, directly or through others.
type Inference struct {
	answer.Head `schema:"retroproof.krk.inference/2"`
	Name        string   `json:"name"`
	Statement   string   `json:"text"`
	Rule        string   `json:"rule"`
	Claim       string   `json:"claim"`
	Lemmas      []string `json:"lemmas"`
	Holds       bool     `json:"holds"`
	Error       string   `json:"error,omitempty"` // why it does not hold
	Moves       int      `json:"moves,omitempty"` // at most, if that is claimed
}

// Deduction returns the paper's three theorems, and the steps from the lemmas to them, in the form of certificates
// (doc/strategy-certificates.md). proved tells which lemmas are proved; what rests on another one has an error.
//
// Lemmas hold for plays from all positions, and not from canonical ones only: moves and notions are the same in images,
// which the comparison of circuits establishes. By Lemma 2 the measure falls within three moves from more than 24; by
// Lemma 5 within seven from less, as no play of seven moves begins there.
func (s *Suite) Deduction(list []Lemma, proved func(key string) bool) (steps []*Inference) {
	statement := func(key string) string {
		return list[slices.IndexFunc(list, func(l Lemma) bool { return l.Key == key })].Statement
	}
	lemma := func(key, claim string) lemmas.Step {
		return lemmas.Step{Name: key, Sentence: statement(key), Rule: lemmas.ByLemma, Claim: claim}
	}
	falls := func(key string, low, high, moves int) lemmas.Step {
		x := lemma(key, "")
		x.Falls = &lemmas.Falls{Low: low, High: high, Steps: s.StepNames(otherSteps), Moves: moves}
		return x
	}
	cites, shifted := lemmas.Cites, lemmas.Shifted
	const early, last = 3, 2
	bound := early + last + 7*(smallEnough+1) + 3*(farMeasure-smallEnough)
	all := slices.Concat(lemmas.PlaySteps[:4], []lemmas.Step{
		lemma("1", "claimed(i) and replied(i) => claimed(i+1)"),
		falls("2", smallEnough+1, farMeasure, 3),
		lemma("3", "claimed(i) and last(i) and moved(i+1) => stuck(i+1)"),
		lemma("4", "claimed(i) and replied(i) and replied(i+1) and replied(i+2) and early(i+3) => false"),
		falls("5", 0, smallEnough, 7),
		lemma("6", "claimed(i) and replied(i) and drawn(i+1) => false"),
		lemma("7s", "claimed(i) => step(i)"),
		lemma("8", "claimed(i) and moved(i) and stale(i) => false"),
		lemma("9", "claimed(i) and moved(i) and stuck(i) => lost(i)"),
		{Name: "Legal", Sentence: "Every position of the play is legal.",
			Rule: lemmas.ByInduction, Claim: "at(i) => claimed(i)", Cites: cites("1", "play-1")},
		{Name: "Early", Sentence: "From the fourth move on White uses neither RookHome nor RookSafe.",
			Rule: lemmas.ByPropagation, Claim: "early(i+3) => false",
			Cites: shifted(shifted(cites("Legal", "4"), "play-1", 0, 3), "play-4", 3, 3)},
		{Name: "Last", Sentence: "A move by ReadyToMate is White's last but one.",
			Rule: lemmas.ByPropagation, Claim: "last(i) and at(i+2) => false",
			Cites: shifted(shifted(shifted(cites("Legal", "3", "play-4"), "play-1", 0, 1), "play-3", 1, 1), "play-1", 2, 2)},
		{Name: "Theorem 2", Sentence: "Termination: every play is finite.",
			Rule: lemmas.ByDescent, Claim: lemmas.Shorter(bound), Moves: bound, Cites: cites("Early", "Last"),
			Descent: &lemmas.Descent{Early: s.StepNames(rookSteps), Last: s.StepNames([]int{ReadyToMate}),
				Steps:  s.StepNames(otherSteps),
				Phases: []lemmas.Phase{{Name: "measure", Greatest: farMeasure, Lemmas: []string{"2", "5"}}}}},
		{Name: "No draw", Sentence: "The rook is never captured.",
			Rule: lemmas.ByPropagation, Claim: "replied(i) and drawn(i+1) => false", Cites: cites("6", "Legal", "play-1")},
		{Name: "Moves", Sentence: "In every position that is reached White has a move by the strategy.",
			Rule: lemmas.ByPropagation, Claim: "at(i) => moved(i)",
			Cites: cites("7s", "Legal", "play-2")},
		{Name: "No stalemate", Sentence: "Black is never stalemated.",
			Rule: lemmas.ByPropagation, Claim: "moved(i) and stale(i) => false", Cites: cites("8", "Legal", "play-1")},
		{Name: "Theorem 3", Sentence: "Partial correctness: if the play ends, White made the last move and Black is mated.",
			Rule:  lemmas.ByPropagation,
			Claim: "moved(i) => replied(i) or lost(i)",
			Cites: cites("9", "Legal", "play-1", "play-3", "Moves", "No stalemate", "No draw")},
		{Name: "Theorem 1", Sentence: "Total correctness: from any legal position, White to move, the strategy mates in a " +
			"finite number of moves.", Rule: lemmas.ByEnd,
			Claim: "at(i) => wins(i)", Moves: bound, Cites: cites("Theorem 2", "Moves", "Theorem 3")},
	})
	lemmas.Replay(all, s.Strategy, proved)
	rests := map[string][]string{}
	for _, x := range all {
		var on []string
		if x.Rule == lemmas.ByLemma {
			on = []string{x.Name}
		}
		for _, c := range x.Cites {
			on = append(on, rests[c.Name]...)
		}
		if x.Descent != nil {
			on = append(on, x.Descent.Phases[0].Lemmas...)
		}
		slices.Sort(on)
		rests[x.Name] = slices.Compact(on)
		s := &Inference{Name: x.Name, Statement: x.Sentence, Rule: x.Rule, Claim: x.Claim, Holds: x.Err == nil}
		s.Lemmas = append([]string{}, rests[x.Name]...)
		if x.Rule == lemmas.ByDescent {
			s.Moves = x.Moves
		}
		if x.Err != nil {
			s.Error = x.Err.Error()
		}
		steps = append(steps, s)
	}
	return steps
}

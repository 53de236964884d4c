package story

import (
	"strings"

	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/facts"
)

// MenAnswer is the answer to ask men, promoted and captures.
type MenAnswer struct {
	answer.Head `schema:"retroproof.ask.men/2"`
	Reply
	verdictJSON
	Games       []string      `json:"games,omitempty"` // more games
	Men         []man         `json:"men,omitempty"`
	NeverMoved  facts.Squares `json:"never_moved,omitempty"`
	TakenAtHome facts.Squares `json:"taken_at_home,omitempty"`
	Captures    *sides        `json:"captures,omitempty"`
	ByPawns     *sides        `json:"by_pawns,omitempty"`
	Gone        []gone        `json:"gone,omitempty"`
	ask.Kernels
	Tail
}

// man is a man of the position.
type man struct {
	Square     string        `json:"square"`
	Man        string        `json:"man"`
	From       facts.Squares `json:"from"`
	Shown      facts.Squares `json:"shown,omitempty"`
	Promoted   ask.Verdict   `json:"promoted"`
	Original   ask.Verdict   `json:"original"`
	Unmoved    ask.Verdict   `json:"unmoved"`
	Captures   int           `json:"captures,omitempty"`
	PromotedOn facts.Squares `json:"promoted_on,omitempty"`
	CapturedOn []string      `json:"captured_on,omitempty"` // for each capture, squares
}

// gone is a man of the start that may have been captured.
type gone struct {
	Square  string `json:"square"`
	Man     string `json:"man"`
	Certain bool   `json:"certain"`
	On      string `json:"on,omitempty"` // where, in the game
	By      string `json:"by,omitempty"` // the square, at the start, of the man that captured it

	FellOn facts.Squares `json:"fell_on,omitempty"` // where it was captured, in every game
	FellTo string        `json:"fell_to,omitempty"` // by this pawn, which is there
}

// Men makes an answer about the men; about is what is printed of them.
func Men(m *ask.Men, about func(*ask.Men) []string) *MenAnswer {
	lines := []string{m.Verdict()}
	if !m.Illegal() {
		lines = append(lines, about(m)...)
	}
	a := &MenAnswer{
		Reply:       reply(m, lines, menDocument(m)),
		verdictJSON: verdictOf(&m.Whole),
	}
	if !m.Illegal() {
		a.known(m)
	}
	return a
}

// known adds what is known of the men.
func (a *MenAnswer) known(m *ask.Men) {
	for _, game := range m.Games {
		a.Games = append(a.Games, strings.Join(game, " "))
	}
	a.NeverMoved, a.TakenAtHome = facts.Squares(m.Stayed), facts.Squares(m.Dead)
	a.Captures = sidesOf(m.Captures)
	a.ByPawns = sidesOf(m.ByPawns)
	for _, of := range m.Men {
		one := man{of.Square.String(), string(of.Man.Letter()), facts.Squares(of.From), facts.Squares(of.Shown),
			of.Promoted, of.Original, of.Unmoved, of.Captures, facts.Squares(of.PromotedOn), nil}
		for _, squares := range of.CapturedOn {
			one.CapturedOn = append(one.CapturedOn, strings.Join(facts.Squares(squares).Names(), " "))
		}
		a.Men = append(a.Men, one)
	}
	for _, g := range m.Gone {
		shown := answers.Fate{}
		if g.Shown != nil {
			shown = *g.Shown
		}
		one := gone{Square: g.Square.String(), Man: string(g.Man.Letter()), Certain: g.Certain, On: shown.To, By: shown.By}
		if g.Fell != nil {
			one.FellOn, one.FellTo = facts.Squares(g.Fell.On), g.Fell.To.String()
		}
		a.Gone = append(a.Gone, one)
	}
	a.Kernels = *m.Kernels
}

// menDocument is the answer in prose.
func menDocument(m *ask.Men) *Document {
	marked := Diagram{Locked: facts.Squares(m.Stayed), Crossed: facts.Squares(m.Dead)}
	var parts []Part
	for _, section := range []struct {
		title string
		list  []string
	}{{"Promoted men", PromotedText(m)}, {"Captures", CapturesText(m)}, {"Where the men came from", OriginText(m)}} {
		if len(section.list) > 0 {
			parts = append(parts, Heading(section.title), Sentences(section.list))
		}
	}
	if m.Whole.Verdict == kernel.Legal {
		parts = append(parts, Heading("A game"), gamePart(&m.Whole.Start, m.Whole.Game))
		for _, moves := range m.Games {
			parts = append(parts, Heading("Another one"), Code("", numbered(&m.Start, moves)))
		}
	}
	return answered("The men: "+m.Whole.Verdict.String(), &m.Asked, marked, parts)
}

package story

import (
	"strings"

	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/proofs/illegal/facts"
)

// MenAnswer is the answer to ask men, promoted and captures.
type MenAnswer struct {
	answer.Head `schema:"retroproof.ask.men/2"`
	Reply
	verdictJSON
	Games       []string      `json:"games,omitempty"` // more games
	Men         []ask.Man     `json:"men,omitempty"`
	NeverMoved  facts.Squares `json:"never_moved,omitempty"`
	TakenAtHome facts.Squares `json:"taken_at_home,omitempty"`
	Captures    *sides        `json:"captures,omitempty"`
	ByPawns     *sides        `json:"by_pawns,omitempty"`
	Gone        []ask.Gone    `json:"gone,omitempty"`
	ask.Kernels
	Tail
}

// Men makes an answer about the men; about is what is printed of them.
func Men(m *ask.Men, about func(*ask.Men) []string) *MenAnswer {
	lines := []string{m.Verdict()}
	if !m.Illegal() {
		lines = append(lines, about(m)...)
	}
	a := &MenAnswer{Reply: reply(m, lines, menDocument(m)), verdictJSON: verdictOf(&m.Whole)}
	if m.Illegal() {
		return a
	}
	for _, game := range m.Games {
		a.Games = append(a.Games, strings.Join(game, " "))
	}
	a.Men, a.Gone, a.Kernels = m.Men, m.Gone, *m.Kernels
	a.NeverMoved, a.TakenAtHome = facts.Squares(m.Stayed), facts.Squares(m.Dead)
	a.Captures, a.ByPawns = sidesOf(m.Captures), sidesOf(m.ByPawns)
	return a
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

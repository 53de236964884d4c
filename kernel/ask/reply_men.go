package ask

import (
	"context"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/story"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// MenAnswer is the answer to ask men, promoted and captures.
type MenAnswer struct {
	answer.Head `schema:"retroproof.ask.men/2"`
	Reply
	Verdict     string        `json:"verdict"`
	Reason      string        `json:"reason,omitempty"`
	Game        string        `json:"game,omitempty"`
	Games       []string      `json:"games,omitempty"` // more games
	Men         []man         `json:"men,omitempty"`
	NeverMoved  facts.Squares `json:"never_moved,omitempty"`
	TakenAtHome facts.Squares `json:"taken_at_home,omitempty"`
	Captures    *sides        `json:"captures,omitempty"`
	ByPawns     *sides        `json:"by_pawns,omitempty"`
	Gone        []gone        `json:"gone,omitempty"`
	OnlyPawns   []string      `json:"only_pawns,omitempty"` // sides
	Took        []took        `json:"took,omitempty"`
	Ends        []pawnEnd     `json:"ends,omitempty"`
	Tail
}

// man is a man of the position.
type man struct {
	Square     string        `json:"square"`
	Man        string        `json:"man"`
	From       facts.Squares `json:"from"`
	Shown      facts.Squares `json:"shown,omitempty"`
	Promoted   Verdict       `json:"promoted"`
	Original   Verdict       `json:"original"`
	Unmoved    Verdict       `json:"unmoved"`
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
}

// took is a capture by a pawn that is certain.
type took struct {
	Side string   `json:"side"`
	File string   `json:"file"`
	Men  []string `json:"men"`
}

// pawnEnd is what certainly became of a pawn of the start.
type pawnEnd struct {
	Pawn string   `json:"pawn"`
	End  string   `json:"end"`
	On   []string `json:"on,omitempty"` // files
	By   []string `json:"by,omitempty"`
}

// Answer makes an answer about the men; text is what is printed of them.
func (m *Men) Answer(text func(*Men) []string) *MenAnswer {
	lines := []string{m.Verdict()}
	if !m.Illegal() {
		lines = append(lines, text(m)...)
	}
	a := &MenAnswer{
		Reply: sentences(&m.Setup, lines, m.Document()), Verdict: m.Whole.Verdict.String(), Reason: string(m.Whole.Reason),
		Game: strings.Join(m.Whole.Game, " "),
	}
	a.Claims = func(ctx context.Context, c *Certificate) error { return c.Men(ctx, m) }
	if !m.Illegal() {
		a.known(m)
	}
	return a
}

// known adds what is known of the men.
func (a *MenAnswer) known(m *Men) {
	for _, game := range m.Games {
		a.Games = append(a.Games, strings.Join(game, " "))
	}
	a.NeverMoved, a.TakenAtHome = facts.Squares(m.Stayed), facts.Squares(m.Dead)
	a.Captures = &sides{m.Captures[chess.White], m.Captures[chess.Black]}
	a.ByPawns = &sides{m.ByPawns[chess.White], m.ByPawns[chess.Black]}
	for _, of := range m.Men {
		one := man{of.Square.String(), string(of.Man.Letter()), facts.Squares(of.From), facts.Squares(of.Shown),
			of.Promoted, of.Original, of.Unmoved, of.Captures, facts.Squares(of.PromotedOn), nil}
		for _, squares := range of.CapturedOn {
			one.CapturedOn = append(one.CapturedOn, squaresText(squares))
		}
		a.Men = append(a.Men, one)
	}
	for _, g := range m.Gone {
		shown := answers.Fate{}
		if g.Shown != nil {
			shown = *g.Shown
		}
		a.Gone = append(a.Gone, gone{g.Square.String(), string(g.Man.Letter()), g.Certain, shown.To, shown.By})
	}
	for c, only := range m.Kernels.OnlyPawns {
		if only {
			a.OnlyPawns = append(a.OnlyPawns, chess.Color(c).String())
		}
	}
	for _, t := range m.Kernels.Took {
		a.Took = append(a.Took, took{t.Side.String(), fileName(t.File), t.Men})
	}
	for i := range m.Kernels.Ends {
		e := &m.Kernels.Ends[i]
		one := pawnEnd{Pawn: e.Pawn.String(), End: "captured", On: e.files()}
		if e.Left[0].Kind == core.Promoted {
			one.End = core.Promoted
		}
		if e.has(core.TakenByPawn) {
			one.By = append(one.By, "pawn")
		}
		if e.has(core.TakenByPiece) {
			one.By = append(one.By, "piece")
		}
		a.Ends = append(a.Ends, one)
	}
}

// Document returns the answer in prose.
func (m *Men) Document() *story.Document {
	marked := story.Diagram{Locked: facts.Squares(m.Stayed), Crossed: facts.Squares(m.Dead)}
	return document("The men: "+m.Whole.Verdict.String(), &m.Setup, &m.Whole, marked, func() (parts []story.Part) {
		for _, section := range []struct {
			title string
			list  []string
		}{{"Promoted men", m.PromotedText()}, {"Captures", m.CapturesText()}, {"Where the men came from", m.OriginText()}} {
			if len(section.list) > 0 {
				parts = append(parts, story.Heading(section.title), story.Sentences(section.list))
			}
		}
		if m.Whole.Verdict == kernel.Legal {
			parts = append(parts, story.Heading("A game"), game(&m.Whole.Start, m.Whole.Game))
			for _, moves := range m.Games {
				parts = append(parts, story.Heading("Another one"), story.Code("", numbered(&m.Start, moves)))
			}
		}
		return parts
	})
}

// named returns men of a diagram with their squares: "Bc1", "bc8".
func named(s *chess.Setup, set chess.Bitboard) string {
	var list []string
	for sq := range set.Squares() {
		list = append(list, string(s.Board[sq].Letter())+sq.String())
	}
	return strings.Join(list, " ")
}

// squaresText names squares.
func squaresText(set chess.Bitboard) string { return strings.Join(facts.Squares(set).Names(), " ") }

// oneOf is a list of which one is meant.
func oneOf(list string) string {
	if strings.Contains(list, " ") {
		return "one of " + list
	}
	return list
}

// times writes "once", "2 times".
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// PromotedText says of each piece whether it is promoted, if that is possible.
func (m *Men) PromotedText() (list []string) {
	for i := range m.Men {
		man := &m.Men[i]
		pawns := man.From & pawnsOf(&m.Start)
		pieces := man.From &^ pawns
		words := "%s: it is open whether it may be promoted, from %s, on %s; or else it was %s."
		switch {
		case man.Promoted == Impossible:
			continue
		case man.Original == Impossible:
			list = append(list, fmt.Sprintf("%s is promoted: it was %s, and became that on %s.", man,
				oneOf(named(&m.Start, pawns)), oneOf(squaresText(man.PromotedOn))))
			continue
		case man.Promoted == Possible:
			words = "%s may be promoted, as a game shows: from %s, on %s; or else it was %s."
		}
		list = append(list, fmt.Sprintf(words, man, named(&m.Start, pawns), squaresText(man.PromotedOn), oneOf(named(&m.Start, pieces))))
	}
	list = append(list, m.Kernels.endText(core.Promoted)...)
	if list == nil {
		list = []string{"No man is promoted."}
	}
	return list
}

// CapturesText says what was captured.
func (m *Men) CapturesText() (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	for c, n := range m.Captures {
		pawns := ""
		if k := m.ByPawns[c]; k > 0 {
			pawns = fmt.Sprintf(", at least %d of them with pawns that are still there", k)
		}
		add("%s has captured %s%s.", story.Side(chess.Color(c)), story.Counted(n, "man", "men"), pawns)
	}
	for _, man := range m.Men {
		switch {
		case man.CapturedOn != nil:
			var on []string
			for _, squares := range man.CapturedOn {
				on = append(on, oneOf(squaresText(squares)))
			}
			add("The pawn on %s has captured %s, going to %s.", man.Square, times(man.Captures), strings.Join(on, ", then "))
		case man.Captures > 0:
			add("The pawn on %s has captured at least %s.", man.Square, times(man.Captures))
		}
	}
	// What all kernels have in common is said after that, as far as it says more.
	var said [2]bool
	for c, n := range m.Captures {
		if said[c] = n > 0 && n == m.ByPawns[c]; said[c] {
			add("These are all captures that %s has made: none is by a piece, nor by a pawn that is not there any more.",
				story.Side(chess.Color(c)))
		}
	}
	list = append(list, m.Kernels.captureText(said)...)
	for sq := range m.Dead.Squares() {
		add("%s never moved and was captured there by a piece.", named(&m.Start, sq.Bit()))
	}
	// What became of the men that are gone: one sentence each, unless it is said above.
	for _, g := range m.Gone {
		name := named(&m.Start, g.Square.Bit())
		switch {
		case m.Dead.Has(g.Square), g.Shown == nil && m.Kernels.captured(g.Square):
		case g.Certain && g.Shown != nil:
			add("%s was captured; in a game on %s, by the man from %s.", name, g.Shown.To, g.Shown.By)
		case g.Certain && g.Man.Kind() == chess.Pawn:
			add("%s was captured, as a pawn or after it promoted.", name)
		case g.Certain:
			add("%s was captured.", name)
		case g.Shown != nil:
			add("%s can have been captured: in a game on %s, by the man from %s.", name, g.Shown.To, g.Shown.By)
		}
	}
	return list
}

// OriginText says of each man where it came from.
func (m *Men) OriginText() (list []string) {
	if m.Stayed != 0 {
		list = append(list, "Never moved: "+named(&m.Start, m.Stayed)+".")
	}
	for i := range m.Men {
		if !m.Stayed.Has(m.Men[i].Square) {
			list = append(list, m.originText(&m.Men[i]))
		}
	}
	return list
}

func (m *Men) originText(man *Man) string {
	return fmt.Sprintf("%s was %s.", man, oneOf(named(&m.Start, man.From)))
}

// ManText says what is known of the man on a square.
func (m *Men) ManText(at chess.Square) (list []string) {
	for i := range m.Men {
		man := &m.Men[i]
		if man.Square != at {
			continue
		}
		list = append(list, m.originText(man))
		if man.Man.Kind() != chess.Pawn && man.Man.Kind() != chess.King {
			list = append(list, fmt.Sprintf("That it is an original piece: %s. That it is promoted: %s.",
				verdictOf(man.Original, man.Promoted), verdictOf(man.Promoted, man.Original)))
		}
		if m.Stayed.Has(at) {
			list = append(list, fmt.Sprintf("%s never moved, in every game.", man))
		} else {
			list = append(list, fmt.Sprintf("That it never moved: %s.", man.Unmoved))
		}
		if man.Captures > 0 {
			list = append(list, fmt.Sprintf("It has captured at least %s.", times(man.Captures)))
		}
	}
	return list
}

// verdictOf is the verdict on one of two cases; it is certain if the other one is impossible.
func verdictOf(one, other Verdict) string {
	if other == Impossible && one != Impossible {
		return "certain"
	}
	return one.String()
}

package story

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/core"
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

// What is said of the men of a position: where they came from, which are promoted, and what was captured.

// anyOf names squares of which one is meant.
func anyOf[S ~uint64](set S) string { return answer.Alternatives(facts.Squares(set).Names()) }

// fromPawns names pawns of the start of which a man was one.
func fromPawns[S ~uint64](pawns S) string { return "the pawn from " + anyOf(pawns) }

// acting names a man at the beginning of a sentence.
func acting(s *chess.Setup, sq chess.Square) string {
	return capital(rules.Actors(s, sq.Bit()))
}

// PromotedText says of each piece whether it is promoted, if that is possible.
func PromotedText(m *ask.Men) (list []string) {
	for i := range m.Men {
		man := &m.Men[i]
		from := chess.Bitboard(man.From)
		pawns := from & m.StartPawns()
		who := acting(&m.Setup, man.At)
		promotion := fmt.Sprintf("%s, promoted on %s", fromPawns(pawns), anyOf(man.PromotedOn))
		either := fmt.Sprintf("It was %s, or it came from %s.", promotion, anyOf(from&^pawns))
		switch {
		case man.Promoted == ask.Impossible:
		case man.Original == ask.Impossible:
			list = append(list, fmt.Sprintf("%s is promoted: it was %s.", who, promotion))
		case man.Promoted == ask.Possible:
			list = append(list, who+" may be promoted, as a game shows. "+either)
		default:
			list = append(list, "Whether "+rules.Actors(&m.Setup, man.At.Bit())+" may be promoted is open. "+either)
		}
	}
	list = append(list, endText(m.Kernels, ask.Promoted)...)
	if list == nil {
		list = []string{"No man is promoted."}
	}
	return list
}

// CapturesText says what was captured.
func CapturesText(m *ask.Men) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	for c, n := range m.Captures {
		pawns := ""
		if k := m.ByPawns[c]; k > 0 {
			pawns = fmt.Sprintf(", at least %d of them with pawns that are still there", k)
		}
		add("%s has captured %s%s.", rules.Side(chess.Color(c)), answer.Counted(n, "man", "men"), pawns)
	}
	for _, man := range m.Men {
		switch {
		case man.CapturedOn != nil:
			var on []string
			for _, squares := range man.CapturedOn {
				on = append(on, "on "+anyOf(squares))
			}
			add("The pawn on %s has captured %s, %s.", man.Square, times(man.Captures), strings.Join(on, ", then "))
		case man.Captures > 0:
			add("The pawn on %s has captured at least %s.", man.Square, times(man.Captures))
		}
	}
	// What all kernels have in common is said after that, as far as it says more.
	said := map[string]bool{} // of sides
	for c, n := range m.Captures {
		if side := chess.Color(c); n > 0 && n == m.ByPawns[c] {
			said[side.String()] = true
			add("These are all captures that %s has made: none is by a piece, nor by a pawn that is not there any more.",
				rules.Side(side))
		}
	}
	list = append(list, captureText(m.Kernels, said)...)
	for sq := range m.Dead.Squares() {
		add("%s never moved and was captured there by a piece.", acting(&m.Start, sq))
	}
	// What became of the men that are gone: one sentence each, unless it is said above.
	for _, g := range m.Gone {
		name := acting(&m.Start, g.At)
		switch {
		case g.FellTo != "":
			add("%s fell on %s, to the pawn on %s.", name, anyOf(g.FellOn), g.FellTo)
		case m.Dead.Has(g.At), g.By == "" && m.Kernels.Captured(g.Square):
		case g.Certain && g.By != "":
			add("%s was captured; in a game on %s, by the man from %s.", name, g.On, g.By)
		case g.Certain && g.Man.Kind() == chess.Pawn:
			add("%s was captured, as a pawn or after it promoted.", name)
		case g.Certain:
			add("%s was captured.", name)
		case g.By != "":
			add("%s can have been captured: in a game on %s, by the man from %s.", name, g.On, g.By)
		}
	}
	return list
}

// manNames are core.StatementMen in words.
var manNames = map[string]string{
	"pawn": "a pawn", "promoted": "a promoted piece", "piece": "a queen, rook or knight",
	"dark": "a dark-squared bishop", "light": "a light-squared bishop",
}

// captureText tells of captures, and of pawns that were captured.
// said has the sides of which it is said already that pawns made all captures.
func captureText(k *ask.Kernels, said map[string]bool) (list []string) {
	for _, side := range k.OnlyPawns {
		if !said[side] {
			list = append(list, fmt.Sprintf("All men that %s captured, but for bishops shut in at home, were captured by pawns.",
				capital(side)))
		}
	}
	for _, t := range k.Took {
		text := fmt.Sprintf("%s has certainly captured with a pawn on the %s-file", capital(t.Side), t.File)
		if len(t.Men) > 0 && len(t.Men) < len(core.StatementMen) {
			var men []string
			for _, man := range t.Men {
				men = append(men, manNames[man])
			}
			text += ": " + strings.Join(men, ", or ")
		}
		list = append(list, text+".")
	}
	return append(list, endText(k, ask.Captured)...)
}

// endText tells of the pawns with one kind of ends.
func endText(k *ask.Kernels, of string) (list []string) {
	for _, e := range k.Ends {
		if e.End != of {
			continue
		}
		var names []string
		for _, f := range e.On {
			names = append(names, f+"-")
		}
		files := answer.Alternatives(names) + "file"
		text := fmt.Sprintf("The pawn from %s was captured, as a pawn or after it promoted", e.Pawn)
		switch {
		case of == ask.Promoted:
			text = fmt.Sprintf("The pawn from %s has promoted on the %s and is still there", e.Pawn, files)
		case len(e.On) == 0:
			text += ", by a piece"
		case !slices.Contains(e.By, "piece"):
			text += ", by a pawn on the " + files
		case len(e.On) < 8:
			text += ", by a pawn on the " + files + " or by a piece"
		}
		list = append(list, text+".")
	}
	return list
}

// OriginText says of each man where it came from.
func OriginText(m *ask.Men) (list []string) {
	if m.Stayed != 0 {
		list = append(list, "Never moved: "+rules.Men(&m.Start, m.Stayed)+".")
	}
	for i := range m.Men {
		if !m.Stayed.Has(m.Men[i].At) {
			list = append(list, originText(m, &m.Men[i]))
		}
	}
	return list
}

func originText(m *ask.Men, man *ask.Man) string {
	var ways []string
	pieces := chess.Bitboard(man.From)
	if man.Man.Kind() != chess.Pawn {
		pieces &^= m.StartPawns()
	}
	if pieces.Has(man.At) {
		ways = append(ways, "was there from the start")
	}
	if from := pieces &^ man.At.Bit(); from != 0 {
		ways = append(ways, "came from "+anyOf(from))
	}
	if pawns := chess.Bitboard(man.From) &^ pieces; pawns != 0 {
		ways = append(ways, "was "+fromPawns(pawns))
	}
	return fmt.Sprintf("%s %s.", acting(&m.Setup, man.At), strings.Join(ways, ", or "))
}

// ManText says what is known of the man on a square.
func ManText(m *ask.Men, at chess.Square) (list []string) {
	for i := range m.Men {
		man := &m.Men[i]
		if man.At != at {
			continue
		}
		list = append(list, originText(m, man))
		if man.Man.Kind() != chess.Pawn && man.Man.Kind() != chess.King {
			list = append(list, canBe("an original piece", man.Original, man.Promoted))
			list = append(list, canBe("promoted", man.Promoted, man.Original))
		}
		if m.Stayed.Has(at) {
			list = append(list, "It never moved, in every game.")
		} else {
			list = append(list, map[ask.Verdict]string{
				ask.Possible:   "It may never have moved, as a game shows.",
				ask.Impossible: "It has moved, in every game.",
				ask.Open:       "Whether it ever moved is open.",
			}[man.Unmoved])
		}
		if man.Captures > 0 {
			list = append(list, fmt.Sprintf("It has captured at least %s.", times(man.Captures)))
		}
	}
	return list
}

// canBe says whether a man can be one of two things; it is certain if it cannot be the other one.
func canBe(what string, one, other ask.Verdict) string {
	switch {
	case one == ask.Impossible:
		return "It cannot be " + what + "."
	case other == ask.Impossible:
		return "It is certainly " + what + "."
	case one == ask.Possible:
		return "It may be " + what + ", as a game shows."
	}
	return "Whether it may be " + what + " is open."
}

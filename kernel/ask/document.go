package ask

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
	"retroproof/proofs/illegal/core"
)

// Answers in prose, for plain text and for pages.

func words(format string, args ...any) story.Paragraph {
	return story.Paragraph{{Text: fmt.Sprintf(format, args...)}}
}

// numbered writes moves with their numbers.
func numbered(start *chess.Setup, san []string) string {
	var list []string
	for i, move := range san {
		if i == 0 || (start.Turn == chess.White) == (i%2 == 0) {
			list = append(list, notation.MoveNumber(start, i))
		}
		list = append(list, move)
	}
	return strings.Join(list, " ")
}

// begin begins a document with its title and diagram.
func begin(title string, s *chess.Setup, whole *resolve.Answer, diagram story.Diagram) *story.Document {
	d := &story.Document{Title: title, FEN: s.FEN()}
	if whole != nil {
		d.Verdict, d.Reason = whole.Verdict, whole.Reason
	}
	diagram.Setup = *s
	if s.Turn == chess.White {
		diagram.Caption = "White to move"
	} else {
		diagram.Caption = "Black to move"
	}
	d.Parts = []story.Part{story.Paragraph{{Text: title, Bold: true}}, diagram, story.Paragraph{{Text: d.FEN, Code: true}}}
	return d
}

// why says in a sentence or more why a position is illegal.
func why(a *resolve.Answer) story.Paragraph {
	text := story.Explain(&a.Decision)
	if text == "" {
		text = "It is illegal."
	}
	return story.Paragraph{{Text: string(a.Reason), Code: true}, {Text: ": " + text}}
}

// game shows a game.
func game(a *resolve.Answer) story.Part {
	if len(a.Game) == 0 {
		return words("It is the start position.")
	}
	return story.Paragraph{{Text: numbered(&a.Start, a.Game), Code: true}}
}

// Summary is the answer in a line: "unique: Kb1-a1", "3 possible, 1 open, 5 impossible",
// "illegal NoLastMove".
func (l *LastMoves) Summary() string {
	if l.Whole.Verdict == kernel.Illegal {
		return "illegal " + string(l.Whole.Reason)
	}
	count := [3]int{}
	for i := range l.Moves {
		count[l.Moves[i].Verdict]++
	}
	if u := l.Unique(); u != nil {
		text := "unique " + u.Text + " " + u.Kind
		if u.Verdict == Open {
			text += ", and it is open whether a game leads here"
		}
		return text
	}
	if count[Possible]+count[Open] == 0 {
		if l.Whole.Reason == kernel.IsStart {
			return "no last move: the start position"
		}
		return "illegal " + "LastMovesRefuted"
	}
	return fmt.Sprintf("%d possible, %d open, %d impossible", count[Possible], count[Open], count[Impossible])
}

// Document returns the answer in prose.
func (l *LastMoves) Document() *story.Document {
	diagram := story.Diagram{}
	if u := l.Unique(); u != nil {
		diagram.Arrows, diagram.Arrow = []notation.SVGArrow{{From: u.Move.From(), To: u.Move.To()}}, "the last move"
	}
	d := begin("Last moves: "+l.Summary(), &l.Setup, &l.Whole, diagram)
	if l.Whole.Verdict == kernel.Illegal {
		d.Parts = append(d.Parts, story.Heading{Text: "No game leads here"}, why(&l.Whole))
		return d
	}
	d.Parts = append(d.Parts, l.parts(1)...)
	return d
}

// parts are the last moves of a position, and below each those before it.
func (l *LastMoves) parts(plies int) []story.Part {
	var parts []story.Part
	for _, v := range []Verdict{Possible, Open, Impossible} {
		var list story.List
		for i := range l.Moves {
			m := &l.Moves[i]
			if m.Verdict != v {
				continue
			}
			list = append(list, story.Paragraph{{Text: m.Text, Bold: true}, {Text: m.because()}})
			for j, earlier := range m.Earlier {
				if earlier != nil {
					inner := []story.Part{story.Paragraph{{Text: fmt.Sprintf("%d %s before, at ", plies, plural(plies, "ply", "plies"))}, {Text: m.Before[j].Setup.FEN(), Code: true}, {Text: ": " + earlier.Summary() + "."}}}
					list = append(list, story.Fold{Summary: words("Before %s: %s", m.Text, earlier.Summary()), Open: true, Parts: append(inner, earlier.parts(plies+1)...)})
				}
			}
		}
		if len(list) > 0 {
			title := v.String()
			parts = append(parts, story.Heading{Text: strings.ToUpper(title[:1]) + title[1:]}, list)
		}
	}
	return parts
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// because says in a few words why a last move has its verdict.
func (m *LastMove) because() string {
	var reasons []string
	for i, before := range m.Before {
		switch {
		case m.Verdict == Possible && before.Verdict == kernel.Legal:
			if len(before.Game) == 0 {
				return ": it is the first move of a game."
			}
			return fmt.Sprintf(": a game of %d %s leads to the position before: %s", len(before.Game), plural(len(before.Game), "ply", "plies"), numbered(&before.Start, before.Game))
		case m.Verdict == Impossible && before.Verdict == kernel.Illegal:
			rights := ""
			if len(m.Before) > 1 {
				rights = fmt.Sprintf(" (with %s %s before)", m.Unmoves[i].Castling, m.Unmoves[i].EnPassant)
			}
			reasons = append(reasons, fmt.Sprintf("%s%s: %s", before.Reason, rights, before.Explain()))
		}
	}
	if len(reasons) == 0 {
		return ": neither refuted nor shown by a game."
	}
	return ": " + strings.Join(slices.Compact(reasons), " ")
}

// Document returns the answer in prose.
func (f *Fields) Document() *story.Document {
	d := &story.Document{Title: "Unknown fields", FEN: f.Pattern}
	left := f.Left()
	d.Verdict = kernel.Unknown
	if len(left) == 0 {
		d.Verdict = kernel.Illegal
	} else if slices.ContainsFunc(left, func(a *resolve.Answer) bool { return a.Verdict == kernel.Legal }) {
		d.Verdict = kernel.Legal
	}
	d.Parts = []story.Part{story.Paragraph{{Text: f.Pattern, Code: true}}, words("Positions that it stands for, without those that a glance at the diagram excludes: %d. Not illegal: %d.", len(f.Positions), len(left))}
	if len(f.Positions) > 0 {
		d.Parts = append(d.Parts, story.Diagram{Setup: f.Positions[0].Setup, Caption: "one of them"})
	}
	return f.list(d)
}

// list adds the values of the unknown fields.
func (f *Fields) list(d *story.Document) *story.Document {
	var list story.List
	shown := map[int]string{} // by position, for which value its game is shown
	for _, v := range f.Values {
		p := story.Paragraph{{Text: v.Field + " " + v.Value, Bold: true}, {Text: ": " + v.Verdict.String()}}
		if v.Forced {
			p = append(p, story.Span{Text: "; everything else is impossible"})
		}
		as, again := shown[v.Example]
		if again {
			p = append(p, story.Span{Text: ", as in the game for " + as})
		}
		list = append(list, append(p, story.Span{Text: "."}))
		if v.Example >= 0 && !again {
			shown[v.Example] = v.Field + " " + v.Value
			list = append(list, game(f.Positions[v.Example]))
		}
	}
	if len(list) > 0 {
		d.Parts = append(d.Parts, story.Heading{Text: "What the fields can be"}, list)
	}
	var refuted story.List
	for _, p := range f.Positions {
		if p.Verdict == kernel.Illegal {
			refuted = append(refuted, append(story.Paragraph{{Text: p.Setup.FEN(), Code: true}, {Text: " "}}, why(p)...))
		}
	}
	if len(refuted) > 0 {
		d.Parts = append(d.Parts, story.Heading{Text: "Positions that are illegal"}, refuted)
	}
	return d
}

// Sentences returns the answer in sentences, by the conventions of problems.
func (r *Rights) Sentences() []string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if len(r.Left()) == 0 {
		add("No game leads here, whatever the castling rights and the en passant square.")
		return list
	}
	for _, right := range r.Castling {
		side, way := castlingWords(right.Right)
		switch {
		case right.Verdict == Impossible:
			add("%s may not castle %s: it is impossible that the right is there.", side, way)
		case right.Without == Impossible:
			add("%s may castle %s: it is proven that the right is there.", side, way)
		case right.Verdict == Possible:
			add("%s may castle %s: possible, so it is permitted by convention.", side, way)
		default:
			add("%s may castle %s by convention: open, as it is not proven that the right is gone.", side, way)
		}
	}
	for _, e := range r.EnPassant {
		switch {
		case e.Proven:
			add("The last move was the double step over %s: a capture en passant is permitted.", e.Square)
		case e.Verdict == Impossible:
			add("No capture en passant on %s: impossible.", e.Square)
		default:
			add("No capture en passant on %s by convention: it is %s, and not proven.", e.Square, e.Verdict)
		}
		for _, right := range e.If {
			if !e.Proven {
				side, way := castlingWords(right)
				add("If %s may castle %s, the last move was the double step over %s: with the convention AP the capture is permitted where this castling follows.", side, way, e.Square)
			}
		}
	}
	for _, p := range r.Exclusive {
		side, way := castlingWords(p.One)
		otherSide, otherWay := castlingWords(p.Other)
		add("Not both: %s may castle %s, and %s may castle %s. By RS the castling that comes first decides.", side, way, otherSide, otherWay)
	}
	if len(r.Exclusive) > 0 || slices.ContainsFunc(r.Parts, func(p Part) bool { return p.Castling != r.Parts[0].Castling }) {
		var parts []string
		for _, p := range r.Parts {
			parts = append(parts, p.String())
		}
		add("Parts for PRA, rights and en passant square: %s.", strings.Join(parts, "; "))
	}
	if len(list) == 0 {
		add("No castling and no capture en passant is in question.")
	}
	return list
}

// castlingWords returns the side of a castling right, and "short" or "long".
func castlingWords(c chess.Castling) (side, way string) {
	side, way = "White", "short"
	if c&(chess.BlackKingside|chess.BlackQueenside) != 0 {
		side = "Black"
	}
	if c&(chess.WhiteQueenside|chess.BlackQueenside) != 0 {
		way = "long"
	}
	return side, way
}

// Document returns the answer in prose.
func (r *Rights) Document() *story.Document {
	d := r.Fields.Document()
	d.Title = "Castling and en passant"
	var list story.List
	for _, s := range r.Sentences() {
		list = append(list, words("%s", s))
	}
	d.Parts = slices.Insert(d.Parts, 1, story.Part(list))
	return d
}

// Document returns the answer in prose.
func (m *Men) Document() *story.Document {
	d := begin("The men: "+m.Whole.Verdict.String(), &m.Setup, &m.Whole, story.Diagram{Locked: squaresOf(m.Stayed), Crossed: squaresOf(m.Dead)})
	if m.Whole.Verdict == kernel.Illegal {
		d.Parts = append(d.Parts, story.Heading{Text: "No game leads here"}, why(&m.Whole))
		return d
	}
	section := func(title string, list []string) {
		if len(list) == 0 {
			return
		}
		var items story.List
		for _, s := range list {
			items = append(items, words("%s", s))
		}
		d.Parts = append(d.Parts, story.Heading{Text: title}, items)
	}
	section("Promoted men", m.PromotedText())
	section("Captures", m.CapturesText())
	section("Where the men came from", m.OriginText())
	if m.Whole.Verdict == kernel.Legal {
		d.Parts = append(d.Parts, story.Heading{Text: "A game"}, game(&m.Whole))
		for _, moves := range m.Games {
			d.Parts = append(d.Parts, story.Heading{Text: "Another one"}, story.Paragraph{{Text: numbered(&m.Start, moves), Code: true}})
		}
	}
	return d
}

func squaresOf(b chess.Bitboard) []chess.Square { return slices.Collect(b.Squares()) }

// named returns men of a diagram with their squares: "Bc1", "bc8".
func named(s *chess.Setup, set chess.Bitboard) string {
	var list []string
	for sq := range set.Squares() {
		list = append(list, string(s.Board[sq].Letter())+sq.String())
	}
	return strings.Join(list, " ")
}

// PromotedText says of each piece whether it is promoted, if that is possible.
func (m *Men) PromotedText() []string {
	var list []string
	for _, man := range m.Men {
		if man.Promoted == Impossible {
			continue
		}
		name := string(man.Man.Letter()) + man.Square.String()
		var pawns chess.Bitboard
		for sq := range man.From.Squares() {
			if m.Start.Board[sq].Kind() == chess.Pawn {
				pawns |= sq.Bit()
			}
		}
		switch {
		case man.Original == Impossible:
			list = append(list, fmt.Sprintf("%s is promoted: it was %s, and became that on %s.", name, oneOf(named(&m.Start, pawns)), oneOf(squaresText(man.PromotedOn))))
		case man.Promoted == Possible:
			list = append(list, fmt.Sprintf("%s may be promoted, as a game shows: from %s, on %s; or else it was %s.", name, named(&m.Start, pawns), squaresText(man.PromotedOn), oneOf(named(&m.Start, man.From&^pawns))))
		default:
			list = append(list, fmt.Sprintf("%s: it is open whether it may be promoted, from %s, on %s; or else it was %s.", name, named(&m.Start, pawns), squaresText(man.PromotedOn), oneOf(named(&m.Start, man.From&^pawns))))
		}
	}
	if m.Kernels != nil {
		list = append(list, m.Kernels.endText(core.Promoted)...)
	}
	if list == nil {
		list = []string{"No man is promoted."}
	}
	return list
}

// squaresText names squares.
func squaresText(set chess.Bitboard) string {
	var list []string
	for sq := range set.Squares() {
		list = append(list, sq.String())
	}
	return strings.Join(list, " ")
}

// CapturesText says what was captured.
func (m *Men) CapturesText() []string {
	var list []string
	for c, n := range m.Captures {
		text := fmt.Sprintf("%s has captured %d %s", colorName(chess.Color(c)), n, plural(n, "man", "men"))
		if k := m.ByPawns[c]; k > 0 {
			text += fmt.Sprintf(", at least %d of them with pawns that are still there", k)
		}
		list = append(list, text+".")
	}
	for _, man := range m.Men {
		switch {
		case man.CapturedOn != nil:
			var on []string
			for _, squares := range man.CapturedOn {
				on = append(on, oneOf(squaresText(squares)))
			}
			list = append(list, fmt.Sprintf("The pawn on %s has captured %s, going to %s.", man.Square, times(man.Captures), strings.Join(on, ", then ")))
		case man.Captures > 0:
			list = append(list, fmt.Sprintf("The pawn on %s has captured at least %s.", man.Square, times(man.Captures)))
		}
	}
	var said [2]bool
	for c, n := range m.Captures {
		if said[c] = n > 0 && n == m.ByPawns[c]; said[c] {
			list = append(list, fmt.Sprintf("These are all captures that %s has made: none is by a piece, nor by a pawn that is not there any more.", colorName(chess.Color(c))))
		}
	}
	if m.Kernels != nil {
		list = append(list, m.Kernels.captureText(said)...)
	}
	for sq := range m.Dead.Squares() {
		list = append(list, fmt.Sprintf("%c%s never moved and was captured there by a piece.", m.Start.Board[sq].Letter(), sq))
	}
	for _, g := range m.Gone {
		name := string(g.Man.Letter()) + g.Square.String()
		switch {
		case m.Dead.Has(g.Square), g.Shown == nil && m.Kernels.captured(g.Square): // said above
		case g.Certain && g.Shown != nil:
			list = append(list, fmt.Sprintf("%s was captured; in a game on %s, by the man from %s.", name, g.Shown.To, g.Shown.By))
		case g.Certain && g.Man.Kind() == chess.Pawn:
			list = append(list, fmt.Sprintf("%s was captured, as a pawn or after it promoted.", name))
		case g.Certain:
			list = append(list, fmt.Sprintf("%s was captured.", name))
		case g.Shown != nil:
			list = append(list, fmt.Sprintf("%s can have been captured: in a game on %s, by the man from %s.", name, g.Shown.To, g.Shown.By))
		}
	}
	return list
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func colorName(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}

// OriginText says of each man where it came from.
func (m *Men) OriginText() []string {
	var list []string
	if m.Stayed != 0 {
		list = append(list, "Never moved: "+named(&m.Start, m.Stayed)+".")
	}
	for _, man := range m.Men {
		if !m.Stayed.Has(man.Square) {
			list = append(list, fmt.Sprintf("%c%s was %s.", man.Man.Letter(), man.Square, oneOf(named(&m.Start, man.From))))
		}
	}
	return list
}

// ManText says what is known of the man on a square.
func (m *Men) ManText(at chess.Square) []string {
	for _, man := range m.Men {
		if man.Square != at {
			continue
		}
		name := string(man.Man.Letter()) + at.String()
		list := []string{fmt.Sprintf("%s was %s.", name, oneOf(named(&m.Start, man.From)))}
		if man.Man.Kind() != chess.Pawn && man.Man.Kind() != chess.King {
			list = append(list, fmt.Sprintf("That it is an original piece: %s. That it is promoted: %s.", verdictOf(man.Original, man.Promoted), verdictOf(man.Promoted, man.Original)))
		}
		if m.Stayed.Has(at) {
			list = append(list, fmt.Sprintf("%s never moved, in every game.", name))
		} else {
			list = append(list, fmt.Sprintf("That it never moved: %s.", man.Unmoved))
		}
		if man.Captures > 0 {
			list = append(list, fmt.Sprintf("It has captured at least %s.", times(man.Captures)))
		}
		return list
	}
	return nil
}

// verdictOf is the verdict on one of two cases; it is certain if the other one is impossible.
func verdictOf(one, other Verdict) string {
	if other == Impossible && one != Impossible {
		return "certain"
	}
	return one.String()
}

func oneOf(list string) string {
	if strings.Contains(list, " ") {
		return "one of " + list
	}
	return list
}

package story

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// ledger has the numbers of men, captures and promotions between a start and a goal.
// Arrays are indexed by colour.
type ledger struct {
	start, goal chess.Setup

	// fixed are the squares of men that never move and are still there at the goal.
	// takenAtHome are those of bishops that never move either and are not at the goal:
	// pieces captured them there. dead counts these.
	fixed       chess.Bitboard
	takenAtHome chess.Bitboard
	dead        [2][facts.NumPieceKinds]int
	facts       []facts.Fact

	had, has   facts.Material
	lost       [2]int // men of a side
	promotions [2]int // at least, of a side's pawns

	// captures are those of a side except of dead bishops: those that its pawns can have
	// made. pawnsTaken is the greatest number of a side's pawns that were captured while
	// they were pawns.
	captures   [2]int
	pawnsTaken [2]int
}

// newLedger counts. It returns false if a side has more men than is possible: then the
// numbers alone refute the goal.
func newLedger(start, goal *chess.Setup) (*ledger, bool) {
	l := &ledger{start: *start, goal: *goal, had: facts.CountMaterial(start), has: facts.CountMaterial(goal)}
	p, found := rules.Stayed(start, goal, rules.ReachFacts(start, goal))
	l.facts, l.fixed, l.takenAtHome = found, p.Blocked&^start.Stay, p.Dead
	for sq := range p.Dead.Squares() {
		m := start.Board[sq]
		k, _ := facts.PieceKindOf(m, sq)
		l.dead[m.Color()][k]++
	}
	for c := range chess.Color(2) {
		l.lost[c] = l.had.Men[c] - l.has.Men[c]
		l.captures[c.Other()] = l.lost[c]
		for k := range facts.NumPieceKinds {
			l.captures[c.Other()] -= l.dead[c][k]
			l.promotions[c] += max(0, l.surplus(c, k))
		}
		l.pawnsTaken[c] = min(l.captures[c.Other()], l.had.Pawns[c]-l.has.Pawns[c]-l.promotions[c])
	}
	for c := range 2 {
		if l.pawnsTaken[c] < 0 || l.lost[c] < 0 || l.captures[c] < 0 {
			return l, false
		}
	}
	return l, true
}

// surplus returns how many pieces of a kind are at the goal beyond those of the
// start that can be there.
func (l *ledger) surplus(c chess.Color, k facts.PieceKind) int {
	return l.has.Pieces[c][k] - l.had.Pieces[c][k] + l.dead[c][k]
}

// column is the order of the pawns on a file, from the first rank on: "Pp".
func column(s *chess.Setup, file int) string {
	var b []byte
	for rank := range 8 {
		if m := s.Board[chess.MakeSquare(file, rank)]; m.Kind() == chess.Pawn {
			b = append(b, m.Letter())
		}
	}
	return string(b)
}

// standing returns the squares of men that never moved and are still there.
func (l *ledger) standing() (set chess.Bitboard) {
	for sq := range l.fixed.Squares() {
		if m := l.goal.Board[sq]; m != chess.NoMan && m == l.start.Board[sq] {
			set |= sq.Bit()
		}
	}
	return set
}

// fixedWords says of a set of men why they never moved, and of one man.
var fixedWords = []struct {
	by        facts.FactRule
	one, more string
}{
	{facts.ByCastling, "%s may still castle and has never moved.", "%s may still castle and have never moved."},
	{facts.ByHomePawn, "The pawn on %s stands where it began.", "The pawns on %s stand where they began."},
	{facts.ByCone, "The pawn on %s cannot be replaced from behind, so it has always stood there.",
		"The pawns on %s cannot be replaced from behind, so they have always stood there."},
	{facts.ByGoesOn, "The pawn on %s cannot have gone on: every pawn is still there, " +
		"and no square ahead of it has one that could be it.",
		"The pawns on %s cannot have gone on: every pawn is still there, " +
			"and no square ahead of them has one that could be theirs."},
	{facts.ByOnlySource, "%s could not have come back had it left, and no other man can have come there in its place.",
		"%s could not have come back had they left, and no other men can have come there in their place."},
	{facts.ByDeadlock, "Nothing was captured, and %s could only move after others that could only move after it.",
		"Nothing was captured, and %s could only move after one another: none of them has."},
}

// fixedParts lists the men that never moved, with the reasons.
func (l *ledger) fixedParts() []Part {
	sets := map[facts.FactRule]chess.Bitboard{}
	for _, f := range l.facts {
		sets[f.By] |= chess.Bitboard(f.Squares)
	}
	var words []string
	for _, rule := range fixedWords {
		if set := sets[rule.by]; set != 0 {
			words = append(words, fmt.Sprintf(answer.Plural(set.Count(), rule.one, rule.more), rules.Men(&l.start, set)))
		}
	}
	for sq := range sets[facts.ByCagedBishop].Squares() {
		words = append(words, fmt.Sprintf("The bishop on %s is shut in by %s.", sq, l.enclosing(sq)))
	}
	for sq := range sets[facts.ByDeadBishop].Squares() {
		m := l.start.Board[sq]
		k, _ := facts.PieceKindOf(m, sq)
		words = append(words, fmt.Sprintf("%s's %s never left %s, because %s never moved. "+
			"A piece, not a pawn, captured it there.", rules.Side(m.Color()), rules.PieceNames[k], sq, l.enclosing(sq)))
	}
	if words == nil {
		return nil
	}
	return []Part{Heading("Men that never moved"), Sentences(words)}
}

// enclosing names the men on all squares next to a bishop, which keep it from moving.
func (l *ledger) enclosing(sq chess.Square) string {
	return rules.Men(&l.start, chess.BishopAttacks(sq, chess.AllSquares))
}

// materialText states what a side is missing and what must have promoted, and, if
// counted, what the other side has captured.
func (l *ledger) materialText(c chess.Color, counted bool) string {
	var missing, more []string
	add := func(name string, had, has int) {
		switch {
		case has > had:
			more = append(more, several(has-had, name))
		case has < had:
			missing = append(missing, missingMen(name, had-has, had))
		}
	}
	lost := func(k facts.PieceKind) bool { return l.had.Pieces[c][k] == 1 && l.has.Pieces[c][k] == 0 }
	// Both bishops are named together.
	both := lost(facts.DarkBishop) && lost(facts.LightBishop)
	for k := range facts.NumPieceKinds {
		switch {
		case !both || k != facts.DarkBishop && k != facts.LightBishop:
			add(rules.PieceNames[k], l.had.Pieces[c][k], l.has.Pieces[c][k])
		case k == facts.DarkBishop:
			missing = append(missing, "both bishops")
		}
	}
	pawns := l.had.Pawns[c] - l.has.Pawns[c]
	add("pawn", l.had.Pawns[c], l.has.Pawns[c])
	who := rules.Side(c)
	var says []string
	if missing != nil {
		says = append(says, "is missing "+answer.List(missing))
	}
	if more != nil {
		says = append(says, "has "+answer.List(more)+" more than at the start")
	}
	if says == nil {
		return who + " has all the men of the start."
	}
	words := who + " " + strings.Join(says, ", and ") + "."
	// More pieces than at the start were pawns. If those are too few, that is the reason.
	if n := l.promotions[c]; n > 0 && n <= pawns {
		words += fmt.Sprintf(" So at least %s %s promoted%s.",
			several(n, who+" pawn"), answer.Plural(n, "has", "have"), l.promotedAgain(c))
	}
	if !counted {
		return words
	}
	return words + l.lossesText(c)
}

// promotedAgain names the promoted piece that the numbers alone do not show: one that
// replaces a bishop captured on its first square.
func (l *ledger) promotedAgain(c chess.Color) string {
	for _, k := range []facts.PieceKind{facts.DarkBishop, facts.LightBishop} {
		if l.dead[c][k] > 0 && l.has.Pieces[c][k] > 0 && l.has.Pieces[c][k] <= l.had.Pieces[c][k] {
			return fmt.Sprintf(": the %s is not that of the start, which died at home", rules.PieceNames[k])
		}
	}
	return ""
}

// lossesText states what the other side has captured.
func (l *ledger) lossesText(c chess.Color) string {
	n := l.lost[c]
	them := rules.Side(c.Other())
	if n == 0 {
		return fmt.Sprintf(" %s has captured nothing.", them)
	}
	words := fmt.Sprintf(" %s has made %s", them, several(n, "capture"))
	if taken := l.pawnsTaken[c]; taken >= 0 && taken < n && l.had.Pawns[c] > l.has.Pawns[c] {
		most := "at most " + number(taken)
		if taken == 0 {
			most = "none"
		}
		words += "; " + most + " of them took a pawn that had not promoted"
	}
	return words + "."
}

// missingMen writes "the queen", "a rook", "both knights", "two pawns", "all eight pawns".
func missingMen(name string, n, of int) string {
	switch {
	case n == of && of == 1:
		return "the " + name
	case n == of && of == 2 && name != "pawn":
		return "both " + name + "s"
	case n == of:
		return "all " + several(n, name)
	case n == 1 && name != "pawn":
		return "a " + name
	}
	return several(n, name)
}

// turnText states the side to move, and the rights.
func turnText(s *chess.Setup) string {
	words := rules.Side(s.Turn) + " to move"
	if s.Castling != chess.NoCastling {
		words += "; castling rights " + s.Castling.String()
	}
	if s.EnPassant != chess.NoSquare {
		words += "; en passant on " + s.EnPassant.String()
	}
	return words
}

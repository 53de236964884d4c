package story

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Reasons about single men and sets of men, from the data of their arguments.

// aboutMen explains a node by the data of its argument, or returns "" for other reasons.
func (t *explainer) aboutMen(e *kernel.Evidence) string {
	a := e.Argument
	switch {
	case a == nil:
		return ""
	case e.Reason == rules.PieceUnreachable:
		return t.unreachable(e)
	case e.Reason == rules.MenUnmatched && a.Count != nil && a.Count.Weights == nil:
		return t.unmatched(e, a.Count, "")
	case e.Reason == rules.NoFirstCapture:
		return t.noFirst(e)
	case e.Reason == rules.CagedMen:
		return t.caged(e)
	}
	return ""
}

// caged states that some men have no way back together.
func (t *explainer) caged(e *kernel.Evidence) string {
	men := e.Men
	if !men.Several() {
		return sentence(t.detail(e))
	}
	return fmt.Sprintf("Going back from here, the men on %s never get to where they began. Each is in the way of the others, or would have given or been in a check that no move began; so there is no order in which they can have come, whatever all other men did.", squares(&e.Setup, men))
}

// unreachable states that no man of the start can have come to a square.
func (t *explainer) unreachable(e *kernel.Evidence) string {
	at := chess.Bitboard(e.Argument.Count.Needs).First()
	m := e.Setup.Board[at]
	switch m.Kind() {
	case chess.NoKind:
		return ""
	case chess.Pawn:
		l, _ := newLedger(t.start, &e.Setup)
		captures := fmt.Sprintf("the %s that %s has made", several(l.lost[m.Color().Other()], "capture"), Side(m.Color()))
		if l.lost[m.Color().Other()] == 0 {
			captures = fmt.Sprintf("no capture, since %s is missing nothing", Side(m.Color().Other()))
		}
		return fmt.Sprintf("No %s pawn of the start can have come to %s, with %s.", m.Color(), at, captures)
	case chess.King:
		return fmt.Sprintf("The %s king has no way to %s past the men that never moved.", m.Color(), at)
	}
	return fmt.Sprintf("No %s %s of the start, and none that a pawn can have become, has a way to %s past the men that never moved.", m.Color(), m.Kind(), at)
}

// unmatched states that some men and captures together need more men of the start than
// there are for them. There may be one more, in words.
func (t *explainer) unmatched(e *kernel.Evidence, n *facts.Count, more string) string {
	needs, captures, men := chess.Bitboard(n.Needs), chess.Bitboard(n.Captures), chess.Bitboard(n.Men)
	total := needs.Count() + captures.Count()
	var who []string
	if more != "" {
		who = append(who, more)
		total++
	}
	switch needs.Count() {
	case 0:
	case 1:
		who = append(who, fmt.Sprintf("the %s man on %s", n.Side, needs.First()))
	default:
		who = append(who, fmt.Sprintf("the %s men on %s", n.Side, squares(&e.Setup, needs)))
	}
	for sq := range captures.Squares() {
		who = append(who, fmt.Sprintf("what the %s pawn on %s captured on its way", e.Setup.Board[sq].Color(), sq))
	}
	words := sentence(fmt.Sprintf("%s were %s %s of the start", list(who), number(total), "different men"))
	switch men.Count() {
	case 0:
		return words + " But no man of the start can have been any of these."
	case 1:
		return words + fmt.Sprintf(" But only one man can have been any of these, that on %s.", t.start.NameOn(men.First()))
	}
	return words + fmt.Sprintf(" But only %s men can have been any of these, those on %s.", number(men.Count()), squares(t.start, men))
}

// noFirst states that none of some pawns can have been the first to leave its square.
func (t *explainer) noFirst(e *kernel.Evidence) string {
	var became, cases []string
	for _, l := range e.First {
		became = append(became, fmt.Sprintf("from %s to %s", l.Pawn, l.To))
		why := "No man of the start can have been its victim."
		if chess.Bitboard(l.Count.Needs|l.Count.Captures) != 0 {
			why = t.unmatched(e, &l.Count, "its victim")
		}
		if len(e.First) == 1 {
			return fmt.Sprintf("A pawn has left its square by a capture, %s, and until then it was in the way. %s", became[0], why)
		}
		cases = append(cases, "Suppose that it was the one from "+l.Pawn+". "+why)
	}
	return fmt.Sprintf("Some pawns have left their squares by captures: %s. One of them was the first to do so, and until then all of them were in the way. %s", list(became), strings.Join(cases, " "))
}

// menMarked returns the men of a position that the argument of a node is about.
func menMarked(e *kernel.Evidence) (marked chess.Bitboard) {
	a := e.Argument
	if a == nil {
		return 0
	}
	if at, err := chess.ParseSquare(a.Square); err == nil {
		marked |= at.Bit()
	}
	if a.Count != nil {
		marked |= chess.Bitboard(a.Count.Needs | a.Count.Captures)
		for name := range a.Count.Worth {
			if at, err := chess.ParseSquare(name); err == nil {
				marked |= at.Bit()
			}
		}
	}
	for _, l := range e.First {
		if at, err := chess.ParseSquare(l.To); err == nil {
			marked |= at.Bit()
		}
	}
	return marked | e.Men
}

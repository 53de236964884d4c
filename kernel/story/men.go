package story

import (
	"fmt"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Reasons about single men and sets of men, from the data of their arguments.

// caged states that some men have no way back together.
func (ex *explainer) caged(e *kernel.Evidence) *argument {
	if !e.Men.Several() {
		return nil
	}
	return said(fmt.Sprintf("Going back from here, the men on %s never get to where they began. "+
		"Each is in the way of the others, or would have given or been in a check that no move began; "+
		"so there is no order in which they can have come, whatever all other men did.", squares(&e.Setup, e.Men)))
}

// unreachable states that no man of the start can have come to a square.
func (ex *explainer) unreachable(e *kernel.Evidence) *argument {
	at := chess.Bitboard(e.Argument.Count.Needs).First()
	m := e.Setup.Board[at]
	switch m.Kind() {
	case chess.Pawn:
		them := m.Color().Other()
		l, _ := newLedger(ex.start, &e.Setup)
		captures := fmt.Sprintf("the %s that %s has made", several(l.lost[them], "capture"), Side(m.Color()))
		if l.lost[them] == 0 {
			captures = fmt.Sprintf("no capture, since %s is missing nothing", Side(them))
		}
		return said(fmt.Sprintf("No %s pawn of the start can have come to %s, with %s.", m.Color(), at, captures))
	case chess.King:
		return said(fmt.Sprintf("The %s king has no way to %s past the men that never moved.", m.Color(), at))
	}
	return said(fmt.Sprintf("No %s %s of the start, and none that a pawn can have become, has a way to %s past the men that never moved.",
		m.Color(), m.Kind(), at))
}

// menUnmatched gives a way for each pawn, or else names the men.
func (ex *explainer) menUnmatched(e *kernel.Evidence) *argument {
	if a := ex.walks(e); a != nil {
		return a
	}
	return said(ex.unmatched(e, e.Argument.Count, ""))
}

// unmatched states that some men and captures together need more men of the start than
// there are for them. There may be one more, in words.
func (ex *explainer) unmatched(e *kernel.Evidence, n *facts.Count, more string) string {
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
		return words + fmt.Sprintf(" But only one man can have been any of these, that on %s.", ex.start.NameOn(men.First()))
	}
	return words + fmt.Sprintf(" But only %s men can have been any of these, those on %s.", number(men.Count()), squares(ex.start, men))
}

// noFirst states that none of some pawns can have been the first to leave its square.
func (ex *explainer) noFirst(e *kernel.Evidence) *argument {
	var became, cases []string
	for _, l := range e.First {
		became = append(became, fmt.Sprintf("from %s to %s", l.Pawn, l.To))
		why := "No man of the start can have been its victim."
		if chess.Bitboard(l.Count.Needs|l.Count.Captures) != 0 {
			why = ex.unmatched(e, &l.Count, "its victim")
		}
		if len(e.First) == 1 {
			return said("A pawn has left its square by a capture, "+became[0]+", and until then it was in the way.", why)
		}
		cases = append(cases, "Suppose that it was the one from "+l.Pawn+". "+why)
	}
	return said(append([]string{"Some pawns have left their squares by captures: " + list(became) + ". " +
		"One of them was the first to do so, and until then all of them were in the way."}, cases...)...)
}

// marks returns the squares and lines that the reason of a node is about.
func marks(e *kernel.Evidence, detail string) (marked chess.Bitboard, arrows []Arrow) {
	mark := rules.ByReason(e.Reason).Marks
	if mark == nil {
		return menMarked(e), nil
	}
	marked, checks := mark(&e.Setup, detail)
	for _, c := range checks {
		arrows = append(arrows, ArrowOf(c[0], c[1]))
	}
	return marked, arrows
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

package rules

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/proofs/illegal/facts"
)

// Pawns that have left their squares by captures: each of them was in the way of what the others captured.

// FirstPawn is a pawn of the start that has left its square by a capture, and the pawn of the goal that it became. If
// it is the first of some pawns to leave, its victim and what count needs are more men than there are.
type FirstPawn struct {
	From, To chess.Square
	Count    facts.Count
}

// firstCapture finds pawns of which none can have been the first to leave its square. It begins with all that have
// left by a capture, and leaves out those that can have been the first, again and again. A closed set proves it, where
// it is certain what was captured.
func (f *reachFinder) firstCapture() *Impossible {
	var list []FirstPawn
	for sq := range pawnsOf(f.Goal).Squares() {
		if f.sources[sq].Several() {
			continue
		}
		l := FirstPawn{From: f.sources[sq].First(), To: sq}
		if _, ok := f.victims(f.Proven, l); ok {
			list = append(list, l)
		}
	}
	for len(list) != 0 {
		var pawns chess.Bitboard
		for _, l := range list {
			pawns |= l.From.Bit()
		}
		early := f.until(pawns)
		var stay []FirstPawn
		for _, l := range list {
			var ok bool
			if l.Count, ok = f.notFirst(early, l); ok {
				stay = append(stay, l)
			}
		}
		if len(stay) == len(list) {
			states := firstSet(f.Proven, stay)
			if states == nil {
				return nil
			}
			refuted := f.neverFirst(stay).by(facts.Argument{Blocked: f.found, States: states})
			refuted.First = stay
			return refuted
		}
		list = stay
	}
	return nil
}

// notFirst returns which men of the other side a pawn leaves too few of the start for if it is the first of the pawns
// of early to leave.
func (f *reachFinder) notFirst(early *facts.Proven, l FirstPawn) (count facts.Count, ok bool) {
	victims, ok := f.victims(early, l)
	if !ok {
		return count, false
	}
	c := f.Goal.Board[l.To].Color().Other()
	var buf [48]need
	needs := append(f.needs(c, buf[:0], l.To.Bit()), need{at: l.To, by: f.Goal.Board[l.To], sources: victims})
	met, men := unmatched(needs)
	last := len(needs) - 1 // the others alone are matched
	if met>>last&1 == 0 {
		return count, false
	}
	return countOf(c, needs[:last], met, men), true
}

// until returns what is known of the time until the first of some pawns of the start has left its square or was
// captured: they are in the way as men that never move are. Of the result, only victims may be asked.
func (f *reachFinder) until(pawns chess.Bitboard) *facts.Proven {
	early := *f.Proven
	early.Blocked |= pawns
	early.Refresh()
	return &early
}

// victims returns the men of the start that a pawn can have captured with its first move, if it was the first to leave
// of the pawns of early, which until has returned. It is false unless the pawn of the start is the only one that can
// have become the pawn of the goal on another square, and has to leave by a capture: the square ahead is none from
// which it gets there, or is not empty until then.
func (f *reachFinder) victims(early *facts.Proven, l FirstPawn) (victims chess.Bitboard, ok bool) {
	c := f.Goal.Board[l.To].Color()
	up := c.Forward()
	leads := func(sq chess.Square) bool { return inCone(c, sq, l.To) && !early.Blocked.Has(sq) }
	if l.From == l.To || f.Sources(l.To) != l.From.Bit() || leads(l.From+chess.Square(up)) {
		return 0, false
	}
	takes := where(chess.PawnAttacks(c, l.From), leads)
	return where(sideOf(f.Start, c.Other()), func(sq chess.Square) bool {
		return early.Promotes(sq) != 0 || early.Capturable(sq, takes, -up)
	}), true
}

// neverFirst is the sentence for pawns of which none can have been the first to leave.
func (f *reachFinder) neverFirst(proof []FirstPawn) *Impossible {
	var became, why []string
	for i := range proof {
		l := &proof[i]
		became = append(became, fmt.Sprintf("from %s to %s", l.From, l.To))
		first := "Whichever was the first, nothing that is missing came to where it captured"
		needed, capturing, men := chess.Bitboard(l.Count.Needs), chess.Bitboard(l.Count.Captures), chess.Bitboard(l.Count.Men)
		if needed|capturing != 0 {
			first = fmt.Sprintf("If the one from %s was the first, its victim needs a %s man of the start", l.From, l.Count.Side)
			if needed != 0 {
				first += fmt.Sprintf(", as does each man on %s", Men(f.Goal, needed))
			}
			if capturing != 0 {
				first += fmt.Sprintf(", as does what was captured by %s", Actors(f.Goal, capturing))
			}
			first += ", and " + these(f.Start, men)
		}
		if !slices.Contains(why, first) {
			why = append(why, first)
		}
	}
	words := answer.Plural(len(proof), "a pawn has left its square by a capture, %s, and was in the way until then. %s",
		"pawns have left their squares by captures, %s, and until the first did so all of them were in the way. %s")
	return Because(NoFirstCapture, words, answer.List(became), strings.Join(why, ". "))
}

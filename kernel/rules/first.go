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

// firstPawn is a pawn of the start that has left its square by a capture, and the pawn of the goal that it became.
type firstPawn struct{ from, to chess.Square }

// firstCapture finds pawns of which none can have been the first to leave its square. It begins with all that have
// left by a capture, and leaves out those that can have been the first, again and again.
func (f *reachFinder) firstCapture() *Impossible {
	var list []firstPawn
	var pawns chess.Bitboard
	for sq, m := range f.Goal.Board {
		if m == chess.NoMan || m.Kind() != chess.Pawn || f.sources[sq].Several() {
			continue
		}
		l := firstPawn{f.sources[sq].First(), chess.Square(sq)}
		if _, ok := f.FirstVictims(f.Proven, l.from, l.to); ok {
			list = append(list, l)
			pawns |= l.from.Bit()
		}
	}
	for pawns != 0 {
		early := f.Until(pawns)
		var stay chess.Bitboard
		var proof []facts.First
		var stayed []firstPawn
		for _, l := range list {
			if !pawns.Has(l.from) {
				continue
			}
			if count, ok := f.notFirst(early, l); ok {
				stay |= l.from.Bit()
				stayed = append(stayed, l)
				proof = append(proof, facts.First{Pawn: l.from.String(), To: l.to.String(), Count: count})
			}
		}
		if stay == pawns {
			refuted := f.neverFirst(pawns, proof)
			refuted.First = proof
			if states := firstSet(f.Proven, stayed); states != nil {
				refuted.by(facts.Argument{Kind: facts.ClosedSet, Blocked: f.found, States: states})
			}
			return refuted
		}
		pawns = stay
	}
	return nil
}

// notFirst returns which men of the other side a pawn leaves too few of the start for if it is the first of the pawns
// of early to leave.
func (f *reachFinder) notFirst(early *facts.Proven, l firstPawn) (count facts.Count, ok bool) {
	victims, ok := f.FirstVictims(early, l.from, l.to)
	if !ok {
		return count, false
	}
	c := f.Goal.Board[l.to].Color().Other()
	var buf [48]need
	needs := append(f.needs(c, buf[:0], l.to.Bit()), need{at: l.to, by: f.Goal.Board[l.to], sources: victims})
	met, men := unmatched(needs)
	last := len(needs) - 1 // the others alone are matched
	if met>>last&1 == 0 {
		return count, false
	}
	return countOf(c, needs[:last], met, men), true
}

// neverFirst is the sentence for pawns of which none can have been the first to leave.
func (f *reachFinder) neverFirst(pawns chess.Bitboard, proof []facts.First) *Impossible {
	var became, why []string
	for i := range proof {
		l := &proof[i]
		became = append(became, fmt.Sprintf("from %s to %s", l.Pawn, l.To))
		first := "Whichever was the first, nothing that is missing came to where it captured"
		needed, capturing, men := chess.Bitboard(l.Count.Needs), chess.Bitboard(l.Count.Captures), chess.Bitboard(l.Count.Men)
		if needed|capturing != 0 {
			first = fmt.Sprintf("If the one from %s was the first, its victim needs a %s man of the start", l.Pawn, l.Count.Side)
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
	words := "a pawn has left its square by a capture, %s, and was in the way until then. %s"
	if len(proof) > 1 {
		words = "pawns have left their squares by captures, %s, and until the first did so all of them were in the way. %s"
	}
	return Because(NoFirstCapture, words, answer.List(became), strings.Join(why, ". ")).
		by(facts.Argument{Blocked: f.found, First: proof})
}

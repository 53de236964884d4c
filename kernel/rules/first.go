package rules

import (
	"fmt"

	"retroproof/chess"
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
	if !pawns.Several() {
		return Because(NoFirstCapture, "the pawn from %s has left its square by a capture, to become the one on %s, and while it was there nothing that can be missing came to where it captured", proof[0].Pawn, proof[0].To).by(facts.Argument{Blocked: f.found, First: proof})
	}
	var became []string
	for _, l := range proof {
		became = append(became, fmt.Sprintf("from %s to %s", l.Pawn, l.To))
	}
	return Because(NoFirstCapture, "the pawns on %s have left their squares by captures (%s), and none of them can have been the first to do so: while all of them were there, nothing that can be missing came to where one of them captured",
		SquareList(f.Start, pawns), wordList(became)).by(facts.Argument{Blocked: f.found, First: proof})
}

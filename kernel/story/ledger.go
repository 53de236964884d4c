package story

import (
	"retroproof/chess"
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
	l.findFixed()
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

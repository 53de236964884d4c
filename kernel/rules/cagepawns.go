package rules

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// Captures that a cage does not count: those of pawns that are not in it. A way back may take the
// captures, or the men of the start, that such pawns need.

// noSource is the number of captures, more than any pawn makes, that stands for a pawn for which
// no man of the start is left.
const noSource = 8

// uncounted returns a pawn of the goal, not one of the cage, such that a way back is impossible if
// the captures of the pawns of its side are counted: those on the way, and the least number that
// each pawn outside the cage needs to have come from a man of the start that no pawn on the way
// is. Of several it is the one that needs the most. It returns 0 if captures suffice.
func (s *cageSearch) uncounted(men chess.Bitboard, way *cageWay) (pawn chess.Bitboard) {
	first, end := way.states[0], way.states[len(way.states)-1]
	taken := where(end.Known, func(sq chess.Square) bool { return end.Board[sq].Kind() == chess.Pawn })
	most := 0
	for side := chess.White; side <= chess.Black; side++ {
		left := s.PawnCaptures(side) - (first.Captures(side) - end.Captures(side))
		dearest, needs := chess.NoSquares, 0
		for at := range (menOf(s.Goal, chess.MakeMan(side, chess.Pawn)) &^ men &^ s.Blocked).Squares() {
			n := fewestCaptures(at, s.sources[at]&^taken)
			left -= n
			if n > needs {
				dearest, needs = at.Bit(), n
			}
		}
		if left < 0 && needs > most {
			pawn, most = dearest, needs
		}
	}
	return pawn
}

// fewestCaptures returns how many captures bring a pawn to a square from the nearest file of its
// sources.
func fewestCaptures(at chess.Square, sources chess.Bitboard) int {
	fewest := noSource
	for from := range sources.Squares() {
		fewest = min(fewest, ways.FileDistance(at, from))
	}
	return fewest
}

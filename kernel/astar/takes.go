package astar

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// Captures that pawns need to come to other files, of any man. Their sum cannot be more
// than the men that the other side loses.

// takesSuffice reports whether the pawns of a side can come to their files with the
// captures that are left. The matrix has a solution in moves, and is left as it is.
func (e *estimator) takesSuffice(c chess.Color) bool {
	s, a := &e.sides[c], &e.matrix
	if e.off.has(takesRule) || s.men&e.pos.Men(chess.MakeMan(c, chess.Pawn)) == 0 {
		return true
	}
	j, sum := 0, 0
	for b := s.men; b != 0; b = b.WithoutFirst() {
		sum += e.takesTo(c, b.First(), int(a.Row[j]))
		j++
	}
	if sum <= e.spare[c.Other()] {
		return true
	}
	// Too many in this solution; minimize the captures instead of the moves.
	other := &e.second
	other.N = a.N
	j = 0
	for b := s.men; b != 0; b = b.WithoutFirst() {
		for i := range a.N {
			other.Cost[i][j] = ways.Forbidden
			if a.Cost[i][j] < ways.Forbidden {
				other.Cost[i][j] = int32(e.takesTo(c, b.First(), i))
			}
		}
		j++
	}
	least, ok := other.Solve()
	return ok && least <= e.spare[c.Other()]
}

// takesTo returns the least number of captures with which a man of the position can be
// the one of a row of the matrix.
func (e *estimator) takesTo(c chess.Color, man chess.Square, row int) int {
	if e.pos.At(man).Kind() != chess.Pawn {
		return 0
	}
	s := &e.sides[c]
	if k := row - s.goals; k >= len(s.cuts) {
		return 0
	} else if k >= 0 {
		return e.takesToCut(c, man, s.cuts[k])
	}
	_, takes := e.become(c, man, man, s.to[row])
	return takes
}

// takesToCut returns the least number of captures with which a pawn can be captured on
// a square of a cut, as a pawn or as what it becomes. En passant it is on the same file.
func (e *estimator) takesToCut(c chess.Color, man chess.Square, cut chess.Bitboard) int {
	least := ways.Far
	promotes := e.routes.PawnFrom(c, e.takes(c), man).Region() & ways.LastRank(c)
	for b := cut | promotes; b != 0; b = b.WithoutFirst() {
		least = min(least, ways.FileDistance(man, b.First()))
	}
	return least
}

package astar

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// backAgain is the least number of moves with which a piece leaves its square and comes
// back to it.
const backAgain = 2

// countMoves finds the least number of moves of a side, and reports whether its men
// can become those of the target at all: every man of the target and every man that is
// captured is one of the position's.
func (e *estimator) countMoves(c chess.Color) bool {
	s := &e.sides[c]
	e.matrix.N = s.men.Count()
	e.fill(c, s.men)
	moves, ok := e.matrix.Solve()
	if !ok || !e.takesSuffice(c) {
		return false
	}
	if e.obstacles {
		e.findObstacles(c)
	}
	without := moves
	if e.spare[c.Other()] > 0 && !e.off.has(cagedRule) {
		without += e.cagedDetour(c)
	}
	if rights := e.pos.Castling() & ways.Rights(c); rights != 0 {
		if lost := rights &^ e.t.may; lost != 0 && !e.off.has(rightsRule) {
			without = max(without, e.loseRights(c, lost, moves))
		}
		without = e.withCastling(c, rights, without)
	}
	if without >= ways.Forbidden {
		return false
	}
	s.moves = max(without, e.spare[c.Other()])
	return true
}

// fill states the costs of some men, in moves: a row for every man of the target and every one that
// is captured, a column for every man of the position.
func (e *estimator) fill(c chess.Color, men chess.Bitboard) {
	for b := men; b != 0; b = b.WithoutFirst() {
		man := b.First() & 63
		e.fillColumn(c, e.column(c, man), man, man)
	}
}

// fillColumn states the costs of a man, as if it stood on a square.
func (e *estimator) fillColumn(c chess.Color, column int, man, from chess.Square) {
	s, a := &e.sides[c], &e.matrix
	bit := man.Bit()
	for i := range s.goals {
		cost := int32(ways.Forbidden)
		if s.src[i]&bit != 0 {
			n, _ := e.become(c, man, from, s.to[i])
			cost = int32(n)
			if cost == 0 && e.leaving.Has(man) && from == man {
				cost = backAgain
				if e.pos.At(man).Kind() == chess.Pawn {
					cost = ways.Forbidden
				}
			}
		}
		a.Cost[i][column] = cost
	}
	for i := s.goals; i < a.N; i++ {
		cost := int32(0)
		if s.kept&bit != 0 {
			cost = ways.Forbidden
		} else if k := i - s.goals; k < len(s.cuts) {
			if cost = int32(e.movesToCut(c, man, from, s.cuts[k])); cost >= ways.Far {
				cost = ways.Forbidden
			}
		}
		a.Cost[i][column] = cost
	}
}

// become returns the least number of moves, and of captures, after which a man of the position, as if it stood on a
// square, can be the one that the target has on another one.
func (e *estimator) become(c chess.Color, man, from, to chess.Square) (moves, takes int) {
	return e.routes.Become(e.pos.At(man), e.takes(c), from, e.t.board[to&63], to)
}

// withCastling returns the least number of moves if the side may castle in some ways:
// king and rook then stand on other squares after one move. The matrix has the least
// number without.
func (e *estimator) withCastling(c chess.Color, rights chess.Castling, moves int) int {
	least := moves
	for i := range chess.CastlingPaths {
		w := &chess.CastlingPaths[i]
		kingFrom, rookFrom := w.Home[0].Square, w.Home[1].Square
		if !rights.Has(1<<i) || e.blocked&(w.Empty|kingFrom.Bit()|rookFrom.Bit()) != 0 {
			continue
		}
		king, rook := e.column(c, kingFrom), e.column(c, rookFrom)
		e.fillColumn(c, king, kingFrom, w.KingTo)
		e.fillColumn(c, rook, rookFrom, w.RookTo)
		if n, ok := e.matrix.Solve(); ok {
			least = min(least, n+1)
		}
		e.fillColumn(c, king, kingFrom, kingFrom)
		e.fillColumn(c, rook, rookFrom, rookFrom)
	}
	return least
}

// column returns the column of a man in the matrix.
func (e *estimator) column(c chess.Color, man chess.Square) int {
	return (e.sides[c].men & (man.Bit() - 1)).Count()
}

package astar

import "retroproof/chess"

// Obstacles are men on their squares at the goal that stand in the way of others: they
// may have to step aside and to come back, which is two moves each. That counts too many
// where there is another way or where the man that moves is the one that passes, so that
// the estimate is not admissible any more.

// findObstacles adds the obstacles on the ways that the solution of the matrix has.
func (e *estimator) findObstacles(c chess.Color) {
	s, a := &e.sides[c], &e.matrix
	column := 0
	for b := s.men; b != 0; b = b.WithoutFirst() {
		if row := int(a.Row[column]); row < s.goals && s.to[row] != b.First() {
			e.inTheWay |= e.obstaclesOf(c, b.First(), s.to[row])
		}
		column++
	}
}

// obstaclesOf returns the obstacles on a way of a man. A piece takes, from square to
// square, the next one with the fewest; a pawn is followed only as
// long as it moves straight on.
func (e *estimator) obstaclesOf(c chess.Color, from, to chess.Square) (set chess.Bitboard) {
	if e.pos.At(from).Kind() == chess.Pawn {
		w := e.routes.PawnFrom(c, 0, from)
		straight := w.Region()
		if e.t.pawns[c].Has(to) {
			if !straight.Has(to) {
				return 0
			}
			straight &= e.routes.PawnTo(c, 0, to).Region()
		}
		return straight &^ from.Bit() & e.home
	}
	m := e.t.board[to&63]
	near := e.routes.To(m, to)
	for at := from; at != to; {
		next, least := to, chess.NoSquares
		best := 1 << 10
		for b := chess.Attacks(m, at, e.routes.Blocked) & near.Region(); b != 0; b = b.WithoutFirst() {
			sq := b.First()
			if near.To(sq)+1 != near.To(at) {
				continue
			}
			over := chess.NoSquares
			if m.Kind() != chess.Knight {
				over = chess.Between(at, sq)
			}
			if over = (over | sq.Bit()) & e.home; over.Count() < best {
				next, least, best = sq, over, over.Count()
			}
		}
		set |= least
		at = next
	}
	return set
}

// atGoalSquares returns the men that stand on their squares at the goal and may move.
func (e *estimator) atGoalSquares() (home chess.Bitboard) {
	for b := e.pos.Occupied() &^ e.blocked; b != 0; b = b.WithoutFirst() {
		if sq := b.First() & 63; e.pos.At(sq) == e.t.board[sq] {
			home |= sq.Bit()
		}
	}
	return home
}

package astar

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// Men that can never move and are not the target's are captured where they stand. If no
// pawn can do that then a piece goes there, which may be out of its way.

// cagedDetour returns by how many moves the solution of the matrix falls short of that: with
// the potentials as prices, what the cheapest man pays for going there.
func (e *estimator) cagedDetour(c chess.Color) int {
	most := 0
	s := &e.sides[c.Other()]
	for b := s.men &^ s.kept; b != 0; b = b.WithoutFirst() {
		if at := b.First(); e.caged(c.Other(), at) && !e.pawnsTakeOn(c, at) {
			most = max(most, e.detourOver(c, at))
		}
	}
	return most
}

// caged reports whether a man that may be captured can never move and is not the
// target's.
func (e *estimator) caged(c chess.Color, sq chess.Square) bool {
	if m := e.pos.At(sq); m.Kind() == chess.Pawn {
		if e.routes.PawnFrom(c, e.takes(c), sq).Region() != sq.Bit() {
			return false
		}
	} else if chess.Attacks(m, sq, chess.AllSquares)&^e.blocked != 0 {
		return false
	}
	s := &e.sides[c]
	for j := range s.goals {
		if s.src[j].Has(sq) {
			return false
		}
	}
	return true
}

// pawnsTakeOn reports whether a pawn of a side may capture on a square, or en passant a
// pawn there.
func (e *estimator) pawnsTakeOn(c chess.Color, sq chess.Square) bool {
	if ep := e.pos.CapturableEnPassant(); ep != chess.NoSquare && ep^8 == sq {
		return true
	}
	takes := e.takes(c)
	for b := e.pos.Men(chess.MakeMan(c, chess.Pawn)) &^ e.blocked; b != 0; b = b.WithoutFirst() {
		if ways.Captures(c, e.routes.PawnFrom(c, takes, b.First()).Region()).Has(sq) {
			return true
		}
	}
	return false
}

// detourOver returns what it takes beyond the solution of the matrix that some man goes
// over a square.
func (e *estimator) detourOver(c chess.Color, over chess.Square) int {
	s, a := &e.sides[c], &e.matrix
	least := int32(ways.Forbidden)
	column := 0
	for b := s.men; b != 0; b = b.WithoutFirst() {
		for row := range a.N {
			if cost := a.Cost[row][column]; cost < ways.Forbidden {
				cost = max(cost, int32(e.movesOver(c, b.First(), over, row)))
				least = min(least, cost-a.U[row]-a.V[column])
			}
		}
		column++
	}
	return int(least)
}

// movesOver returns the least number of moves after which a man that has captured on a
// square can be the one of a row of the matrix; 0 if that is not computed. A pawn has
// become a piece before, elsewhere.
func (e *estimator) movesOver(c chess.Color, man, over chess.Square, row int) int {
	s := &e.sides[c]
	m := e.pos.At(man)
	switch {
	case row >= s.goals && m.Kind() == chess.Pawn:
		return 0
	case row >= s.goals:
		return e.routes.To(m, over).To(man)
	}
	to := s.to[row]
	want := e.t.board[to&63]
	if want.Kind() == chess.Pawn {
		return ways.Forbidden
	}
	there, back := e.routes.To(want, over), e.routes.To(want, to).To(over)
	if back == ways.Far {
		return ways.Forbidden
	}
	if m.Kind() != chess.Pawn {
		if n := there.To(man); n < ways.Far {
			return n + back
		}
		return ways.Forbidden
	}
	w := e.routes.PawnFrom(c, e.takes(c), man)
	best := ways.Forbidden
	for b := w.Region() & ways.LastRank(c) & there.Region() &^ over.Bit(); b != 0; b = b.WithoutFirst() {
		best = min(best, w.To(b.First())+there.To(b.First())+back)
	}
	return best
}

package astar

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// Men that have to leave their squares, even if they come back: that takes two moves,
// where the assignment alone would count none.

// findLeaving finds men that must make a move: those that are not captured and are not
// what the target has on their squares, and those that stand in the only way out of
// another one that must. It reports whether all of them can.
func (e *estimator) findLeaving() bool {
	e.leaving = chess.NoSquares
	if e.off.has(leavingRule) {
		return true
	}
	first := chess.NoSquares
	for c := chess.White; c <= chess.Black; c++ {
		s := &e.sides[c]
		stay := chess.NoSquares
		for j := range s.goals {
			if to := s.to[j]; e.pos.At(to) == e.t.board[to] {
				stay |= s.src[j] & to.Bit()
			}
		}
		first |= s.kept &^ stay
	}
	var ok bool
	e.leaving, ok = e.leave(first)
	return ok
}

// leave adds to men that must leave their squares those that must make way for them,
// and reports whether all can. Men that may be captured need not leave.
func (e *estimator) leave(set chess.Bitboard) (chess.Bitboard, bool) {
	if e.off.has(leavingRule) {
		return set, true
	}
	kept := e.sides[0].kept | e.sides[1].kept
	for todo := set; todo != 0; {
		sq := todo.First()
		todo = todo.WithoutFirst()
		exits := e.exits(sq)
		if exits == 0 {
			return set, false
		}
		if !exits.Several() && exits&kept&^set != 0 {
			set |= exits
			todo |= exits
		}
	}
	return set, true
}

// exits returns the squares over one of which a man leaves, next to it unless it is a
// knight. King and rook castle only if they might as well make a step.
func (e *estimator) exits(sq chess.Square) chess.Bitboard {
	m := e.pos.At(sq)
	c := m.Color()
	switch m.Kind() {
	case chess.Pawn:
		if e.takes(c) > 0 {
			return chess.AllSquares // it may capture
		}
		return ways.Ahead(c, sq.Bit()) &^ e.blocked
	case chess.King:
		return chess.KingAttacks(sq) &^ (e.blocked | e.routes.Unsafe[c])
	}
	return chess.Attacks(m, sq, chess.AllSquares) &^ e.blocked
}

// loseRights returns the least number of moves of a side that loses castling rights
// without castling: the king moves, or all rooks move or are captured. Men that must
// leave may make others leave. The matrix is left as it was; moves is its sum.
func (e *estimator) loseRights(c chess.Color, lost chess.Castling, moves int) int {
	king := lost.Homes() & e.pos.Kind(chess.King)
	least := ways.Forbidden
	for _, set := range [...]chess.Bitboard{king, lost.Homes() &^ king} {
		if set&e.blocked == 0 {
			least = min(least, e.movesIfLeaving(c, set, moves))
		}
	}
	return least
}

// movesIfLeaving returns the least number of moves of a side if some men leave their
// squares, too, or are captured.
func (e *estimator) movesIfLeaving(c chess.Color, set chess.Bitboard, moves int) int {
	s := &e.sides[c]
	kept, ok := e.leave(e.leaving | set&s.kept)
	if !ok {
		return ways.Forbidden
	}
	all := (kept | set) & s.men &^ e.leaving
	if all == 0 {
		return moves
	}
	before := e.leaving
	e.leaving |= all
	e.fill(c, all)
	n, ok := e.matrix.Solve()
	if !ok {
		n = ways.Forbidden
	}
	e.leaving = before
	e.fill(c, all)
	return n
}

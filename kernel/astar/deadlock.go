package astar

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// blockDeadlocked blocks men that can only move after one another, when nothing is
// captured any more: none of them moves first. It reports whether all of them are
// the target's.
func (e *estimator) blockDeadlocked() bool {
	stuck := ways.Stuck(e.pos.Occupied(), e.released)
	for b := stuck &^ e.blocked; b != 0; b = b.WithoutFirst() {
		if e.pos.At(b.First()) != e.t.board[b.First()&63] {
			return false
		}
	}
	e.blocked |= stuck
	return true
}

// released reports whether a man that is not blocked has a move to a square outside a set. Castling need not
// be considered: where it is possible, the king has a step as well.
func (e *estimator) released(sq chess.Square, stuck chess.Bitboard) bool {
	m := e.pos.At(sq)
	c := m.Color()
	switch {
	case e.blocked.Has(sq):
		return false
	case m.Kind() == chess.Pawn:
		return ways.Ahead(c, sq.Bit())&^stuck != 0
	case m.Kind() == chess.King:
		pawns := e.pos.Men(chess.MakeMan(c.Other(), chess.Pawn)) & stuck
		return chess.KingAttacks(sq)&^stuck&^ways.Captures(c.Other(), pawns) != 0
	}
	return chess.Attacks(m, sq, stuck)&^stuck != 0
}

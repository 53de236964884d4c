package facts

import chess "retroproof/chess/board"

// Released returns the men of a set that are not blocked and could leave it, where only the men
// of the set obstruct them.
//
// Suppose that nothing is captured between start and goal, and that every man of a set could
// only move to squares of the set or of blocked men. Then none of its men can be the first to
// move, so none of them ever moves.
func (p *Proven) Released(stuck chess.Bitboard) (free chess.Bitboard) {
	pawns := [2]chess.Bitboard{stuck & p.from[0], stuck & p.from[1]}
	for sq := range (stuck &^ p.Blocked).Squares() {
		if p.released(sq, stuck, pawns) {
			free |= sq.Bit()
		}
	}
	return free
}

// released reports whether a man has a move to a square outside the set. Castling needs no case
// of its own: the square that the king would pass over is empty, so either the king can step
// there, or a pawn of the set attacks it and castling is illegal.
func (p *Proven) released(sq chess.Square, stuck chess.Bitboard, pawns [2]chess.Bitboard) bool {
	m := p.Start.Board[sq]
	switch m.Kind() {
	case chess.Pawn:
		return !stuck.Has(sq + chess.Square(m.Color().Forward())) // the square number wraps around below 0, which is intended
	case chess.King:
		them := m.Color().Other()
		for to := range (chess.KingAttacks(sq) &^ stuck).Squares() {
			if chess.PawnAttacks(m.Color(), to)&pawns[them] == 0 {
				return true
			}
		}
		return false
	}
	return chess.Attacks(m, sq, stuck)&^stuck != 0
}

package facts

import "retroproof/chess"

// Released returns the men of a set that are not blocked and have a move out of it, the
// men of the set being all that is in their way.
//
// Suppose that nothing is captured between start and goal, and that all men of a set
// could only move to squares of the set, or of blocked men: then none of them moves
// first, so none moves at all.
func (p *Proven) Released(stuck chess.Bitboard) (free chess.Bitboard) {
	pawns := [2]chess.Bitboard{stuck & p.from[0], stuck & p.from[1]}
	for sq := range (stuck &^ p.Blocked).Squares() {
		if p.released(sq, stuck, pawns) {
			free |= sq.Bit()
		}
	}
	return free
}

// released reports whether a man has a move to a square that is not one of the
// stuck men's. Castling needs no case of its own: the king then has a step, or the square
// is attacked that he would have to pass over.
func (p *Proven) released(sq chess.Square, stuck chess.Bitboard, pawns [2]chess.Bitboard) bool {
	m := p.Start.Board[sq]
	switch m.Kind() {
	case chess.Pawn:
		return !stuck.Has(sq + chess.Square(m.Color().Forward())) // down wraps around, as it should
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

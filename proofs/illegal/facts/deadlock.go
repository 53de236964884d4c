package facts

import "retroproof/chess"

// Deadlock: when no capture is left, men that can only move after one another
// never move.

const (
	// Deadlock: with no capture left, a man that cannot have moved is another one,
	// or gone, at the goal.
	Deadlock Reason = "Deadlock"
)

// deadlock blocks men that never move because nothing is captured between start
// and goal. Suppose that all men of a set could only move to squares of the set:
// then none of them moves first, so none moves at all, and since nothing is
// captured they stay. The largest such set is what is left when men that can move
// out of it are taken away, again and again.
func (r *reach) deadlock() *Impossible {
	var stuck chess.Bitboard
	for sq, m := range r.start.Board {
		if m != chess.NoMan {
			stuck |= chess.Square(sq).Bit()
		}
	}
	for {
		free := r.releasedOf(stuck)
		if free == 0 {
			break
		}
		stuck &^= free
	}
	r.block(ByDeadlock, stuck)
	for sq := range stuck.Squares() {
		if r.goal.Board[sq] != r.start.Board[sq] {
			return Because(Deadlock, "no capture is left, and the %s %s on %s can never have moved: it stands among men that can only move after one another, on %s",
				r.start.Board[sq].Color(), r.start.Board[sq].Kind(), sq, SquareList(r.start, stuck)).by(Argument{Blocked: r.facts, Square: sq.String()})
		}
	}
	return nil
}

// deadlocked reports whether nothing is captured and no man of a set can move out of
// the set and the blocked squares.
func (r *reach) deadlocked(set chess.Bitboard) bool {
	return r.captures == [2]int{} && r.releasedOf(set|r.blocked) == 0
}

// releasedOf returns the men of a set that are not blocked and have a move out of it.
func (r *reach) releasedOf(stuck chess.Bitboard) (free chess.Bitboard) {
	pawns := [2]chess.Bitboard{stuck & r.pawnsOf[0], stuck & r.pawnsOf[1]}
	for sq := range (stuck &^ r.blocked).Squares() {
		if r.released(sq, stuck, pawns) {
			free |= sq.Bit()
		}
	}
	return free
}

// released reports whether a man has a move to a square that is not one of the
// stuck men's. Castling needs no thought: the king then has a step, or the square
// is attacked that he would have to pass over.
func (r *reach) released(sq chess.Square, stuck chess.Bitboard, pawns [2]chess.Bitboard) bool {
	m := r.start.Board[sq]
	switch m.Kind() {
	case chess.Pawn:
		ahead := sq + 8
		if m.Color() == chess.Black {
			ahead = sq - 8
		}
		return !stuck.Has(ahead)
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

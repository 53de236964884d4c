package astar

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// target is what a search has to reach: the goal, or one of several positions that differ
// only in castling rights and en passant squares. There are several after last moves
// were taken back, since the rights before them are not determined.
type target struct {
	finals []chess.Position // the search ends at any of them
	tail   []chess.Move     // leads from there to the goal of the search

	board [chess.NumSquares]chess.Man
	turn  chess.Color
	must  chess.Castling // rights that all finals have
	may   chess.Castling // rights that some have

	side  [2]chess.Bitboard
	pawns [2]chess.Bitboard
	home  [2]chess.Bitboard // pawns on their first squares
	men   [2]int
	king  [2]chess.Square
}

// newTarget prepares positions with one diagram.
func newTarget(finals []chess.Position, tail []chess.Move) *target {
	first := &finals[0]
	t := &target{finals: finals, tail: tail, turn: first.Turn(), must: chess.AllCastling}
	for i := range finals {
		t.must &= finals[i].Castling()
		t.may |= finals[i].Castling()
	}
	for sq := range chess.Square(chess.NumSquares) {
		t.board[sq] = first.At(sq)
	}
	for c := chess.White; c <= chess.Black; c++ {
		t.side[c] = first.Side(c)
		t.men[c] = t.side[c].Count()
		t.pawns[c] = first.Men(chess.MakeMan(c, chess.Pawn))
		t.home[c] = t.pawns[c] & ways.HomeRank(c)
		t.king[c] = first.King(c)
	}
	return t
}

// reachedBy reports whether a position is one of the finals.
func (t *target) reachedBy(p *chess.Position) bool {
	for i := range t.finals {
		if p.Reaches(&t.finals[i]) {
			return true
		}
	}
	return false
}

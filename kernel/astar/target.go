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
	cones [2][]cone // of pawns that are not at home, those that have gone least first
}

// cone is where a pawn of the target has come from.
type cone struct {
	at     chess.Square
	behind chess.Bitboard // at included
	count  int            // pawns of the target in it
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
		for n := range 6 {
			rank := 1 + n
			if c == chess.Black {
				rank = 6 - n
			}
			for sq := range (t.pawns[c] &^ t.home[c] & chess.RankSet(rank)).Squares() {
				behind := conesBehind[c][sq]
				t.cones[c] = append(t.cones[c], cone{sq, behind, (behind & t.pawns[c]).Count()})
			}
		}
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

// conesBehind has for every colour and square the squares from which a pawn can come
// there if it finds captures, itself included.
var conesBehind = func() (cones [2][chess.NumSquares]chess.Bitboard) {
	for c := chess.White; c <= chess.Black; c++ {
		for sq := range chess.Square(chess.NumSquares) {
			set := sq.Bit()
			for range 6 {
				set |= ways.Ahead(c.Other(), set) | ways.Captures(c.Other(), set)
			}
			cones[c][sq] = set & ways.PawnRanks
		}
	}
	return cones
}()

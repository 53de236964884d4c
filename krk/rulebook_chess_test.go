package krk

import (
	"retroproof/chess"
	"retroproof/proofs/krk/spec"
)

// ChessRulebook writes out what package chess, the rules of the whole game on
// bitboards, says of this endgame.
func ChessRulebook() *Rulebook {
	r := newRulebook("chess", allSets...)
	var buf [64]chess.Move
	for p := range Position(spec.NumPositions) {
		s := Setup(p)
		if s.CountMen() != 3 {
			continue // two men on a square
		}
		c, err := chess.NewPosition(s)
		if err != nil {
			continue
		}
		r.addLegal(p)
		for _, m := range c.LegalMoves(buf[:0]) {
			q := afterMove(p, m)
			if p.White() {
				r.moves[0].add(p, q, true)
			} else {
				r.moves[1].add(p, q, false)
			}
		}
		if c.InCheck() {
			r.sets[checks].add(p)
		}
		if c.IsCheckmate() {
			r.sets[mates].add(p)
		}
		if c.IsStalemate() {
			r.sets[stalemates].add(p)
		}
	}
	return r
}

// afterMove moves the man on the move's first square. A rook captured stays
// under the king.
func afterMove(p Position, m chess.Move) Position {
	men := [3]Square{p.WK(), p.BK(), p.R()}
	for i := range men {
		if men[i] == Square(m.From()) {
			men[i] = Square(m.To())
			break
		}
	}
	return spec.Pack(men[0], men[1], men[2], !p.White())
}

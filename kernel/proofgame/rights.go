package proofgame

import "retroproof/chess"

// leaveHome lets kings and rooks that have not moved leave their squares if the
// goal has them there without the right to castle. The moves are returned, the
// board at the end is c.end; moves so far led to b.
func (c *builder) leaveHome(b *board, goal *chess.Setup, moves []chess.Move) ([]chess.Move, bool) {
	c.end = *b
	if c.start.Castling() == chess.NoCastling {
		return nil, true
	}
	p := *c.start
	for _, m := range moves {
		if !legal(&p, m) {
			return nil, false
		}
		p.Make(m)
	}
	var all []chess.Move
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		if !p.Castling().Has(right) || goal.Castling.Has(right) {
			continue
		}
		way, ok := c.excursion(&c.end, goal, right)
		if !ok {
			return nil, false
		}
		for _, m := range way {
			p.Make(m)
		}
		all = append(all, way...)
	}
	return all, true
}

// excursion brings the king or the rook of a right away from home if the goal has
// both there: a king that can move at all loses two rights.
func (c *builder) excursion(b *board, goal *chess.Setup, right chess.Castling) ([]chess.Move, bool) {
	homes := right.Homes()
	for set := homes; set != 0; set = set.WithoutFirst() {
		if goal.Board[set.First()] != c.setup.Board[set.First()] {
			return nil, true // one of them moves in any case
		}
	}
	now := *b
	on := now.terrain()
	kings := now.kind[chess.King]
	for _, who := range []chess.Bitboard{homes & kings, homes &^ kings} {
		id := int(now.at[who.First()])
		if c.mobile>>id&1 == 0 {
			continue
		}
		p := plan{movable: c.mobile &^ now.numbers(on.pawns), anyTurn: true, need: 1 << id}
		p.dist[id].officer(now.man[id], ^who&^on.pawns, &on, false)
		p.weight[id] = wanted
		if c.small(&now, &p) {
			return append([]chess.Move(nil), c.path...), true
		}
	}
	return nil, false
}

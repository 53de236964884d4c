package proofgame

import "retroproof/chess"

// leaveHome lets kings and rooks that have not moved leave their squares if the
// goal has them there without the right to castle. The moves are returned, the
// board at the end is c.end; moves so far led to b.
func (c *construction) leaveHome(b *board, goal *chess.Setup, moves []chess.Move) ([]chess.Move, bool) {
	c.end = *b
	// Only rights whose king and rook stand at home in the goal: others are lost anyway.
	var stay chess.Castling
	for i := range chess.CastlingPaths {
		right, home := chess.Castling(1<<i), &chess.CastlingPaths[i].Home
		if c.start.Castling().Has(right) && !goal.Castling.Has(right) &&
			goal.Board[home[0].Square] == home[0].Man && goal.Board[home[1].Square] == home[1].Man {
			stay |= right
		}
	}
	if stay == chess.NoCastling {
		return nil, true
	}
	p := *c.start
	if !playAll(&p, moves, 0) {
		return nil, false
	}
	var all []chess.Move
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		if !stay.Has(right) || !p.Castling().Has(right) {
			continue
		}
		way, ok := c.excursion(&c.end, right)
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

// excursion moves the king or the rook of a right away from home. The king is tried
// first, because its move ends both rights.
func (c *construction) excursion(b *board, right chess.Castling) ([]chess.Move, bool) {
	homes := right.Homes()
	now := *b
	walls := now.obstacles()
	kings := now.kind[chess.King]
	for _, who := range []chess.Bitboard{homes & kings, homes &^ kings} {
		id := int(now.at[who.First()])
		if c.mobile>>id&1 == 0 {
			continue
		}
		p := plan{movable: c.mobile &^ now.numbers(walls.pawns), anyTurn: true}
		p.aim(id, walls.search(now.man[id], ^who&^walls.pawns))
		if c.small(&now, &p) {
			return append([]chess.Move(nil), c.path...), true
		}
	}
	return nil, false
}

package rules

import (
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Closing returns what pawns of a goal shut in or out, as far as it says something of pawns that may
// promote, and of pawns at home, which men that never move do not say.
func Closing(p *facts.Proven) (list []facts.Closing) {
	had, has := facts.CountMaterial(p.Start), facts.CountMaterial(p.Goal)
	var promoting chess.Bitboard // last ranks where pawns may promote
	for c := chess.White; c <= chess.Black; c++ {
		if had.Pawns[c] > has.Pawns[c] {
			promoting |= chess.RankSet(c.RelativeRank(7))
		}
	}
	var lost [facts.NumPieceKinds]chess.Bitboard
	for k := range lost {
		lost[k] = p.Lost(facts.PieceKind(k), p.Blocked)
	}
	for sq := range (pawnsOf(p.Goal) &^ p.Blocked).Squares() {
		c := p.Closing(sq)
		c.Taken = where(c.Taken&promoting, func(at chess.Square) bool { // else men that never move are enough
			return chess.Attacks(p.Goal.Board[at], at, p.Blocked).Has(sq)
		})
		c.Corners = slices.DeleteFunc(c.Corners, func(corner facts.Corner) bool { return !promoting.Has(corner.Square) })
		says := c.Taken|c.Gone != 0 || len(c.Corners) > 0
		for k := range lost {
			c.Lost[k] &= promoting &^ lost[k]
			says = says || c.Lost[k] != 0
		}
		if says {
			list = append(list, c)
		}
	}
	return list
}

// Jams returns the pieces of a goal that were on their squares before pawns of it closed the last way
// there: see [facts.Jam].
func Jams(p *facts.Proven) (list []facts.Jam) {
	if max(p.Captures[chess.White], p.Captures[chess.Black]) <= 0 {
		return nil
	}
	for sq := range chess.Square(chess.NumSquares) {
		if j, ok := p.Jam(sq); ok && j.Pawns != 0 && !p.Blocked.Has(sq) {
			list = append(list, j)
		}
	}
	return list
}

// Made returns the pieces of a goal that were pawns and cannot have promoted everywhere where these can: see
// [facts.Made].
func Made(p *facts.Proven) (list []facts.Made) {
	p.Refresh()
	for sq := range chess.Square(chess.NumSquares) {
		m, ok := p.Made(sq)
		if !ok {
			continue
		}
		var promotions chess.Bitboard // of the makers, to such a piece
		for pawn := range m.Makers.Squares() {
			promotions |= where(p.Promotes(pawn), func(at chess.Square) bool {
				return p.Goal.Board[sq].Kind() != chess.Bishop || at.Dark() == sq.Dark()
			})
		}
		if promotions&^m.On != 0 {
			m.On &= promotions
			list = append(list, m)
		}
	}
	return list
}

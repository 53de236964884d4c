package facts

import "retroproof/chess"

// Pawns that never move, as far as the pawns of start and goal show it.

// homeRank returns the set of squares on which pawns of a colour begin.
func homeRank(c chess.Color) chess.Bitboard { return chess.RankSet(c.RelativeRank(1)) }

// homePawn: no pawn comes to the rank on which it begins, so a pawn of the goal there
// was there at the start and has not moved.
func (p *Proven) homePawn(sq chess.Square, m chess.Man) bool {
	return m.Kind() == chess.Pawn && homeRank(m.Color()).Has(sq) && p.Goal.Board[sq] == m
}

// CameBack reports whether a pawn of the goal stands on its first rank where none was at
// the start.
func (p *Proven) CameBack(sq chess.Square) bool {
	m := p.Goal.Board[sq]
	return m.Kind() == chess.Pawn && homeRank(m.Color()).Has(sq) && p.Start.Board[sq] != m
}

// InCone counts the pawns of a colour in the cone behind a square, at the start and at
// the goal. Every pawn of the goal in the cone was in it at the start, since pawns do
// not come into a cone.
func (p *Proven) InCone(c chess.Color, sq chess.Square) (had, has int) {
	cone := cones[c][sq]
	return (p.from[c] & cone).Count(), (p.to[c] & cone).Count()
}

// neededInCone: a pawn that leaves the cone cannot be replaced. The pawn on its foremost
// square leaves it by any move, so if the goal needs all pawns that there were, it
// stays.
func (p *Proven) neededInCone(sq chess.Square, m chess.Man) bool {
	had, has := p.InCone(m.Color(), sq)
	return p.pawnStays(sq, m) && had == has
}

// cannotGoOn: if no pawn is lost, each goes on to a square of the goal's pawns. One that
// has no other such square in front of it than its own stays there.
func (p *Proven) cannotGoOn(sq chess.Square, m chess.Man) bool {
	c := m.Color()
	if !p.pawnStays(sq, m) || p.from[c].Count() != p.to[c].Count() {
		return false
	}
	for t := range p.to[c].Squares() {
		if t != sq && cones[c][t].Has(sq) {
			return false
		}
	}
	return true
}

// pawnStays reports whether a man of the start is a pawn, and the goal has one like it
// on its square.
func (p *Proven) pawnStays(sq chess.Square, m chess.Man) bool {
	return m.Kind() == chess.Pawn && p.Goal.Board[sq] == m
}

// cones are the squares from which a pawn can come to a square, itself included, by
// colour: n ranks behind it, and no more than n files aside.
var cones = func() (cones [2][chess.NumSquares]chess.Bitboard) {
	for sq := range chess.Square(chess.NumSquares) {
		for from := range chess.Square(chess.NumSquares) {
			aside := max(sq.File()-from.File(), from.File()-sq.File())
			for c := range chess.Color(2) {
				first := c.RelativeRank(from.Rank())
				if first >= 1 && aside <= c.RelativeRank(sq.Rank())-first {
					cones[c][sq] |= from.Bit()
				}
			}
		}
	}
	return cones
}()

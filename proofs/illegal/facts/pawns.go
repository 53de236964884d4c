package facts

import chess "retroproof/chess/board"

// Pawns that never move, as far as the pawns of start and goal determine it.

// homeRank returns the squares on which pawns of a colour begin: the second or the seventh
// rank.
func homeRank(c chess.Color) chess.Bitboard { return chess.RankSet(c.RelativeRank(1)) }

// homePawn: no move takes a pawn to the rank on which pawns of its colour begin, so a pawn of
// the goal there was there at the start and has not moved.
func (p *Proven) homePawn(sq chess.Square, m chess.Man) bool {
	return m.Kind() == chess.Pawn && homeRank(m.Color()).Has(sq) && p.Goal.Board[sq] == m
}

// InCone counts the pawns of a colour in the cone behind a square, at the start and at the
// goal. Every pawn of the goal in the cone was in it at the start, since no pawn enters a cone.
func (p *Proven) InCone(c chess.Color, sq chess.Square) (had, has int) {
	cone := cones[c][sq]
	return (p.from[c] & cone).Count(), (p.to[c] & cone).Count()
}

// neededInCone: no pawn enters a cone, so a pawn that leaves it is not replaced. The pawn on
// its foremost square would leave it with any move. So if the cone has as many pawns at the
// goal as at the start, this pawn never moves.
func (p *Proven) neededInCone(sq chess.Square, m chess.Man) bool {
	had, has := p.InCone(m.Color(), sq)
	return p.pawnStays(sq, m) && had == has
}

// cannotGoOn: if a side loses no pawn, each of its pawns ends on a square of the goal's pawns.
// A pawn for which its own square is the only one of these that it can reach never moves.
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

// pawnStays reports whether start and goal have the same pawn on a square.
func (p *Proven) pawnStays(sq chess.Square, m chess.Man) bool {
	return m.Kind() == chess.Pawn && p.Goal.Board[sq] == m
}

// cones has, by colour and square, the squares from which a pawn can reach the square, itself
// included: those n ranks behind it and at most n files aside.
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

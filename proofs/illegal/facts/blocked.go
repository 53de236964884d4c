package facts

import "retroproof/chess"

// Men that never move, as far as kernels see it: no paths of pieces are looked at.

const (
	// LostCastling: a castling right that the start does not have.
	LostCastling Reason = "LostCastling"
	// PawnMovedBack: a pawn on its first square that was not there at the start.
	PawnMovedBack Reason = "PawnMovedBack"
	// PawnStructure: more pawns ahead of a square's cone than ever were in it.
	PawnStructure Reason = "PawnStructure"
)

// Blocked finds men that never move on the way from a start to a goal, those that a
// kernel is told of. The facts are in the order in which they follow from one another.
func Blocked(start, goal *chess.Setup) ([]Fact, *Impossible) {
	k, refuted := findBlocked(start, goal)
	return k.facts, refuted
}

// findBlocked is Blocked.
func findBlocked(start, goal *chess.Setup) (k known, refuted *Impossible) {
	k = known{start: start, goal: goal}
	if lost := goal.Castling &^ start.Castling; lost != 0 {
		return k, proven(LostCastling, "the castling right %s was lost before", lost)
	}
	k.findCastling()
	for c := chess.White; c <= chess.Black; c++ {
		if refuted := k.findPawns(c); refuted != nil {
			return k, refuted
		}
	}
	k.findBishops()
	return k, nil
}

// findCastling blocks king and rook of every right that the goal still has.
func (k *known) findCastling() {
	for i := range castlingWays {
		if right := chess.Castling(1 << i); k.goal.Castling.Has(right) {
			k.block(ByCastling, right.Homes())
		}
	}
}

// castlingKept reports whether a set is part of the king and rook of a right that start
// and goal have: they have never moved, since rights do not come back.
func (k *known) castlingKept(set chess.Bitboard) bool {
	for i := range castlingWays {
		if right := chess.Castling(1 << i); set&^right.Homes() == 0 && k.goal.Castling.Has(right) && k.start.Castling.Has(right) {
			return true
		}
	}
	return false
}

// pawns returns the pawns of a colour at the start and at the goal.
func (k *known) pawns(c chess.Color) (from, to chess.Bitboard) {
	pawn := chess.MakeMan(c, chess.Pawn)
	for sq := range chess.Square(64) {
		if k.start.Board[sq] == pawn {
			from |= sq.Bit()
		}
		if k.goal.Board[sq] == pawn {
			to |= sq.Bit()
		}
	}
	return from, to
}

// homeRank returns the set of squares on which pawns of a colour begin.
func homeRank(c chess.Color) chess.Bitboard { return chess.RankSet(1 + 5*int(c)) }

// findPawns finds pawns that never move.
func (k *known) findPawns(c chess.Color) *Impossible {
	from, to := k.pawns(c)
	if missing := to & homeRank(c) &^ from; missing != 0 {
		return Because(PawnMovedBack, "the %s pawn on %s cannot have come there", c, missing.First()).by(Argument{Square: missing.First().String()})
	}
	k.block(ByHomePawn, to&homeRank(c))
	var needed, last chess.Bitboard
	for sq := range to.Squares() {
		had, has := inCone(c, sq, from, to)
		if had < has {
			return Because(PawnStructure, "%d %s pawns have come from the squares behind %s, where there were %d", has, c, sq, had).by(Argument{Square: sq.String()})
		}
		if from.Has(sq) && had == has {
			needed |= sq.Bit()
		}
	}
	k.block(ByCone, needed)
	if from.Count() == to.Count() {
		for sq := range (from & to).Squares() {
			if !canGoOn(c, sq, to) {
				last |= sq.Bit()
			}
		}
	}
	k.block(ByGoesOn, last)
	return nil
}

// homePawn: no pawn comes to the rank on which it begins, so a pawn of the goal there
// was there at the start and has not moved.
func (k *known) homePawn(sq chess.Square, m chess.Man) bool {
	return m.Kind() == chess.Pawn && homeRank(m.Color()).Has(sq) && k.goal.Board[sq] == m
}

// inCone counts the pawns of start and goal in the cone behind a square. Every pawn of
// the goal in the cone was in it at the start, since pawns do not come into a cone.
func inCone(c chess.Color, sq chess.Square, from, to chess.Bitboard) (had, has int) {
	cone := cones[c][sq]
	return (from & cone).Count(), (to & cone).Count()
}

// neededInCone: whoever leaves the cone cannot be replaced. The pawn on its foremost
// square leaves it by any move, so if the goal needs all pawns that there were, it
// stays.
func (k *known) neededInCone(sq chess.Square, m chess.Man) bool {
	from, to := k.pawns(m.Color())
	had, has := inCone(m.Color(), sq, from, to)
	return (from & to).Has(sq) && had == has
}

// cannotGoOn: if no pawn is lost, each goes on to a square of the goal. One that has no
// other such square ahead of it than its own stays there.
func (k *known) cannotGoOn(sq chess.Square, m chess.Man) bool {
	from, to := k.pawns(m.Color())
	return (from & to).Has(sq) && from.Count() == to.Count() && !canGoOn(m.Color(), sq, to)
}

// canGoOn reports whether from a square some other square of a set can be
// reached by a pawn.
func canGoOn(c chess.Color, sq chess.Square, to chess.Bitboard) bool {
	for t := range to.Squares() {
		if t != sq && cones[c][t].Has(sq) {
			return true
		}
	}
	return false
}

// cones are the squares from which a pawn can come to a square, itself included,
// by colour.
var cones = func() (cones [2][64]chess.Bitboard) {
	for c := range chess.Color(2) {
		for sq := range chess.Square(64) {
			cones[c][sq] = coneBehind(c, sq)
		}
	}
	return cones
}()

// coneBehind returns the squares from which a pawn can come to a square, itself
// included.
func coneBehind(c chess.Color, sq chess.Square) (cone chess.Bitboard) {
	back := -1
	if c == chess.Black {
		back = 1
	}
	for n := 0; n < 8; n++ {
		rank := sq.Rank() + n*back
		if rank < 1 || rank > 6 {
			break
		}
		for f := range 8 {
			if d := max(f-sq.File(), sq.File()-f); d <= n {
				cone |= chess.MakeSquare(f, rank).Bit()
			}
		}
	}
	return cone
}

// findBishops finds bishops between men that never move. They never move
// themselves; those that are not at the goal are dead.
func (k *known) findBishops() {
	for found := true; found; {
		found = false
		for sq := range chess.Square(chess.NumSquares) {
			m := k.start.Board[sq]
			if (k.blocked | k.dead).Has(sq) {
				continue
			}
			switch {
			case k.cagedBishop(sq, m):
				k.block(ByCagedBishop, sq.Bit())
				found = true
			case k.deadBishop(sq, m):
				k.bury(sq)
			}
		}
	}
}

// caged reports whether blocked squares are all squares to which a bishop could go
// from a square.
func caged(sq chess.Square, blocked chess.Bitboard) bool {
	return chess.BishopAttacks(sq, chess.AllSquares)&^blocked == 0
}

// cagedBishop: a bishop all of whose next squares are blocked does not move, and no
// other bishop comes to its square. If the goal has such a bishop there it is the same
// one, unless that was captured, and then a pawn became another one there: that takes
// a promotion square, a pawn, and that a man of the side was captured.
func (k *known) cagedBishop(sq chess.Square, m chess.Man) bool {
	return m.Kind() == chess.Bishop && k.goal.Board[sq] == m && caged(sq, k.blocked) && !k.mayReturn(sq, m.Color())
}

// mayReturn reports whether a pawn of a colour can have promoted on a square after a
// man of the colour was captured there, as far as counting tells.
func (k *known) mayReturn(sq chess.Square, c chess.Color) bool {
	if last := 7 - 7*int(c); sq.Rank() != last {
		return false
	}
	had, has := CountMaterial(k.start), CountMaterial(k.goal)
	return had.Pawns[c] > 0 && had.Men[c] > has.Men[c]
}

// deadBishop: such a bishop that is not at the goal was captured on its square. No pawn
// did that: pawns would have come from blocked squares.
func (k *known) deadBishop(sq chess.Square, m chess.Man) bool {
	return m.Kind() == chess.Bishop && k.goal.Board[sq] != m && caged(sq, k.blocked)
}

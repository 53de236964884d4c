package rules

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
	"retroproof/proofs/illegal/facts"
)

// finder finds facts about men that never move between a start and a goal. The list is in
// the order in which they follow from one another.
type finder struct {
	*facts.Proven
	found []facts.Fact
}

func newFinder(start, goal *chess.Setup) finder { return finder{Proven: facts.New(start, goal)} }

// block adds a fact about the squares of a set that are not blocked yet.
func (f *finder) block(by facts.FactRule, set chess.Bitboard) {
	if set &^= f.Blocked; set != 0 {
		f.found = append(f.found, facts.Fact{By: by, Squares: facts.Squares(set)})
		f.Blocked |= set
	}
}

// Blocked finds the facts that the search for kernels uses. It does not consider the squares
// that pieces can reach.
func Blocked(start, goal *chess.Setup) ([]facts.Fact, *Impossible) {
	f := newFinder(start, goal)
	refuted := f.findBlocked()
	return f.found, refuted
}

// Abstract returns what a kernel sees of a start and a goal, or why counting men and
// looking at those that never move is enough to see that there is no kernel.
func Abstract(start, goal *chess.Setup) (*facts.Abstraction, *Impossible) {
	had, has := facts.CountMaterial(start), facts.CountMaterial(goal)
	for c := chess.White; c <= chess.Black; c++ {
		if has.Men[c] > had.Men[c] {
			return nil, Because(TooManyMen, "%s has %d men, and had %d at the start",
				c, has.Men[c], had.Men[c]).by(surplus(start, goal, TooManyMen, &had, &has, c))
		}
		if needed := facts.Promotions(&had.Pieces[c], &has.Pieces[c]); has.Pawns[c]+needed > had.Pawns[c] {
			return nil, Because(TooManyPromotions, "%s has %d pawns and needs %d promotions, and had %d pawns at the start",
				c, has.Pawns[c], needed, had.Pawns[c]).
				by(surplus(start, goal, TooManyPromotions, &had, &has, c))
		}
	}
	f := newFinder(start, goal)
	if refuted := f.findBlocked(); refuted != nil {
		return nil, refuted
	}
	return f.Abstraction(), nil
}

// findBlocked is Blocked.
func (f *finder) findBlocked() *Impossible {
	if lost := f.Goal.Castling &^ f.Start.Castling; lost != 0 {
		return proven(LostCastling, "the castling right %s was lost before", lost)
	}
	if refuted := Stays(f.Start, f.Goal); refuted != nil {
		return refuted
	}
	f.findCastling()
	for c := chess.White; c <= chess.Black; c++ {
		if refuted := f.findPawns(c); refuted != nil {
			return refuted
		}
	}
	f.findBishops()
	return nil
}

// findCastling blocks king and rook of every right that the goal still has.
func (f *finder) findCastling() {
	for i := range chess.CastlingPaths {
		if right := chess.Castling(1 << i); f.Goal.Castling.Has(right) {
			f.block(facts.ByCastling, right.Homes())
		}
	}
}

// inCone reports whether a pawn gets from one square to another, as far as ranks and files say.
func inCone(c chess.Color, from, to chess.Square) bool {
	return ways.FileDistance(from, to) <= c.RelativeRank(to.Rank())-c.RelativeRank(from.Rank())
}

// behind adds the argument that the pawns of the goal on a square, and on all from which pawns get there, are more than
// those of the start that can have become them.
func (f *finder) behind(refuted *Impossible, c chess.Color, to chess.Square) *Impossible {
	f.Refresh()
	men := where(menOf(f.Goal, chess.MakeMan(c, chess.Pawn)), func(sq chess.Square) bool { return inCone(c, sq, to) })
	return refuted.by(facts.Argument{Blocked: f.found, Count: countSources(f.Proven, c, men)})
}

// countSources returns the count of some men of the goal, and of those of the start that can have become them.
func countSources(p *facts.Proven, c chess.Color, men chess.Bitboard) *facts.Count {
	count := &facts.Count{Side: c.String(), Needs: facts.Squares(men)}
	for sq := range men.Squares() {
		count.Men |= facts.Squares(p.Sources(sq))
	}
	return count
}

// findPawns finds pawns that never move.
func (f *finder) findPawns(c chess.Color) *Impossible {
	pawns := menOf(f.Goal, chess.MakeMan(c, chess.Pawn))
	for sq := range (pawns & ways.HomeRank(c)).Squares() {
		if f.Start.Board[sq] != f.Goal.Board[sq] {
			return f.behind(Because(PawnMovedBack, "the %s pawn on %s cannot have come there", c, sq), c, sq)
		}
	}
	f.blockThose(facts.ByHomePawn, pawns)
	for sq := range pawns.Squares() {
		if had, has := f.InCone(c, sq); had < has {
			return f.behind(Because(PawnStructure, "%d %s pawns have come from the squares behind %s, where there were %d",
				has, c, sq, had), c, sq)
		}
	}
	f.blockThose(facts.ByCone, pawns)
	f.blockThose(facts.ByGoesOn, pawns)
	return nil
}

// blockThose adds a fact about those men of a set of which a rule says that they never
// move.
func (f *finder) blockThose(by facts.FactRule, set chess.Bitboard) {
	f.block(by, where(set&^f.Blocked, func(sq chess.Square) bool { return f.Follows(by, sq) }))
}

// findBishops finds bishops between men that never move.
func (f *finder) findBishops() {
	bishops := menOf(f.Start, chess.MakeMan(chess.White, chess.Bishop)) |
		menOf(f.Start, chess.MakeMan(chess.Black, chess.Bishop))
	for found := true; found; {
		found = false
		for sq := range (bishops &^ f.Blocked &^ f.Dead).Squares() {
			switch {
			case f.Follows(facts.ByCagedBishop, sq):
				f.block(facts.ByCagedBishop, sq.Bit())
				found = true
			case f.Follows(facts.ByDeadBishop, sq):
				f.addDead(sq)
			}
		}
	}
}

// addDead adds the fact that a bishop was captured between men that never move.
func (f *finder) addDead(sq chess.Square) {
	f.found = append(f.found, facts.Fact{By: facts.ByDeadBishop, Squares: facts.Squares(sq.Bit())})
	f.Dead |= sq.Bit()
}

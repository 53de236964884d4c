package exact

import (
	"retroproof/chess"
	"retroproof/kernel/assign"
)

// allow adds the moves and captures that a scenario allows, and returns the men that
// never move and are never captured in it.
func (e *bound) allow(c chess.Color, sc *scenario, found *sideBound) (frozen chess.Bitboard) {
	r, a := &e.roster, &e.moves
	s := &e.sides[c]
	for i := range r.n {
		options, last := 0, -1
		castled := sc.path != nil && r.sq[i] != r.home[i]
		dest := &s.dest[r.home[i]&63]
		if castled {
			dest = new(chess.Bitboard) // it goes to no other square before
		}
		for j := range r.n {
			cost := int(a.Cost[i][j])
			red := a.Reduced(i, j)
			if cost >= assign.Forbidden || red > r.slack {
				continue
			}
			if j > r.m {
				continue // like the first that is captured
			}
			options++
			last = j
			most := cost + r.slack - red
			switch {
			case j == r.m:
				found.victim |= r.home[i].Bit()
				found.takes |= e.takesOfTaken(c, i, most)
				if most > 0 {
					*dest = chess.AllSquares
				}
			case r.man[i].Kind() != chess.Pawn:
				to := e.routes.to(r.want[j], r.to[j])
				*dest |= to.upTo(most - 1)
				if r.pieces {
					found.takes |= e.region(i, to, most)
				}
			case r.want[j].Kind() == chess.Pawn:
				found.takes |= e.pawnTakes(c, i, j, most)
				*dest |= e.routes.pawnBack(c, r.most, r.to[j]).upTo(most - 1)
			default:
				found.takes |= e.promotedTakes(c, i, j, most)
				*dest = chess.AllSquares
			}
		}
		if options == 1 && last < r.m && !castled && e.stays(i, last) {
			frozen |= r.sq[i].Bit()
		}
	}
	return frozen
}

// stays reports whether a man whose only place in the goal is given never moves.
func (e *bound) stays(i, j int) bool {
	r := &e.roster
	if r.to[j] != r.sq[i] || r.man[i] != r.want[j] || e.moves.Cost[i][j] != 0 {
		return false
	}
	return r.man[i].Kind() == chess.Pawn || r.slack < 2 ||
		e.routes.from(r.man[i], r.sq[i]).within[1] == r.sq[i].Bit()
}

// region returns the squares to which a piece may move that goes to a square with at most
// a number of moves.
func (e *bound) region(i int, to *distances, most int) (set chess.Bitboard) {
	r := &e.roster
	if most <= 0 {
		return 0
	}
	from := e.routes.from(r.man[i], r.sq[i])
	for n := 1; n <= most; n++ {
		if n >= maxLayer {
			return to.within[maxLayer] // far beyond what needs precision
		}
		set |= from.within[n] & to.upTo(most-n)
	}
	if most < to.to(r.sq[i])+2 {
		set &^= r.sq[i].Bit()
	}
	return set
}

// pawnTakes returns where a pawn may capture that stays one.
func (e *bound) pawnTakes(c chess.Color, i, j, most int) (set chess.Bitboard) {
	r := &e.roster
	if r.most == 0 {
		return 0
	}
	takes := min(r.most, fileDistance(r.sq[i], r.to[j])+e.spareTakes(i, j))
	if takes == 0 || takes == 1 && r.sq[i].File() == r.to[j].File() {
		return 0
	}
	from := e.routes.pawn(c, takes, r.sq[i]).within[maxLayer]
	on := from & e.routes.pawnBack(c, takes, r.to[j]).within[maxLayer]
	return captures(c, on) & on
}

// spareTakes returns how many captures more than it needs a pawn may make.
func (e *bound) spareTakes(i, j int) int {
	r := &e.roster
	if !r.takesUsed {
		return r.spareTake
	}
	return r.spareTake - e.takes.Reduced(i, j)
}

// promotedTakes returns where a pawn may capture that promotes, before or after.
func (e *bound) promotedTakes(c chess.Color, i, j, most int) (set chess.Bitboard) {
	r := &e.roster
	on := e.routes.pawn(c, r.most, r.sq[i])
	if r.most > 0 {
		set = captures(c, on.within[maxLayer]) & on.within[maxLayer]
	}
	if r.pieces {
		set |= e.routes.to(r.want[j], r.to[j]).upTo(most - on.toAny(lastRank(c)) - 1)
	}
	return set
}

// takesOfTaken returns where a man may capture that is captured itself.
func (e *bound) takesOfTaken(c chess.Color, i, most int) (set chess.Bitboard) {
	r := &e.roster
	if most <= 0 || r.most == 0 {
		return 0
	}
	if r.man[i].Kind() != chess.Pawn {
		if !r.pieces {
			return 0
		}
		set = e.routes.from(r.man[i], r.sq[i]).upTo(most)
		if most < 2 {
			set &^= r.sq[i].Bit()
		}
		return set
	}
	on := e.routes.pawn(c, r.most, r.sq[i])
	squares := on.upTo(most)
	if r.pieces && squares&lastRank(c) != 0 {
		return chess.AllSquares
	}
	return captures(c, squares) & squares
}

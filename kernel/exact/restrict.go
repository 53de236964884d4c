package exact

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// restrictMoves adds the moves and captures that a scenario allows, and returns the men that never move
// and are never captured in it. It reports whether the scenario is possible: whether every man
// can become something, and some man can capture what is captured.
//
// Every man makes a number of moves beyond its minimum in the solution of the assignment. The
// sum of these is at most the side's slack. If something is captured, at least one man moves to
// the square of the capture, which leaves less slack for the others.
func (b *bound) restrictMoves(c chess.Color, found *sideBound) (frozen chess.Bitboard, ok bool) {
	r := &b.men
	var excess [maxMen]int // by man: the additional moves that it needs in order to capture
	r.capturing = 0
	least, second := 0, 0
	if b.spare[c.Other()] > 0 {
		least, second = ways.Forbidden, ways.Forbidden
		for i := range r.n {
			n := b.toCapture(c, i)
			excess[i] = n
			if n < least {
				least, second = n, least
			} else {
				second = min(second, n)
			}
		}
		if least > r.slack {
			return 0, false
		}
		r.capturing = least
	}
	for i := range r.n {
		most := r.slack // additional moves available to this man
		if excess[i] > r.slack {
			if excess[i] == least {
				most -= second
			} else {
				most -= least
			}
		}
		options, last := b.restrictMan(c, i, most, found)
		if options == 0 {
			return 0, false
		}
		if options == 1 && last < r.m && r.sq[i] == r.home[i] && b.stays(i, last, most) {
			frozen |= r.sq[i].Bit()
		}
	}
	return frozen, true
}

// option returns the largest number of moves in which man i may become what column j of the
// matrix stands for, if spare additional moves are available; false if that is not possible.
func (b *bound) option(i, j, spare int) (most int, ok bool) {
	a := &b.moves
	cost := int(a.Cost[i][j])
	red := a.Reduced(i, j)
	// All columns of men that are captured are alike.
	if cost >= ways.Forbidden || red > spare || j > b.men.m {
		return 0, false
	}
	return cost + spare - red, true
}

// restrictMan adds the moves and captures of a man, and returns the number of things that it
// can become, and one of them.
func (b *bound) restrictMan(c chess.Color, i, spare int, found *sideBound) (options, last int) {
	r, s := &b.men, &b.sides[c]
	dest := &s.dest[r.home[i]&63]
	if r.sq[i] != r.home[i] {
		dest = new(chess.Bitboard) // squares that it may move to before castling
	}
	for j := range min(r.n, r.m+1) {
		most, ok := b.option(i, j, spare)
		if !ok {
			continue
		}
		takes := b.takesOf(c, i, j, most)
		if j < r.m && r.most > 0 && takes == 0 && r.takesUsed && b.takes.Cost[i][j] > 0 {
			continue // a pawn that cannot make the captures that it needs
		}
		options++
		last = j
		found.takes |= takes
		if b.note != nil {
			lossSquares := chess.NoSquares
			if j == r.m {
				lossSquares = b.lossSquaresOf(c, i, most)
			}
			b.note(r.home[i], j, lossSquares)
		}
		switch {
		case j == r.m:
			found.victim |= r.home[i].Bit()
			found.lossSquares |= b.lossSquaresOf(c, i, most)
			if most > 0 {
				*dest = chess.AllSquares
			}
		case r.man[i].Kind() != chess.Pawn:
			*dest |= b.routes.To(r.want[j], r.to[j]).UpTo(most - 1)
		case r.want[j].Kind() == chess.Pawn:
			*dest |= b.routes.PawnTo(c, r.most, r.to[j]).UpTo(most - 1)
		default:
			*dest = chess.AllSquares
		}
	}
	return options, last
}

// toCapture returns the least number of additional moves that a man needs to capture something;
// ways.Forbidden if the moves available do not suffice.
func (b *bound) toCapture(c chess.Color, i int) int {
	r, a := &b.men, &b.moves
	best := ways.Forbidden
	for j := range min(r.n, r.m+1) {
		if _, ok := b.option(i, j, r.slack); !ok {
			continue
		}
		cost, red := int(a.Cost[i][j]), a.Reduced(i, j)
		for n := red; n <= r.slack && n < best; n++ {
			if b.takesOf(c, i, j, cost+n-red) != 0 {
				best = n
			}
		}
	}
	return best
}

// takesOf returns the squares where man i may capture if it becomes what column j stands for in
// at most a number of moves: squares on which men of the other side may be captured.
func (b *bound) takesOf(c chess.Color, i, j, most int) (set chess.Bitboard) {
	r := &b.men
	switch {
	case r.most == 0:
		return 0
	case j >= r.m:
		set = b.takesOfTaken(c, i, most)
	case r.man[i].Kind() != chess.Pawn:
		if r.pieces {
			set = b.region(i, b.routes.To(r.want[j], r.to[j]), most)
		}
	case r.want[j].Kind() == chess.Pawn:
		set = b.pawnTakes(c, i, j, most)
	default:
		set = b.promotedTakes(c, i, j, most)
	}
	return set & b.sides[c.Other()].lossSquares
}

// lossSquaresOf returns the squares where a man may be captured after at most a number of moves.
func (b *bound) lossSquaresOf(c chess.Color, i, most int) chess.Bitboard {
	r := &b.men
	on := b.routes.Leaving(r.man[i], r.most, r.sq[i])
	set := on.UpTo(most)
	if r.man[i].Kind() != chess.Pawn {
		return set
	}
	if on.UpTo(most-1)&ways.LastRank(c) != 0 {
		return chess.AllSquares
	}
	if ep := b.pos.CapturableEnPassant(); ep != chess.NoSquare && r.sq[i] == ep^8 {
		set |= ep.Bit()
	}
	return set
}

// stays reports whether a man whose only possible place in the goal is j never moves, if spare
// additional moves are available.
func (b *bound) stays(i, j, spare int) bool {
	r := &b.men
	if r.to[j] != r.sq[i] || r.man[i] != r.want[j] || b.moves.Cost[i][j] != 0 {
		return false
	}
	return r.man[i].Kind() == chess.Pawn || spare < 2 ||
		b.routes.From(r.man[i], r.sq[i]).UpTo(1) == r.sq[i].Bit()
}

// region returns the squares that a piece may visit on the way to a square in at most a number
// of moves.
func (b *bound) region(i int, to *ways.Distances, most int) (set chess.Bitboard) {
	r := &b.men
	from := b.routes.From(r.man[i], r.sq[i])
	for n := 1; n <= most; n++ {
		set |= from.UpTo(n) & to.UpTo(most-n)
	}
	if most < to.To(r.sq[i])+2 {
		set &^= r.sq[i].Bit()
	}
	return set
}

// pawnTakes returns the squares where a pawn that does not promote may capture.
func (b *bound) pawnTakes(c chess.Color, i, j, most int) (set chess.Bitboard) {
	r := &b.men
	spare := r.spareTake
	if r.takesUsed {
		spare -= b.takes.Reduced(i, j)
	}
	takes := min(r.most, ways.FileDistance(r.sq[i], r.to[j])+spare)
	if takes == 0 || takes == 1 && r.sq[i].File() == r.to[j].File() {
		return 0
	}
	from := b.routes.PawnFrom(c, takes, r.sq[i]).Region()
	on := from & b.routes.PawnTo(c, takes, r.to[j]).Region()
	return ways.Captures(c, on) & on
}

// promotedTakes returns the squares where a pawn that promotes may capture, before or after
// promotion.
func (b *bound) promotedTakes(c chess.Color, i, j, most int) (set chess.Bitboard) {
	r := &b.men
	on := b.routes.PawnFrom(c, r.most, r.sq[i])
	set = ways.Captures(c, on.Region()) & on.Region()
	if r.pieces {
		set |= b.routes.To(r.want[j], r.to[j]).UpTo(most - on.ToAny(ways.LastRank(c)) - 1)
	}
	return set
}

// takesOfTaken returns the squares where a man that is itself captured may capture.
func (b *bound) takesOfTaken(c chess.Color, i, most int) (set chess.Bitboard) {
	r := &b.men
	set = b.routes.Leaving(r.man[i], r.most, r.sq[i]).UpTo(most)
	switch pawn := r.man[i].Kind() == chess.Pawn; {
	case !pawn && !r.pieces:
		return 0
	case !pawn && most < 2:
		return set &^ r.sq[i].Bit()
	case pawn && r.pieces && set&ways.LastRank(c) != 0:
		return chess.AllSquares
	case pawn:
		return ways.Captures(c, set) & set
	}
	return set
}

package exact

import (
	"retroproof/chess"
	"retroproof/kernel/assign"
)

// maxMen is the largest number of men of one side.
const maxMen = assign.Max

// roster lists the men of a side that are not blocked, and what they can become: a man of
// the goal, or one that is captured.
type roster struct {
	n    int                  // number of men
	m    int                  // number of men of the goal; the other columns stand for captures
	sq   [maxMen]chess.Square // where they stand, after castling in a scenario with it
	home [maxMen]chess.Square // where they stand before
	man  [maxMen]chess.Man
	to   [maxMen]chess.Square
	want [maxMen]chess.Man

	left      int  // moves available, without castling
	least     int  // least number of moves needed
	slack     int  // additional moves available
	most      int  // most captures that a pawn can make
	capturing int  // additional moves that some man makes in order to capture
	leastTake int  // captures that pawns need
	spareTake int  // captures available beyond those
	pieces    bool // whether men other than pawns can capture
	takesUsed bool // whether the matrix of captures was solved
	promote   bool // whether pawns can promote or be captured
}

// list makes the roster of a scenario.
func (r *roster) list(e *bound, c chess.Color, sc *scenario) {
	r.n, r.m = 0, 0
	for b := e.pos.Side(c) &^ e.blocked; b != 0; b = b.WithoutFirst() {
		sq := b.First() & 63
		r.home[r.n], r.sq[r.n], r.man[r.n] = sq, sq, e.pos.At(sq)
		if sc.path != nil {
			switch sq {
			case sc.path.Home[0].Square:
				r.sq[r.n] = sc.path.KingTo
			case sc.path.Home[1].Square:
				r.sq[r.n] = sc.path.RookTo
			}
		}
		r.n++
	}
	for b := e.goal.Side(c) &^ e.blocked; b != 0; b = b.WithoutFirst() {
		sq := b.First() & 63
		r.to[r.m], r.want[r.m] = sq, e.goal.At(sq)
		r.m++
	}
	r.left = e.left[c]
	if sc.path != nil {
		r.left--
	}
	r.most = min(e.spare[c.Other()], maxTakes)
	pawn := chess.MakeMan(c, chess.Pawn)
	r.promote = e.pos.Men(pawn).Count() > e.goal.Men(pawn).Count()
}

// assignTakes finds which men can become which with the captures that the side makes, and
// fills the matrix of moves.
func (e *bound) assignTakes(c chess.Color) bool {
	r := &e.roster
	a, t := &e.moves, &e.takes
	a.N, t.N = r.n, r.n
	spare := e.spare[c.Other()]
	r.takesUsed = false
	for j := range r.m {
		e.fillPlace(c, j)
	}
	if r.m < r.n {
		e.fillCaptured(c)
	}
	if due := e.due.all(); due != 0 {
		e.fillDue(c, due)
	}
	r.leastTake, r.spareTake, r.pieces = 0, spare, spare > 0
	if !r.takesUsed {
		return true
	}
	least, ok := t.Solve()
	if !ok || least > spare {
		return false
	}
	r.leastTake, r.spareTake, r.pieces = least, spare-least, least < spare
	for i := range r.n {
		for j := range r.n {
			if t.Reduced(i, j) > r.spareTake {
				a.Cost[i][j] = assign.Forbidden
			}
		}
	}
	return true
}

// fillPlace fills the columns of both matrices for a man of the goal.
func (e *bound) fillPlace(c chess.Color, j int) {
	r := &e.roster
	want, to := r.want[j], r.to[j]
	var way *distances
	if want.Kind() == chess.Pawn {
		way = e.routes.pawnBack(c, r.most, to)
	} else {
		way = e.routes.to(want, to)
	}
	promotes := r.promote && want.Kind() != chess.King && want.Kind() != chess.Pawn
	for i := range r.n {
		cost, takes := assign.Forbidden, 0
		if r.man[i] == want && (!e.raised.Has(to) || e.promoted.Has(r.home[i])) {
			if d := way.to(r.sq[i]); d != far {
				cost = d
				if want.Kind() == chess.Pawn {
					takes = fileDistance(r.sq[i], to)
				}
			}
		} else if promotes && r.man[i].Kind() == chess.Pawn {
			cost, takes = e.promotion(c, i, way)
		}
		e.setPair(i, j, cost, takes)
		r.takesUsed = r.takesUsed || cost < assign.Forbidden && takes > 0
	}
}

// setPair enters a pair into both matrices.
func (e *bound) setPair(i, j, cost, takes int) {
	e.moves.Cost[i][j], e.takes.Cost[i][j] = int32(cost), int32(takes)
	if cost >= assign.Forbidden {
		e.takes.Cost[i][j] = assign.Forbidden
	}
}

// fillCaptured fills the columns for men that are captured.
func (e *bound) fillCaptured(c chess.Color) {
	r := &e.roster
	for i := range r.n {
		cost := assign.Forbidden
		if k := r.man[i].Kind(); k != chess.King && (k != chess.Pawn || r.promote) {
			cost = e.toBeTaken(c, i)
		}
		for j := r.m; j < r.n; j++ {
			e.setPair(i, j, cost, 0)
		}
	}
}

// promotion returns the least number of moves with which a pawn becomes a piece and goes
// on to a square, and the least number of captures.
func (e *bound) promotion(c chess.Color, i int, to *distances) (moves, takes int) {
	r := &e.roster
	from := e.routes.pawn(c, r.most, r.sq[i])
	moves, takes = assign.Forbidden, far
	for b := from.within[maxLayer] & lastRank(c) & to.within[maxLayer]; b != 0; b = b.WithoutFirst() {
		moves = min(moves, from.to(b.First())+to.to(b.First()))
		takes = min(takes, fileDistance(r.sq[i], b.First()))
	}
	return moves, takes
}

// toBeTaken returns the least number of moves after which a man can be captured.
func (e *bound) toBeTaken(c chess.Color, i int) int {
	r := &e.roster
	where := e.sides[c.Other()].takes
	sq := r.sq[i]
	best := far
	if r.man[i].Kind() != chess.Pawn {
		best = e.routes.from(r.man[i], sq).toAny(where)
	} else {
		from := e.routes.pawn(c, r.most, sq)
		best = from.toAny(where)
		if b := from.within[maxLayer] & lastRank(c); b != 0 {
			best = min(best, from.toAny(b)+1)
		}
		// En passant it has passed over the square where it is captured.
		if ep := e.pos.CapturableEnPassant(); ep != chess.NoSquare && sq == ep^8 {
			best = 0
		}
	}
	if best == far {
		return assign.Forbidden
	}
	return best
}

// assignMoves finds the least number of moves of the side, and forbids pairs for which it
// has too few.
func (e *bound) assignMoves(c chess.Color, sc *scenario) bool {
	r, a := &e.roster, &e.moves
	if sc.stir != 0 {
		e.stir(sc.stir)
	}
	var ok bool
	if r.least, ok = a.Solve(); !ok {
		return false
	}
	if r.slack = r.left - r.least; r.slack < 0 {
		return false
	}
	if sc.path != nil {
		r.least++
	}
	return r.slack != 1 || e.canLoseOne(c)
}

// stir requires men to leave their squares: those that return have made two moves.
func (e *bound) stir(set chess.Bitboard) {
	r, a := &e.roster, &e.moves
	for i := range r.n {
		if !set.Has(r.sq[i]) {
			continue
		}
		for j := range r.m {
			if r.to[j] == r.sq[i] && a.Cost[i][j] == 0 {
				a.Cost[i][j] = 2
				if e.routes.from(r.man[i], r.sq[i]).within[1] == r.sq[i].Bit() {
					a.Cost[i][j] = assign.Forbidden
				}
			}
		}
	}
}

// canLoseOne reports whether the side may make one move more than it has to.
func (e *bound) canLoseOne(c chess.Color) bool {
	r, a := &e.roster, &e.moves
	for i := range r.n {
		for j := range r.n {
			red := a.Reduced(i, j)
			if a.Cost[i][j] >= assign.Forbidden || red > r.slack {
				continue
			}
			if red == 1 || j >= r.m || r.man[i] != r.want[j] {
				return true
			}
			switch r.man[i].Kind() {
			case chess.Knight:
			case chess.Pawn:
				steps := r.to[j].Rank() - r.sq[i].Rank()
				if max(steps, -steps) > int(a.Cost[i][j]) {
					return true // two steps instead of a double step
				}
			default:
				if a.Cost[i][j] > 0 {
					return true
				}
			}
		}
	}
	return false
}

// fileDistance returns the number of files between two squares.
func fileDistance(a, b chess.Square) int {
	d := a.File() - b.File()
	return max(d, -d)
}

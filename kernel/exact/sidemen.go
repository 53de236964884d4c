package exact

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// maxMen is the largest number of men of one side.
const maxMen = ways.Max

// sideMen lists the men of a side that are not blocked, and what they can become: a man of
// the goal, or one that is captured.
type sideMen struct {
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
	spareTake int  // captures available beyond those that pawns need
	pieces    bool // whether men other than pawns can capture
	takesUsed bool // whether the matrix of captures was solved
	promote   bool // whether pawns can promote or be captured
}

// list makes the lists of a scenario.
func (s *sideMen) list(e *bound, c chess.Color, sc *scenario) {
	s.n, s.m = 0, 0
	for b := e.pos.Side(c) &^ e.blocked; b != 0; b = b.WithoutFirst() {
		sq := b.First() & 63
		s.home[s.n], s.sq[s.n], s.man[s.n] = sq, castled(sc.path, sq)&63, e.pos.At(sq)
		s.n++
	}
	for b := e.goal.Side(c) &^ e.blocked; b != 0; b = b.WithoutFirst() {
		sq := b.First() & 63
		s.to[s.m], s.want[s.m] = sq, e.goal.At(sq)
		s.m++
	}
	s.left = e.left[c]
	if sc.path != nil {
		s.left--
	}
	s.most = min(e.spare[c.Other()], ways.MostTakes)
	pawn := chess.MakeMan(c, chess.Pawn)
	s.promote = e.pos.Men(pawn).Count() > e.goal.Men(pawn).Count()
}

// assignTakes finds which men can become which with the captures that the side makes, and
// fills the matrix of moves.
func (b *bound) assignTakes(c chess.Color) bool {
	r := &b.men
	a, t := &b.moves, &b.takes
	a.N, t.N = r.n, r.n
	spare := b.spare[c.Other()]
	r.takesUsed = false
	for j := range r.m {
		b.fillPlace(j)
	}
	if r.m < r.n {
		b.fillCaptured(c)
	}
	if due := b.due.all(); due != 0 {
		b.fillDue(c, due)
	}
	r.spareTake, r.pieces = spare, spare > 0
	if !r.takesUsed {
		return true
	}
	least, ok := t.Solve()
	if !ok || least > spare {
		return false
	}
	r.spareTake, r.pieces = spare-least, least < spare
	for i := range r.n {
		for j := range r.n {
			if t.Reduced(i, j) > r.spareTake {
				a.Cost[i][j] = ways.Forbidden
			}
		}
	}
	return true
}

// fillPlace fills the columns of both matrices for a man of the goal.
func (b *bound) fillPlace(j int) {
	r := &b.men
	want, to := r.want[j], r.to[j]
	for i := range r.n {
		cost, takes := ways.Forbidden, 0
		same := r.man[i] == want
		if same && (!b.target.Promoted.Has(to) || b.promoted.Has(r.home[i])) || !same && r.promote {
			cost, takes = b.routes.Become(r.man[i], r.most, r.sq[i], want, to)
		}
		b.setPair(i, j, cost, takes)
		r.takesUsed = r.takesUsed || cost < ways.Forbidden && takes > 0
	}
}

// setPair enters a pair into both matrices.
func (b *bound) setPair(i, j, cost, takes int) {
	b.moves.Cost[i][j], b.takes.Cost[i][j] = int32(cost), int32(takes)
	if cost >= ways.Forbidden {
		b.takes.Cost[i][j] = ways.Forbidden
	}
}

// fillCaptured fills the columns for men that are captured.
func (b *bound) fillCaptured(c chess.Color) {
	r := &b.men
	for i := range r.n {
		cost := ways.Forbidden
		if k := r.man[i].Kind(); k != chess.King && (k != chess.Pawn || r.promote) {
			cost = b.toBeTaken(c, i)
		}
		for j := r.m; j < r.n; j++ {
			b.setPair(i, j, cost, 0)
		}
	}
}

// toBeTaken returns the least number of moves after which a man can be captured.
func (b *bound) toBeTaken(c chess.Color, i int) int {
	m := &b.men
	// En passant a pawn has passed over the square where it is captured.
	ep := b.pos.CapturableEnPassant()
	if m.man[i].Kind() == chess.Pawn && ep != chess.NoSquare && m.sq[i] == ep^8 {
		return 0
	}
	return captured(b.routes, m.man[i], m.most, m.sq[i], b.sides[c.Other()].takes)
}

// assignMoves finds the least number of moves of the side, and forbids pairs for which it
// has too few.
func (b *bound) assignMoves(c chess.Color, sc *scenario) bool {
	r, a := &b.men, &b.moves
	if sc.mustLeave != 0 {
		b.mustLeave(sc.mustLeave)
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
	return r.slack != 1 || b.canLoseOne(c)
}

// mustLeave requires men to leave their squares: those that return have made two moves.
func (b *bound) mustLeave(set chess.Bitboard) {
	r, a := &b.men, &b.moves
	for i := range r.n {
		if !set.Has(r.sq[i]) {
			continue
		}
		for j := range r.m {
			if r.to[j] == r.sq[i] && a.Cost[i][j] == 0 {
				a.Cost[i][j] = 2
				if b.routes.From(r.man[i], r.sq[i]).UpTo(1) == r.sq[i].Bit() {
					a.Cost[i][j] = ways.Forbidden
				}
			}
		}
	}
}

// canLoseOne reports whether the side may make one move more than it has to.
func (b *bound) canLoseOne(c chess.Color) bool {
	r, a := &b.men, &b.moves
	for i := range r.n {
		for j := range r.n {
			red := a.Reduced(i, j)
			if a.Cost[i][j] >= ways.Forbidden || red > r.slack {
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

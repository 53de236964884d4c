package exact

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// estimate computes lower bounds of the moves between a side state and the goal, from assignments
// of the men.
type estimate struct {
	a      *sideStates
	routes *ways.Routes
	to     []chess.Square // men of the goal that are not blocked
	want   []chess.Kind
	// by has the moves by captures that the side still makes. It is filled as needed.
	by [maxMen + 1]*captureCosts

	// The following belong to the side state given last.
	l     sideState
	cases []estimated
}

// estimated is the bound of a side state, with or without castling.
type estimated struct {
	path    *chess.CastlingPath
	place   [chess.NumSquares]int8 // rows by square
	kinds   [maxMen]chess.Kind     // by row, and where the men stand, after castling if there is a path
	squares [maxMen]chess.Square
	sum     int
	m       ways.Matrix
	detours
}

// newEstimate prepares the estimate for a side. derive has been called for the start.
func newEstimate(e *bound, a *sideStates) *estimate {
	s := &estimate{a: a, routes: e.routes}
	goal := stateOf(e.goal, a.c, 0)
	for b := goal.men() &^ a.blocked; b != 0; b = b.WithoutFirst() {
		s.to, s.want = append(s.to, b.First()), append(s.want, goal.at(b.First()))
	}
	s.cases = make([]estimated, 3)
	return s
}

// costTable has numbers of moves by kind of a man, man of the goal, and square; the last of the men of the goal stands
// for a capture.
type costTable [chess.Pawn + 1][][chess.NumSquares]uint8

// impossible stands for no way in the tables of costs.
const impossible = 255

// cost returns the least number of moves of a man on a square that becomes a man of the goal, or is captured, with at
// most a number of captures by a pawn.
func (e *estimate) cost(most int, k chess.Kind, j int, sq chess.Square) uint8 {
	c := e.a.c
	if j < len(e.to) {
		moves, _ := e.routes.Become(chess.MakeMan(c, k), most, sq, chess.MakeMan(c, e.want[j]), e.to[j])
		return entryOf(moves)
	}
	// En passant a pawn has passed over the square where it is captured.
	if k == chess.Pawn && chess.RankSet(c.RelativeRank(3)).Has(sq) && e.a.lossSquares&ways.Ahead(c.Other(),
		sq.Bit()) != 0 {
		return 0
	}
	return entryOf(captured(e.routes, chess.MakeMan(c, k), most, sq, e.a.lossSquares))
}

// at computes the bound of a side state, and reports whether it is at most a number of moves.
func (e *estimate) at(l *sideState, left int) bool {
	e.l = *l
	e.cases = e.cases[:0]
	e.add(l, nil, left)
	for i := range chess.CastlingPaths {
		if l.rights.Has(1<<i) && e.a.castle.Has(1<<i) {
			e.add(l, &chess.CastlingPaths[i], left-1)
		}
	}
	return len(e.cases) > 0
}

// add adds a case, if the goal can be reached in it.
func (e *estimate) add(l *sideState, path *chess.CastlingPath, left int) {
	e.cases = e.cases[:len(e.cases)+1]
	one := &e.cases[len(e.cases)-1]
	one.path = path
	takes := e.a.total - int(l.taken)
	t := e.costs(takes)[0]
	m := &one.m
	m.N = 0
	men := l.men()
	promotes := l.of(chess.Pawn).Count() > e.a.pawns
	for b := men &^ e.a.blocked; b != 0; b = b.WithoutFirst() {
		sq := b.First() & 63
		one.place[sq] = int8(m.N)
		k, at := l.at(sq), castled(path, sq)&63
		one.kinds[m.N], one.squares[m.N] = k, at
		e.fill(&m.Cost[m.N], t, k, at, promotes, (men &^ e.a.blocked).Count())
		m.N++
	}
	var ok bool
	one.sum, ok = m.Solve()
	if !ok || one.sum > left || one.sum+one.additional(e, e.a.forced.left(l), takes) > left {
		e.cases = e.cases[:len(e.cases)-1]
	}
}

// fill fills the row of a man.
func (e *estimate) fill(row *[ways.Max]int32, t *costTable, k chess.Kind, sq chess.Square, promotes bool, n int) {
	for j := range n {
		cost := int32(t[k][min(j, len(e.to))][sq&63])
		if cost == impossible || k == chess.Pawn && !promotes && (j >= len(e.to) || e.want[j] != chess.Pawn) {
			cost = ways.Forbidden
		}
		row[j] = cost
	}
}

// after reports whether the goal may be reached in a number of moves from a side state that differs
// from the one given last by one move.
func (e *estimate) after(y *sideState, left int) bool {
	gone := e.l.men() &^ y.men()
	come := y.men() &^ e.l.men()
	for i := range e.cases {
		one := &e.cases[i]
		if gone.Count() != 1 || come.Count() != 1 {
			return true // castling
		}
		rest := left
		if one.path != nil {
			if y.rights&e.l.rights != e.l.rights {
				continue // another right may be left: taken care of below
			}
			rest--
		}
		if one.least(e, y, gone.First(), come.First()) <= rest {
			return true
		}
	}
	return y.rights != e.l.rights && y.rights&e.a.castle != 0
}

// least returns a lower bound of the moves from a side state that differs from the one given last by a man that
// has gone elsewhere.
func (e *estimated) least(s *estimate, y *sideState, from, to chess.Square) int {
	m := &e.m
	i := int(e.place[from&63])
	k := y.at(to)
	takes := s.a.total - int(y.taken)
	left := s.a.forced.left(y)
	sum := e.sum - int(m.U[i])
	by := s.costs(takes)
	if left == 0 {
		return sum + e.cheapest(by[0][k], to, len(s.to))
	}
	others := e.without(i)
	best := ways.Forbidden
	for part := left; ; part = (part - 1) & left {
		best = min(best, int(others[left&^part])+e.cheapest(by[part][k], to, len(s.to)))
		if part == 0 {
			return sum + best
		}
	}
}

// cheapest returns the least cost of a man on a square without the potentials of what it becomes.
func (e *estimated) cheapest(t [][chess.NumSquares]uint8, sq chess.Square, last int) int {
	best := int32(ways.Forbidden)
	for j := range e.m.N {
		if cost := t[min(j, last)][sq&63]; cost != impossible {
			best = min(best, int32(cost)-e.m.V[j])
		}
	}
	return int(best)
}

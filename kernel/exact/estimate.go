package exact

import (
	"retroproof/chess"
	"retroproof/kernel/assign"
)

// estimate computes lower bounds of the moves between a lineup and the goal, from assignments
// of the men.
type estimate struct {
	a      *alone
	routes *routes
	to     []chess.Square // men of the goal that are not blocked
	want   []chess.Kind
	goal   [3]chess.Bitboard // planes
	// cost has the moves by captures that the side still makes, kind, man of the goal, and
	// square; the last of the men of the goal stands for a capture. It is filled as needed.
	cost [maxMen + 1]*[chess.Pawn + 1][][chess.NumSquares]uint8
	by   [maxMen + 1]*through

	// The following belong to the lineup given last.
	l     lineup
	cases []estimated
	takes assign.Matrix
}

// estimated is the bound of a lineup, with or without castling.
type estimated struct {
	path  *chess.CastlingPath
	place [chess.NumSquares]int8 // rows by square
	sum   int
	m     assign.Matrix
	duties
}

// newEstimate prepares the estimate for a side. look has been called for the start.
func newEstimate(e *bound, a *alone) *estimate {
	s := &estimate{a: a, routes: e.routes}
	goal := lineupOf(e.goal, a.c, 0)
	s.goal = goal.planes
	for b := goal.men() &^ a.blocked; b != 0; b = b.WithoutFirst() {
		s.to, s.want = append(s.to, b.First()), append(s.want, goal.at(b.First()))
	}
	s.cases = make([]estimated, 3)
	return s
}

// impossible stands for no way in the tables of costs.
const impossible = 255

// costs returns the table for a number of captures that the side still makes.
func (s *estimate) costs(takes int) *[chess.Pawn + 1][][chess.NumSquares]uint8 {
	if s.cost[takes] != nil {
		return s.cost[takes]
	}
	t := new([chess.Pawn + 1][][chess.NumSquares]uint8)
	s.cost[takes] = t
	most := min(takes, maxTakes)
	c := s.a.c
	for k := chess.King; k <= chess.Pawn; k++ {
		t[k] = make([][chess.NumSquares]uint8, len(s.to)+1)
		for j := range t[k] {
			for sq := range chess.Square(chess.NumSquares) {
				t[k][j][sq] = impossible
				if s.a.blocked.Has(sq) {
					continue
				}
				if n := s.pair(c, most, k, j, sq); n < impossible {
					t[k][j][sq] = uint8(n)
				}
			}
		}
	}
	return t
}

// pair returns an entry of the tables.
func (s *estimate) pair(c chess.Color, most int, k chess.Kind, j int, sq chess.Square) int {
	if k == chess.Pawn && !pawnRanks.Has(sq) {
		return far
	}
	if j == len(s.to) {
		return s.captured(c, most, k, sq)
	}
	want, to := chess.MakeMan(c, s.want[j]), s.to[j]
	switch {
	case k == s.want[j] && k == chess.Pawn:
		return s.routes.pawnBack(c, most, to).to(sq)
	case k == s.want[j]:
		return s.routes.to(want, to).to(sq)
	case k != chess.Pawn || s.want[j] == chess.King:
		return far
	}
	from, on := s.routes.pawn(c, most, sq), s.routes.to(want, to)
	best := far
	for b := from.within[maxLayer] & lastRank(c) & on.within[maxLayer]; b != 0; b = b.WithoutFirst() {
		best = min(best, from.to(b.First())+on.to(b.First()))
	}
	return best
}

// captured returns the least number of moves after which a man can be captured.
func (s *estimate) captured(c chess.Color, most int, k chess.Kind, sq chess.Square) int {
	switch k {
	case chess.King:
		return far
	case chess.Pawn:
		from := s.routes.pawn(c, most, sq)
		best := min(from.toAny(s.a.falls), from.toAny(lastRank(c))+1)
		// En passant the pawn has passed over the square where it is captured.
		if chess.RankSet(c.RelativeRank(3)).Has(sq) && s.a.falls&ahead(c.Other(), sq.Bit()) != 0 {
			best = 0
		}
		return best
	}
	return s.routes.from(chess.MakeMan(c, k), sq).toAny(s.a.falls)
}

// at computes the bound of a lineup, and reports whether it is at most a number of moves.
func (s *estimate) at(l *lineup, left int) bool {
	s.l = *l
	s.cases = s.cases[:0]
	takes := s.a.total - int(l.taken)
	if !s.enoughTakes(l, takes) {
		return false
	}
	s.add(l, nil, left)
	for i := range chess.CastlingPaths {
		if l.rights.Has(1<<i) && s.a.castle.Has(1<<i) {
			s.add(l, &chess.CastlingPaths[i], left-1)
		}
	}
	return len(s.cases) > 0
}

// add adds a case, if the goal can be reached in it.
func (s *estimate) add(l *lineup, path *chess.CastlingPath, left int) {
	s.cases = s.cases[:len(s.cases)+1]
	e := &s.cases[len(s.cases)-1]
	e.path = path
	takes := s.a.total - int(l.taken)
	t := s.costs(takes)
	m := &e.m
	m.N = 0
	men := l.men()
	promotes := l.of(chess.Pawn).Count() > s.a.pawns
	var kinds [maxMen]chess.Kind
	var squares [maxMen]chess.Square
	for b := men &^ s.a.blocked; b != 0; b = b.WithoutFirst() {
		sq := b.First() & 63
		e.place[sq] = int8(m.N)
		k := l.at(sq)
		if path != nil {
			switch sq {
			case path.Home[0].Square:
				sq = path.KingTo
			case path.Home[1].Square:
				sq = path.RookTo
			}
		}
		kinds[m.N], squares[m.N] = k, sq
		s.fill(&m.Cost[m.N], t, k, sq&63, promotes, (men &^ s.a.blocked).Count())
		m.N++
	}
	var ok bool
	e.sum, ok = m.Solve()
	if !ok || e.sum > left || e.sum+e.additional(s, &kinds, &squares, s.a.errands.left(l), takes) > left {
		s.cases = s.cases[:len(s.cases)-1]
	}
}

// fill fills the row of a man.
func (s *estimate) fill(row *[assign.Max]int32, t *[chess.Pawn + 1][][chess.NumSquares]uint8, k chess.Kind, sq chess.Square, promotes bool, n int) {
	for j := range n {
		cost := int32(t[k][min(j, len(s.to))][sq&63])
		if cost == impossible || k == chess.Pawn && !promotes && (j >= len(s.to) || s.want[j] != chess.Pawn) {
			cost = assign.Forbidden
		}
		row[j] = cost
	}
}

// enoughTakes reports whether captures suffice for the files to which pawns have to go.
func (s *estimate) enoughTakes(l *lineup, takes int) bool {
	pawns := l.of(chess.Pawn) &^ s.a.blocked
	if s.a.total == 0 || pawns == 0 {
		return true
	}
	t, m := s.costs(takes), &s.takes
	men := l.men() &^ s.a.blocked
	m.N = men.Count()
	promotes := l.of(chess.Pawn).Count() > s.a.pawns
	i := 0
	for b := men; b != 0; b = b.WithoutFirst() {
		sq := b.First() & 63
		k := l.at(sq)
		row := &m.Cost[i]
		s.fill(row, t, k, sq, promotes, m.N)
		if k == chess.Pawn {
			for j := range m.N {
				if row[j] >= assign.Forbidden {
					continue
				}
				row[j] = 0
				if j < len(s.to) {
					if s.want[j] == chess.Pawn {
						row[j] = int32(fileDistance(sq, s.to[j]))
					}
				}
			}
		} else {
			for j := range m.N {
				if row[j] < assign.Forbidden {
					row[j] = 0
				}
			}
		}
		i++
	}
	// After castling king and rook may be where they cannot get otherwise.
	if l.rights&s.a.castle != 0 {
		i = 0
		for b := men; b != 0; b = b.WithoutFirst() {
			if k := l.at(b.First()); k == chess.King || k == chess.Rook {
				for j := range min(m.N, len(s.to)) {
					if s.want[j] == k {
						m.Cost[i][j] = 0
					}
				}
			}
			i++
		}
	}
	least, ok := m.Solve()
	return ok && least <= takes
}

// after reports whether the goal may be reached in a number of moves from a lineup that differs
// from the one given last by one move.
func (s *estimate) after(y *lineup, left int) bool {
	gone := s.l.men() &^ y.men()
	come := y.men() &^ s.l.men()
	for i := range s.cases {
		e := &s.cases[i]
		if gone.Count() != 1 || come.Count() != 1 {
			return true // castling
		}
		rest := left
		if e.path != nil {
			if y.rights&s.l.rights != s.l.rights {
				continue // another right may be left: taken care of below
			}
			rest--
		}
		if e.least(s, y, gone.First(), come.First()) <= rest {
			return true
		}
	}
	if y.rights != s.l.rights && y.rights&s.a.castle != 0 {
		return true
	}
	return false
}

// least returns a lower bound of the moves from a lineup that differs from the one given last by a man that
// has gone elsewhere.
func (e *estimated) least(s *estimate, y *lineup, from, to chess.Square) int {
	m := &e.m
	i := int(e.place[from&63])
	k := y.at(to)
	takes := s.a.total - int(y.taken)
	left := s.a.errands.left(y)
	sum := e.sum - int(m.U[i])
	if left == 0 {
		return sum + e.cheapest(s.costs(takes)[k], to, len(s.to))
	}
	by, others := s.throughs(takes), e.without(i)
	best := assign.Forbidden
	for part := left; ; part = (part - 1) & left {
		best = min(best, int(others[left&^part])+e.cheapest(by[part][k], to, len(s.to)))
		if part == 0 {
			return sum + best
		}
	}
}

// cheapest returns the least cost of a man on a square without the potentials of what it becomes.
func (e *estimated) cheapest(t [][chess.NumSquares]uint8, sq chess.Square, last int) int {
	best := int32(assign.Forbidden)
	for j := range e.m.N {
		if cost := t[min(j, last)][sq&63]; cost != impossible {
			best = min(best, int32(cost)-e.m.V[j])
		}
	}
	return int(best)
}

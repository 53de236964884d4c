package exact

import "retroproof/chess"

// MaxMen is the largest number of men of one side in an argument.
const MaxMen = 32

// Step is an argument for one side: a number for each man and each place of [Matrix], in its
// order. Together they are a dual solution of the assignment problem: see the package comment.
type Step struct {
	Side   chess.Color
	Men    []int8
	Places []int8
}

// Bound verifies arguments that the goal cannot be reached from a position.
type Bound struct {
	goal *chess.Position
	must chess.Castling // rights that the goal has
	pos  *chess.Position
	left [2]int
	// Blocked are the squares known so far whose men never move and are never captured.
	Blocked chess.Bitboard
	spare   [2]int // men that each side loses
}

// NewBound returns a bound for a goal that has at least the given castling rights.
func NewBound(goal *chess.Position, must chess.Castling) *Bound {
	return &Bound{goal: goal, must: must}
}

// Begin selects a position from which the given number of plies is left. It reports whether the
// numbers of men, the pawns on the ranks where they begin and the castling rights allow the
// goal.
func (b *Bound) Begin(p *chess.Position, plies int) bool {
	b.pos = p
	b.left[p.Turn()], b.left[p.Turn().Other()] = (plies+1)/2, plies/2
	b.Blocked = b.must.Homes()
	possible := p.Castling()&b.must == b.must
	for c := chess.White; c <= chess.Black; c++ {
		pawn := chess.MakeMan(c, chess.Pawn)
		home := b.goal.Men(pawn) & chess.RankSet(c.RelativeRank(1))
		b.Blocked |= home
		b.spare[c] = p.Side(c).Count() - b.goal.Side(c).Count()
		possible = possible && b.spare[c] >= 0 && b.spare[c] <= b.left[c.Other()] &&
			home&^p.Men(pawn) == 0 && p.Men(pawn).Count() >= b.goal.Men(pawn).Count()
	}
	return possible
}

// Matrix has the least number of moves in which each man becomes what each place stands for;
// numbers above the moves left are replaced by the moves left plus one. The men are those of
// one side that are not blocked, in the order of their squares. The places are the men of the
// goal that are not blocked, in the same order, and then one for each man of the side that is
// captured.
type Matrix struct {
	N    int
	Cost [MaxMen][MaxMen]int8
	men  [MaxMen]chess.Square
	home [MaxMen]int // by man: the place for the same man on the same square, or -1
}

// Fill computes the matrix of a side. It returns false if the side has more than MaxMen men.
func (b *Bound) Fill(m *Matrix, c chess.Color) bool {
	men, places := b.pos.Side(c)&^b.Blocked, b.goal.Side(c)&^b.Blocked
	if men.Count() > MaxMen {
		return false
	}
	m.N = 0
	for ; men != 0; men = men.WithoutFirst() {
		m.men[m.N], m.home[m.N] = men.First(), -1
		m.N++
	}
	most := int8(b.left[c] + 1)
	j := 0
	for ; places != 0; places = places.WithoutFirst() {
		to := places.First()
		want := b.goal.At(to)
		steps := b.steps(want, to)
		for i := range m.N {
			m.Cost[i][j] = int8(min(b.moves(m.men[i], want, to, &steps), int(most)))
			if m.men[i] == to && b.pos.At(to) == want {
				m.home[i] = j
			}
		}
		j++
	}
	for ; j < m.N; j++ {
		for i := range m.N {
			man := b.pos.At(m.men[i])
			m.Cost[i][j] = 0
			if man.Kind() == chess.King || man.Kind() == chess.Pawn && !b.pawnsGo(c) {
				m.Cost[i][j] = most
			}
		}
	}
	return true
}

// never is a number of moves that is larger than any number of moves left.
const never = 100 + MostPlies

// steps returns the distances, in moves, of a piece to a square around the blocked squares.
func (b *Bound) steps(man chess.Man, to chess.Square) (d [chess.NumSquares]int) {
	for i := range d {
		d[i] = never
	}
	d[to] = 0
	for n, front := 1, to.Bit(); front != 0; n++ {
		next := chess.NoSquares
		for ; front != 0; front = front.WithoutFirst() {
			for x := chess.Attacks(man, front.First(), b.Blocked) &^ b.Blocked; x != 0; x = x.WithoutFirst() {
				if d[x.First()] == never {
					d[x.First()] = n
					next |= x.First().Bit()
				}
			}
		}
		front = next
	}
	return d
}

// pawnsGo reports whether pawns of a side promote or are captured.
func (b *Bound) pawnsGo(c chess.Color) bool {
	pawn := chess.MakeMan(c, chess.Pawn)
	return b.pos.Men(pawn).Count() > b.goal.Men(pawn).Count()
}

// moves returns the least number of moves in which the man on a square becomes another man on
// another square; steps has the distances of the latter to its square.
func (b *Bound) moves(from chess.Square, want chess.Man, to chess.Square, steps *[chess.NumSquares]int) int {
	man := b.pos.At(from)
	c := man.Color()
	switch {
	case man.Kind() == chess.Pawn && want.Kind() == chess.Pawn:
		return b.pawnMoves(c, from, to)
	case man.Kind() == chess.Pawn && want.Kind() != chess.King && b.pawnsGo(c):
		best := never
		for file := range 8 {
			on := chess.MakeSquare(file, c.RelativeRank(7))
			best = min(best, b.pawnMoves(c, from, on)+steps[on])
		}
		return best
	case man != want:
		return never
	}
	// Castling is one move of the king; the rook's part in it costs no move.
	best := steps[from]
	for i, path := range chess.CastlingPaths {
		if !b.pos.Castling().Has(1 << i) {
			continue
		}
		switch (chess.Placed{Man: man, Square: from}) {
		case path.Home[0]:
			best = min(best, 1+steps[path.KingTo])
		case path.Home[1]:
			best = min(best, steps[path.RookTo])
		}
	}
	return best
}

// pawnMoves returns the least number of moves of a pawn from one square to another.
func (b *Bound) pawnMoves(c chess.Color, from, to chess.Square) int {
	ranks := c.RelativeRank(to.Rank()) - c.RelativeRank(from.Rank())
	files := max(to.File()-from.File(), from.File()-to.File())
	takes := b.spare[c.Other()]
	if from != to && ranks <= 0 || files > ranks || files > takes {
		return never
	}
	if takes == 0 && chess.Between(from, to)&b.Blocked != 0 {
		return never
	}
	if c.RelativeRank(from.Rank()) == 1 && ranks-files >= 2 {
		return ranks - 1 // a double step
	}
	return ranks
}

// Apply verifies an argument and uses it. refuted reports that the goal cannot be reached.
// Otherwise the squares of men that are proven never to move are added to Blocked. An argument
// that does not hold changes nothing, and ok is false.
func (b *Bound) Apply(m *Matrix, s *Step) (refuted, ok bool) {
	if !b.Fill(m, s.Side) || len(s.Men) != m.N || len(s.Places) != m.N {
		return false, false
	}
	left := b.left[s.Side]
	sum := 0
	for i := range m.N {
		sum += int(s.Men[i]) + int(s.Places[i])
		for j := range m.N {
			if int(s.Men[i])+int(s.Places[j]) > int(m.Cost[i][j]) {
				return false, false
			}
		}
	}
	spare := left - sum
	if spare < 0 {
		return true, true
	}
	rights := b.pos.Castling().Homes()
	for i := range m.N {
		options, only := 0, -1
		for j := range m.N {
			cost := int(m.Cost[i][j])
			if cost <= left && cost-int(s.Men[i])-int(s.Places[j]) <= spare {
				options, only = options+1, j
			}
		}
		if options == 0 {
			return true, true
		}
		sq := m.men[i]
		if options == 1 && only == m.home[i] && !rights.Has(sq) && (spare < 2 || b.pos.At(sq).Kind() == chess.Pawn) {
			b.Blocked |= sq.Bit()
		}
	}
	return false, true
}

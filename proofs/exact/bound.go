package exact

import (
	"slices"

	"retroproof/proofs/replay"
)

// MaxMen is the largest number of men of one side in an argument.
const MaxMen = 32

// The sides.
const (
	White = iota
	Black
)

// Step is an argument for one side: a number for each man and each place of [Matrix], in its
// order. Together they are a dual solution of the assignment problem: see the package comment.
type Step struct {
	Side   int // White or Black
	Men    []int8
	Places []int8
}

// Squares is a set of squares, which are numbered as in package replay.
type Squares [64]bool

// Bound verifies arguments that the goal cannot be reached from a position.
type Bound struct {
	goal, pos *replay.Position // goal is nil for any
	Series    bool             // only one side moves
	rights    []replay.Right   // of pos
	left      [2]int           // moves of each side
	// Blocked are the squares known so far whose men never move and are never captured.
	Blocked Squares
	Least   [2]int // moves that each side needs at least, of the arguments applied so far
	spare   [2]int // men that each side loses
	pawns   [2]int // pawns of each side that promote or are captured
	known   map[journeys]*[64]int
}

// NewBound returns a bound for a goal. Its castling rights are those that the end of a game must have at least.
func NewBound(goal *replay.Position) *Bound {
	return &Bound{goal: goal, known: map[journeys]*[64]int{}}
}

// Turn returns the side to move.
func Turn(p *replay.Position) int {
	if p.White() {
		return White
	}
	return Black
}

// side returns the side of a man.
func side(man byte) int {
	if man >= 'a' {
		return Black
	}
	return White
}

// of returns the man of a side, given its capital letter.
func of(side int, letter byte) byte {
	return letter + byte(side)*('a'-'A')
}

// rank returns the rank of a square as a side sees it, from 0 to 7.
func rank(side, square int) int {
	if side == Black {
		return 7 - square/8
	}
	return square / 8
}

// Begin selects a position from which the given number of plies is left. It reports whether the
// numbers of men, the pawns on the ranks where they begin and the castling rights allow the
// goal.
func (b *Bound) Begin(p *replay.Position, plies int) bool {
	turn := Turn(p)
	b.pos, b.left[turn], b.left[1-turn] = p, (plies+1)/2, plies/2
	if b.Series {
		b.left[turn], b.left[1-turn] = plies, 0
	}
	if b.goal == nil { // any position is a goal
		return true
	}
	b.rights, b.Blocked, b.spare, b.pawns = p.Rights(), Squares{}, [2]int{}, [2]int{}
	b.Least = [2]int{}
	possible := true
	for _, r := range b.goal.Rights() {
		b.Blocked[r.King], b.Blocked[r.Rook] = true, true
		possible = possible && slices.Contains(b.rights, r)
	}
	// Men and pawns that are missing in the goal.
	count := func(man byte, n int) {
		if man != 0 {
			b.spare[side(man)] += n
		}
		if man == 'P' || man == 'p' {
			b.pawns[side(man)] += n
		}
	}
	for sq := range b.Blocked {
		is, want := p.At(sq), b.goal.At(sq)
		count(is, 1)
		count(want, -1)
		if (want == 'P' || want == 'p') && rank(side(want), sq) == 1 {
			b.Blocked[sq] = true
			possible = possible && is == want
		}
	}
	for s := range b.spare {
		possible = possible && b.spare[s] >= 0 && b.spare[s] <= b.left[1-s] && b.pawns[s] >= 0
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
	men  [MaxMen]int // their squares
	home [MaxMen]int // by man: the place for the same man on the same square, or -1
}

// Fill computes the matrix of a side. It returns false if the side has more than MaxMen men.
func (b *Bound) Fill(m *Matrix, s int) bool {
	// Rows are the men that may still move, columns the places of the goal for them. A cost above
	// what is left means "never".
	m.N = 0
	for sq := range b.Blocked {
		if man := b.pos.At(sq); man != 0 && side(man) == s && !b.Blocked[sq] {
			if m.N == MaxMen {
				return false
			}
			m.men[m.N], m.home[m.N] = sq, -1
			m.N++
		}
	}
	most := int8(b.left[s] + 1)
	j := 0
	for to := range b.Blocked {
		want := b.goal.At(to)
		if want == 0 || side(want) != s || b.Blocked[to] {
			continue
		}
		steps := b.steps(want, to)
		for i := range m.N {
			m.Cost[i][j] = int8(min(b.moves(m.men[i], want, to, steps), int(most)))
			if m.men[i] == to && b.pos.At(to) == want {
				m.home[i] = j
			}
		}
		j++
	}
	// Columns beyond the goal's places are for men to be captured, which costs their side nothing.
	for ; j < m.N; j++ {
		for i := range m.N {
			man := b.pos.At(m.men[i])
			m.Cost[i][j] = 0
			if man == of(s, 'K') || man == of(s, 'P') && b.pawns[s] == 0 {
				m.Cost[i][j] = most
			}
		}
	}
	return true
}

// never is a number of moves that is larger than any number of moves left.
const never = 100 + MostPlies

// journeys are the ways of a piece to a square around the blocked ones.
type journeys struct {
	man     byte
	to      int
	blocked Squares
}

// mostKnown limits how many journeys are remembered.
const mostKnown = 1 << 14

// steps returns the distances, in moves, of a piece to a square around the blocked squares.
func (b *Bound) steps(man byte, to int) *[64]int {
	key := journeys{man, to, b.Blocked}
	d := b.known[key]
	if d != nil {
		return d
	}
	if len(b.known) == mostKnown {
		clear(b.known)
	}
	d = new([64]int)
	b.known[key] = d
	var walls []int
	for sq := range d {
		d[sq] = never
		if b.Blocked[sq] {
			walls = append(walls, sq)
		}
	}
	d[to] = 0
	// From the square backwards: a piece goes back where it has come from.
	men := string(slices.Repeat([]byte{'P'}, len(walls))) + string(man)
	for next := []int{to}; len(next) > 0; next = next[1:] {
		from := next[0]
		board := replay.Place(true, men, append(walls, from)...)
		for sq := range d {
			if d[sq] == never && !b.Blocked[sq] && board.Attacks(from, sq) {
				d[sq] = d[from] + 1
				next = append(next, sq)
			}
		}
	}
	return d
}

// moves returns the least number of moves in which the man on a square becomes another man on
// another square; steps has the distances of the latter to its square.
func (b *Bound) moves(from int, want byte, to int, steps *[64]int) int {
	man := b.pos.At(from)
	s := side(man)
	pawn, king := of(s, 'P'), of(s, 'K')
	switch {
	case man == pawn && want == pawn:
		return b.pawnMoves(s, from, to)
	case man == pawn && want != king && b.pawns[s] > 0:
		best := never
		for on := range steps {
			if rank(s, on) == 7 {
				best = min(best, b.pawnMoves(s, from, on)+steps[on])
			}
		}
		return best
	case man != want:
		return never
	}
	// Castling is one move of the king; the rook's part in it costs no move.
	best := steps[from]
	for _, r := range b.rights {
		switch from {
		case r.King:
			best = min(best, 1+steps[r.KingGoes])
		case r.Rook:
			best = min(best, steps[r.RookGoes])
		}
	}
	return best
}

// pawnMoves returns the least number of moves of a pawn from one square to another.
func (b *Bound) pawnMoves(s, from, to int) int {
	ranks := rank(s, to) - rank(s, from)
	files := max(to%8-from%8, from%8-to%8)
	takes := b.spare[1-s]
	if from != to && ranks <= 0 || files > ranks || files > takes {
		return never
	}
	if takes == 0 { // it goes straight ahead
		for sq := min(from, to) + 8; sq < max(from, to); sq += 8 {
			if b.Blocked[sq] {
				return never
			}
		}
	}
	if rank(s, from) == 1 && ranks-files >= 2 {
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
	// The labels are a dual solution of the assignment: if no place costs less than its labels, their sum is a lower bound
	// of all moves that are needed. N^2 comparisons, and no search.
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
	b.Least[s.Side] = max(b.Least[s.Side], sum)
	spare := left - sum
	if spare < 0 {
		return true, true
	}
	var rights Squares // of kings and rooks that may castle
	for _, r := range b.rights {
		rights[r.King], rights[r.Rook] = true, true
	}
	// A place that exceeds its labels by more than the spare moves is out of the question; a man with one place left that
	// has no move to spare for leaving it is blocked.
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
		if options == 1 && only == m.home[i] && !rights[sq] && (spare < 2 || b.pos.At(sq) == of(s.Side, 'P')) {
			b.Blocked[sq] = true
		}
	}
	return false, true
}

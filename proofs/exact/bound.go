package exact

import (
	"slices"

	"retroproof/proofs/replay"
)

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
	goal, pos *replay.Position
	Series    bool           // only one side moves
	rights    []replay.Right // of pos
	left      [2]int         // moves of each side
	// Blocked are the squares known so far whose men never move and are never captured, and Targets those where men of
	// each side may still be captured.
	Blocked Squares
	Targets [2]Squares
	Least   [2]int // moves that each side needs at least, of the arguments applied so far
	spare   [2]int // men that each side loses
	pawns   [2]int // pawns of each side that promote or are captured
	known   map[journeys]*[64]int
}

// NewBound returns a bound for a goal. Its castling rights are those that the end of a game must have at least.
func NewBound(goal *replay.Position) *Bound {
	return &Bound{goal: goal, known: map[journeys]*[64]int{}}
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
	turn := Black
	if p.White() {
		turn = White
	}
	b.pos, b.left[turn], b.left[1-turn] = p, (plies+1)/2, plies/2
	if b.Series {
		b.left[turn], b.left[1-turn] = plies, 0
	}
	b.rights, b.Blocked, b.spare, b.pawns = p.Rights(), Squares{}, [2]int{}, [2]int{}
	b.Least = [2]int{}
	for sq := range b.Blocked {
		b.Targets[White][sq], b.Targets[Black][sq] = true, true
	}
	possible := true
	// Men whose castling right the goal has stay.
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
	N      int
	Cost   [64][64]int8
	men    [64]int     // their squares
	visits [64][64]int // by man: the moves to each square
	places []int       // the squares of those in the goal
}

// Fill computes the matrix of a side.
func (b *Bound) Fill(m *Matrix, s int) {
	// Rows are the men that may still move, columns the places of the goal for them. A cost above
	// what is left means "never".
	m.N, m.places = 0, m.places[:0]
	for sq := range b.Blocked {
		if man := b.pos.At(sq); man != 0 && side(man) == s && !b.Blocked[sq] {
			m.men[m.N], m.visits[m.N] = sq, b.visits(sq)
			m.N++
		}
		if want := b.goal.At(sq); want != 0 && side(want) == s && !b.Blocked[sq] {
			m.places = append(m.places, sq)
		}
	}
	most := b.left[s] + 1
	for i, from := range m.men[:m.N] {
		man := b.pos.At(from)
		for j, to := range m.places {
			n := b.moves(man, from, to)
			if b.goal.At(to) == man && man != of(s, 'P') {
				n = m.visits[i][to]
			}
			m.Cost[i][j] = int8(min(n, most))
		}
		// Columns beyond the goal's places are for men to be captured: they have to go where that is possible.
		captured := most
		for on, n := range m.visits[i] {
			if b.Targets[s][on] && man != of(s, 'K') && (man != of(s, 'P') || b.pawns[s] > 0) {
				captured = min(captured, n)
			}
		}
		for j := len(m.places); j < m.N; j++ {
			m.Cost[i][j] = int8(captured)
		}
	}
}

// never is a number of moves that is larger than any number of moves left.
const never = 100 + MostPlies

// journeys are the ways of a piece to a square around the blocked ones.
type journeys struct {
	man     byte
	to      int
	blocked Squares
}

// steps returns the distances, in moves, of a piece to a square around the blocked squares.
func (b *Bound) steps(man byte, to int) *[64]int {
	key := journeys{man, to, b.Blocked}
	d := b.known[key]
	if d != nil {
		return d
	}
	if len(b.known) == 1<<14 { // each takes half a kilobyte
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

// moves returns the least number of moves in which a man on a square, without castling, becomes that of the goal on
// another square.
func (b *Bound) moves(man byte, from, to int) int {
	s, want := side(man), b.goal.At(to)
	pawn := man == of(s, 'P')
	switch {
	case man == want && pawn:
		return b.pawnMoves(s, from, to)
	case man == want:
		return b.steps(want, to)[from]
	case !pawn || want == of(s, 'K') || b.pawns[s] == 0:
		return never
	}
	best := never
	for on, n := range b.steps(want, to) {
		if rank(s, on) == 7 {
			best = min(best, b.pawnMoves(s, from, on)+n)
		}
	}
	return best
}

// visits returns the least number of moves in which the man on a square comes to each other one, promoted or not.
func (b *Bound) visits(from int) (d [64]int) {
	man := b.pos.At(from)
	s := side(man)
	if man == of(s, 'P') {
		promoted := never
		for to := range d {
			if d[to] = b.pawnMoves(s, from, to); rank(s, to) == 7 && b.pawns[s] > 0 {
				promoted = min(promoted, d[to]+1)
			}
		}
		for to := range d {
			d[to] = min(d[to], promoted)
		}
		return d
	}
	// A piece goes from a square as it comes there. Castling is one move of the king; the rook's part in it costs no move.
	d = *b.steps(man, from)
	for _, r := range b.rights {
		goes, moves := r.KingGoes, 1
		if from == r.Rook {
			goes, moves = r.RookGoes, 0
		}
		if (from == r.King || from == r.Rook) && !b.Blocked[goes] {
			for to, n := range b.steps(man, goes) {
				d[to] = min(d[to], moves+n)
			}
		}
	}
	return d
}

// onward returns the least number of moves from a square to a place, of a man or of what it has become before.
func (b *Bound) onward(m *Matrix, man byte, from, place int) int {
	if place >= len(m.places) {
		return 0
	}
	to := m.places[place]
	n, want := b.moves(man, from, to), b.goal.At(to)
	if want != man {
		n = min(n, b.steps(want, to)[from])
	}
	return n
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
	if b.Fill(m, s.Side); len(s.Men) != m.N || len(s.Places) != m.N {
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
	// has no move to spare for leaving it is blocked. A man captures only where it comes on its way to a place.
	// Where a pawn can be captured en passant now, it is captured beside the square to which a man goes.
	captures, targets := b.spare[1-s.Side] > 0 && b.pos.Passed() < 0, Squares{}
	for i, from := range m.men[:m.N] {
		man := b.pos.At(from)
		m.visits[i][from] = 2 // to capture there it has to leave
		if rights[from] {
			m.visits[i][from] = 1 // a rook leaves by castling, which is the king's move
		}
		options, stays := 0, true
		for j := range m.N {
			most := min(left, spare+int(s.Men[i])+int(s.Places[j]))
			if int(m.Cost[i][j]) > most {
				continue
			}
			options++
			stays = stays && j < len(m.places) && m.places[j] == from && b.goal.At(from) == man
			for on, n := range m.visits[i] {
				if captures && !targets[on] && n <= most {
					targets[on] = n+b.onward(m, man, on, j) <= most
				}
			}
		}
		if options == 0 {
			return true, true
		}
		if stays && !rights[from] && (spare < 2 || man == of(s.Side, 'P')) {
			b.Blocked[from] = true
		}
	}
	if captures {
		b.Targets[1-s.Side] = targets
	}
	return false, true
}

package plain

// Man is White's man besides the king.
type Man int

// The men.
const (
	Rook Man = iota
	Queen
)

// String returns the man's letter.
func (m Man) String() string { return [...]string{"R", "Q"}[m] }

// Directions in which men move, by file and rank.
var (
	RookDirections   = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	BishopDirections = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	KingDirections   = append(RookDirections[:4:4], BishopDirections...)
)

// Game has the rules of chess for king and one man against king, on a board of any size.
type Game struct {
	Board
	Man Man
}

func (g Game) directions() [][2]int {
	if g.Man == Rook {
		return RookDirections
	}
	return KingDirections
}

// Attacks reports whether the man attacks square t, which it does not stand on. Of the kings only
// White's stands in its way: Black's does not hide from a check behind himself.
func (g Game) Attacks(p Position, t Square) bool {
	dx, dy := t.X-p.M.X, t.Y-p.M.Y
	straight, diagonal := dx == 0 || dy == 0, abs(dx) == abs(dy)
	if t == p.M || !straight && (g.Man == Rook || !diagonal) {
		return false
	}
	for s := p.M; s != t; s = (Square{s.X + sign(dx), s.Y + sign(dy)}) {
		if s == p.WK {
			return false
		}
	}
	return true
}

// Check reports whether the man attacks the black king.
func (g Game) Check(p Position) bool { return g.Attacks(p, p.BK) }

// Legal reports whether p is a legal position of the three men: they stand on three squares, the
// kings are not adjacent, and Black is not in check with White to move.
func (g Game) Legal(p Position) bool {
	return p.WK != p.M && p.BK != p.M && Distance(p.WK, p.BK) > 1 && !(p.White && g.Check(p))
}

// Moves appends the positions that White can move to from p, a legal position with White to move.
func (g Game) Moves(dst []Position, p Position) []Position {
	q := p
	q.White = false
	for _, d := range KingDirections {
		q.WK = Square{p.WK.X + d[0], p.WK.Y + d[1]}
		if g.Has(q.WK) && q.WK != p.M && Distance(q.WK, p.BK) > 1 {
			dst = append(dst, q)
		}
	}
	q.WK = p.WK
	for _, d := range g.directions() {
		q.M = p.M
		for {
			q.M.X, q.M.Y = q.M.X+d[0], q.M.Y+d[1]
			if !g.Has(q.M) || q.M == p.WK || q.M == p.BK {
				break
			}
			dst = append(dst, q)
		}
	}
	return dst
}

// flight reports whether the black king, beside t, could move there if Black were to move. He can
// capture the man.
func (g Game) flight(p Position, t Square) bool {
	return g.Has(t) && Distance(p.WK, t) > 1 && !g.Attacks(p, t)
}

// Replies appends the positions that Black can move to from p.
func (g Game) Replies(dst []Position, p Position) []Position {
	for _, d := range KingDirections {
		if t := (Square{p.BK.X + d[0], p.BK.Y + d[1]}); g.flight(p, t) {
			dst = append(dst, Position{p.WK, t, p.M, true})
		}
	}
	return dst
}

// Stuck reports whether Black would have no move if he were to move in p.
func (g Game) Stuck(p Position) bool {
	for _, d := range KingDirections {
		if g.flight(p, Square{p.BK.X + d[0], p.BK.Y + d[1]}) {
			return false
		}
	}
	return true
}

// Mate reports whether Black is to move and mated.
func (g Game) Mate(p Position) bool { return !p.White && g.Check(p) && g.Stuck(p) }

// Stalemate reports whether Black is to move and stalemated.
func (g Game) Stalemate(p Position) bool { return !p.White && !g.Check(p) && g.Stuck(p) }

// Candidates returns the moves that White may have in p: the king's in every direction, the man's
// to every square of its rank, of its file, and in the bishop's directions by every distance; on
// is false if a move leaves the board. Most are no legal moves, but all legal moves are among
// them, each once, and their number and order are the same in all positions.
func (g Game) Candidates(p Position) (moves []Position, on []bool) {
	add := func(wk, m Square) {
		moves = append(moves, Position{wk, p.BK, m, false})
		on = append(on, g.Has(wk) && g.Has(m) && (wk != p.WK || m != p.M))
	}
	for _, d := range KingDirections {
		add(Square{p.WK.X + d[0], p.WK.Y + d[1]}, p.M)
	}
	for x := range g.Files {
		add(p.WK, Square{x, p.M.Y})
	}
	for y := range g.Ranks {
		add(p.WK, Square{p.M.X, y})
	}
	if g.Man == Queen {
		for _, d := range BishopDirections {
			for n := 1; n < min(g.Files, g.Ranks); n++ {
				add(p.WK, Square{p.M.X + n*d[0], p.M.Y + n*d[1]})
			}
		}
	}
	return moves, on
}

package plain

// Man is White's man besides the king.
type Man int

// The men.
const (
	Rook Man = iota
	Queen
	Pawn // on the last rank, with Black to move, it has just been promoted
)

// String returns the man's letter.
func (m Man) String() string { return [...]string{"R", "Q", "P"}[m] }

// Directions in which men move, by file and rank.
var (
	RookDirections   = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	BishopDirections = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	KingDirections   = append(RookDirections[:4:4], BishopDirections...)
)

// Game has the rules of chess for king and one man against king, on a board of any size. With a pawn
// a game ends when the pawn is promoted: it is about who wins, and king and queen or rook win.
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

// Goal says what White plays for.
func (g Game) Goal() string {
	if g.Man == Pawn {
		return "promotion"
	}
	return "mate"
}

// Promoted reports whether the man is a pawn on the last rank.
func (g Game) Promoted(p Position) bool { return g.Man == Pawn && p.M.Y == g.Ranks-1 }

// Promotion returns the man that a pawn on the last rank has become: one that the black king cannot
// take at once, the queen unless that is stalemate, then the rook; ok is false if there is none, so
// that Black draws. Knights and bishops cannot mate.
func (g Game) Promotion(p Position) (m Man, ok bool) {
	if Distance(p.BK, p.M) == 1 && Distance(p.WK, p.M) > 1 {
		return Queen, false
	}
	for _, m := range []Man{Queen, Rook} {
		if !(Game{g.Board, m}).Stalemate(p) {
			return m, true
		}
	}
	return Queen, false
}

// Attacks reports whether the man attacks square t, which it does not stand on. Of the kings only
// White's stands in its way: Black's does not hide from a check behind himself.
func (g Game) Attacks(p Position, t Square) bool {
	dx, dy := t.X-p.M.X, t.Y-p.M.Y
	if g.Man == Pawn {
		return dy == 1 && abs(dx) == 1
	}
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
// kings are not adjacent, and Black is not in check with White to move. A pawn is not on the first
// rank, and on the last with Black to move only.
func (g Game) Legal(p Position) bool {
	if g.Man == Pawn && (p.M.Y == 0 || p.White && g.Promoted(p)) {
		return false
	}
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
	if g.Man == Pawn {
		for _, to := range g.pushes(p) {
			if to == p.WK || to == p.BK {
				break
			}
			q.M = to
			dst = append(dst, q)
		}
		return dst
	}
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

// pushes returns the squares before a pawn that it may move to: two at home.
func (g Game) pushes(p Position) []Square {
	squares := []Square{{p.M.X, p.M.Y + 1}, {p.M.X, p.M.Y + 2}}
	if p.M.Y == 1 {
		return squares
	}
	return squares[:1]
}

// flight reports whether the black king, beside t, could move there if Black were to move. He can
// capture the man.
func (g Game) flight(p Position, t Square) bool {
	return g.Has(t) && Distance(p.WK, t) > 1 && !g.Attacks(p, t)
}

// Replies appends the positions that Black can move to from p: none if the pawn has been promoted.
func (g Game) Replies(dst []Position, p Position) []Position {
	if g.Promoted(p) {
		return dst
	}
	for _, d := range KingDirections {
		if t := (Square{p.BK.X + d[0], p.BK.Y + d[1]}); g.flight(p, t) {
			dst = append(dst, Position{p.WK, t, p.M, true})
		}
	}
	return dst
}

// Stuck reports whether Black would have no move if he were to move in p.
func (g Game) Stuck(p Position) bool {
	if g.Promoted(p) {
		return true
	}
	for _, d := range KingDirections {
		if g.flight(p, Square{p.BK.X + d[0], p.BK.Y + d[1]}) {
			return false
		}
	}
	return true
}

// Lost reports whether Black, if he has no move, has lost: he is in check, or the pawn has become a
// queen or rook that wins.
func (g Game) Lost(p Position) bool {
	if g.Promoted(p) {
		_, ok := g.Promotion(p)
		return ok
	}
	return g.Check(p)
}

// Mate reports whether Black is to move and mated, or the pawn has been promoted and wins.
func (g Game) Mate(p Position) bool { return !p.White && g.Lost(p) && g.Stuck(p) }

// Stalemate reports whether Black is to move and stalemated, or the pawn has been promoted in vain.
func (g Game) Stalemate(p Position) bool { return !p.White && !g.Lost(p) && g.Stuck(p) }

// Candidates returns the moves that White may have in p: the king's in every direction, a pawn's by
// one and two squares, another man's to every square of its rank, of its file, and in the bishop's directions by every distance; on
// is false if a move leaves the board. Most are no legal moves, but all legal moves are among
// them, each once, and their number and order are the same in all positions.
func (g Game) Candidates(p Position) (moves []Position, on []bool) {
	moves, on = make([]Position, 0, 64), make([]bool, 0, 64)
	add := func(wk, m Square) {
		moves = append(moves, Position{wk, p.BK, m, false})
		on = append(on, g.Has(wk) && g.Has(m) && (wk != p.WK || m != p.M))
	}
	for _, d := range KingDirections {
		add(Square{p.WK.X + d[0], p.WK.Y + d[1]}, p.M)
	}
	if g.Man == Pawn {
		for n := 1; n <= 2; n++ {
			add(p.WK, Square{p.M.X, p.M.Y + n})
		}
		return moves, on
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

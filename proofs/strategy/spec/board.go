package spec

import (
	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
)

// Board builds circuits about positions of king and one man against king on a board.
type Board struct {
	encode.Ints
	plain.Game
}

// NewBoard returns a board with an empty circuit, with coordinates in order encoding.
func NewBoard(g plain.Game) Board {
	return Board{encode.Ints{Circuit: encode.NewCircuit(), Rep: encode.Order}, g}
}

// Sq is a symbolic square.
type Sq struct{ X, Y encode.Int }

// Pos is a symbolic position; the side to move is known.
type Pos struct {
	WK, BK, M Sq
	White     bool // to move
}

// SquareInput returns a new independent square; its inputs are named after it.
func (b Board) SquareInput(name string) Sq {
	return Sq{b.IntInput(name+".x", b.Files-1), b.IntInput(name+".y", b.Ranks-1)}
}

// PosInput returns a new independent position.
func (b Board) PosInput(name string, white bool) Pos {
	return Pos{b.SquareInput(name + ".wk"), b.SquareInput(name + ".bk"), b.SquareInput(name + ".m"), white}
}

// PosValue decodes a position from a model.
func (b Board) PosValue(p Pos, value func(encode.Bool) bool) plain.Position {
	square := func(s Sq) plain.Square { return plain.Square{X: b.Value(s.X, value), Y: b.Value(s.Y, value)} }
	return plain.Position{WK: square(p.WK), BK: square(p.BK), M: square(p.M), White: p.White}
}

// Same returns s = t.
func (b Board) Same(s, t Sq) encode.Bool { return b.And(b.Eq(s.X, t.X), b.Eq(s.Y, t.Y)) }

// distance returns the distance in king moves.
func (b Board) distance(s, t Sq) encode.Int { return b.Max(b.AbsDiff(s.X, t.X), b.AbsDiff(s.Y, t.Y)) }

// manhattan returns the sum of the distances by file and by rank.
func (b Board) manhattan(s, t Sq) encode.Int { return b.Add(b.AbsDiff(s.X, t.X), b.AbsDiff(s.Y, t.Y)) }

// within returns that two squares are the same or adjacent.
func (b Board) within(s, t Sq) encode.Bool {
	near := func(x, y encode.Int) encode.Bool {
		return b.And(b.Lte(x, b.Plus(y, 1)), b.Lte(y, b.Plus(x, 1)))
	}
	return b.And(near(s.X, t.X), near(s.Y, t.Y))
}

// between returns x < y < z or z < y < x.
func (b Board) between(x, y, z encode.Int) encode.Bool {
	return b.Or(b.And(b.Lt(x, y), b.Lt(y, z)), b.And(b.Lt(z, y), b.Lt(y, x)))
}

// diagonals returns numbers of the two diagonals of a square.
func (b Board) diagonals(s Sq) [2]encode.Int {
	return [2]encode.Int{b.Add(s.X, b.Minus(b.Ranks-1, s.Y)), b.Add(s.X, s.Y)}
}

// attacks returns: the man attacks t, past the black king, but not past the white one.
func (b Board) attacks(p Pos, t Sq) encode.Bool {
	m, k := p.M, p.WK
	if b.Man == plain.Pawn {
		return b.And(b.Eq(t.Y, b.Plus(m.Y, 1)), b.Is(b.AbsDiff(t.X, m.X), 1))
	}
	sameX, sameY := b.Eq(m.X, t.X), b.Eq(m.Y, t.Y)
	or := []encode.Bool{
		b.And(sameX, sameY.Not(), b.And(b.Eq(k.X, m.X), b.between(m.Y, k.Y, t.Y)).Not()),
		b.And(sameY, sameX.Not(), b.And(b.Eq(k.Y, m.Y), b.between(m.X, k.X, t.X)).Not()),
	}
	if b.Man == plain.Queen {
		dm, dt, dk := b.diagonals(m), b.diagonals(t), b.diagonals(k)
		for i := range dm {
			or = append(or, b.And(b.Eq(dm[i], dt[i]), sameX.Not(), b.And(b.Eq(dk[i], dm[i]), b.between(m.X, k.X, t.X)).Not()))
		}
	}
	return b.Or(or...)
}

// Check returns: the man attacks the black king.
func (b Board) Check(p Pos) encode.Bool { return b.attacks(p, p.BK) }

// Captured returns: the black king is on the man's square.
func (b Board) Captured(p Pos) encode.Bool { return b.Same(p.BK, p.M) }

// promoted returns: the man is a pawn on the last rank.
func (b Board) promoted(p Pos) encode.Bool {
	if b.Man != plain.Pawn {
		return b.False
	}
	return b.Ge(p.M.Y, b.Ranks-1)
}

// promotes returns: a pawn on the last rank becomes a queen, or a rook, that wins.
func (b Board) promotes(p Pos) encode.Bool {
	p.M.Y = b.Int(b.Ranks - 1)
	hangs := b.And(b.within(p.BK, p.M), b.within(p.WK, p.M).Not())
	var or []encode.Bool
	for _, man := range []plain.Man{plain.Queen, plain.Rook} {
		x := Board{b.Ints, plain.Game{Board: b.Board, Man: man}}
		or = append(or, b.Or(x.Check(p), x.Stuck(p).Not()))
	}
	return b.And(hangs.Not(), b.Or(or...))
}

// Lost returns: Black, if he has no move, has lost.
func (b Board) Lost(p Pos) encode.Bool {
	if b.Man != plain.Pawn {
		return b.Check(p)
	}
	return b.Ite(b.promoted(p), b.promotes(p), b.Check(p))
}

// Legal returns: p is a legal position of three men.
func (b Board) Legal(p Pos) encode.Bool {
	check := b.False
	if p.White {
		check = b.Check(p)
	}
	if b.Man == plain.Pawn {
		check = b.Or(check, b.Le(p.M.Y, 0), b.And(b.Of(p.White), b.promoted(p)))
	}
	return b.And(b.Same(p.WK, p.M).Not(), b.Captured(p).Not(), b.within(p.WK, p.BK).Not(), check.Not())
}

// shift returns the square (dx, dy) from s and whether it is on the board.
func (b Board) shift(s Sq, dx, dy int) (Sq, encode.Bool) {
	t := Sq{b.Plus(s.X, dx), b.Plus(s.Y, dy)}
	return t, b.And(b.Ge(t.X, 0), b.Le(t.X, b.Files-1), b.Ge(t.Y, 0), b.Le(t.Y, b.Ranks-1))
}

// Stuck returns: if Black were to move, his king would have no move.
func (b Board) Stuck(p Pos) encode.Bool {
	var moves []encode.Bool
	for _, r := range b.replies(p) {
		moves = append(moves, r.legal)
	}
	return b.Or(moves...).Not()
}

// reply is a move that Black may have.
type reply struct {
	to    Pos
	legal encode.Bool // by the rules of chess
}

// replies returns Black's moves in all directions, as if he were to move; the man may be captured.
func (b Board) replies(p Pos) (list []reply) {
	for _, d := range plain.KingDirections {
		t, on := b.shift(p.BK, d[0], d[1])
		list = append(list, reply{Pos{p.WK, t, p.M, true}, b.And(on, b.within(p.WK, t).Not(), b.attacks(p, t).Not(), b.promoted(p).Not())})
	}
	return list
}

// Reply returns: q, which has the white men of p, is reached from p by a legal move of Black. It
// does not require that q is a legal position: Black may capture the man.
func (b Board) Reply(p, q Pos) encode.Bool {
	return b.And(b.within(p.BK, q.BK), b.Same(p.BK, q.BK).Not(), b.within(p.WK, q.BK).Not(), b.attacks(p, q.BK).Not(), b.promoted(p).Not())
}

// onEdge returns: a square is on the edge of the board.
func (b Board) onEdge(s Sq) encode.Bool {
	return b.Or(b.Is(s.X, 0), b.Is(s.X, b.Files-1), b.Is(s.Y, 0), b.Is(s.Y, b.Ranks-1))
}

// image returns the image of p under a symmetry.
func (b Board) image(g plain.Symmetry, p Pos) Pos {
	square := func(s Sq) Sq {
		if g&1 != 0 {
			s.X = b.Minus(b.Files-1, s.X)
		}
		if g&2 != 0 {
			s.Y = b.Minus(b.Ranks-1, s.Y)
		}
		if g&4 != 0 {
			s.X, s.Y = s.Y, s.X
		}
		return s
	}
	return Pos{square(p.WK), square(p.BK), square(p.M), p.White}
}

// Canonical breaks the first 2, 4 or 8 symmetries of the board, as plain.Game.Canonical does.
func (b Board) Canonical(p Pos, symmetries int) encode.Bool {
	and := []encode.Bool{b.Le(p.BK.X, (b.Files-1)/2)}
	if symmetries >= 4 {
		and = append(and, b.Le(p.BK.Y, (b.Ranks-1)/2))
	}
	if symmetries == 8 {
		diagBK, diagWK := b.Eq(p.BK.X, p.BK.Y), b.Eq(p.WK.X, p.WK.Y)
		and = append(and, b.Lte(p.BK.Y, p.BK.X), b.Implies(diagBK, b.Lte(p.WK.Y, p.WK.X)),
			b.Implies(b.And(diagBK, diagWK), b.Lte(p.M.Y, p.M.X)))
	}
	return b.And(and...)
}

package circuits

import (
	"retroproof/encode"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
)

// Board builds circuits about positions of White's king and men against a king.
type Board struct{ lemmas.Board }

// Sq and Pos are symbolic squares and positions.
type (
	Sq  = lemmas.Sq
	Pos = lemmas.Pos
)

// others returns the squares of all but man i of a position, the kings' first.
func others(p Pos, i int) []Sq {
	list := []Sq{p.WK, p.BK}
	return append(append(list, p.Men[:i]...), p.Men[i+1:]...)
}

// Same returns s = t.
func (b Board) Same(s, t Sq) encode.Bool { return b.And(b.Eq(s.X, t.X), b.Eq(s.Y, t.Y)) }

// distance returns the distance in king moves.
func (b Board) distance(s, t Sq) encode.Int { return b.Max(b.AbsDiff(s.X, t.X), b.AbsDiff(s.Y, t.Y)) }

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

// line is a kind of lines on which men move: along them a coordinate is the same for all squares.
type line struct {
	same  func(s Sq) encode.Int // this one
	along func(s Sq) encode.Int // and this one differs
}

func fileOf(s Sq) encode.Int { return s.X }
func rankOf(s Sq) encode.Int { return s.Y }

// lines returns the lines of a man: files and ranks, the two kinds of diagonals.
func (b Board) lines(k rules.Kind) (list []line) {
	if k == rules.Rook || k == rules.Queen {
		list = append(list, line{fileOf, rankOf}, line{rankOf, fileOf})
	}
	if k == rules.Bishop || k == rules.Queen {
		list = append(list,
			line{func(s Sq) encode.Int { return b.Add(s.X, b.Minus(b.Ranks-1, s.Y)) }, fileOf},
			line{func(s Sq) encode.Int { return b.Add(s.X, s.Y) }, fileOf})
	}
	return list
}

// joins returns: two squares are different and on a line.
func (b Board) joins(l line, s, t Sq) encode.Bool {
	return b.And(b.Eq(l.same(s), l.same(t)), b.Eq(l.along(s), l.along(t)).Not())
}

// blocks returns: a man on k stands between s and t, which are on a line.
func (b Board) blocks(l line, s, k, t Sq) encode.Bool {
	return b.And(b.Eq(l.same(k), l.same(s)), b.between(l.along(s), l.along(k), l.along(t)))
}

// jump returns: a knight moves from s to t.
func (b Board) jump(s, t Sq) encode.Bool {
	dx, dy := b.AbsDiff(s.X, t.X), b.AbsDiff(s.Y, t.Y)
	return b.Or(b.And(b.Is(dx, 1), b.Is(dy, 2)), b.And(b.Is(dx, 2), b.Is(dy, 1)))
}

// attacks returns: man i attacks t, past the black king, but past no white man.
func (b Board) attacks(p Pos, i int, t Sq) encode.Bool {
	m, kind := p.Men[i], b.Men[i].Kind
	if kind == rules.Pawn {
		return b.And(b.Eq(t.Y, b.Plus(m.Y, 1)), b.Is(b.AbsDiff(t.X, m.X), 1))
	}
	var past []Sq
	for j, k := range append(p.Men[:len(p.Men):len(p.Men)], p.WK) {
		if j != i {
			past = append(past, k)
		}
	}
	return b.reaches(kind, m, t, past)
}

// reaches returns: a man that is no pawn gets from m to t, past none of some men.
func (b Board) reaches(kind rules.Kind, m, t Sq, past []Sq) encode.Bool {
	if kind == rules.Knight {
		return b.jump(m, t)
	}
	var or []encode.Bool
	for _, l := range b.lines(kind) {
		and := []encode.Bool{b.joins(l, m, t)}
		for _, k := range past {
			and = append(and, b.blocks(l, m, k, t).Not())
		}
		or = append(or, b.And(and...))
	}
	return b.Or(or...)
}

// hit returns: a white man attacks t.
func (b Board) hit(p Pos, t Sq) encode.Bool {
	var or []encode.Bool
	for i := range p.Men {
		or = append(or, b.attacks(p, i, t))
	}
	return b.Or(or...)
}

// promoted returns: the man is a pawn on the last rank.
func (b Board) promoted(p Pos) encode.Bool {
	if b.Men[0].Kind != rules.Pawn {
		return b.False
	}
	return b.Ge(p.Men[0].Y, b.Ranks-1)
}

// promotes returns: a pawn on the last rank becomes a queen, or a rook, that wins.
func (b Board) promotes(p Pos) encode.Bool {
	p.Men = []Sq{{X: p.Men[0].X, Y: b.Int(b.Ranks - 1)}}
	hangs := b.And(b.within(p.BK, p.Men[0]), b.within(p.WK, p.Men[0]).Not())
	var or []encode.Bool
	for _, k := range []rules.Kind{rules.Queen, rules.Rook} {
		x := b
		x.Game = &rules.Game{Board: b.Game.Board, Men: []rules.Man{{Kind: k}}}
		or = append(or, b.Or(x.hit(p, p.BK), x.Stuck(p).Not()))
	}
	return b.And(hangs.Not(), b.Or(or...))
}

// Lost returns: Black, if he has no move, has lost.
func (b Board) Lost(p Pos) encode.Bool {
	if b.Men[0].Kind != rules.Pawn {
		return b.hit(p, p.BK)
	}
	return b.Ite(b.promoted(p), b.promotes(p), b.hit(p, p.BK))
}

// Legal returns: p is a legal position with all men.
func (b Board) Legal(p Pos) encode.Bool {
	check := b.False
	if p.White {
		check = b.hit(p, p.BK)
	}
	if b.Men[0].Kind == rules.Pawn {
		check = b.Or(check, b.Le(p.Men[0].Y, 0), b.And(b.Of(p.White), b.promoted(p)))
	}
	and := []encode.Bool{b.within(p.WK, p.BK).Not(), check.Not()}
	for i, m := range p.Men {
		and = append(and, b.Same(p.WK, m).Not(), b.Same(p.BK, m).Not())
		for _, other := range p.Men[:i] {
			and = append(and, b.Same(m, other).Not())
		}
	}
	return b.And(and...)
}

// shift returns the square (dx, dy) from s and whether it is on the board.
func (b Board) shift(s Sq, dx, dy int) (Sq, encode.Bool) {
	t := Sq{X: b.Plus(s.X, dx), Y: b.Plus(s.Y, dy)}
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

// replies returns Black's moves in all directions, as if he were to move; a man may be captured.
func (b Board) replies(p Pos) (list []reply) {
	for _, d := range rules.Directions {
		t, on := b.shift(p.BK, d[0], d[1])
		list = append(list, reply{Pos{WK: p.WK, BK: t, Men: p.Men, White: true},
			b.And(on, b.within(p.WK, t).Not(), b.hit(p, t).Not(), b.promoted(p).Not())})
	}
	return list
}

// Reply returns: q is reached from p by a legal move of Black, whose king alone moves.
func (b Board) Reply(p, q Pos) encode.Bool {
	return b.And(b.within(p.BK, q.BK), b.Same(p.BK, q.BK).Not(), b.within(p.WK, q.BK).Not(), b.hit(p, q.BK).Not(),
		b.promoted(p).Not())
}

// image returns the image of a square. On a rectangle files and ranks can be exchanged, too: on another board.
func (b Board) image(g rules.Symmetry, s Sq) Sq {
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

// mapped returns a position whose squares are images.
func mapped(p Pos, f func(Sq) Sq) Pos {
	q := Pos{WK: f(p.WK), BK: f(p.BK), White: p.White}
	for _, s := range p.Men {
		q.Men = append(q.Men, f(s))
	}
	return q
}

// canonical breaks the symmetries of a group: each position has an image that satisfies it. The black king is in the
// left half, in the lower half of it, and not above the diagonal, where the white king and then the men decide if those
// before are on it.
func (b Board) canonical(p Pos, group rules.Group) encode.Bool {
	if group == rules.Colours {
		return b.And(b.Lte(p.BK.Y, p.BK.X), b.Lte(p.BK.X, b.Minus(b.Files-1, p.BK.Y)))
	}
	and := []encode.Bool{b.Le(p.BK.X, (b.Files-1)/2)}
	if group == rules.All {
		and = append(and, b.Le(p.BK.Y, (b.Ranks-1)/2))
	}
	if group == rules.All && b.Files == b.Ranks {
		and = append(and, b.Lte(p.BK.Y, p.BK.X))
		diagonal := b.Eq(p.BK.X, p.BK.Y)
		for _, s := range append([]Sq{p.WK}, p.Men...) {
			and = append(and, b.Implies(diagonal, b.Lte(s.Y, s.X)))
			diagonal = b.And(diagonal, b.Eq(s.X, s.Y))
		}
	}
	return b.And(and...)
}

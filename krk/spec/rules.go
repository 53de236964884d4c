package spec

import "retroproof/encode"

// Board builds the notions of the endgame as circuits, in the representation of its Ints. The
// only side effect of its methods is to add gates to the circuit.
type Board struct {
	encode.Ints
	Reading Reading
}

// Sq is a symbolic square.
type Sq struct{ X, Y encode.Int }

// Pos is a symbolic position.
type Pos struct {
	WK, BK, R Sq
	White     encode.Bool // White to move
}

// Square returns the symbolic form of a constant square.
func (b Board) Square(s Square) Sq { return Sq{b.Int(s.X()), b.Int(s.Y())} }

// SquareInput returns a new independent square; its inputs are named after it.
func (b Board) SquareInput(name string) Sq {
	return Sq{b.IntInput(name+".x", Size-1), b.IntInput(name+".y", Size-1)}
}

// PosInput returns a new independent position, the side to move included.
func (b Board) PosInput(name string) Pos {
	p := Pos{WK: b.SquareInput(name + ".wk"), BK: b.SquareInput(name + ".bk"), R: b.SquareInput(name + ".r")}
	p.White = b.Input(name + ".white")
	return p
}

// squareValue decodes a square from a model.
func (b Board) squareValue(s Sq, value func(encode.Bool) bool) Square {
	return At(b.Value(s.X, value), b.Value(s.Y, value))
}

// PosValue decodes a position from a model.
func (b Board) PosValue(p Pos, value func(encode.Bool) bool) Position {
	white, ground := b.Circuit.Ground(p.White)
	if !ground {
		white = value(p.White)
	}
	return Pack(b.squareValue(p.WK, value), b.squareValue(p.BK, value), b.squareValue(p.R, value), white)
}

// Same returns s = t.
func (b Board) Same(s, t Sq) encode.Bool { return b.And(b.Eq(s.X, t.X), b.Eq(s.Y, t.Y)) }

// Chebyshev returns the distance in king moves.
func (b Board) Chebyshev(s, t Sq) encode.Int { return b.Max(b.AbsDiff(s.X, t.X), b.AbsDiff(s.Y, t.Y)) }

// manhattan returns the sum of the distances by file and by rank.
func (b Board) manhattan(s, t Sq) encode.Int { return b.Add(b.AbsDiff(s.X, t.X), b.AbsDiff(s.Y, t.Y)) }

// within returns Chebyshev(s, t) <= 1 without building the distance.
func (b Board) within(s, t Sq) encode.Bool {
	return b.And(b.Le(b.AbsDiff(s.X, t.X), 1), b.Le(b.AbsDiff(s.Y, t.Y), 1))
}

// strictlyBetween returns x < y < z or z < y < x.
func (b Board) strictlyBetween(x, y, z encode.Int) encode.Bool {
	return b.Or(b.And(b.Lt(x, y), b.Lt(y, z)), b.And(b.Lt(z, y), b.Lt(y, x)))
}

// between returns: t is on a file or rank of the rook, with the white king strictly between.
func (b Board) between(p Pos, t Sq) encode.Bool {
	return b.Or(
		b.And(b.Eq(p.R.Y, t.Y), b.Eq(p.WK.Y, t.Y), b.strictlyBetween(p.R.X, p.WK.X, t.X)),
		b.And(b.Eq(p.R.X, t.X), b.Eq(p.WK.X, t.X), b.strictlyBetween(p.R.Y, p.WK.Y, t.Y)))
}

// RookAttacks returns: the rook attacks square t, where the black king does not obstruct. The
// rook does not attack its own square.
func (b Board) RookAttacks(p Pos, t Sq) encode.Bool {
	return b.And(b.Xor(b.Eq(p.R.X, t.X), b.Eq(p.R.Y, t.Y)), b.between(p, t).Not())
}

// Check returns: the rook attacks the black king.
func (b Board) Check(p Pos) encode.Bool { return b.RookAttacks(p, p.BK) }

// RookCaptured returns: the black king is on the rook's square.
func (b Board) RookCaptured(p Pos) encode.Bool { return b.Same(p.BK, p.R) }

// Legal returns: p is a legal KRK position (paper, section 3.2).
func (b Board) Legal(p Pos) encode.Bool {
	return b.And(
		b.Same(p.WK, p.R).Not(),
		b.RookCaptured(p).Not(),
		b.within(p.WK, p.BK).Not(),
		b.And(p.White, b.Check(p)).Not())
}

// shift returns the square (dx, dy) from s and whether it is on the board.
func (b Board) shift(s Sq, dx, dy int) (t Sq, onBoard encode.Bool) {
	t = Sq{b.Plus(s.X, dx), b.Plus(s.Y, dy)}
	return t, b.And(b.Ge(t.X, 0), b.Le(t.X, Size-1), b.Ge(t.Y, 0), b.Le(t.Y, Size-1))
}

var kingDirections = [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

// BlackCanMove returns: if Black were to move, the king would have a move,
// the capture of an undefended rook included.
func (b Board) BlackCanMove(p Pos) encode.Bool {
	var or []encode.Bool
	for _, d := range kingDirections {
		t, on := b.shift(p.BK, d[0], d[1])
		or = append(or, b.And(on, b.within(p.WK, t).Not(), b.RookAttacks(p, t).Not()))
	}
	return b.Or(or...)
}

// Mate returns: Black is to move, has no move and is in check.
func (b Board) Mate(p Pos) encode.Bool {
	return b.And(p.White.Not(), b.BlackCanMove(p).Not(), b.Check(p))
}

// Stalemate returns: Black is to move, has no move and is not in check.
func (b Board) Stalemate(p Pos) encode.Bool {
	return b.And(p.White.Not(), b.BlackCanMove(p).Not(), b.Check(p).Not())
}

// draw returns: White is to move and the rook has been captured.
func (b Board) draw(p Pos) encode.Bool { return b.And(p.White, b.RookCaptured(p)) }

// BlackMove returns: q is reached from p by a legal move of Black. It does not require that q
// is a legal KRK position: Black may capture the rook. Lemmas 1 and 6 state that this never
// happens.
func (b Board) BlackMove(p, q Pos) encode.Bool {
	return b.And(
		p.White.Not(), q.White,
		b.Same(p.WK, q.WK), b.Same(p.R, q.R),
		b.within(p.BK, q.BK), b.Same(p.BK, q.BK).Not(),
		b.within(p.WK, q.BK).Not(),
		b.RookAttacks(p, q.BK).Not())
}

// Canonical breaks the eight symmetries of the board: BK in the triangle bx <= 3, by <= bx; if
// bx = by then ky <= kx; if also kx = ky then ry <= rx.
//
// Every position has a canonical image: mirroring files, ranks or both brings BK to x <= 3 and
// y <= 3, and exchanging files and ranks, if necessary, brings it to the diagonal or below. If
// it is on the diagonal, the exchange can instead be used for WK, and if that is on the
// diagonal too, for R. All notions of this package commute with the symmetries, so a formula
// about a chain of positions is satisfiable iff it is satisfiable with a canonical first
// position. Tests check both facts on every position.
func (b Board) Canonical(p Pos) encode.Bool {
	diagBK, diagWK := b.Eq(p.BK.X, p.BK.Y), b.Eq(p.WK.X, p.WK.Y)
	return b.And(
		b.Le(p.BK.X, 3), b.Lte(p.BK.Y, p.BK.X),
		b.Implies(diagBK, b.Lte(p.WK.Y, p.WK.X)),
		b.Implies(b.And(diagBK, diagWK), b.Lte(p.R.Y, p.R.X)))
}

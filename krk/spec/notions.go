package spec

import "retroproof/encode"

// Notion is a property of a position, or a number, that formulas refer to.
type Notion int

// The notions.
const (
	Legal Notion = iota
	Check
	BlackCanMove
	Mate
	Stalemate
	Draw
	Exposed
	Divides
	LPattern
	Ready
	Held
	Far
	Room
	CriticalDistance
	Measure
	Canonical // satisfied by the canonical images; used to break the symmetry of the board
	NumNotions
)

// notions has the circuit of each notion: a property, or a number from 0 to a largest value.
var notions = [NumNotions]struct {
	name     string
	property func(b Board, p Pos) encode.Bool
	number   func(b Board, p Pos) encode.Int
	greatest int
}{
	Legal:            {"legal", Board.Legal, nil, 0},
	Check:            {"check", Board.Check, nil, 0},
	BlackCanMove:     {"Black can move", Board.BlackCanMove, nil, 0},
	Mate:             {"mate", Board.Mate, nil, 0},
	Stalemate:        {"stalemate", Board.Stalemate, nil, 0},
	Draw:             {"draw", Board.draw, nil, 0},
	Exposed:          {"exposed", Board.Exposed, nil, 0},
	Divides:          {"divides", Board.Divides, nil, 0},
	LPattern:         {"L-pattern", Board.LPattern, nil, 0},
	Ready:            {"ready to mate", Board.Ready, nil, 0},
	Held:             {"held", Board.held, nil, 0},
	Far:              {"far", Board.far, nil, 0},
	Room:             {"room", nil, Board.Room, FarRoom},
	CriticalDistance: {"distance to the critical square", nil, Board.CriticalDistance, 2 * (Size - 1)},
	Measure:          {"measure", nil, Board.Measure, 6*FarRoom + 2*(Size-1)},
	Canonical:        {"canonical", Board.Canonical, nil, 0},
}

func (n Notion) String() string { return notions[n].name }

// AtLeast returns a notion as a list of conditions: for a property, the property itself; for a
// number, that it is at least 0, 1, and so on up to one more than its largest value.
func (b Board) AtLeast(n Notion, p Pos) []encode.Bool {
	x := notions[n]
	if x.property != nil {
		return []encode.Bool{x.property(b, p)}
	}
	number, ge := x.number(b, p), make([]encode.Bool, x.greatest+2)
	for k := range ge {
		ge[k] = b.Ge(number, k)
	}
	return ge
}

// Room returns the room left to the black king (paper, section 2): FarRoom if the rook is on
// the black king's file or rank, otherwise half the perimeter of the rectangle to which the
// rook confines the king.
func (b Board) Room(p Pos) encode.Int {
	side := func(r, k encode.Int) encode.Int {
		return b.IteInt(b.Lt(k, r), r, b.Minus(Size-1, r))
	}
	aligned := b.Or(b.Eq(p.R.X, p.BK.X), b.Eq(p.R.Y, p.BK.Y))
	return b.IteInt(aligned, b.Int(FarRoom), b.Add(side(p.R.X, p.BK.X), side(p.R.Y, p.BK.Y)))
}

// critical returns the critical square: the square beside the rook towards
// the black king.
func (b Board) critical(p Pos) Sq {
	return Sq{b.towards(p.R.X, p.BK.X), b.towards(p.R.Y, p.BK.Y)}
}

// towards returns the coordinate next to x in the direction of y; x if they
// are equal. It stays on the board, as y is on it.
func (b Board) towards(x, y encode.Int) encode.Int {
	return b.IteInt(b.Lt(x, y), b.Plus(x, 1), b.IteInt(b.Lt(y, x), b.Plus(x, -1), x))
}

// CriticalDistance returns the distance between the white king and the
// critical square, Manhattan by default.
func (b Board) CriticalDistance(p Pos) encode.Int {
	if b.Reading.CriticalByKing {
		return b.Chebyshev(p.WK, b.critical(p))
	}
	return b.manhattan(p.WK, b.critical(p))
}

// Exposed returns: the white king is farther from the rook than the black king, in king moves: by
// 2 or more with White to move, by Reading.ExposedMargin or more with Black to move.
func (b Board) Exposed(p Pos) encode.Bool {
	wk, bk := b.Chebyshev(p.WK, p.R), b.Chebyshev(p.BK, p.R)
	return b.Ite(p.White,
		b.Lte(b.Plus(bk, 2), wk),
		b.Lte(b.Plus(bk, b.Reading.ExposedMargin), wk))
}

// Divides returns: the rook is strictly between the kings' files, or strictly between their
// ranks.
func (b Board) Divides(p Pos) encode.Bool {
	if b.Reading.DividesLoosely {
		between := func(k, r, t encode.Int) encode.Bool {
			return b.Or(b.And(b.Lte(k, r), b.Lt(r, t)), b.And(b.Lt(t, r), b.Lte(r, k)))
		}
		return b.Or(between(p.WK.X, p.R.X, p.BK.X), between(p.WK.Y, p.R.Y, p.BK.Y))
	}
	return b.Or(b.strictlyBetween(p.WK.X, p.R.X, p.BK.X), b.strictlyBetween(p.WK.Y, p.R.Y, p.BK.Y))
}

// LPattern returns: the kings are in opposition, two squares apart on a file or rank, and the
// rook is next to the white king, perpendicular to that line.
func (b Board) LPattern(p Pos) encode.Bool {
	along := func(kx, ky, bx, by, rx, ry encode.Int) encode.Bool {
		return b.And(b.Eq(ky, by), b.Is(b.AbsDiff(kx, bx), 2), b.Eq(rx, kx), b.Is(b.AbsDiff(ry, ky), 1))
	}
	return b.Or(
		along(p.WK.X, p.WK.Y, p.BK.X, p.BK.Y, p.R.X, p.R.Y),
		along(p.WK.Y, p.WK.X, p.BK.Y, p.BK.X, p.R.Y, p.R.X))
}

// OnEdge returns: square s is on the edge of the board.
func (b Board) OnEdge(s Sq) encode.Bool {
	return b.Or(b.Is(s.X, 0), b.Is(s.X, Size-1), b.Is(s.Y, 0), b.Is(s.Y, Size-1))
}

// Ready returns: p is a ready-to-mate position, up to symmetry: BK (0,1), WK
// (2,0) or (2,1), R (x,2) with x >= 2.
func (b Board) Ready(p Pos) encode.Bool {
	var or []encode.Bool
	for g := range Symmetry(Symmetries) {
		bk, wk, r := b.image(g, p.BK), b.image(g, p.WK), b.image(g, p.R)
		or = append(or, b.And(
			b.Is(bk.X, 0), b.Is(bk.Y, 1),
			b.Is(wk.X, 2), b.Le(wk.Y, 1),
			b.Is(r.Y, 2), b.Ge(r.X, b.Reading.ReadyLeastX)))
	}
	return b.Or(or...)
}

// image returns the image of s under g.
func (b Board) image(g Symmetry, s Sq) Sq {
	if g&1 != 0 {
		s.X = b.Minus(Size-1, s.X)
	}
	if g&2 != 0 {
		s.Y = b.Minus(Size-1, s.Y)
	}
	if g&4 != 0 {
		s.X, s.Y = s.Y, s.X
	}
	return s
}

// Measure returns the measure of Lemmas 2 and 5: FarMeasure if White is to
// move and the rook is exposed or the black king has no move, else
// 6 room + distance to the critical square.
func (b Board) Measure(p Pos) encode.Int {
	return b.measureOf(b.Room(p), b.CriticalDistance(p), b.far(p))
}

// far returns: the measure of p is FarMeasure.
func (b Board) far(p Pos) encode.Bool {
	return b.And(p.White, b.Or(b.Exposed(p), b.BlackCanMove(p).Not()))
}

func (b Board) measureOf(room, distance encode.Int, far encode.Bool) encode.Int {
	return b.IteInt(far, b.Int(FarMeasure), b.Add(b.Times(6, room), distance))
}

// held returns: the rook is not exposed, it divides the kings or the men form the L-pattern,
// and the rook is not on the black king's file or rank. Then no reply of Black changes the
// measure (fact 2a).
func (b Board) held(q Pos) encode.Bool {
	return b.And(b.Exposed(q).Not(), b.Or(b.Divides(q), b.LPattern(q)), b.Le(b.Room(q), FarRoom-1))
}

package spec

// Size is the number of files and of ranks.
const Size = 8

// Position is a diagram of white king, white rook and black king with the side to move, packed
// into 19 bits as in the paper (section 3.1): from bit 0 upwards, x and y of the white king, of
// the black king and of the rook, three bits each, then 1 if White is to move. Every value
// below NumPositions is a diagram; most are not legal. If rook and black king have the same
// square, the rook has been captured.
type Position uint32

// NumPositions is the number of Positions: 2^19.
const NumPositions = 1 << 19

// Square is a square (x, y) as 8y + x, which is also the numbering of
// package chess: a1 = 0, h8 = 63.
type Square uint8

// At returns the square (x, y), each 0 to 7.
func At(x, y int) Square { return Square(y*Size + x) }

// X returns the file, 0 for the a-file.
func (s Square) X() int { return int(s % Size) }

// Y returns the rank, 0 for the first.
func (s Square) Y() int { return int(s / Size) }

// String returns the square's algebraic name.
func (s Square) String() string { return string([]byte{'a' + byte(s.X()), '1' + byte(s.Y())}) }

// Pack returns the position with these men and side to move.
func Pack(wk, bk, r Square, white bool) Position {
	p := Position(wk) | Position(bk)<<6 | Position(r)<<12
	if white {
		p |= 1 << 18
	}
	return p
}

// WK returns the white king's square.
func (p Position) WK() Square { return Square(p & 63) }

// BK returns the black king's square.
func (p Position) BK() Square { return Square(p >> 6 & 63) }

// R returns the rook's square.
func (p Position) R() Square { return Square(p >> 12 & 63) }

// White reports whether White is to move.
func (p Position) White() bool { return p>>18 != 0 }

// Symmetry is one of the eight symmetries of the board: bit 0 mirrors the
// files, bit 1 mirrors the ranks, bit 2 then exchanges files and ranks.
type Symmetry uint8

// Symmetries is the number of symmetries.
const Symmetries = 8

// Square returns the image of a square.
func (g Symmetry) Square(s Square) Square {
	x, y := s.X(), s.Y()
	if g&1 != 0 {
		x = Size - 1 - x
	}
	if g&2 != 0 {
		y = Size - 1 - y
	}
	if g&4 != 0 {
		x, y = y, x
	}
	return At(x, y)
}

// Position returns the image of a position.
func (g Symmetry) Position(p Position) Position {
	return Pack(g.Square(p.WK()), g.Square(p.BK()), g.Square(p.R()), p.White())
}

// Canonical reports whether p satisfies the symmetry-breaking predicate of
// Board.Canonical: BK in the triangle bx <= 3, by <= bx; if bx = by then
// ky <= kx; if also kx = ky then ry <= rx.
func (p Position) Canonical() bool {
	b, k, r := p.BK(), p.WK(), p.R()
	return b.X() <= 3 && b.Y() <= b.X() &&
		(b.X() != b.Y() || k.Y() <= k.X()) &&
		(b.X() != b.Y() || k.X() != k.Y() || r.Y() <= r.X())
}

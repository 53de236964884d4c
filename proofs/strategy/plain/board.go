package plain

import "fmt"

// Board is a board with a number of files and a number of ranks.
type Board struct{ Files, Ranks int }

// String returns the board as people write it: 10x8 has ten files and eight ranks.
func (b Board) String() string { return fmt.Sprintf("%dx%d", b.Files, b.Ranks) }

// Square is a square: file and rank, counted from 0.
type Square struct{ X, Y int }

// String returns the square's algebraic name. Boards have at most 26 files.
func (s Square) String() string { return fmt.Sprintf("%c%d", 'a'+rune(s.X), s.Y+1) }

// Has reports whether a square is on the board.
func (b Board) Has(s Square) bool { return s.X >= 0 && s.X < b.Files && s.Y >= 0 && s.Y < b.Ranks }

// Size returns the number of squares.
func (b Board) Size() int { return b.Files * b.Ranks }

// Square returns the square with a number below Size: the first rank's squares come first.
func (b Board) Square(n int) Square { return Square{n % b.Files, n / b.Files} }

// Number is the inverse of Square.
func (b Board) Number(s Square) int { return s.Y*b.Files + s.X }

// OnEdge reports whether a square is on the edge of the board.
func (b Board) OnEdge(s Square) bool {
	return s.X == 0 || s.X == b.Files-1 || s.Y == 0 || s.Y == b.Ranks-1
}

// Position is a diagram with the squares of White's king, of Black's king and of White's other
// man, and the side to move. If the man is on the square of Black's king, it has been captured.
type Position struct {
	WK, BK, M Square
	White     bool // to move
}

// String names the position: Ka1 Mb2 kc3, White to move.
func (p Position) String() string {
	turn := "Black"
	if p.White {
		turn = "White"
	}
	return fmt.Sprintf("K%v M%v k%v, %s to move", p.WK, p.M, p.BK, turn)
}

// Symmetry is a symmetry of a board: bit 0 mirrors the files, bit 1 mirrors the ranks, bit 2 then
// exchanges files and ranks, on a square board only.
type Symmetry int

func (b Board) image(g Symmetry, s Square) Square {
	if g&1 != 0 {
		s.X = b.Files - 1 - s.X
	}
	if g&2 != 0 {
		s.Y = b.Ranks - 1 - s.Y
	}
	if g&4 != 0 {
		s.X, s.Y = s.Y, s.X
	}
	return s
}

// Image returns the image of a position.
func (b Board) Image(g Symmetry, p Position) Position {
	return Position{b.image(g, p.WK), b.image(g, p.BK), b.image(g, p.M), p.White}
}

// Symmetries returns the number of a board's symmetries: 8 of a square, 4 of a rectangle.
func (b Board) Symmetries() int {
	if b.Files == b.Ranks {
		return 8
	}
	return 4
}

// Canonical reports whether a position stands for its images under the first 2, 4 or 8 symmetries:
// the black king in the left half, in the lower half of it, and not above the diagonal, where the
// white king and then the man decide if those before are on it. Every position has such an image.
func (b Board) Canonical(p Position, symmetries int) bool {
	k, bk, m := p.WK, p.BK, p.M
	return bk.X <= (b.Files-1)/2 && (symmetries < 4 || bk.Y <= (b.Ranks-1)/2) &&
		(symmetries < 8 || bk.Y <= bk.X && (bk.X != bk.Y || k.Y <= k.X) && (bk.X != bk.Y || k.X != k.Y || m.Y <= m.X))
}

func abs(x int) int { return max(x, -x) }

func sign(x int) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// Distance is the Chebyshev distance: king's moves between two squares.
func Distance(a, b Square) int { return max(abs(a.X-b.X), abs(a.Y-b.Y)) }

// manhattan is the sum of the distances by file and by rank.
func manhattan(a, b Square) int { return abs(a.X-b.X) + abs(a.Y-b.Y) }

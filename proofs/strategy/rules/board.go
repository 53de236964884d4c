package rules

import "fmt"

// Board is a board with a number of files and a number of ranks.
type Board struct {
	Files int `json:"files"`
	Ranks int `json:"ranks"`
}

// String returns the board as people write it: 10x8 has ten files and eight ranks.
func (b Board) String() string { return fmt.Sprintf("%dx%d", b.Files, b.Ranks) }

// Square is a square: file and rank, counted from 0. They are small numbers, since searches copy many positions.
type Square struct{ X, Y int16 }

// Plus returns the square so many files and ranks away.
func (s Square) Plus(d [2]int) Square { return Square{s.X + int16(d[0]), s.Y + int16(d[1])} }

// Off is where a captured man is.
var Off = Square{-1, -1}

// String returns the square's algebraic name. Boards have at most 26 files.
func (s Square) String() string { return fmt.Sprintf("%c%d", 'a'+rune(s.X), s.Y+1) }

// Has reports whether a square is on the board.
func (b Board) Has(s Square) bool {
	return s.X >= 0 && int(s.X) < b.Files && s.Y >= 0 && int(s.Y) < b.Ranks
}

// Size returns the number of squares.
func (b Board) Size() int { return b.Files * b.Ranks }

// Square returns the square with a number below Size: the first rank's squares come first.
func (b Board) Square(n int) Square { return Square{int16(n % b.Files), int16(n / b.Files)} }

// Number is the inverse of Square.
func (b Board) Number(s Square) int { return int(s.Y)*b.Files + int(s.X) }

// Distance is the Chebyshev distance: king's moves between two squares.
func Distance(a, b Square) int { return int(max(Abs(a.X-b.X), Abs(a.Y-b.Y))) }

// Abs returns the absolute value.
func Abs[T int | int16](x T) T { return max(x, -x) }

func sign(x int16) int16 { return min(max(x, -1), 1) }

// Symmetry is a symmetry of a board: bit 0 mirrors the files, bit 1 mirrors the ranks, bit 2 then exchanges files and
// ranks, which makes another board of a rectangle.
type Symmetry int

// Image returns the image of a square. A captured man stays off the board.
func (b Board) Image(g Symmetry, s Square) Square {
	if s == Off {
		return s
	}
	if g&1 != 0 {
		s.X = int16(b.Files) - 1 - s.X
	}
	if g&2 != 0 {
		s.Y = int16(b.Ranks) - 1 - s.Y
	}
	if g&4 != 0 {
		s.X, s.Y = s.Y, s.X
	}
	return s
}

// ImageOf returns the image of a position.
func (g *Game) ImageOf(by Symmetry, p Position) Position {
	p.WK, p.BK = g.Image(by, p.WK), g.Image(by, p.BK)
	for i := range g.Men {
		p.Men[i] = g.Image(by, p.Men[i])
	}
	return p
}

// Inverse returns the symmetry that undoes g.
func (s Symmetry) Inverse() Symmetry {
	if s&4 != 0 { // mirror, then exchange: the other way round the mirrors are exchanged
		return s&4 | s&1<<1 | s&2>>1
	}
	return s
}

// Group is a set of symmetries that a strategy respects.
type Group string

// The groups: all of a board, eight of a square and four of a rectangle; mirroring the files; and the four of a square
// that keep the colours of squares on a board with an even number of files.
const (
	All     Group = "all"
	Files   Group = "files"
	Colours Group = "colours"
)

// Symmetries returns the symmetries of a group on a board, the identity first.
func (b Board) Symmetries(g Group) []Symmetry {
	switch {
	case g == Files:
		return []Symmetry{0, 1}
	case g == Colours:
		return []Symmetry{0, 4, 3, 7}
	case b.Files == b.Ranks:
		return []Symmetry{0, 1, 2, 3, 4, 5, 6, 7}
	}
	return []Symmetry{0, 1, 2, 3}
}

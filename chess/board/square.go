package board

import "fmt"

// Square is one of the 64 squares, a1 = 0, b1 = 1, ..., h1 = 7, a2 = 8, ...,
// h8 = 63; or [NoSquare].
type Square uint8

// The corners, from which a reader can work out every other square, and the
// value that is no square.
const (
	A1 Square = 0
	H1 Square = 7
	A8 Square = 56
	H8 Square = 63

	// NoSquare says that there is no square, for instance no en passant
	// square. It is not the zero value: that is a1.
	NoSquare Square = 64
)

// NumSquares is the number of squares of a board, for arrays indexed by
// Square.
const NumSquares = 64

// MakeSquare returns the square on a file (0 = a ... 7 = h) and a rank (0 = the
// first ... 7 = the eighth). It returns NoSquare if either lies off the board,
// so that a step off the edge needs no separate test.
func MakeSquare(file, rank int) Square {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare
	}
	return Square(8*rank + file)
}

// ParseSquare reads a square name in small letters, such as "e4".
func ParseSquare(name string) (Square, error) {
	if len(name) == 2 {
		if s := MakeSquare(int(name[0])-'a', int(name[1])-'1'); s.Valid() {
			return s, nil
		}
	}
	return NoSquare, fmt.Errorf("%.80q is not a square, want a letter a to h and a digit 1 to 8", name)
}

// Valid reports whether s is one of the 64 squares.
func (s Square) Valid() bool { return s < NumSquares }

// File returns 0 for the a-file ... 7 for the h-file. NoSquare has no file.
func (s Square) File() int { return int(s) % 8 }

// Rank returns 0 for the first rank ... 7 for the eighth. NoSquare has no rank.
func (s Square) Rank() int { return int(s) / 8 }

// Dark reports whether s is a dark square, as a1 is.
func (s Square) Dark() bool { return (s.File()+s.Rank())%2 == 0 }

// String returns the name of the square, such as "e4", and "-" for NoSquare,
// as FEN writes it.
func (s Square) String() string {
	if !s.Valid() {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

package formula

import "retroproof/chess"

type SquareClass uint8

const (
	DarkSquare SquareClass = iota
	LightSquare
	CagedSquare
)

const (
	Queen = iota
	Rook
	DarkBishop
	LightBishop
	Knight
	NumPieceKinds
)

type Special struct {
	Color chess.Color
	File  int
}

type Abstraction struct {
	Start, Goal           *chess.Setup
	Fixed                 chess.Bitboard
	FixedBottom, FixedTop [8]bool
	Pieces, Wants, Keep   [2][NumPieceKinds]int
	Captures              [2]int
	Promotes              [2][8][3]bool
	Class                 [2][8]SquareClass
	Specials              []Special
}

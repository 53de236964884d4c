package board

import "strings"

// Color is the side a man belongs to.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Forward returns how many squares further a pawn of the side goes in one step: 8 or -8.
func (c Color) Forward() int { return 8 - 16*int(c&1) }

// RelativeRank returns a rank, 0 to 7, as counted from the side's own first rank, or what
// such a count stands for: it is its own inverse.
func (c Color) RelativeRank(rank int) int { return rank ^ 7*int(c&1) }

// Letter returns 'w' or 'b', as the second field of a FEN has it.
func (c Color) Letter() byte {
	if c == White {
		return 'w'
	}
	return 'b'
}

// Kind is what a man is, its colour apart.
type Kind uint8

// The six kinds in the order in which piece strings such as KRvK name them.
const (
	NoKind Kind = iota
	King
	Queen
	Rook
	Bishop
	Knight
	Pawn
)

// kindLetters and kindNames are indexed by Kind.
const kindLetters = ".KQRBNP"

var kindNames = [...]string{"none", "king", "queen", "rook", "bishop", "knight", "pawn"}

// Letter returns the capital English letter of the kind, 'P' for a pawn, and
// '.' for NoKind.
func (k Kind) Letter() byte {
	if int(k) >= len(kindLetters) {
		return '?'
	}
	return kindLetters[k]
}

// String returns "king", "queen", and so on; "none" for NoKind.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "invalid"
	}
	return kindNames[k]
}

// Man is a coloured piece or pawn, or [NoMan]. The zero value is NoMan, so that
// the zero array of men is an empty board.
//
// The colour is the bit above the kind: White's men are 1 to 6, Black's 9 to 14.
type Man uint8

// colorBit is the bit of a Man that is set for Black's.
const colorBit = 3

// The twelve men, and none.
const (
	NoMan Man = 0

	WhiteKing   = Man(White)<<colorBit | Man(King)
	WhiteQueen  = Man(White)<<colorBit | Man(Queen)
	WhiteRook   = Man(White)<<colorBit | Man(Rook)
	WhiteBishop = Man(White)<<colorBit | Man(Bishop)
	WhiteKnight = Man(White)<<colorBit | Man(Knight)
	WhitePawn   = Man(White)<<colorBit | Man(Pawn)

	BlackKing   = Man(Black)<<colorBit | Man(King)
	BlackQueen  = Man(Black)<<colorBit | Man(Queen)
	BlackRook   = Man(Black)<<colorBit | Man(Rook)
	BlackBishop = Man(Black)<<colorBit | Man(Bishop)
	BlackKnight = Man(Black)<<colorBit | Man(Knight)
	BlackPawn   = Man(Black)<<colorBit | Man(Pawn)
)

// NumMen bounds the values of Man, for arrays indexed by Man; some entries of
// such an array belong to no man.
const NumMen = 16

// MakeMan returns the man of a colour and a kind; NoMan for NoKind of either
// colour.
func MakeMan(c Color, k Kind) Man {
	if k == NoKind {
		return NoMan
	}
	return Man(c)<<colorBit | Man(k)
}

// manLetters is indexed by Man: the FEN letters, '.' for an empty square, '?'
// for the values that are no man.
const manLetters = ".KQRBNP??kqrbnp?"

// ParseMan returns the man of a FEN letter, capital for White, and whether the
// letter is one.
func ParseMan(letter byte) (Man, bool) {
	if letter == '.' || letter == '?' {
		return NoMan, false
	}
	i := strings.IndexByte(manLetters, letter)
	if i < 0 {
		return NoMan, false
	}
	return Man(i), true
}

// Color returns the side of the man. NoMan has no colour; ask only for a man.
func (m Man) Color() Color { return Color(m >> colorBit) }

// Kind returns the kind of the man, NoKind for NoMan.
func (m Man) Kind() Kind { return Kind(m & (1<<colorBit - 1)) }

// Letter returns the FEN letter of the man, '.' for NoMan.
func (m Man) Letter() byte {
	if int(m) >= len(manLetters) {
		return '?'
	}
	return manLetters[m]
}

// String returns the FEN letter of the man, "." for NoMan.
func (m Man) String() string { return string(m.Letter()) }

package board

import "strings"

// Castling is a set of castling rights. A right is what a FEN says of it; a
// Setup may carry one with its king or rook nowhere near.
type Castling uint8

// The four rights, in the order of their FEN letters KQkq.
const (
	WhiteKingside Castling = 1 << iota
	WhiteQueenside
	BlackKingside
	BlackQueenside

	NoCastling  Castling = 0
	AllCastling          = WhiteKingside | WhiteQueenside | BlackKingside | BlackQueenside
)

// castlingLetters has the letter of the right 1<<i at i.
const castlingLetters = "KQkq"

// Has reports whether c contains every right of d.
func (c Castling) Has(d Castling) bool { return c&d == d }

// CastlingPath is how a side castles with a right.
type CastlingPath struct {
	Home   [2]Placed // king and rook before
	KingTo Square    // where the king arrives
	RookTo Square    // where the rook arrives, and the king passes
	Empty  Bitboard  // all squares between king and rook
}

// CastlingPaths has the path of the right 1<<i at i. It must not be changed.
var CastlingPaths = [len(castlingLetters)]CastlingPath{
	{[2]Placed{{WhiteKing, A1 + 4}, {WhiteRook, H1}}, A1 + 6, A1 + 5, 0x60},
	{[2]Placed{{WhiteKing, A1 + 4}, {WhiteRook, A1}}, A1 + 2, A1 + 3, 0x0E},
	{[2]Placed{{BlackKing, A8 + 4}, {BlackRook, H8}}, A8 + 6, A8 + 5, 0x60 << 56},
	{[2]Placed{{BlackKing, A8 + 4}, {BlackRook, A8}}, A8 + 2, A8 + 3, 0x0E << 56},
}

// castlingHomes has Homes of every set of rights.
var castlingHomes = func() (all [AllCastling + 1]Bitboard) {
	for c := range all {
		for i := range CastlingPaths {
			if Castling(c).Has(1 << i) {
				for _, home := range CastlingPaths[i].Home {
					all[c] |= home.Square.Bit()
				}
			}
		}
	}
	return all
}()

// Homes returns the squares of the kings and rooks that the rights say have never moved.
func (c Castling) Homes() Bitboard { return castlingHomes[c&AllCastling] }

// String returns the rights as FEN has them, at most "KQkq", and "-" for
// none.
func (c Castling) String() string {
	if c&AllCastling == NoCastling {
		return "-"
	}
	var b strings.Builder
	for i := range len(castlingLetters) {
		if c.Has(1 << i) {
			b.WriteByte(castlingLetters[i])
		}
	}
	return b.String()
}

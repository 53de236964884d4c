package chess

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

// castlingHomes has Homes of every set of rights.
var castlingHomes = func() (all [AllCastling + 1]Bitboard) {
	for c := range all {
		for i, need := range homes {
			if Castling(c).Has(1 << i) {
				all[c] |= need[0].Square.Bit() | need[1].Square.Bit()
			}
		}
	}
	return all
}()

// Homes returns the squares of the kings and rooks that the rights say have never moved.
func (c Castling) Homes() Bitboard { return castlingHomes[c&AllCastling] }

// String returns the rights as FEN has them, "KQkq" at the most and "-" for
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

package ways

import "retroproof/chess"

// Stuck returns those men of a set that hold each other: none of them is free as long as the others stay.
func Stuck(men chess.Bitboard, free func(sq chess.Square, men chess.Bitboard) bool) chess.Bitboard {
	for more := true; more; {
		more = false
		for b := men; b != 0; b = b.WithoutFirst() {
			if free(b.First(), men) {
				men &^= b.First().Bit()
				more = true
			}
		}
	}
	return men
}

// Rights returns the castling rights of a side.
func Rights(c chess.Color) chess.Castling {
	return (chess.WhiteKingside | chess.WhiteQueenside) << (2 * c)
}

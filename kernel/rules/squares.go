package rules

import "retroproof/chess"

// where returns those squares of a set of which something is so.
func where(set chess.Bitboard, is func(chess.Square) bool) (squares chess.Bitboard) {
	for sq := range set.Squares() {
		if is(sq) {
			squares |= sq.Bit()
		}
	}
	return squares
}

// occupied returns the squares of all men of a diagram.
func occupied(s *chess.Setup) chess.Bitboard {
	return where(chess.AllSquares, func(sq chess.Square) bool { return s.Board[sq] != chess.NoMan })
}

// sideOf returns the squares of the men of a side.
func sideOf(s *chess.Setup, c chess.Color) chess.Bitboard {
	return where(occupied(s), func(sq chess.Square) bool { return s.Board[sq].Color() == c })
}

// menOf returns the squares of the men of one kind.
func menOf(s *chess.Setup, m chess.Man) chess.Bitboard {
	return where(chess.AllSquares, func(sq chess.Square) bool { return s.Board[sq] == m })
}

// pawnsOf returns the squares of the pawns of both sides.
func pawnsOf(s *chess.Setup) chess.Bitboard {
	return menOf(s, chess.WhitePawn) | menOf(s, chess.BlackPawn)
}

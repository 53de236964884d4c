package numbering

import (
	"fmt"

	chess "retroproof/chess/board"
)

// CheckCastling looks for the king and the rook of every castling right at home. The
// error is a [*DomainError].
func CheckCastling(s *chess.Setup) error {
	for i := range 4 {
		right := chess.Castling(1 << i)
		if !s.Castling.Has(right) {
			continue
		}
		c := chess.Color(i / 2)
		king, rook := chess.MakeSquare(4, 7*int(c)), chess.MakeSquare(7-i%2*7, 7*int(c))
		if s.Board[king] != chess.MakeMan(c, chess.King) || s.Board[rook] != chess.MakeMan(c, chess.Rook) {
			return &DomainError{Condition: CastlingRight,
				Detail: fmt.Sprintf("the right %s wants a king on %s and a rook on %s", right, king, rook)}
		}
	}
	return nil
}

// EnPassantFile returns the file of the en passant square, 1 to 8, or 0 if there is none
// or no pawn stands beside the one that passed over it. The error is a [*DomainError].
func EnPassantFile(s *chess.Setup) (int, error) {
	at := s.EnPassant
	if at == chess.NoSquare {
		return 0, nil
	}
	pawn := at ^ 8
	rank, start := 5, at+8
	if s.Turn == chess.Black {
		rank, start = 2, at-8
	}
	if at.Rank() != rank || s.At(pawn) != chess.MakeMan(s.Turn.Other(), chess.Pawn) || s.At(at) != chess.NoMan ||
		s.At(start) != chess.NoMan {
		return 0, &DomainError{Condition: EnPassant, Detail: fmt.Sprintf("no pawn can just have passed over %s", at)}
	}
	ours := chess.MakeMan(s.Turn, chess.Pawn)
	for _, step := range [...]int{-1, 1} {
		if s.At(chess.MakeSquare(pawn.File()+step, pawn.Rank())) == ours {
			return at.File() + 1, nil
		}
	}
	return 0, nil
}

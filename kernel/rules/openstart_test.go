package rules

import (
	"math/rand/v2"

	"retroproof/chess"
)

// openStart returns a start with few men, near each other.
func openStart(r *rand.Rand) *chess.Setup {
	for {
		s := chess.EmptySetup()
		s.Turn = chess.Color(r.IntN(2))
		s.Castling = chess.WhiteKingside | chess.WhiteQueenside | chess.BlackKingside | chess.BlackQueenside
		s.Board[4], s.Board[60] = chess.WhiteKing, chess.BlackKing
		for i, path := range chess.CastlingPaths {
			if r.IntN(3) == 0 {
				s.Castling &^= 1 << i
			} else {
				s.Board[path.Home[1].Square] = path.Home[1].Man
			}
		}
		withHomes(&s)
		for _, k := range [2]chess.Square{4, 60} {
			if to := chess.Square(r.IntN(64)); r.IntN(2) == 0 && s.Board[to] == chess.NoMan {
				s.Board[to], s.Board[k] = s.Board[k], chess.NoMan
			}
		}
		withHomes(&s)
		for range 3 + r.IntN(9) {
			m := chess.MakeMan(chess.Color(r.IntN(2)), [...]chess.Kind{chess.Queen, chess.Rook, chess.Rook, chess.Bishop, chess.Bishop, chess.Knight, chess.Pawn, chess.Pawn, chess.Pawn}[r.IntN(9)])
			sq := chess.Square(r.IntN(64))
			if s.Board[sq] == chess.NoMan && (m.Kind() != chess.Pawn || sq.Rank() > 0 && sq.Rank() < 7) {
				s.Board[sq] = m
			}
		}
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() {
			return &s
		}
	}
}

package rules

import (
	"strings"

	"retroproof/chess"
)

// What to mark in diagrams: see Rule.

// checksOn returns the checks on the kings of some sides, from the man that gives one to the king.
func checksOn(s *chess.Setup, sides ...chess.Color) (checks [][2]chess.Square) {
	for _, side := range sides {
		king := s.Find(chess.MakeMan(side, chess.King))
		if !king.Valid() {
			continue
		}
		for from := range s.Attackers(king, side.Other()).Squares() {
			checks = append(checks, [2]chess.Square{from, king})
		}
	}
	return checks
}

func bothChecks(s *chess.Setup, _ string) (chess.Bitboard, [][2]chess.Square) {
	return 0, checksOn(s, chess.White, chess.Black)
}

func checkOnWaiting(s *chess.Setup, _ string) (chess.Bitboard, [][2]chess.Square) {
	return 0, checksOn(s, s.Turn.Other())
}

// checksOnMover marks the checks on the side to move, and the en passant square.
func checksOnMover(s *chess.Setup, _ string) (marked chess.Bitboard, checks [][2]chess.Square) {
	if s.EnPassant.Valid() {
		marked = s.EnPassant.Bit()
	}
	return marked, checksOn(s, s.Turn)
}

func bothKings(s *chess.Setup, _ string) (chess.Bitboard, [][2]chess.Square) {
	return s.Find(chess.WhiteKing).Bit() | s.Find(chess.BlackKing).Bit(), nil
}

// severalKings marks the kings of sides that have several.
func severalKings(s *chess.Setup, _ string) (marked chess.Bitboard, _ [][2]chess.Square) {
	return kings(s), nil
}

// kings returns the squares of the kings of sides that have several.
func kings(s *chess.Setup) chess.Bitboard {
	return where(occupied(s), func(sq chess.Square) bool {
		return s.Board[sq].Kind() == chess.King && s.Count(s.Board[sq]) > 1
	})
}

func lastRankPawns(s *chess.Setup, _ string) (marked chess.Bitboard, _ [][2]chess.Square) {
	return pawnsOf(s) & (chess.RankSet(0) | chess.RankSet(7)), nil
}

// named marks the squares that the words name.
func named(_ *chess.Setup, words string) (marked chess.Bitboard, _ [][2]chess.Square) {
	apart := func(r rune) bool { return r > 127 || !strings.ContainsRune("abcdefgh12345678KQRBNp", r) }
	for w := range strings.FieldsFuncSeq(words, apart) {
		sq, err := chess.ParseSquare(w[max(0, len(w)-2):])
		if err == nil && (len(w) == 2 || len(w) == 3 && strings.ContainsRune("KQRBNp", rune(w[0]))) {
			marked |= sq.Bit()
		}
	}
	return marked, nil
}

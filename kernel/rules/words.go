package rules

import (
	"strings"

	"retroproof/chess"
)

// Capital returns "White" or "Black".
func Capital(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}

// SquareList names the men on a set of squares: "Qe4 and Nf6".
func SquareList(s *chess.Setup, set chess.Bitboard) string {
	var names []string
	for sq := range set.Squares() {
		names = append(names, s.NameOn(sq))
	}
	return wordList(names)
}

// menList is SquareList for the beginnings of sentences and for men that act: a pawn is called one,
// as a capital letter would make a bishop of the pawn "b2".
func menList(s *chess.Setup, set chess.Bitboard) string {
	var names []string
	for sq := range set.Squares() {
		name := s.NameOn(sq)
		if s.Board[sq].Kind() == chess.Pawn {
			name = "the pawn on " + name
		}
		names = append(names, name)
	}
	return wordList(names)
}

// wordList joins words as a sentence does.
func wordList(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// alternatives joins words of which one holds.
func alternatives(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	return strings.Join(words, "")
}

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

// wordList joins words as a sentence does.
func wordList(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

package rules

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"retroproof/chess"
	"retroproof/internal/answer"
)

// The words of sentences about positions. Package story, which explains verdicts and answers, has them from here.

// Side returns "White" or "Black".
func Side(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}

// Men names the men on a set of squares: "Ke1, Rh1 and a2".
func Men(s *chess.Setup, set chess.Bitboard) string { return answer.List(names(s, set, "")) }

// Actors is Men for the beginnings of sentences and for men that act: a pawn is called one, as a capital letter would
// make a bishop of the pawn "b2".
func Actors(s *chess.Setup, set chess.Bitboard) string {
	return answer.List(names(s, set, "the pawn on "))
}

// names returns the name of each man of a set, with words before those of pawns.
func names(s *chess.Setup, set chess.Bitboard, pawn string) (list []string) {
	for sq := range set.Squares() {
		name := s.NameOn(sq)
		if s.Board[sq].Kind() == chess.Pawn {
			name = pawn + name
		}
		list = append(list, name)
	}
	return list
}

// mostNamed is the largest number of squares, or of men that are in the way, that a sentence names.
const mostNamed = 12

// few is Men, or their number if there are many.
func few(s *chess.Setup, set chess.Bitboard) string {
	if n := set.Count(); n > mostNamed {
		return answer.Counted(n, "man", "men")
	}
	return Men(s, set)
}

// Pawns says where all pawns of a goal stand: "White's pawns on a2 and b2 and Black's on h7".
func Pawns(start, goal *chess.Setup) string {
	if words := pawnsOn(goal, chess.AllSquares); words != "" {
		return words
	}
	return "none of " + pawnsOn(start, chess.AllSquares)
}

// MovedPawns says where those pawns of a goal stand that the start has not on their squares; if there are none, where
// all pawns stand.
func MovedPawns(start, goal *chess.Setup) string {
	moved := where(chess.AllSquares, func(sq chess.Square) bool { return goal.Board[sq] != start.Board[sq] })
	if words := pawnsOn(goal, moved); words != "" {
		return words
	}
	return Pawns(start, goal)
}

// pawnsOn says where the pawns of a position stand that are on some squares, "" if there are none.
func pawnsOn(s *chess.Setup, on chess.Bitboard) string {
	var list []string
	for c := chess.White; c <= chess.Black; c++ {
		set := on & menOf(s, chess.MakeMan(c, chess.Pawn))
		if set != 0 {
			pawns := answer.Plural(set.Count(), " pawn", " pawns")
			if list != nil {
				pawns = ""
			}
			list = append(list, Side(c)+"'s"+pawns+" on "+Men(s, set))
		}
	}
	return answer.List(list)
}

// Sentence adds a capital letter and a full stop.
func Sentence(words string) string {
	r, n := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(r)) + words[n:] + "."
}

// NumberOrNone writes a number, "none" for 0.
func NumberOrNone(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}

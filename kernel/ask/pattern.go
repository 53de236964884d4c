package ask

import (
	"fmt"
	"regexp"
	"strings"

	"retroproof/proofs/answers"
)

// fieldWants has, for the fields of a FEN behind the board, what they are called, their form and that
// form in words.
var fieldWants = []struct {
	name, words string
	form        *regexp.Regexp
}{
	{"side to move", `"w", "b" or "?"`, regexp.MustCompile(`^[wb?]$`)},
	{"castling", `"-", "?", or some of K, Q, k and q in this order, each with "?" behind it or not`, regexp.MustCompile(`^(-|\?|(K\??)?(Q\??)?(k\??)?(q\??)?)$`)},
	{"en passant", `"-", "?" or a square on rank 3 or 6`, regexp.MustCompile(`^(-|\?|[a-h][36])$`)},
	{"halfmove clock", `a number or "?"`, regexp.MustCompile(`^(\?|[0-9]{1,9})$`)},
	{"move number", `a number or "?"`, regexp.MustCompile(`^(\?|[0-9]{1,9})$`)},
}

// checkPattern says in which column a FEN with unknown fields is wrong, or returns nil if that is
// not known. The error is an answers.ErrPattern.
func checkPattern(fen string) error {
	bad := func(field string, at int, format string, args ...any) error {
		return fmt.Errorf("%w: %s, column %d: %s", answers.ErrPattern, field, at+1, fmt.Sprintf(format, args...))
	}
	fields := strings.Split(fen, " ")
	begin := 0 // of a rank
	for i, rank := range strings.Split(fields[0], "/") {
		squares := 0
		if i == 8 {
			return bad("board", begin, "a ninth rank: %.20q", rank)
		}
		for j, c := range rank {
			switch {
			case '1' <= c && c <= '8':
				squares += int(c - '0')
			case strings.ContainsRune("KQRBNPkqrbnp?Xx*", c):
				squares++
			default:
				return bad("board", begin+j, "want a man, a digit, ?, X, x or *: %q", c)
			}
		}
		if squares != 8 {
			return bad("board", begin, "rank %d has %d squares, want 8: %.20q", 8-i, squares, rank)
		}
		begin += len(rank) + 1
	}
	if n := strings.Count(fields[0], "/"); n != 7 {
		return bad("board", len(fields[0]), "%d ranks, want 8", n+1)
	}
	for i, want := range fieldWants {
		if i+1 >= len(fields) {
			return bad(want.name, begin-1, "it is missing, want %s", want.words)
		}
		if text := fields[i+1]; text == "" || !want.form.MatchString(text) {
			return bad(want.name, begin, "want %s: %.20q", want.words, text)
		}
		begin += len(fields[i+1]) + 1
	}
	if len(fields) > 6 {
		return bad("FEN", begin, "more than six fields: %.20q", fields[6])
	}
	return nil
}

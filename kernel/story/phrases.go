package story

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"retroproof/chess"
)

var numbers = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// number writes numbers up to twelve in letters.
func number(n int) string {
	if n >= 0 && n < len(numbers) {
		return numbers[n]
	}
	return fmt.Sprint(n)
}

// numberOrNone writes "none" for 0.
func numberOrNone(n int) string {
	if n == 0 {
		return "none"
	}
	return number(n)
}

// several writes "one capture", "two captures".
func several(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	if noun == "man" {
		return number(n) + " men"
	}
	return number(n) + " " + noun + "s"
}

// times writes "once", "twice", "three times".
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return number(n) + " times"
}

// list writes "a, b and c".
func list(words []string) string { return joined(words, " and ") }

// sentence adds a capital letter and a full stop.
func sentence(words string) string {
	r, n := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(r)) + words[n:] + "."
}

// Counted writes "1 move" or "30 moves".
func Counted(n int, one, more string) string { return fmt.Sprintf("%d %s", n, plural(n, one, more)) }

// Plies writes "1 ply" or "30 plies".
func Plies(n int) string { return Counted(n, "ply", "plies") }

// Alternatives writes "a, b or c".
func Alternatives(words []string) string { return joined(words, " or ") }

func joined(words []string, last string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + last + words[n-1]
	}
	return strings.Join(words, "")
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// Side returns "White" or "Black".
func Side(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}

// files writes "a-, b- and c-file".
func files(set []int) string {
	var names []string
	for i, f := range set {
		name := fmt.Sprintf("%c-", 'a'+f)
		if i == len(set)-1 {
			name += "file"
		}
		names = append(names, name)
	}
	return list(names)
}

// squares names the men on a set of squares: "Ke1, Rh1 and a2".
func squares(s *chess.Setup, set chess.Bitboard) string {
	var names []string
	for sq := range set.Squares() {
		names = append(names, s.NameOn(sq))
	}
	return list(names)
}

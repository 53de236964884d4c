package answer

import (
	"fmt"
	"strings"
)

// Plural chooses a word by a number.
func Plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// Counted writes "1 move" or "30 moves".
func Counted(n int, one, more string) string { return fmt.Sprint(n, " ", Plural(n, one, more)) }

// List writes "a, b and c".
func List(words []string) string { return joined(words, " and ") }

// Alternatives writes "a, b or c".
func Alternatives(words []string) string { return joined(words, " or ") }

func joined(words []string, last string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + last + words[n-1]
	}
	return strings.Join(words, "")
}

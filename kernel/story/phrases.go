package story

import (
	"fmt"

	"retroproof/kernel/rules"
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
	if noun == "man" {
		return number(n) + rules.Plural(n, " man", " men")
	}
	return number(n) + " " + rules.Plural(n, noun, noun+"s")
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

// Plies writes "1 ply" or "30 plies".
func Plies(n int) string { return rules.Counted(n, "ply", "plies") }

// files writes "a-, b- and c-file".
func files(set []int) string {
	var names []string
	for _, f := range set {
		names = append(names, fmt.Sprintf("%c-", 'a'+f))
	}
	return rules.List(names) + "file"
}

package notation

import "unicode/utf8"

// wrap fills lines of at most width characters with words, separated by single
// blanks. A word longer than width has a line to itself.
func wrap(words []string, width int) []string {
	var lines []string
	room := 0 // characters left on the last line
	for _, w := range words {
		n := utf8.RuneCountInString(w)
		if last := len(lines) - 1; last >= 0 && n < room {
			lines[last] += " " + w
			room -= n + 1
			continue
		}
		lines = append(lines, w)
		room = width - n
	}
	return lines
}

package notation

import (
	"strings"
	"unicode/utf8"

	"retroproof/chess"
)

// Sizes of printed boards, in characters. Four boards fit on a line.
const (
	diagramWidth  = len("8 r n b q k b n r")
	diagramGap    = 3
	terminalWidth = 80
	diagramsInRow = (terminalWidth + diagramGap) / (diagramWidth + diagramGap)
)

// diagramLines returns the nine lines of a board.
func diagramLines(s chess.Setup) []string {
	lines := make([]string, 0, 9)
	for rank := 7; rank >= 0; rank-- {
		line := make([]byte, 0, diagramWidth)
		line = append(line, '1'+byte(rank))
		for file := range 8 {
			line = append(line, ' ', s.Board[chess.MakeSquare(file, rank)].Letter())
		}
		lines = append(lines, string(line))
	}
	return append(lines, "  a b c d e f g h")
}

// Diagram returns the board in plain ASCII, a dot for an empty square, with the
// eighth rank on top; nine lines, each with its line end:
//
//	8 . . . . . . . .
//	7 . . . . . . . .
//	6 . . . . . . . .
//	5 . . . k . . . .
//	4 . . . . R . . .
//	3 . . . . . K . .
//	2 . . . . . . . .
//	1 . . . . . . . .
//	  a b c d e f g h
func Diagram(s chess.Setup) string {
	return strings.Join(diagramLines(s), "\n") + "\n"
}

// CaptionedSetup is a diagram with a few words to stand above it.
type CaptionedSetup struct {
	Caption string
	Setup   chess.Setup
}

// Diagrams returns boards side by side, each below its caption, as many in a row
// as 80 columns hold, with an empty line between rows of boards. Captions are
// wrapped to the width of a board. No line has trailing blanks.
func Diagrams(boards []CaptionedSetup) string {
	var out strings.Builder
	for first := 0; first < len(boards); first += diagramsInRow {
		if first > 0 {
			out.WriteByte('\n')
		}
		writeDiagramRow(&out, boards[first:min(first+diagramsInRow, len(boards))])
	}
	return out.String()
}

// writeDiagramRow writes boards that fit side by side. Captions of fewer lines
// than the tallest are set low, next to their boards.
func writeDiagramRow(out *strings.Builder, boards []CaptionedSetup) {
	captions := make([][]string, len(boards))
	tallest := 0
	for i, b := range boards {
		captions[i] = wrap(breakWords(b.Caption, diagramWidth), diagramWidth)
		tallest = max(tallest, len(captions[i]))
	}
	columns := make([][]string, len(boards))
	for i, b := range boards {
		above := make([]string, tallest-len(captions[i]), tallest+9)
		columns[i] = append(append(above, captions[i]...), diagramLines(b.Setup)...)
	}
	for line := range len(columns[0]) {
		pending := 0 // blanks owed before the next text
		for _, column := range columns {
			text := column[line]
			if text != "" {
				out.WriteString(strings.Repeat(" ", pending) + text)
				pending = 0
			}
			pending += diagramWidth - utf8.RuneCountInString(text) + diagramGap
		}
		out.WriteByte('\n')
	}
}

// breakWords splits a text at white space, and words longer than width at that
// width.
func breakWords(text string, width int) []string {
	var words []string
	for _, w := range strings.Fields(text) {
		r := []rune(w)
		for ; len(r) > width; r = r[width:] {
			words = append(words, string(r[:width]))
		}
		words = append(words, string(r))
	}
	return words
}

package story

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/rules"
)

var numbers = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve"}

// capital writes the first letter as a capital.
func capital(words string) string { return strings.ToUpper(words[:1]) + words[1:] }

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
		return number(n) + answer.Plural(n, " man", " men")
	}
	return number(n) + " " + answer.Plural(n, noun, noun+"s")
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
func Plies(n int) string { return answer.Counted(n, "ply", "plies") }

// files writes "a-, b- and c-file".
func files(set []int) string {
	var names []string
	for _, f := range set {
		names = append(names, fmt.Sprintf("%c-", 'a'+f))
	}
	return answer.List(names) + "file"
}

// kernelText describes a kernel: "White's e-pawn takes Black's d-pawn. A black piece
// takes a knight." It returns "" for moves that are no kernel, and for none.
func kernelText(start *chess.Setup, moves []kernel.Move) string {
	steps, err := kernel.Steps(start, moves)
	if err != nil {
		return ""
	}
	var words []string
	for i := range steps {
		words = append(words, rules.Sentence(stepText(start, &steps[i])))
	}
	return strings.Join(words, " ")
}

// pawnName names a pawn of the start: "White's a-pawn", or "White's pawn from a3" if there are several on its file.
func pawnName(start *chess.Setup, at chess.Square) string {
	m := start.Board[at]
	if strings.Count(column(start, at.File()), string(m.Letter())) > 1 {
		return fmt.Sprintf("%s's pawn from %s", rules.Side(m.Color()), at)
	}
	return fmt.Sprintf("%s's %c-pawn", rules.Side(m.Color()), 'a'+at.File())
}

// stepText describes a capture.
func stepText(start *chess.Setup, m *kernel.Step) string {
	by, taken := fmt.Sprintf("a %s piece", m.Color), ""
	if m.Pawn != chess.NoSquare {
		by = pawnName(start, m.Pawn)
	}
	switch m.Takes {
	case kernel.NoPiece:
		taken = "what " + pawnName(start, m.Taken) + " has become"
	case kernel.Pawn:
		taken = pawnName(start, m.Taken)
	default:
		taken = "a " + rules.PieceNames[m.Takes-kernel.Queen]
	}
	words := by + " takes " + taken
	if m.Pawn != chess.NoSquare && m.Takes != kernel.Pawn {
		words += fmt.Sprintf(" on the %c-file", 'a'+m.To)
	}
	if m.Promotes != kernel.NoPiece {
		words += " and becomes a " + rules.PieceNames[m.Promotes-kernel.Queen]
	}
	return words
}

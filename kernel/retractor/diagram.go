package retractor

import (
	"strings"

	"retroproof/chess"
	"retroproof/kernel/ask"
)

// Diagram reads a FEN with unknown fields, or a board alone, after a move of the side that takes back. It returns all
// positions that it stands for.
func Diagram(text string, side chess.Color) (all []*chess.Position, err error) {
	words := strings.Fields(text)
	if len(words) == 1 {
		words = append(words, "?", "?", "?")
	}
	if len(words) > 1 && words[1] == "?" {
		words[1] = string(side.Other().Letter())
	}
	if len(words) > 0 {
		if _, err := chess.ParseFEN(words[0] + " w - -"); err != nil {
			return nil, err // all men have to be known
		}
	}
	if len(words) == 4 {
		words = append(words, "0", "1")
	}
	fens, err := ask.Expand(strings.Join(words, " "))
	for _, fen := range fens {
		p, err := chess.ParsePosition(fen)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, err
}

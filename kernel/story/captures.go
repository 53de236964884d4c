package story

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
)

// kernelText describes a kernel: "White's e-pawn takes Black's d-pawn; a black piece
// takes a knight". It returns "" for a kernel that cannot be read.
func kernelText(start *chess.Setup, moves string) string {
	if moves == "-" || moves == "" {
		return ""
	}
	names := pawnNames(start)
	var words []string
	for _, w := range strings.Fields(moves) {
		m, err := kernel.ParseMove(w)
		if err != nil {
			return ""
		}
		s, ok := names.play(m)
		if !ok {
			return ""
		}
		words = append(words, s)
	}
	return strings.Join(words, "; ")
}

// namedPawns are the pawns of each file, from the first rank on.
type namedPawns [8][]namedPawn

type namedPawn struct {
	color chess.Color
	name  string // "a-pawn", or "pawn from a3" if there are several
}

func pawnNames(start *chess.Setup) (n namedPawns) {
	for f := range 8 {
		col := column(start, f)
		for sq := range chess.FileSet(f).Squares() {
			m := start.Board[sq]
			if m.Kind() != chess.Pawn {
				continue
			}
			name := fmt.Sprintf("%c-pawn", 'a'+f)
			if strings.Count(col, string(m.Letter())) > 1 {
				name = "pawn from " + sq.String()
			}
			n[f] = append(n[f], namedPawn{m.Color(), name})
		}
	}
	return n
}

// play makes a move and describes it. It returns false if there is no such pawn.
func (n *namedPawns) play(m kernel.Move) (string, bool) {
	them := m.Color.Other()
	var taken string
	switch {
	case m.Takes == kernel.NoPiece:
		pawns := n[m.Origin]
		at := len(pawns) - 1
		if them == chess.Black {
			at = 0
		}
		if len(pawns) == 0 || pawns[at].color != them {
			return "", false
		}
		taken = fmt.Sprintf("what %s's %s has become", Side(them), pawns[at].name)
		n[m.Origin] = slices.Delete(pawns, at, at+1)
	case m.Takes == kernel.Pawn:
		if m.ToIndex >= len(n[m.To]) || n[m.To][m.ToIndex].color != them {
			return "", false
		}
		taken = fmt.Sprintf("%s's %s", Side(them), n[m.To][m.ToIndex].name)
		if m.From == kernel.None {
			n[m.To] = slices.Delete(n[m.To], m.ToIndex, m.ToIndex+1)
		}
	default:
		taken = "a " + kernelPieceName(m.Takes)
	}
	if m.From == kernel.None {
		return fmt.Sprintf("a %s piece takes %s", m.Color, taken), true
	}
	if m.FromIndex >= len(n[m.From]) || n[m.From][m.FromIndex].color != m.Color {
		return "", false
	}
	pawn := n[m.From][m.FromIndex]
	words := fmt.Sprintf("%s's %s takes %s", Side(m.Color), pawn.name, taken)
	if m.Takes != kernel.Pawn {
		words += fmt.Sprintf(" on the %c-file", 'a'+m.To)
	}
	n[m.From] = slices.Delete(n[m.From], m.FromIndex, m.FromIndex+1)
	switch {
	case m.Promotes != kernel.NoPiece:
		if m.Takes == kernel.Pawn {
			return "", false
		}
		words += " and becomes a " + kernelPieceName(m.Promotes)
	case m.Takes == kernel.Pawn:
		n[m.To][m.ToIndex] = pawn
	case m.ToIndex > len(n[m.To]):
		return "", false
	default:
		n[m.To] = slices.Insert(n[m.To], m.ToIndex, pawn)
	}
	return words, true
}

func kernelPieceName(p kernel.Piece) string {
	if p < kernel.Queen || p > kernel.Knight {
		return "man"
	}
	return pieceNames[p-kernel.Queen]
}

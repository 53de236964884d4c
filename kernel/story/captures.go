package story

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/kernel"
)

// kernelText describes a kernel: "White's e-pawn takes Black's d-pawn; a black piece
// takes a knight". It returns "" for a kernel that cannot be read, and for one without captures.
func kernelText(start *chess.Setup, moves string) string {
	names := pawnNames(start)
	var words []string
	for _, w := range strings.Fields(moves) {
		m, err := kernel.ParseMove(w)
		if err != nil {
			return ""
		}
		s := names.play(m)
		if s == "" {
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

// String names a pawn with its side.
func (n namedPawn) String() string { return Side(n.color) + "'s " + n.name }

// has reports whether there is a pawn of a side on a file, with an index.
func (n *namedPawns) has(c chess.Color, file, i int) bool {
	return i >= 0 && i < len(n[file]) && n[file][i].color == c
}

// remove takes a pawn from its file.
func (n *namedPawns) remove(file, i int) namedPawn {
	pawn := n[file][i]
	n[file] = slices.Delete(n[file], i, i+1)
	return pawn
}

// play makes a move and describes it. It returns "" if there is no such pawn.
func (n *namedPawns) play(m kernel.Move) string {
	them := m.Color.Other()
	var taken string
	switch {
	case m.Takes == kernel.NoPiece: // what promoted is the pawn nearest to its last rank
		i := 0
		if them == chess.White {
			i = len(n[m.Origin]) - 1
		}
		if !n.has(them, m.Origin, i) {
			return ""
		}
		taken = fmt.Sprintf("what %s has become", n.remove(m.Origin, i))
	case m.Takes != kernel.Pawn:
		taken = "a " + pieceNames[m.Takes-kernel.Queen]
	case !n.has(them, m.To, m.ToIndex):
		return ""
	case m.From == kernel.None:
		taken = n.remove(m.To, m.ToIndex).String()
	default: // the capturing pawn takes its place
		taken = n[m.To][m.ToIndex].String()
	}
	if m.From == kernel.None {
		return fmt.Sprintf("a %s piece takes %s", m.Color, taken)
	}
	if !n.has(m.Color, m.From, m.FromIndex) {
		return ""
	}
	pawn := n.remove(m.From, m.FromIndex)
	words := fmt.Sprintf("%s takes %s", pawn, taken)
	switch {
	case m.Takes == kernel.Pawn:
		n[m.To][m.ToIndex] = pawn
		return words
	case m.Promotes != kernel.NoPiece:
		return words + fmt.Sprintf(" on the %c-file and becomes a %s", 'a'+m.To, pieceNames[m.Promotes-kernel.Queen])
	case m.ToIndex > len(n[m.To]):
		return ""
	}
	n[m.To] = slices.Insert(n[m.To], m.ToIndex, pawn)
	return words + fmt.Sprintf(" on the %c-file", 'a'+m.To)
}

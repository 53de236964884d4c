package facts

import (
	"fmt"
	"strings"

	"retroproof/chess"
)

// PieceKind is a kind of piece as kernels count them: bishops by the colour of
// their squares.
type PieceKind uint8

// The kinds of pieces.
const (
	Queen PieceKind = iota
	Rook
	DarkBishop
	LightBishop
	Knight

	NumPieceKinds
)

// PieceKindOf returns the kind of a man on a square, and whether it is one of
// the five.
func PieceKindOf(m chess.Man, s chess.Square) (PieceKind, bool) {
	switch m.Kind() {
	case chess.Queen:
		return Queen, true
	case chess.Rook:
		return Rook, true
	case chess.Bishop:
		if s.Dark() {
			return DarkBishop, true
		}
		return LightBishop, true
	case chess.Knight:
		return Knight, true
	}
	return 0, false
}

// The reasons that counting gives.
const (
	// TooManyMen: a side has more men than at the start.
	TooManyMen Reason = "TooManyMen"
	// TooManyPromotions: pawns and promoted pieces are more than the pawns there
	// were.
	TooManyPromotions Reason = "TooManyPromotions"
	// BishopColors: more bishops on squares of one colour than the pawns that are
	// missing can have become.
	BishopColors Reason = "BishopColors"
)

// Material is how many men of each kind there are, by colour.
type Material struct {
	Pieces [2][NumPieceKinds]int
	Pawns  [2]int
	Men    [2]int // kings included
}

// CountMaterial counts the men of a diagram.
func CountMaterial(s *chess.Setup) (m Material) {
	for sq, man := range s.Board {
		if man == chess.NoMan {
			continue
		}
		c := man.Color()
		m.Men[c]++
		if k, ok := PieceKindOf(man, chess.Square(sq)); ok {
			m.Pieces[c][k]++
		} else if man.Kind() == chess.Pawn {
			m.Pawns[c]++
		}
	}
	return m
}

var initialMaterial = CountMaterial(&initial)

// countsReason is Counts without words.
func countsReason(start, goal *chess.Setup) Reason {
	had := &initialMaterial
	if *start != initial {
		m := CountMaterial(start)
		had = &m
	}
	has := CountMaterial(goal)
	for c := range 2 {
		if has.Men[c] > had.Men[c] {
			return TooManyMen
		}
		pawns := has.Pawns[c]
		colourless := pawns + max(0, has.Pieces[c][DarkBishop]+has.Pieces[c][LightBishop]-had.Pieces[c][DarkBishop]-had.Pieces[c][LightBishop])
		for k, n := range has.Pieces[c] {
			more := max(0, n-had.Pieces[c][k])
			pawns += more
			if kind := PieceKind(k); kind != DarkBishop && kind != LightBishop {
				colourless += more
			}
		}
		switch {
		case colourless > had.Pawns[c]:
			return TooManyPromotions
		case pawns > had.Pawns[c]:
			return BishopColors
		}
	}
	return ""
}

// Counts compares the men of a goal with those of the start. Men do not
// come into being; a piece more than there was of its kind was a pawn. A bishop
// never leaves the squares of its colour, so bishops are counted by colours.
func Counts(start, goal *chess.Setup) *Impossible {
	reason := countsReason(start, goal)
	if reason == "" {
		return nil
	}
	had, has := CountMaterial(start), CountMaterial(goal)
	for c := chess.White; c <= chess.Black; c++ {
		if has.Men[c] > had.Men[c] {
			return Because(reason, "%s has %d men, and had %d at the start", Capital(c), has.Men[c], had.Men[c]).by(Argument{Count: surplus(reason, &had, &has, c)})
		}
		needed := 0
		var promoted []string
		for k, n := range has.Pieces[c] {
			if more := n - had.Pieces[c][k]; more > 0 {
				needed += more
				promoted = append(promoted, fmt.Sprintf("%d %s", more, PieceKind(k).plural(more)))
			}
		}
		if has.Pawns[c]+needed <= had.Pawns[c] {
			continue
		}
		if needed == 0 {
			return Because(reason, "%s has %d pawns, and had %d at the start", Capital(c), has.Pawns[c], had.Pawns[c]).by(Argument{Count: surplus(reason, &had, &has, c)})
		}
		why := fmt.Sprintf("%s needs promotions for %s", Capital(c), wordList(promoted))
		if reason == BishopColors {
			why += ", since bishops never change the colour of their squares"
		}
		return Because(reason, "%s, and has %d pawns besides: %d pawns were there at the start", why, has.Pawns[c], had.Pawns[c]).by(Argument{Count: surplus(reason, &had, &has, c)})
	}
	return nil
}

// surplus returns the inequality that a reason of Counts says is broken: the pawns, and
// every kind of which there are more than before.
func surplus(r Reason, had, has *Material, c chess.Color) *Count {
	w := Weights{Pawn: 1}
	for k, n := range has.Pieces[c] {
		if r == TooManyMen || n > had.Pieces[c][k] {
			*w.of(PieceKind(k)) = 1
		}
	}
	if r == TooManyMen {
		w.King = 1
	}
	return &Count{Side: c.String(), Weights: &w}
}

var pieceKindNames = [NumPieceKinds]string{"queen", "rook", "bishop on dark squares", "bishop on light squares", "knight"}

// plural returns the name of so many pieces.
func (k PieceKind) plural(n int) string {
	name := pieceKindNames[k]
	if n == 1 {
		return name
	}
	first, rest, more := strings.Cut(name, " ")
	if more {
		return first + "s " + rest
	}
	return first + "s"
}

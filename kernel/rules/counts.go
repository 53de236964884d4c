package rules

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

// material is how many men of each kind there are, by colour.
type material struct {
	pieces [2][NumPieceKinds]int
	pawns  [2]int
	men    [2]int // kings included
}

func countMaterial(s *chess.Setup) (m material) {
	for sq, man := range s.Board {
		if man == chess.NoMan {
			continue
		}
		c := man.Color()
		m.men[c]++
		if k, ok := PieceKindOf(man, chess.Square(sq)); ok {
			m.pieces[c][k]++
		} else if man.Kind() == chess.Pawn {
			m.pawns[c]++
		}
	}
	return m
}

var initialMaterial = countMaterial(&initial)

// countsReason is Counts without words.
func countsReason(start, goal *chess.Setup) Reason {
	had := &initialMaterial
	if *start != initial {
		m := countMaterial(start)
		had = &m
	}
	has := countMaterial(goal)
	for c := range 2 {
		if has.men[c] > had.men[c] {
			return TooManyMen
		}
		pawns := has.pawns[c]
		colourless := pawns + max(0, has.pieces[c][DarkBishop]+has.pieces[c][LightBishop]-had.pieces[c][DarkBishop]-had.pieces[c][LightBishop])
		for k, n := range has.pieces[c] {
			more := max(0, n-had.pieces[c][k])
			pawns += more
			if kind := PieceKind(k); kind != DarkBishop && kind != LightBishop {
				colourless += more
			}
		}
		switch {
		case colourless > had.pawns[c]:
			return TooManyPromotions
		case pawns > had.pawns[c]:
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
	had, has := countMaterial(start), countMaterial(goal)
	for c := chess.White; c <= chess.Black; c++ {
		if has.men[c] > had.men[c] {
			return Because(reason, "%s has %d men, and had %d at the start", Capital(c), has.men[c], had.men[c]).by(Argument{Count: surplus(reason, &had, &has, c)})
		}
		needed := 0
		var promoted []string
		for k, n := range has.pieces[c] {
			if more := n - had.pieces[c][k]; more > 0 {
				needed += more
				promoted = append(promoted, fmt.Sprintf("%d %s", more, PieceKind(k).plural(more)))
			}
		}
		if has.pawns[c]+needed <= had.pawns[c] {
			continue
		}
		if needed == 0 {
			return Because(reason, "%s has %d pawns, and had %d at the start", Capital(c), has.pawns[c], had.pawns[c]).by(Argument{Count: surplus(reason, &had, &has, c)})
		}
		why := fmt.Sprintf("%s needs promotions for %s", Capital(c), wordList(promoted))
		if reason == BishopColors {
			why += ", since bishops never change the colour of their squares"
		}
		return Because(reason, "%s, and has %d pawns besides: %d pawns were there at the start", why, has.pawns[c], had.pawns[c]).by(Argument{Count: surplus(reason, &had, &has, c)})
	}
	return nil
}

// surplus returns the inequality that a reason of Counts says is broken: the pawns, and
// every kind of which there are more than before.
func surplus(r Reason, had, has *material, c chess.Color) *Count {
	w := Weights{Pawn: 1}
	for k, n := range has.pieces[c] {
		if r == TooManyMen || n > had.pieces[c][k] {
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

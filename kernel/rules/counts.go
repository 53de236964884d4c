package rules

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

var initialMaterial = facts.CountMaterial(&initial)

// countsReason is Counts without words.
func countsReason(start, goal *chess.Setup) facts.Reason {
	had := &initialMaterial
	if *start != initial {
		m := facts.CountMaterial(start)
		had = &m
	}
	has := facts.CountMaterial(goal)
	if had.CanBecome(&has) {
		return ""
	}
	for c := range 2 {
		if has.Men[c] > had.Men[c] {
			return TooManyMen
		}
		// If bishops were of one kind:
		pieces := func(m *facts.Material) [facts.NumPieceKinds]int {
			n := m.Pieces[c]
			n[facts.DarkBishop], n[facts.LightBishop] = n[facts.DarkBishop]+n[facts.LightBishop], 0
			return n
		}
		before, after := pieces(had), pieces(&has)
		switch {
		case has.Pawns[c]+facts.Promotions(&before, &after) > had.Pawns[c]:
			return TooManyPromotions
		case has.Pawns[c]+facts.Promotions(&had.Pieces[c], &has.Pieces[c]) > had.Pawns[c]:
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
	had, has := facts.CountMaterial(start), facts.CountMaterial(goal)
	for c := chess.White; c <= chess.Black; c++ {
		if has.Men[c] > had.Men[c] {
			return Because(reason, "%s has %d men, and had %d at the start", Capital(c), has.Men[c], had.Men[c]).by(surplus(reason, &had, &has, c))
		}
		needed := 0
		var promoted []string
		for k, n := range has.Pieces[c] {
			if more := n - had.Pieces[c][k]; more > 0 {
				needed += more
				promoted = append(promoted, fmt.Sprintf("%d %s", more, plural(facts.PieceKind(k), more)))
			}
		}
		if has.Pawns[c]+needed <= had.Pawns[c] {
			continue
		}
		if needed == 0 {
			return Because(reason, "%s has %d pawns, and had %d at the start", Capital(c), has.Pawns[c], had.Pawns[c]).by(surplus(reason, &had, &has, c))
		}
		why := fmt.Sprintf("%s needs promotions for %s", Capital(c), wordList(promoted))
		if reason == BishopColors {
			why += ", since bishops never change the colour of their squares"
		}
		return Because(reason, "%s, and has %d pawns besides: %d pawns were there at the start", why, has.Pawns[c], had.Pawns[c]).by(surplus(reason, &had, &has, c))
	}
	return nil
}

// surplus returns the argument of the inequality that a reason of Counts says is broken: the pawns, and
// every kind of which there are more than before.
func surplus(r facts.Reason, had, has *facts.Material, c chess.Color) facts.Argument {
	w := facts.Weights{Pawn: 1}
	for k, n := range has.Pieces[c] {
		if r == TooManyMen || n > had.Pieces[c][k] {
			*w.Of(facts.PieceKind(k)) = 1
		}
	}
	if r == TooManyMen {
		w.King = 1
	}
	return facts.Argument{Count: &facts.Count{Side: c.String(), Weights: &w}}
}

var pieceKindNames = [facts.NumPieceKinds]string{"queen", "rook", "bishop on dark squares", "bishop on light squares", "knight"}

// plural returns the name of pieces of a kind, as of n of them.
func plural(k facts.PieceKind, n int) string {
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

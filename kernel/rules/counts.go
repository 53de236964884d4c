package rules

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
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
		more, needed := moreThan(goal, &had, &has, c)
		switch why := strings.Join(more, ". "); {
		case has.Men[c] > had.Men[c]:
			return Because(reason, "%s has %d men, and had %d at the start. %s", Side(c), has.Men[c], had.Men[c], why).
				by(surplus(start, goal, reason, &had, &has, c))
		case has.Pawns[c]+needed <= had.Pawns[c]:
			continue
		case needed == 0:
			return Because(reason, "%s", why).by(surplus(start, goal, reason, &had, &has, c))
		default:
			if reason == BishopColors {
				why += ". A bishop never changes the colour of its squares"
			}
			gone := had.Pawns[c] - has.Pawns[c]
			missing := fmt.Sprintf("only %d of its %d pawns %s", gone, had.Pawns[c], answer.Plural(gone, "is", "are"))
			if gone <= 0 {
				missing = fmt.Sprintf("none of its %d pawns is", had.Pawns[c])
			}
			promoted := answer.Counted(needed, "pawn", "pawns")
			return Because(reason, "%s. So %s must have promoted, but %s missing", why, promoted, missing).
				by(surplus(start, goal, reason, &had, &has, c))
		}
	}
	return nil
}

// moreThan says of each kind of men of which a side has more than at the start where they are, and returns how many of
// these must have promoted.
func moreThan(goal *chess.Setup, had, has *facts.Material, c chess.Color) (list []string, promoted int) {
	say := func(name string, before int, set chess.Bitboard) {
		if set.Count() > before {
			squares := answer.List(facts.Squares(set).Names())
			list = append(list, fmt.Sprintf("%s has %s, on %s, and had %s",
				Side(c), answer.Counted(set.Count(), name, name+"s"), squares, NumberOrNone(before)))
		}
	}
	for k, name := range PieceNames {
		promoted += max(0, has.Pieces[c][k]-had.Pieces[c][k])
		say(name, had.Pieces[c][k], where(sideOf(goal, c), func(sq chess.Square) bool {
			is, ok := facts.PieceKindOf(goal.Board[sq], sq)
			return ok && is == facts.PieceKind(k)
		}))
	}
	say("pawn", had.Pawns[c], menOf(goal, chess.MakeMan(c, chess.Pawn)))
	return list, promoted
}

// surplus returns the argument for a reason of Counts: that the pawns, and every kind of which there are more than
// before, are more than the men that can have become them.
func surplus(start, goal *chess.Setup, r facts.Reason, had, has *facts.Material, c chess.Color) facts.Argument {
	p := facts.New(start, goal)
	p.Refresh()
	men := where(sideOf(goal, c), func(sq chess.Square) bool {
		m := goal.Board[sq]
		k, piece := facts.PieceKindOf(m, sq)
		return r == TooManyMen || m.Kind() == chess.Pawn || piece && has.Pieces[c][k] > had.Pieces[c][k]
	})
	return facts.Argument{Count: countSources(p, c, men)}
}

// PieceNames are the names of the kinds of pieces.
var PieceNames = [facts.NumPieceKinds]string{"queen", "rook", "dark-squared bishop", "light-squared bishop", "knight"}

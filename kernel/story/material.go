package story

import (
	"fmt"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// materialText states what a side is missing and what must have promoted, and, if
// counted, what the other side has captured.
func (l *ledger) materialText(c chess.Color, counted bool) string {
	var missing, more []string
	add := func(name string, had, has int) {
		switch {
		case has > had:
			more = append(more, several(has-had, name))
		case has < had:
			missing = append(missing, missingMen(name, had-has, had))
		}
	}
	lost := func(k facts.PieceKind) bool { return l.had.Pieces[c][k] == 1 && l.has.Pieces[c][k] == 0 }
	// Both bishops are named together.
	both := lost(facts.DarkBishop) && lost(facts.LightBishop)
	for k := range facts.NumPieceKinds {
		switch {
		case !both || k != facts.DarkBishop && k != facts.LightBishop:
			add(rules.PieceNames[k], l.had.Pieces[c][k], l.has.Pieces[c][k])
		case k == facts.DarkBishop:
			missing = append(missing, "both bishops")
		}
	}
	pawns := l.had.Pawns[c] - l.has.Pawns[c]
	add("pawn", l.had.Pawns[c], l.has.Pawns[c])
	who := rules.Side(c)
	words := ""
	switch {
	case missing == nil && more == nil:
		return who + " has all the men of the start."
	case missing == nil:
		words = fmt.Sprintf("%s has %s more than at the start.", who, answer.List(more))
	case more == nil:
		words = fmt.Sprintf("%s is missing %s.", who, answer.List(missing))
	default:
		words = fmt.Sprintf("%s is missing %s, and has %s more than at the start.",
			who, answer.List(missing), answer.List(more))
	}
	// More pieces than at the start were pawns. If those are too few, that is the reason.
	if n := l.promotions[c]; n > 0 && n <= pawns {
		words += fmt.Sprintf(" So at least %s %s promoted%s.",
			several(n, who+" pawn"), answer.Plural(n, "has", "have"), l.promotedAgain(c))
	}
	if !counted {
		return words
	}
	return words + l.lossesText(c)
}

// promotedAgain names the promoted piece that the numbers alone do not show: one that
// replaces a bishop captured on its first square.
func (l *ledger) promotedAgain(c chess.Color) string {
	for _, k := range []facts.PieceKind{facts.DarkBishop, facts.LightBishop} {
		if l.dead[c][k] > 0 && l.has.Pieces[c][k] > 0 && l.has.Pieces[c][k] <= l.had.Pieces[c][k] {
			return fmt.Sprintf(": the %s is not that of the start, which died at home", rules.PieceNames[k])
		}
	}
	return ""
}

// lossesText states what the other side has captured.
func (l *ledger) lossesText(c chess.Color) string {
	n := l.lost[c]
	them := rules.Side(c.Other())
	if n == 0 {
		return fmt.Sprintf(" %s has captured nothing.", them)
	}
	words := fmt.Sprintf(" %s has made %s", them, several(n, "capture"))
	if taken := l.pawnsTaken[c]; taken >= 0 && taken < n && l.had.Pawns[c] > l.has.Pawns[c] {
		most := "at most " + number(taken)
		if taken == 0 {
			most = "none"
		}
		words += "; " + most + " of them took a pawn that had not promoted"
	}
	return words + "."
}

// missingMen writes "the queen", "a rook", "both knights", "two pawns", "all eight pawns".
func missingMen(name string, n, of int) string {
	switch {
	case n == of && of == 1:
		return "the " + name
	case n == of && of == 2 && name != "pawn":
		return "both " + name + "s"
	case n == of:
		return "all " + several(n, name)
	case n == 1 && name != "pawn":
		return "a " + name
	}
	return several(n, name)
}

// turnText states the side to move, and the rights.
func turnText(s *chess.Setup) string {
	words := rules.Side(s.Turn) + " to move"
	if s.Castling != chess.NoCastling {
		words += "; castling rights " + s.Castling.String()
	}
	if s.EnPassant != chess.NoSquare {
		words += "; en passant on " + s.EnPassant.String()
	}
	return words
}

package story

import (
	"fmt"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// materialText states what a side is missing and what must have promoted, and, if
// counted, what the other side has captured.
func (l *ledger) materialText(c chess.Color, counted bool) string {
	var missing, more []string
	lost := func(k facts.PieceKind) bool { return l.had.Pieces[c][k] == 1 && l.has.Pieces[c][k] == 0 }
	for k := range facts.NumPieceKinds {
		had, has := l.had.Pieces[c][k], l.has.Pieces[c][k]
		switch {
		case k == facts.DarkBishop && lost(facts.DarkBishop) && lost(facts.LightBishop):
			missing = append(missing, "both bishops")
		case k == facts.LightBishop && lost(facts.DarkBishop) && lost(facts.LightBishop):
		case has < had:
			missing = append(missing, missingPieces(k, had-has, had))
		case has > had:
			more = append(more, several(has-had, pieceNames[k]))
		}
	}
	pawns := l.had.Pawns[c] - l.has.Pawns[c]
	if pawns > 0 {
		missing = append(missing, missingPawns(pawns, l.had.Pawns[c]))
	} else if pawns < 0 {
		more = append(more, several(-pawns, "pawn"))
	}
	who := Side(c)
	words := ""
	switch {
	case missing == nil && more == nil:
		return who + " has all the men of the start."
	case missing == nil:
		words = fmt.Sprintf("%s has %s more than at the start.", who, list(more))
	case more == nil:
		words = fmt.Sprintf("%s is missing %s.", who, list(missing))
	default:
		words = fmt.Sprintf("%s is missing %s, and has %s more than at the start.", who, list(missing), list(more))
	}
	if n := l.promotions[c]; n > max(0, pawns) {
		words += fmt.Sprintf(" So at least %s would have promoted, and %s missing.", several(n, "pawn"), onlyMissing(pawns))
	} else if n > 0 {
		words += fmt.Sprintf(" So at least %s of %s's has promoted", several(n, "pawn"), who)
		if n > 1 {
			words = words[:len(words)-len("has promoted")] + "have promoted"
		}
		if again := l.promotedAgain(c); again != "" {
			words += ": " + again
		}
		words += "."
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
			return fmt.Sprintf("the %s is not that of the start, which died at home", pieceNames[k])
		}
	}
	return ""
}

// lossesText states what the other side has captured.
func (l *ledger) lossesText(c chess.Color) string {
	n := l.lost[c]
	them := Side(c.Other())
	if n == 0 {
		return fmt.Sprintf(" %s has captured nothing.", them)
	}
	words := fmt.Sprintf(" %s has made %s", them, several(n, "capture"))
	if taken := l.pawnsTaken[c]; taken >= 0 && taken < n && l.had.Pawns[c] > l.has.Pawns[c] {
		words += fmt.Sprintf(", %s of a pawn that had not promoted", mostOf(taken))
	}
	return words + "."
}

func onlyMissing(pawns int) string {
	switch {
	case pawns <= 0:
		return "none is"
	case pawns == 1:
		return "only one is"
	}
	return "only " + number(pawns) + " are"
}

func mostOf(n int) string {
	if n == 0 {
		return "none"
	}
	return number(n) + " at the most"
}

// missingPieces writes "the queen", "a rook", "both knights".
func missingPieces(k facts.PieceKind, n, of int) string {
	switch {
	case n == of && of == 1:
		return "the " + pieceNames[k]
	case n == of && of == 2:
		return "both " + pieceNames[k] + "s"
	case n == of:
		return fmt.Sprintf("all %s", several(n, pieceNames[k]))
	case n == 1:
		return "a " + pieceNames[k]
	}
	return several(n, pieceNames[k])
}

func missingPawns(n, of int) string {
	switch {
	case n == of && of == 1:
		return "the pawn"
	case n == of:
		return fmt.Sprintf("all %s", several(n, "pawn"))
	}
	return several(n, "pawn")
}

// turnText states the side to move, and the rights.
func turnText(s *chess.Setup) string {
	words := Side(s.Turn) + " to move"
	if s.Castling != chess.NoCastling {
		words += "; castling rights " + s.Castling.String()
	}
	if s.EnPassant != chess.NoSquare {
		words += "; en passant on " + s.EnPassant.String()
	}
	return words
}

package story

import (
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/rules"
)

// marks returns the squares and lines that the reason of a node is about.
func marks(e *kernel.Evidence, detail string) (marked chess.Bitboard, arrows []notation.SVGArrow) {
	s := &e.Setup
	kings := [2]chess.Square{s.Find(chess.WhiteKing), s.Find(chess.BlackKing)}
	checks := func(king chess.Color) {
		if !kings[king].Valid() {
			return
		}
		for from := range s.Attackers(kings[king], king.Other()).Squares() {
			arrows = append(arrows, notation.SVGArrow{From: from, To: kings[king]})
		}
	}
	switch e.Reason {
	case rules.BothKingsInCheck:
		checks(chess.White)
		checks(chess.Black)
	case rules.OppositeCheck:
		checks(s.Turn.Other())
	case rules.TripleCheck, rules.DoubleCheck, rules.NoLastMove, rules.LastMovesRefuted, rules.EnPassantCheck:
		checks(s.Turn)
		if s.EnPassant.Valid() {
			marked |= s.EnPassant.Bit()
		}
	case rules.AdjacentKings:
		marked = kings[0].Bit() | kings[1].Bit()
	case rules.TooManyKings:
		for sq, m := range s.Board {
			if m.Kind() == chess.King && s.Count(m) > 1 {
				marked |= chess.Square(sq).Bit()
			}
		}
	case rules.PawnOnLastRank:
		for sq, m := range s.Board {
			if m.Kind() == chess.Pawn && (chess.RankSet(0) | chess.RankSet(7)).Has(chess.Square(sq)) {
				marked |= chess.Square(sq).Bit()
			}
		}
	case rules.CastlingAway, rules.LostCastling, rules.EnPassantNoStep:
		marked = named(detail)
	default:
		marked = menMarked(e)
	}
	return marked, arrows
}

// named returns the squares that a sentence names.
func named(detail string) (set chess.Bitboard) {
	for w := range strings.FieldsFuncSeq(detail, func(r rune) bool { return r > 127 || !strings.ContainsRune("abcdefgh12345678KQRBNp", r) }) {
		if sq, err := chess.ParseSquare(w[max(0, len(w)-2):]); err == nil && (len(w) == 2 || len(w) == 3 && strings.ContainsRune("KQRBNp", rune(w[0]))) {
			set |= sq.Bit()
		}
	}
	return set
}

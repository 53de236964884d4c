package story

import (
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
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
	case facts.BothKingsInCheck:
		checks(chess.White)
		checks(chess.Black)
	case facts.OppositeCheck:
		checks(s.Turn.Other())
	case facts.TripleCheck, facts.DoubleCheck, facts.NoLastMove, rules.LastMovesRefuted, facts.EnPassantCheck:
		checks(s.Turn)
		if s.EnPassant.Valid() {
			marked |= s.EnPassant.Bit()
		}
	case facts.AdjacentKings:
		marked = kings[0].Bit() | kings[1].Bit()
	case facts.TooManyKings:
		for sq, m := range s.Board {
			if m.Kind() == chess.King && s.Count(m) > 1 {
				marked |= chess.Square(sq).Bit()
			}
		}
	case facts.PawnOnLastRank:
		for sq, m := range s.Board {
			if m.Kind() == chess.Pawn && (chess.RankSet(0) | chess.RankSet(7)).Has(chess.Square(sq)) {
				marked |= chess.Square(sq).Bit()
			}
		}
	case facts.CastlingAway, facts.LostCastling, facts.EnPassantNoStep:
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

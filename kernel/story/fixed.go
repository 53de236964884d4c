package story

import (
	"fmt"

	"retroproof/chess"
	"retroproof/kernel/rules"
)

// findFixed finds men that never move, and bishops that died where they stood.
func (l *ledger) findFixed() {
	facts, _ := rules.Blocked(&l.start, &l.goal)
	facts = append(facts, rules.ReachFacts(&l.start, &l.goal)...)
	for _, f := range facts {
		set := chess.Bitboard(f.Squares) &^ (l.fixed | l.buried)
		if set == 0 {
			continue
		}
		l.facts = append(l.facts, rules.Fact{By: f.By, Squares: rules.Squares(set)})
		if f.By != rules.ByDeadBishop {
			l.fixed |= set
			continue
		}
		l.buried |= set
		for sq := range set.Squares() {
			m := l.start.Board[sq]
			k, _ := rules.PieceKindOf(m, sq)
			l.dead[m.Color()][k]++
		}
	}
}

// standing returns the squares of men that never moved and are still there.
func (l *ledger) standing() (set chess.Bitboard) {
	for sq := range l.fixed.Squares() {
		if m := l.goal.Board[sq]; m != chess.NoMan && m == l.start.Board[sq] {
			set |= sq.Bit()
		}
	}
	return set
}

// fixedParts tells of the men that never moved, and why they did not.
func (l *ledger) fixedParts() []Part {
	sets := map[rules.FactRule]chess.Bitboard{}
	for _, f := range l.facts {
		sets[f.By] |= chess.Bitboard(f.Squares)
	}
	var words List
	add := func(by rules.FactRule, one, more string) {
		set := sets[by]
		switch {
		case set == 0:
		case set.Several():
			words = append(words, text(fmt.Sprintf(more, squares(&l.start, set))))
		default:
			words = append(words, text(fmt.Sprintf(one, squares(&l.start, set))))
		}
	}
	add(rules.ByCastling, "%s may still castle, so it has never moved.", "%s may still castle, so they have never moved.")
	add(rules.ByHomePawn, "The pawn on %s stands where it began.", "The pawns on %s stand where they began.")
	add(rules.ByCone, "The pawn on %s cannot be replaced from behind, so it has always stood there.", "The pawns on %s cannot be replaced from behind, so they have always stood there.")
	add(rules.ByGoesOn, "The pawn on %s cannot have gone on: every pawn is still there, and no square ahead of it has one that could be it.", "The pawns on %s cannot have gone on: every pawn is still there, and no square ahead of them has one that could be theirs.")
	add(rules.ByOnlySource, "%s could not have come back had it left, and no other man can have come there in its place.",
		"%s could not have come back had they left, and no other men can have come there in their place.")
	add(rules.ByDeadlock, "Nothing was captured, and %s could only move after others that could only move after it.",
		"Nothing was captured, and %s could only move after one another: none of them has.")
	for sq := range sets[rules.ByCagedBishop].Squares() {
		words = append(words, text(fmt.Sprintf("The bishop on %s is shut in by %s.", sq, l.wards(sq))))
	}
	for sq := range sets[rules.ByDeadBishop].Squares() {
		m := l.start.Board[sq]
		words = append(words, text(fmt.Sprintf("%s's %s never left %s either, since %s never moved. It was captured there, by a piece and not by a pawn.",
			side(m.Color()), bishopName(sq), sq, l.wards(sq))))
	}
	if words == nil {
		return nil
	}
	return []Part{Heading{Text: "Men that never moved"}, words}
}

// wards names the men on all squares that a bishop could step to.
func (l *ledger) wards(sq chess.Square) string {
	return squares(&l.start, chess.BishopAttacks(sq, chess.AllSquares))
}

func bishopName(sq chess.Square) string {
	if sq.Dark() {
		return pieceNames[rules.DarkBishop]
	}
	return pieceNames[rules.LightBishop]
}

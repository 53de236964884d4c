package story

import (
	"fmt"

	"retroproof/chess"
)

// fact is why men never move.
type fact struct {
	by      factRule
	squares chess.Bitboard
}

type factRule string

const (
	byCastling    factRule = "castling"
	byHomePawn    factRule = "home-pawn"
	byCone        factRule = "cone"
	byGoesOn      factRule = "goes-on"
	byOnlySource  factRule = "only-source"
	byDeadlock    factRule = "deadlock"
	byCagedBishop factRule = "caged-bishop"
	byDeadBishop  factRule = "dead-bishop"
)

// findFixed finds men that never move: kings and rooks that may still castle,
// pawns on their first squares, and bishops that these shut in.
func (l *ledger) findFixed() {
	for i, squares := range [4]chess.Bitboard{chess.SetOf(4, 7), chess.SetOf(4, 0), chess.SetOf(60, 63), chess.SetOf(60, 56)} {
		if l.goal.Castling.Has(1 << i) {
			l.fix(byCastling, squares)
		}
	}
	for c := range chess.Color(2) {
		home := 1
		if c == chess.Black {
			home = 6
		}
		for sq := range chess.RankSet(home).Squares() {
			if l.goal.Board[sq] == chess.MakeMan(c, chess.Pawn) {
				l.fix(byHomePawn, sq.Bit())
			}
		}
	}
	gone := chess.NoSquares
	for found := true; found; {
		found = false
		for sq, m := range l.start.Board {
			at := chess.Square(sq)
			if m.Kind() != chess.Bishop || (l.fixed | gone).Has(at) || chess.BishopAttacks(at, chess.AllSquares)&^l.fixed != 0 {
				continue
			}
			found = true
			if l.goal.Board[sq] == m {
				l.fix(byCagedBishop, at.Bit())
				continue
			}
			gone |= at.Bit()
			l.facts = append(l.facts, fact{byDeadBishop, at.Bit()})
			k, _ := pieceOf(m, at)
			l.dead[m.Color()][k]++
		}
	}
}

// fix adds a fact, as far as it is news.
func (l *ledger) fix(by factRule, set chess.Bitboard) {
	if set &^= l.fixed; set != 0 {
		l.facts = append(l.facts, fact{by, set})
		l.fixed |= set
	}
}

// fixedParts tells of the men that never moved, and why they did not.
func (l *ledger) fixedParts() []Part {
	sets := map[factRule]chess.Bitboard{}
	for _, f := range l.facts {
		sets[f.by] |= f.squares
	}
	var words List
	add := func(by factRule, one, more string) {
		set := sets[by]
		switch {
		case set == 0:
		case set.Several():
			words = append(words, text(fmt.Sprintf(more, squares(&l.start, set))))
		default:
			words = append(words, text(fmt.Sprintf(one, squares(&l.start, set))))
		}
	}
	add(byCastling, "", "%s may still castle, so they have never moved.")
	add(byHomePawn, "The pawn on %s stands where it began.", "The pawns on %s stand where they began.")
	add(byCone, "The pawn on %s cannot be replaced from behind, so it has always stood there.", "The pawns on %s cannot be replaced from behind, so they have always stood there.")
	add(byGoesOn, "The pawn on %s cannot have gone on: every pawn is still there, and no square ahead of it has one that could be it.", "The pawns on %s cannot have gone on: every pawn is still there, and no square ahead of them has one that could be theirs.")
	add(byOnlySource, "No other man can have come to %s.", "No other men can have come to where %s stand.")
	add(byDeadlock, "", "Nothing was captured, and %s could only move after one another: none of them has.")
	for sq := range sets[byCagedBishop].Squares() {
		words = append(words, text(fmt.Sprintf("The bishop on %s is shut in by %s.", sq, l.wards(sq))))
	}
	for sq := range sets[byDeadBishop].Squares() {
		m := l.start.Board[sq]
		words = append(words, text(fmt.Sprintf("%s's %s never left %s either, since %s never moved. It was captured there, by a piece and not by a pawn.",
			side(m.Color()), bishopName(sq), sq, l.wards(sq))))
	}
	if words == nil {
		return nil
	}
	return []Part{Heading{"Men that never moved"}, words}
}

// wards names the men on all squares that a bishop could step to.
func (l *ledger) wards(sq chess.Square) string {
	return squares(&l.start, chess.BishopAttacks(sq, chess.AllSquares))
}

func bishopName(sq chess.Square) string {
	if sq.Dark() {
		return pieceNames[darkBishop]
	}
	return pieceNames[lightBishop]
}

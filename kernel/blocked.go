package kernel

import (
	"retroproof/chess"
)

// blocked is what can be said about squares before any search.
type blocked struct {
	squares chess.Bitboard // the men on them never move, and are the goal's
	// dead counts the bishops that never move and are not at the goal, by colour
	// and kind: pieces capture them where they stand.
	dead [2][numPieceKinds]int
}

// findBlocked finds men that never move on the way from a start to a goal. The
// error is an [*Impossible].
func findBlocked(start, goal *chess.Setup) (b blocked, err error) {
	if lost := goal.Castling &^ start.Castling; lost != 0 {
		return b, impossible(LostCastling, "the castling right %s was lost before", lost)
	}
	for i, squares := range castlingSquares {
		if goal.Castling.Has(1 << i) {
			b.squares |= squares
		}
	}
	if err := b.pawns(start, goal); err != nil {
		return b, err
	}
	b.bishops(start, goal)
	return b, nil
}

// castlingSquares are the squares of king and rook, by castling right.
var castlingSquares = [4]chess.Bitboard{
	chess.SetOf(4, 7), chess.SetOf(4, 0), chess.SetOf(60, 63), chess.SetOf(60, 56),
}

// pawns finds pawns that never move.
func (b *blocked) pawns(start, goal *chess.Setup) error {
	for c := chess.White; c <= chess.Black; c++ {
		pawn := chess.MakeMan(c, chess.Pawn)
		var from, to chess.Bitboard
		for sq := range chess.Square(64) {
			if start.Board[sq] == pawn {
				from |= sq.Bit()
			}
			if goal.Board[sq] == pawn {
				to |= sq.Bit()
			}
		}
		home := 1
		if c == chess.Black {
			home = 6
		}
		if missing := to & chess.RankSet(home) &^ from; missing != 0 {
			return impossible(PawnMovedBack, "the %s pawn on %s cannot have come there", c, missing.First())
		}
		b.squares |= to & chess.RankSet(home)
		for sq := range to.Squares() {
			// Every pawn of the goal in the cone behind a square was in it.
			cone := cones[c][sq]
			had, has := (from & cone).Count(), (to & cone).Count()
			if had < has {
				return impossible(PawnStructure, "%d %s pawns have come from the squares behind %s, where there were %d", has, c, sq, had)
			}
			if from.Has(sq) && had == has {
				b.squares |= sq.Bit() // whoever leaves the cone cannot be replaced
			}
		}
		if from.Count() == to.Count() {
			// No pawn is lost, so each goes on to a square of the goal.
			for sq := range (from & to).Squares() {
				if !canGoOn(c, sq, to) {
					b.squares |= sq.Bit()
				}
			}
		}
	}
	return nil
}

// canGoOn reports whether from a square some other square of a set can be
// reached by a pawn.
func canGoOn(c chess.Color, sq chess.Square, to chess.Bitboard) bool {
	for t := range to.Squares() {
		if t != sq && cones[c][t].Has(sq) {
			return true
		}
	}
	return false
}

// cones are the squares from which a pawn can come to a square, itself included,
// by colour.
var cones = func() (cones [2][64]chess.Bitboard) {
	for c := range chess.Color(2) {
		for sq := range chess.Square(64) {
			cones[c][sq] = coneBehind(c, sq)
		}
	}
	return cones
}()

// coneBehind returns the squares from which a pawn can come to a square, itself
// included.
func coneBehind(c chess.Color, sq chess.Square) (cone chess.Bitboard) {
	back := -1
	if c == chess.Black {
		back = 1
	}
	for n := 0; n < 8; n++ {
		rank := sq.Rank() + n*back
		if rank < 1 || rank > 6 {
			break
		}
		for f := range 8 {
			if d := max(f-sq.File(), sq.File()-f); d <= n {
				cone |= chess.MakeSquare(f, rank).Bit()
			}
		}
	}
	return cone
}

// bishops finds bishops between men that never move. They never move
// themselves; those that are not at the goal are dead.
func (b *blocked) bishops(start, goal *chess.Setup) {
	dead := chess.NoSquares
	for found := true; found; {
		found = false
		for sq := range chess.Square(chess.NumSquares) {
			m := start.Board[sq]
			if m.Kind() != chess.Bishop || (b.squares | dead).Has(sq) || !b.caged(sq) {
				continue
			}
			found = true
			if goal.Board[sq] == m {
				b.squares |= sq.Bit()
				continue
			}
			dead |= sq.Bit()
			k, _ := pieceKindOf(m, sq)
			b.dead[m.Color()][k]++
		}
	}
}

// caged reports whether men that never move stand on all squares to which a
// bishop could go from a square.
func (b *blocked) caged(sq chess.Square) bool {
	return chess.BishopAttacks(sq, chess.AllSquares)&^b.squares == 0
}

// More reasons.
const (
	// LostCastling: a castling right that the start does not have.
	LostCastling Reason = "LostCastling"
	// PawnMovedBack: a pawn on its first square that was not there at the start.
	PawnMovedBack Reason = "PawnMovedBack"
	// PawnStructure: more pawns ahead of a square's cone than ever were in it.
	PawnStructure Reason = "PawnStructure"
)

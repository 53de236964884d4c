package facts

import chess "retroproof/chess/board"

// A promotion square is caged if men that never move stand on all squares from which a bishop
// could leave it. These are also the squares from which pawns could capture onto it, so pawns
// reach it only by a straight move. A pawn that promotes to a bishop there gives a bishop that
// never moves. So if the goal has no such bishop on the square, no such promotion needs to be
// considered; if it has one, exactly one pawn became it.

// SquareClass says which bishops can arise on a promotion square.
type SquareClass uint8

// The classes of promotion squares.
const (
	DarkSquare  SquareClass = iota // a pawn may become a dark-squared bishop there; in the order of kinds of bishops
	LightSquare                    // a pawn may become a light-squared bishop there
	CagedSquare                    // the square is caged: a bishop never leaves it

	NumSquareClasses
)

// Special is a caged promotion square on which a pawn of a colour has to become a bishop. File
// is 0 to 7.
type Special struct {
	Color chess.Color
	File  int
}

// findCaged finds the caged promotion squares. Bishops of the goal that must have arisen on
// them are moved from Wants to Specials.
func (a *Abstraction) findCaged() {
	for c := chess.White; c <= chess.Black; c++ {
		last := c.RelativeRank(7)
		for f := range 8 {
			a.Class[c][f] = DarkSquare
			if LightPromotion(c, f) {
				a.Class[c][f] = LightSquare
			}
			sq := chess.MakeSquare(f, last)
			if a.Fixed.Has(sq) || !caged(sq, a.Fixed) {
				continue
			}
			bishop := chess.MakeMan(c, chess.Bishop)
			if a.Start.Board[sq] == bishop && a.Goal.Board[sq] == bishop {
				continue // the start's bishop, or one that replaced it by promotion after its capture
			}
			a.Class[c][f] = CagedSquare
			if a.Goal.Board[sq] == bishop {
				k, _ := PieceKindOf(bishop, sq)
				a.Wants[c][k]--
				a.Specials = append(a.Specials, Special{c, f})
			}
		}
	}
}

// LightPromotion reports whether the promotion square of a colour on a file is light.
func LightPromotion(c chess.Color, file int) bool { return (file+int(c))%2 == 0 }

// BishopFits reports whether a piece is not a bishop, or is a bishop that can come from or to
// the promotion square of a file.
func (a *Abstraction) BishopFits(k PieceKind, c chess.Color, file int) bool {
	bishop := k == DarkBishop || k == LightBishop
	return !bishop || a.Class[c][file] == SquareClass(k-DarkBishop)
}

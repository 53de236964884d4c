package facts

import "retroproof/chess"

// A promotion square is caged if men that never move stand on all squares from
// which a bishop could leave it. These are the squares from which pawns could
// capture there, so that pawns come there straight on only. A bishop that a pawn
// becomes there stays: there is none if the goal has none there, and exactly one
// if it has.

// SquareClass is what promotion squares are for bishops.
type SquareClass uint8

// The classes of promotion squares.
const (
	DarkSquare  SquareClass = iota // a pawn may become a bishop of the dark squares there
	LightSquare                    // or of the light ones
	CagedSquare                    // it is caged: a bishop stays

	NumSquareClasses
)

// Special is a caged square on which a pawn of a colour has to become a bishop; the
// file is 0 to 7.
type Special struct {
	Color chess.Color
	File  int
}

// findCaged finds the caged promotion squares. The bishops that stand on them
// are not among those that the goal wants of others.
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
				continue // the start's, or one that a pawn became after that was captured
			}
			k := DarkBishop
			if a.Class[c][f] == LightSquare {
				k = LightBishop
			}
			a.Class[c][f] = CagedSquare
			if a.Goal.Board[sq] == bishop {
				a.Wants[c][k]--
				a.Specials = append(a.Specials, Special{c, f})
			}
		}
	}
}

// LightPromotion reports whether pawns of a colour promote on a light square of
// a file.
func LightPromotion(c chess.Color, file int) bool { return (file+int(c))%2 == 0 }

// BishopFits reports whether a piece is no bishop or one that can come from or
// to the promotion square of a file.
func (a *Abstraction) BishopFits(k PieceKind, c chess.Color, file int) bool {
	switch k {
	case DarkBishop:
		return a.Class[c][file] == DarkSquare
	case LightBishop:
		return a.Class[c][file] == LightSquare
	}
	return true
}

package facts

import chess "retroproof/chess/board"

// PieceKind is a kind of piece as kernels count them: bishops by the colour of
// their squares.
type PieceKind uint8

// The kinds of pieces.
const (
	Queen PieceKind = iota
	Rook
	DarkBishop
	LightBishop
	Knight

	NumPieceKinds
)

// PieceKindOf returns the kind of a man on a square. The result is false for kings, pawns and
// empty squares.
func PieceKindOf(m chess.Man, s chess.Square) (PieceKind, bool) {
	kind := m.Kind()
	if kind == chess.Bishop && s.Dark() {
		return DarkBishop, true
	}
	return pieceKinds[kind], kind >= chess.Queen && kind <= chess.Knight
}

// pieceKinds are the kinds of pieces, bishops being on light squares.
var pieceKinds = [chess.Pawn + 1]PieceKind{chess.Rook: Rook, chess.Bishop: LightBishop, chess.Knight: Knight}

// Material is the number of men of each kind, by colour.
type Material struct {
	Pieces [2][NumPieceKinds]int
	Pawns  [2]int
	Men    [2]int // kings included
}

// CountMaterial counts the men of a diagram.
func CountMaterial(s *chess.Setup) (m Material) {
	for sq, man := range s.Board {
		if man == chess.NoMan {
			continue
		}
		c := man.Color()
		m.Men[c]++
		if k, ok := PieceKindOf(man, chess.Square(sq)); ok {
			m.Pieces[c][k]++
		} else if man.Kind() == chess.Pawn {
			m.Pawns[c]++
		}
	}
	return m
}

// CanBecome reports whether counting allows the men of a start to become those of a goal. The
// number of men does not grow, and each additional piece of a kind was a pawn. Bishops are
// counted by the colour of their squares, which they never change.
func (m *Material) CanBecome(goal *Material) bool {
	for c := range 2 {
		if goal.Men[c] > m.Men[c] || goal.Pawns[c]+Promotions(&m.Pieces[c], &goal.Pieces[c]) > m.Pawns[c] {
			return false
		}
	}
	return true
}

// Promotions returns the least number of pawns of a side that have promoted, given its pieces
// at the start and at the goal.
func Promotions(had, has *[NumPieceKinds]int) (n int) {
	for k := range NumPieceKinds {
		n += max(0, has[k]-had[k])
	}
	return n
}

package chess

// Move is a move of a side: from where to where, what a pawn becomes, and
// whether it is castling or a capture en passant. It means something only in a
// position in which it is legal. Moves are compared with ==.
//
// Castling is the king's move, as from e1 to g1.
//
// The bits are, from the lowest: six for the square to go from, six for the
// square to go to, and a Kind, which is the piece a pawn becomes, or King for
// castling, or Pawn for a capture en passant.
type Move uint16

// NoMove is the zero Move, from a1 to a1, and never legal.
const NoMove Move = 0

// NewMove returns a move that is neither promotion, castling nor en passant. Both
// squares must be valid.
func NewMove(from, to Square) Move { return Move(from) | Move(to)<<6 }

// NewPromotion returns the move of a pawn that becomes a queen, rook, bishop or
// knight.
func NewPromotion(from, to Square, k Kind) Move { return NewMove(from, to) | Move(k)<<12 }

// newCastling returns a castling, by the king's squares.
func newCastling(from, to Square) Move { return NewMove(from, to) | Move(King)<<12 }

// newEnPassant returns a capture en passant, by the capturing pawn's squares.
func newEnPassant(from, to Square) Move { return NewMove(from, to) | Move(Pawn)<<12 }

// From returns the square that the moving man leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the moving man goes to.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// special returns the three bits of the special moves.
func (m Move) special() Kind { return Kind(m >> 12) }

// Promotion returns what the pawn becomes, NoKind if the move is no promotion.
func (m Move) Promotion() Kind {
	if k := m.special(); k != King && k != Pawn {
		return k
	}
	return NoKind
}

// IsCastling reports whether the move is castling.
func (m Move) IsCastling() bool { return m.special() == King }

// IsEnPassant reports whether the move is a capture en passant.
func (m Move) IsEnPassant() bool { return m.special() == Pawn }

// Captured returns the man that a move of this position captures, or NoMan. It
// stands on the square the move goes to, except for en passant.
func (p *Position) Captured(m Move) Man {
	if m.IsEnPassant() {
		return MakeMan(p.turn.Other(), Pawn)
	}
	return p.board[m.To()]
}

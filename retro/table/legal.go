package table

import (
	"retroproof/chess"
)

// PawnSquares are the squares on which a pawn may stand.
const PawnSquares uint64 = 0x00ffffffffffff00

// Attacked returns the squares of the inner man with which a side attacks the
// other's king.
func (l *Layout) Attacked(b *Board, side int) (set uint64) {
	c := chess.Color(side)
	king := b.King[1-side]
	for i := range l.Outer {
		s := &l.Outer[i]
		if s.Color == c && Attacks(c, s.Kind, b.Sq[i], b.Occupied)>>king&1 != 0 {
			set |= ^uint64(chess.Between(chess.Square(b.Sq[i]), chess.Square(king)))
		}
	}
	if l.Inner.Color == c {
		set |= Attacks(c.Other(), l.Inner.Kind, king, b.Occupied)
	}
	return set
}

// Legal returns the squares of the inner man with which a position with a side
// to move is legal: the other side is not in check.
func (l *Layout) Legal(b *Board, side int) uint64 {
	if b.clash {
		return 0
	}
	free := ^b.Occupied
	if l.Inner.Kind == chess.Pawn {
		free &= PawnSquares
	}
	return free &^ l.Attacked(b, side)
}

// Attacks returns the squares that a man attacks. Those from which a man attacks
// a square are the ones that a man of the other colour attacks from there.
func Attacks(c chess.Color, k chess.Kind, sq uint8, occupied uint64) uint64 {
	return uint64(chess.Attacks(chess.MakeMan(c, k), chess.Square(sq), chess.Bitboard(occupied)))
}

package retro

import "retroproof/chess"

// kingAttacks returns the squares next to a square.
func kingAttacks(sq uint8) uint64 { return uint64(chess.KingAttacks(chess.Square(sq))) }

// between returns the squares between two squares of one line, 0 for others.
func between(a, b uint8) uint64 { return uint64(chess.Between(chess.Square(a), chess.Square(b))) }

// attacked returns the squares of the inner man with which a side attacks the
// other's king.
func (l *layout) attacked(b *board, side int) (set uint64) {
	c := chess.Color(side)
	king := b.king[1-side]
	for i := range l.outer {
		s := &l.outer[i]
		if s.color == c && attacks(c, s.kind, b.sq[i], b.occupied)>>king&1 != 0 {
			set |= ^between(b.sq[i], king)
		}
	}
	if l.inner.color == c {
		set |= attacks(c.Other(), l.inner.kind, king, b.occupied)
	}
	return set
}

// legal returns the squares of the inner man with which a position with a side
// to move is legal: the other side is not in check.
func (l *layout) legal(b *board, side int) uint64 {
	if b.clash {
		return 0
	}
	free := ^b.occupied
	if l.inner.kind == chess.Pawn {
		free &= pawnSquares
	}
	return free &^ l.attacked(b, side)
}

// attacks returns the squares that a man attacks. Turned round: of a man of the
// other colour, the squares from which one of this colour attacks sq.
func attacks(c chess.Color, k chess.Kind, sq uint8, occupied uint64) uint64 {
	switch k {
	case chess.King:
		return uint64(chess.KingAttacks(chess.Square(sq)))
	case chess.Queen:
		return uint64(chess.QueenAttacks(chess.Square(sq), chess.Bitboard(occupied)))
	case chess.Rook:
		return uint64(chess.RookAttacks(chess.Square(sq), chess.Bitboard(occupied)))
	case chess.Bishop:
		return uint64(chess.BishopAttacks(chess.Square(sq), chess.Bitboard(occupied)))
	case chess.Knight:
		return uint64(chess.KnightAttacks(chess.Square(sq)))
	case chess.Pawn:
		return uint64(chess.PawnAttacks(c, chess.Square(sq)))
	}
	return 0
}

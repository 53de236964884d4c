package board

import (
	"math/bits"
	"slices"
)

// KingAttacks returns the squares a king on s attacks.
func KingAttacks(s Square) Bitboard { return kingAttacks[s] }

// KnightAttacks returns the squares a knight on s attacks.
func KnightAttacks(s Square) Bitboard { return knightAttacks[s] }

// PawnAttacks returns the squares a pawn of the colour c on s attacks, wherever
// s is: on the last rank none. The squares from which a pawn of c attacks s are
// PawnAttacks(c.Other(), s).
func PawnAttacks(c Color, s Square) Bitboard { return pawnAttacks[c][s] }

// RookAttacks returns the squares a rook on s attacks when the squares of
// occupied are not empty; the first square of occupied that it meets in each
// direction is among them. Whether s itself is in occupied makes no difference.
func RookAttacks(s Square, occupied Bitboard) Bitboard { return slide(&rookRays, s, occupied) }

// BishopAttacks returns the squares a bishop on s attacks; see [RookAttacks].
func BishopAttacks(s Square, occupied Bitboard) Bitboard { return slide(&bishopRays, s, occupied) }

// Attacks returns the squares that the man m on s attacks when the squares of
// occupied are not empty. NoMan attacks none.
func Attacks(m Man, s Square, occupied Bitboard) Bitboard {
	switch m.Kind() {
	case King:
		return KingAttacks(s)
	case Queen:
		return RookAttacks(s, occupied) | BishopAttacks(s, occupied)
	case Rook:
		return RookAttacks(s, occupied)
	case Bishop:
		return BishopAttacks(s, occupied)
	case Knight:
		return KnightAttacks(s)
	case Pawn:
		return PawnAttacks(m.Color(), s)
	default:
		return NoSquares
	}
}

// Between returns the squares strictly between two squares of one file, rank or
// diagonal; the empty set for other pairs.
func Between(s, t Square) Bitboard {
	if !s.Valid() || !t.Valid() {
		return NoSquares
	}
	return between[s][t]
}

// step is a move by so many files and ranks.
type step struct{ file, rank int }

// upwards is how many directions of a table lead to higher squares; they come first.
const upwards = 2

var (
	rookSteps   = [4]step{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	bishopSteps = [4]step{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}

	kingAttacks = stepTable(step{1, 0}, step{1, 1}, step{0, 1}, step{-1, 1},
		step{-1, 0}, step{-1, -1}, step{0, -1}, step{1, -1})
	knightAttacks = stepTable(step{2, 1}, step{1, 2}, step{-1, 2}, step{-2, 1},
		step{-2, -1}, step{-1, -2}, step{1, -2}, step{2, -1})
	pawnAttacks = [2][NumSquares]Bitboard{
		stepTable(step{-1, 1}, step{1, 1}),
		stepTable(step{-1, -1}, step{1, -1}),
	}
	between = betweenTable()

	rookRays, bishopRays = rayTable(rookSteps), rayTable(bishopSteps)
)

// stepTable returns for every square what can be reached from it by one step.
func stepTable(steps ...step) (table [NumSquares]Bitboard) {
	for s := range Square(NumSquares) {
		for _, d := range steps {
			table[s] |= s.step(d).Bit()
		}
	}
	return table
}

// step returns the square behind a step, or NoSquare.
func (s Square) step(d step) Square { return MakeSquare(s.File()+d.file, s.Rank()+d.rank) }

// betweenTable returns [Between] for all pairs of squares.
func betweenTable() (table [NumSquares][NumSquares]Bitboard) {
	for s := range Square(NumSquares) {
		for _, d := range slices.Concat(rookSteps[:], bishopSteps[:]) {
			way := NoSquares
			for t := s.step(d); t.Valid(); t = t.step(d) {
				table[s][t] = way
				way |= t.Bit()
			}
		}
	}
	return table
}

// rayTable returns for every direction and square what lies behind the square.
func rayTable(steps [4]step) (rays [4][NumSquares]Bitboard) {
	for d, by := range steps {
		for s := range Square(NumSquares) {
			for t := s.step(by); t.Valid(); t = t.step(by) {
				rays[d][s] |= t.Bit()
			}
		}
	}
	return rays
}

// slide returns the squares in all directions, up to the first occupied one in each: what lies behind that is left out.
func slide(rays *[4][NumSquares]Bitboard, s Square, occupied Bitboard) (b Bitboard) {
	for d := range rays {
		ray := rays[d][s]
		if met := uint64(ray & occupied); met != 0 {
			first := bits.TrailingZeros64(met)
			if d >= upwards {
				first = bits.Len64(met) - 1
			}
			ray &^= rays[d][first]
		}
		b |= ray
	}
	return b
}

package chess

import (
	"math/bits"

	"retroproof/chess/board"
)

// KingAttacks returns the squares a king on s attacks.
func KingAttacks(s Square) Bitboard { return kingAttacks[s] }

// KnightAttacks returns the squares a knight on s attacks.
func KnightAttacks(s Square) Bitboard { return knightAttacks[s] }

// PawnAttacks returns the squares a pawn of the colour c on s attacks, wherever
// s is: on the last rank none. The squares from which a pawn of c attacks s are
// PawnAttacks(c.Other(), s).
func PawnAttacks(c Color, s Square) Bitboard { return pawnAttacks[c][s] }

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
func Between(s, t Square) Bitboard { return between[s][t] }

// step is a move by so many files and ranks.
type step struct{ file, rank int }

// The four lines through a square, each by one of its two directions.
var (
	alongFile         = step{0, 1}
	alongRank         = step{1, 0}
	alongDiagonal     = step{1, 1}
	alongAntidiagonal = step{1, -1}
)

var (
	// Tables of their own, so that calls can be inlined.
	kingAttacks   = attacksOf(board.KingAttacks)
	knightAttacks = attacksOf(board.KnightAttacks)
	pawnAttacks   = [2][NumSquares]Bitboard{
		attacksOf(func(s Square) Bitboard { return board.PawnAttacks(White, s) }),
		attacksOf(func(s Square) Bitboard { return board.PawnAttacks(Black, s) }),
	}

	files         = lineTable(alongFile)
	ranks         = lineTable(alongRank)
	diagonals     = lineTable(alongDiagonal)
	antidiagonals = lineTable(alongAntidiagonal)

	between, lines = pairTables()
)

// attacksOf returns what a man on each square attacks.
func attacksOf(attacks func(Square) Bitboard) (table [NumSquares]Bitboard) {
	for s := range Square(NumSquares) {
		table[s] = attacks(s)
	}
	return table
}

// lineTable returns for every square the line through it in a direction and its
// opposite, the square included.
func lineTable(d step) (table [NumSquares]Bitboard) {
	for s := range Square(NumSquares) {
		for t := s; t.Valid(); t = MakeSquare(t.File()+d.file, t.Rank()+d.rank) {
			table[s] |= bit(t)
		}
		for t := s; t.Valid(); t = MakeSquare(t.File()-d.file, t.Rank()-d.rank) {
			table[s] |= bit(t)
		}
	}
	return table
}

// pairTables returns, for pairs of squares, those of Between, and all squares of the file, rank or diagonal
// through both, from edge to edge.
func pairTables() (between, through [NumSquares][NumSquares]Bitboard) {
	for _, table := range []*[NumSquares]Bitboard{&files, &ranks, &diagonals, &antidiagonals} {
		for s := range Square(NumSquares) {
			line := table[s]
			for t := range (line &^ bit(s)).Squares() {
				through[s][t] = line
				between[s][t] = lineAttacks(s, line, bit(t)) & lineAttacks(t, line, bit(s))
			}
		}
	}
	return between, through
}

// lineAttacks returns the squares that a man on s attacks along a line through
// s: up to the first occupied square on either side.
//
// Subtracting 2s from the occupied squares borrows from the first one above s,
// and the borrow changes exactly the squares up to it; on the reversed board the
// same goes for those below. This is the trick known as o^(o-2r).
func lineAttacks(s Square, line, occupied Bitboard) Bitboard {
	up := uint64(occupied & line &^ bit(s))
	down := bits.Reverse64(up)
	up ^= up - uint64(bit(s))<<1
	down ^= down - bits.Reverse64(uint64(bit(s)))<<1
	return Bitboard(up^bits.Reverse64(down)) & line &^ bit(s)
}

package board

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
func RookAttacks(s Square, occupied Bitboard) Bitboard { return seen(s, rookLines[s], occupied) }

// BishopAttacks returns the squares a bishop on s attacks; see [RookAttacks].
func BishopAttacks(s Square, occupied Bitboard) Bitboard { return seen(s, bishopLines[s], occupied) }

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

var (
	// between has [Between] of all pairs of squares; the lines of a square are the squares of those that it has with it.
	between                [NumSquares][NumSquares]Bitboard
	rookLines, bishopLines = lines(rookSteps), lines(bishopSteps)

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

// lines returns the squares that lie in some directions from every square, and fills between for them.
func lines(steps [4]step) (table [NumSquares]Bitboard) {
	for s := range Square(NumSquares) {
		for _, d := range steps {
			way := NoSquares
			for t := s.step(d); t.Valid(); t = t.step(d) {
				between[s][t] = way
				way |= t.Bit()
			}
			table[s] |= way
		}
	}
	return table
}

// seen returns those squares of lines from s to which nothing occupied is in the way.
func seen(s Square, lines, occupied Bitboard) (b Bitboard) {
	for ; lines != 0; lines = lines.WithoutFirst() {
		if t := lines.First(); between[s][t]&occupied == 0 {
			b |= t.Bit()
		}
	}
	return b
}

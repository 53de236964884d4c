package ways

import "retroproof/chess"

// MostTakes is the number of captures that a pawn can make.
const MostTakes = 6

// PawnRanks are the squares on which pawns stand.
const PawnRanks = chess.AllSquares &^ (0xFF | 0xFF<<56)

// HomeRank returns the squares on which pawns of a colour begin.
func HomeRank(c chess.Color) chess.Bitboard { return chess.RankSet(c.RelativeRank(1)) }

// LastRank returns the squares on which pawns of a colour promote.
func LastRank(c chess.Color) chess.Bitboard { return chess.RankSet(c.RelativeRank(7)) }

// Ahead returns the squares one step ahead of a set, as pawns of a colour go.
func Ahead(c chess.Color, set chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		return set << 8
	}
	return set >> 8
}

// Captures returns the squares on which pawns of a colour on the squares of a set capture.
func Captures(c chess.Color, set chess.Bitboard) chess.Bitboard {
	west, east := set&^chess.FileSet(0), set&^chess.FileSet(7)
	if c == chess.White {
		return west<<7 | east<<9
	}
	return west>>9 | east>>7
}

// FileDistance returns the number of files between two squares: as many captures bring a pawn from one to the other.
func FileDistance(a, b chess.Square) int { return max(a.File()-b.File(), b.File()-a.File()) }

// pawn fills in the distances of a pawn from a square with at most a number of captures, the squares of the last rank
// included, or, back, those to a square.
func (d *Distances) pawn(c chess.Color, takes int, sq chess.Square, blocked chess.Bitboard, back bool) {
	d.clear()
	d.add(0, sq.Bit())
	on, double, toward := ^blocked, chess.RankSet(c.RelativeRank(3)), c
	if back {
		on, double, toward = on&PawnRanks, HomeRank(c), c.Other()
	}
	seen := sq.Bit()
	at := [MostTakes + 1]chess.Bitboard{sq.Bit()} // by number of captures
	for n := 1; n <= 6; n++ {
		var next [MostTakes + 1]chess.Bitboard
		all := chess.NoSquares
		for k := range takes + 1 {
			one := Ahead(toward, at[k]) & on
			next[k] = one
			if back || n == 1 && HomeRank(c).Has(sq) {
				next[k] |= Ahead(toward, one) & double & on
			}
			if k > 0 {
				next[k] |= Captures(toward, at[k-1]) & on
			}
			all |= next[k]
		}
		at = next
		d.add(n, all&^seen)
		seen |= all
	}
	d.finish()
}

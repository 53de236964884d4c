package generate

import (
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/table"
)

// fold puts into the cells of a set of positions the best value that a capture or
// promotion of a side leads to. The cells are 0 before, and stay 0 where there is
// no legal one. It returns a set with all positions that have changed, and others.
func (c *conversions[T]) fold(b *table.Board, set uint64, side int, row *[64]T) (touched uint64) {
	f := folding[T]{conversions: c, board: b, set: set, side: side, us: chess.Color(side), row: row, inner: len(c.Outer)}
	f.last = pawnRanks[f.us].last
	copy(f.sq[:], b.Sq[:])
	for j := range c.Outer {
		if c.Outer[j].Color != f.us && c.taking[j] {
			f.takeOuter(j)
		}
	}
	if c.Inner.Color != f.us && c.taking[f.inner] {
		f.takeInner()
	}
	f.promote()
	return f.touched
}

// folding is one call of fold.
type folding[T table.Cell] struct {
	*conversions[T]
	board   *table.Board
	set     uint64
	side    int
	us      chess.Color
	row     *[64]T
	inner   int   // the inner man's number
	last    uint8 // the rank on which our pawns are promoted
	touched uint64
	// sq has the men's squares, by number, after the conversion that is looked at.
	sq [table.MaxOuter + 1]uint8
}

// takeOuter looks at the captures of an outer man.
func (f *folding[T]) takeOuter(j int) {
	b, x := f.board, f.board.Sq[j]
	if king := b.King[f.side]; chess.KingAttacks(chess.Square(king)).Has(chess.Square(x)) {
		kings := b.King
		kings[f.side] = x
		f.touched |= f.set
		f.captures[j].raise(f.row, f.set, kings, &f.sq, f.inner, f.side)
	}
	for i := range f.Outer {
		s := &f.Outer[i]
		if s.Color != f.us || table.Attacks(f.us, s.Kind, b.Sq[i], b.Occupied)>>x&1 == 0 {
			continue
		}
		f.sq[i] = x
		f.take(i, j, f.set&^uint64(chess.Between(chess.Square(b.Sq[i]), chess.Square(x))), f.inner)
		f.sq[i] = b.Sq[i]
	}
	if f.Inner.Color == f.us {
		f.sq[f.inner] = x
		f.take(f.inner, j, f.set&table.Attacks(f.us.Other(), f.Inner.Kind, x, b.Occupied), -1)
	}
}

// take looks at the captures of man j by man i, which stands on its square, in a
// set of positions. variable is as in view.at.
func (f *folding[T]) take(i, j int, set uint64, variable int) {
	f.touched |= set
	if rank := f.sq[i] >> 3; rank != f.last || f.Man(i).Kind != chess.Pawn {
		f.captures[j].raise(f.row, set, f.board.King, &f.sq, variable, f.side)
		return
	}
	for p := range table.Promotions {
		f.promoteTakes[i][p][j].raise(f.row, set, f.board.King, &f.sq, variable, f.side)
	}
}

// takeInner looks at the captures of the inner man, on all squares.
func (f *folding[T]) takeInner() {
	b, n := f.board, f.inner
	lastRank := uint64(0xff) << (8 * f.last)
	for i := range f.Outer {
		s := &f.Outer[i]
		if s.Color != f.us {
			continue
		}
		to := f.set & table.Attacks(f.us, s.Kind, b.Sq[i], b.Occupied)
		f.touched |= to
		if s.Kind == chess.Pawn {
			for p := range table.Promotions {
				f.promoteTakes[i][p][n].raise(f.row, to&lastRank, b.King, &f.sq, i, f.side)
			}
			to &^= lastRank
		}
		f.captures[n].raise(f.row, to, b.King, &f.sq, i, f.side)
	}
	for to := f.set & uint64(chess.KingAttacks(chess.Square(b.King[f.side]))); to != 0; to &= to - 1 {
		kings := b.King
		kings[f.side] = uint8(bits.TrailingZeros64(to))
		f.touched |= to & -to
		f.captures[n].raise(f.row, to&-to, kings, &f.sq, -1, f.side)
	}
}

// promote looks at the promotions that are not captures.
func (f *folding[T]) promote() {
	b, n := f.board, f.inner
	for i := range f.Outer {
		s := &f.Outer[i]
		if s.Color != f.us || s.Kind != chess.Pawn || !f.promoting[i] {
			continue
		}
		x := ahead(f.us, b.Sq[i])
		if x>>3 != f.last || b.Occupied>>x&1 != 0 {
			continue
		}
		path := f.set &^ (1 << x)
		f.touched |= path
		f.sq[i] = x
		for p := range table.Promotions {
			f.promotes[i][p].raise(f.row, path, b.King, &f.sq, n, f.side)
		}
		f.sq[i] = b.Sq[i]
	}
	if f.Inner.Color != f.us || f.Inner.Kind != chess.Pawn || !f.promoting[n] {
		return
	}
	back := -pawnRanks[f.us].ahead
	to := bits.RotateLeft64(f.set, -back) & (0xff << (8 * f.last)) &^ b.Occupied
	f.touched |= bits.RotateLeft64(to, back)
	var row [64]T // of what is on the squares that he goes to
	for p := range table.Promotions {
		f.promotes[n][p].raise(&row, to, b.King, &f.sq, n, f.side)
	}
	for ; to != 0; to &= to - 1 {
		x := bits.TrailingZeros64(to)
		c := &f.row[(x+back)&63]
		*c = max(*c, row[x&63])
	}
}

// ahead returns the square in front of a pawn.
func ahead(c chess.Color, sq uint8) uint8 { return uint8(int(sq) + pawnRanks[c].ahead) }

// enPassant returns the code, for the side that captures, of the best capture
// en passant in answer to a double step, which has led to the word of b. It is 0
// if none is legal.
func (c *conversions[T]) enPassant(b *table.Board, side int, step passingStep) (best T) {
	n := len(c.Outer)
	var sq [table.MaxOuter + 1]uint8
	copy(sq[:], b.Sq[:])
	sq[n] = step.Inner
	victim := 0
	for i := range n + 1 {
		if m := c.Man(i); m.Kind == chess.Pawn && int(m.Color) != side && sq[i] == step.Pawn {
			victim = i
		}
	}
	for i := range n + 1 {
		if m := c.Man(i); m.Kind != chess.Pawn || int(m.Color) != side || beside(step.Pawn)>>sq[i]&1 == 0 {
			continue
		}
		moved := sq
		moved[i] = step.Passed
		var row [64]T
		c.captures[victim].raise(&row, 1, b.King, &moved, -1, side)
		best = max(best, row[0])
	}
	return best
}

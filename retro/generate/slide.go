package generate

import (
	"retroproof/chess"
	"retroproof/retro/table"
)

// Sets of squares are 64-bit numbers here, bit s for square s.

const (
	fileA, fileH uint64 = 0x0101010101010101, 0x8080808080808080
	notA, notH          = ^fileA, ^fileH
)

// A ray is the squares from a square to the edge of the board.
type ray struct {
	n  uint8
	sq [7]uint8
}

// rays[d][sq]: the directions 0 to 3 are a rook's, 4 to 7 a bishop's.
var rays = newRays()

func newRays() (table [8][64]ray) {
	for d, v := range [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		for sq := range 64 {
			r := &table[d][sq]
			for f, k := sq&7+v[0], sq>>3+v[1]; f >= 0 && f < 8 && k >= 0 && k < 8; f, k = f+v[0], k+v[1] {
				r.sq[r.n] = uint8(k<<3 | f)
				r.n++
			}
		}
	}
	return table
}

// directions of the rays of a slider; none for the others.
func directions(k chess.Kind) (from, to int) {
	switch k {
	case chess.Queen:
		return 0, 8
	case chess.Rook:
		return 0, 4
	case chess.Bishop:
		return 4, 8
	}
	return 0, 0
}

// slide returns the squares from which a man that is not a pawn reaches a
// square of the set in one move, over and to empty squares only. The set lies
// within empty.
func slide(k chess.Kind, set, empty uint64) uint64 {
	switch k {
	case chess.Queen:
		return (straight(set, empty) | diagonal(set, empty)) & empty
	case chess.Rook:
		return straight(set, empty) & empty
	case chess.Bishop:
		return diagonal(set, empty) & empty
	case chess.Knight:
		one, two := set<<1&notA|set>>1&notH, set<<2&(notA&^(fileA<<1))|set>>2&(notH&^(fileH>>1))
		return (one<<16 | one>>16 | two<<8 | two>>8) & empty
	}
	return 0
}

// straight fills along ranks and files, and then goes one square on.
func straight(set, empty uint64) uint64 {
	const all = ^uint64(0)
	return up(set, empty, all, 8) | down(set, empty, all, 8) | up(set, empty, notA, 1) | down(set, empty, notH, 1)
}

// diagonal does the same along diagonals.
func diagonal(set, empty uint64) uint64 {
	return up(set, empty, notA, 9) | up(set, empty, notH, 7) | down(set, empty, notA, 7) | down(set, empty, notH, 9)
}

// up fills from the squares of a set over empty ones, by doubling steps (Kogge and Stone), and goes one square on. A
// step is so many squares higher, and within a mask, without the file that it may not wrap around to. It is inlined.
func up(set, empty, mask uint64, step uint) uint64 {
	empty &= mask
	set |= empty & (set << step)
	empty &= empty << step
	set |= empty & (set << (2 * step))
	empty &= empty << (2 * step)
	return (set | empty&(set<<(4*step))) << step & mask
}

// down is up with steps to lower squares.
func down(set, empty, mask uint64, step uint) uint64 {
	empty &= mask
	set |= empty & (set >> step)
	empty &= empty >> step
	set |= empty & (set >> (2 * step))
	empty &= empty >> (2 * step)
	return (set | empty&(set>>(4*step))) >> step & mask
}

// stepBack returns the squares from which pawns of a colour reach the set by a
// single step.
func stepBack(c chess.Color, set, empty uint64) uint64 {
	if c == chess.White {
		return set >> 8 & empty & table.PawnSquares
	}
	return set << 8 & empty & table.PawnSquares
}

// doubleStepBack returns the squares from which pawns of a colour reach the set
// by a double step.
func doubleStepBack(c chess.Color, set, empty uint64) uint64 {
	if c == chess.White {
		return set & (0xff << 24) >> 8 & empty >> 8 & empty
	}
	return set & (0xff << 32) << 8 & empty << 8 & empty
}

// beside returns the squares to the left and to the right of a square.
func beside(sq uint8) uint64 {
	bit := uint64(1) << (sq & 63)
	return bit<<1&notA | bit>>1&notH
}

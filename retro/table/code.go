package table

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// A Cell holds the code of a position's value. One byte is enough up to 253
// plies, and so for all tables of five men; a table that needs more is built
// again with two.
//
// Codes are ordered as the side to move would order them, so that a choice
// among moves is the greatest code:
//
//	0                 during generation: nothing known; in a finished table: not legal
//	1 + n/2           lost in n plies, n = 0, 2, 4, ...
//	half              drawn
//	top - (n-1)/2     won in n plies, n = 1, 3, 5, ...; top is the greatest code
//
// During generation the code of an undecided position is what its captures and
// promotions lead to. Won in n: the best of them wins in n plies; a quicker win
// may be found. Drawn: the position cannot be lost any more. Lost in n: all of them
// lose, so that the position, if it is lost, is lost in at least n plies.
type Cell interface{ uint8 | uint16 }

// Draw returns the code of a draw, which has only the highest bit set.
func Draw[T Cell]() T { return ^T(0)>>1 + 1 }

// LossIn and WinIn return the codes of a loss and a win in n plies.
func LossIn[T Cell](n int) T { return T(1 + n>>1) }
func WinIn[T Cell](n int) T  { return ^T(0) - T(n>>1) }

// MaxDepth is the greatest number of plies that has a code.
func MaxDepth[T Cell]() int { return 2*int(Draw[T]()) - 3 }

// ValueOf decodes a code of a finished table.
func ValueOf[T Cell](code T) Value {
	switch {
	case code == 0:
		return Value{Result: NotLegal}
	case code == Draw[T]():
		return Value{Result: Drawn}
	case code < Draw[T]():
		return Value{Lost, 2 * (int(code) - 1)}
	default:
		return Value{Won, 2*int(^T(0)-code) + 1}
	}
}

// CodeOf returns the code of a value, if it is that of a position.
func CodeOf[T Cell](v Value) (T, bool) {
	switch v.Result {
	case Drawn:
		return Draw[T](), true
	case Won:
		return WinIn[T](v.Plies), v.Plies <= MaxDepth[T]()
	case Lost:
		return LossIn[T](v.Plies), v.Plies <= MaxDepth[T]()
	}
	return 0, false
}

// before is Before, computed.
func before[T Cell](code T) T {
	switch {
	case code > Draw[T](): // the opponent wins in n
		return ^T(0) - code + 2
	case code == 0 || code == Draw[T]():
		return code
	default: // the opponent loses in n
		return ^T(0) - code + 1
	}
}

// beforeByte is before for cells of one byte. Branches on values are slow: the
// processor cannot predict them.
var beforeByte = func() (table [256]uint8) {
	for code := range table {
		table[code] = before(uint8(code))
	}
	return table
}()

// Before returns the code of a position whose side to move plays to a position
// with the given code for the opponent; 0 for 0, as such a move is not legal.
func Before[T Cell](code T) T {
	if isByte[T]() {
		return T(beforeByte[uint8(code)])
	}
	return before(code)
}

// CellBytes returns the bytes of a cell, a constant in each instance of generic
// code.
func CellBytes[T Cell]() int { return int(unsafe.Sizeof(T(0))) }

func isByte[T Cell]() bool { return CellBytes[T]() == 1 }

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// eight returns the i-th eight cells of a row of bytes, the first square in the
// lowest byte.
func eight(row *[64]uint8, i int) uint64 {
	return binary.LittleEndian.Uint64(row[8*i : 8*i+8 : 64])
}

// BytesEqual returns a word with the highest bit of every byte set in which two words
// agree: eight comparisons of cells of one byte at once.
func BytesEqual(a, b uint64) uint64 {
	x := a ^ b
	return ^((x&^highs + ^uint64(highs)) | x) & highs
}

// Equal returns the set of squares whose cell in the row has the code.
func Equal[T Cell](row *[64]T, code T) (set uint64) {
	if isByte[T]() {
		r := (*[64]uint8)(unsafe.Pointer(row))
		p := uint64(code) * ones
		// Bit i of byte j is about the j-th cell of the i-th eight.
		return Transposed(BytesEqual(eight(r, 0), p)>>7 | BytesEqual(eight(r, 1), p)>>6 |
			BytesEqual(eight(r, 2), p)>>5 | BytesEqual(eight(r, 3), p)>>4 |
			BytesEqual(eight(r, 4), p)>>3 | BytesEqual(eight(r, 5), p)>>2 |
			BytesEqual(eight(r, 6), p)>>1 | BytesEqual(eight(r, 7), p))
	}
	for i, c := range row {
		if c == code {
			set |= 1 << i
		}
	}
	return set
}

// CanLose returns the set of squares whose cell is below a draw.
func CanLose[T Cell](row *[64]T) (set uint64) {
	if isByte[T]() {
		r := (*[64]uint8)(unsafe.Pointer(row))
		return ^Transposed(eight(r, 0)&highs>>7 | eight(r, 1)&highs>>6 | eight(r, 2)&highs>>5 | eight(r, 3)&highs>>4 |
			eight(r, 4)&highs>>3 | eight(r, 5)&highs>>2 | eight(r, 6)&highs>>1 | eight(r, 7)&highs)
	}
	for i, c := range row {
		if c < Draw[T]() {
			set |= 1 << i
		}
	}
	return set
}

// Put writes a code to the squares of a set.
func Put[T Cell](row *[64]T, set uint64, code T) {
	for ; set != 0; set &= set - 1 {
		row[bits.TrailingZeros64(set)&63] = code
	}
}

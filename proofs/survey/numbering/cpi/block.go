package cpi

import (
	"math/bits"

	chess "retroproof/chess/board"
)

// Inside the package a square is its place in the order of squares, a8 = 0, ...,
// h1 = 63, and a side is 0 for the mover and 1 for the other.

// place returns the place of a square in the order, or the square at a place.
func place(s chess.Square) chess.Square { return s ^ 56 }

// block is the result of the first three comparisons for a position.
type block struct {
	enPassant int // 0 for none, 1 to 8 for the files a to h
	castling  int // bits: 8 mover kingside, 4 mover queenside, 2 and 1 the other
	turn      chess.Color
}

// numBlocks is the number of blocks.
const numBlocks = 9 * 16 * 2

// index returns the place of a block in their order.
func (b block) index() int { return (b.enPassant*16+b.castling)*2 + int(b.turn) }

// blockAt returns the block at a place in their order.
func blockAt(i int) block { return block{i / 32, i / 2 % 16, chess.Color(i % 2)} }

// rights returns the castling rights as a FEN has them.
func (b block) rights() chess.Castling {
	white, black := b.castling>>2, b.castling&3
	if b.turn == chess.Black {
		white, black = black, white
	}
	var c chess.Castling
	for i, has := range [...]bool{white&2 != 0, white&1 != 0, black&2 != 0, black&1 != 0} {
		if has {
			c |= 1 << i
		}
	}
	return c
}

// blockOf returns the block of a diagram whose en passant file is given: 0 for none.
func blockOf(s *chess.Setup, enPassant int) block {
	b := block{enPassant: enPassant, turn: s.Turn}
	var side [2]int
	for i := range 4 {
		if s.Castling.Has(1 << i) {
			side[i/2] |= 2 >> (i % 2)
		}
	}
	b.castling = side[s.Turn]<<2 | side[s.Turn.Other()]
	return b
}

// What a square is to a king that is not at home. The squares of capturers come last.
type squareKind uint8

const (
	backRank squareKind = iota // no pawn can stand there
	pawnZone
	leftCapturer  // beside the pawn of the en passant square
	rightCapturer // on its other side
	numKinds
	fixedSquare squareKind = numKinds // a fixed man stands there, or nothing may
)

// layout is what is the same in all positions of a block.
type layout struct {
	block
	context *context
	kinds   [64]squareKind
	free    uint64        // the squares of other kinds than fixedSquare
	number  [4]int        // of squares by kind
	king    [2]int8       // square of the king of a side, or -1
	men     [64]chess.Man // fixed men
	fixed   uint64        // where these stand, kings apart
	capture [2]int8       // the squares of the capturers, left and right, or -1
	passed  chess.Square
}

// newLayout determines the layout of a block.
func newLayout(b block) *layout {
	l := &layout{block: b, king: [2]int8{-1, -1}, capture: [2]int8{-1, -1}, passed: chess.NoSquare, free: 1<<64 - 1}
	// Squares begin as those of any man; what castling and en passant tell of takes some away.
	for s := range l.kinds {
		l.kinds[s] = pawnZone
		if s < 8 || s >= 56 {
			l.kinds[s] = backRank
		}
	}
	fix := func(s int, m chess.Man) {
		l.kinds[s] = fixedSquare
		l.free &^= 1 << s
		if m == chess.NoMan {
			return
		}
		l.men[s] = m
		l.fixed |= 1 << s
	}
	for side := range 2 {
		c := b.turn ^ chess.Color(side)
		home := 56
		if c == chess.Black {
			home = 0
		}
		rights := b.castling >> (2 - 2*side) & 3
		if rights != 0 {
			fix(home+4, chess.NoMan)
			l.king[side] = int8(home + 4)
		}
		if rights&2 != 0 {
			fix(home+7, chess.MakeMan(c, chess.Rook))
		}
		if rights&1 != 0 {
			fix(home, chess.MakeMan(c, chess.Rook))
		}
	}
	if b.enPassant > 0 {
		// The other side's pawn has come down its file, from White's view, or up.
		file, row, back := b.enPassant-1, 3, -8
		if b.turn == chess.Black {
			row, back = 4, 8
		}
		at := 8*row + file
		fix(at, chess.MakeMan(b.turn.Other(), chess.Pawn))
		fix(at+back, chess.NoMan)
		fix(at+2*back, chess.NoMan)
		l.passed = place(chess.Square(at + back))
		if file > 0 {
			l.capture[0] = int8(at - 1)
			l.kinds[at-1] = leftCapturer
		}
		if file < 7 {
			l.capture[1] = int8(at + 1)
			l.kinds[at+1] = rightCapturer
		}
	}
	// A king at home stands on a fixed square, and is not among these.
	for _, k := range l.kinds {
		if k < numKinds {
			l.number[k]++
		}
	}
	return l
}

// fixedRooks returns how many rooks of a side are fixed.
func (b block) fixedRooks(side int) int { return bits.OnesCount(uint(b.castling >> (2 - 2*side) & 3)) }

// fixedPawns is how many pawns of the other side are fixed; of the mover's, one of two
// squares has one if there is en passant.
func (b block) fixedPawns() int { return min(b.enPassant, 1) }

// pawnSquares is the number of squares on which pawns can stand that are not fixed;
// kings may stand on them, too.
func (b block) pawnSquares() int { return 48 - 3*b.fixedPawns() }

// pieceSquares is the number of squares for pieces and empty squares, given the
// number of pawns, the fixed ones among them: kings, fixed rooks, and the squares that
// must be empty are not counted.
func (b block) pieceSquares(pawns int) int {
	return 64 - 2 - 2*b.fixedPawns() - b.fixedRooks(0) - b.fixedRooks(1) - pawns
}

package gaviota

import (
	"fmt"
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/index"
	"retroproof/retro/material"
)

// A Layout numbers the positions of a material, with either side to move: the cells of
// its table. A number has a digit for each axis, the first one the most significant.
type Layout struct {
	Material material.Material
	Cells    int // of each side to move
	axes     []axis
	// headAxes is the number of axes up to and including the kings; tail is the
	// number of cells for each of their numbers.
	headAxes, tail int
}

// An axis is a digit.
type axis struct {
	*numbering
	color  chess.Color // of the men
	kind   chess.Kind  // King for the axis of a king, or of both
	stride int         // what a step of the digit adds to the number of the cell
}

// NewLayout returns the layout of a canonical material of three to five men.
func NewLayout(m material.Material) *Layout {
	l := &Layout{Material: m}
	add := func(n *numbering, c chess.Color, k chess.Kind) {
		l.axes = append(l.axes, axis{numbering: n, color: c, kind: k})
	}
	white, black := m.Count(chess.White, chess.Pawn), m.Count(chess.Black, chess.Pawn)
	switch {
	case white+black == 0:
		add(kings(), chess.Black, chess.King)
	case white == 0:
		add(blackPawn(), chess.Black, chess.Pawn)
	case white == 2 && black == 1:
		add(blackPawn(), chess.Black, chess.Pawn)
		add(anyTwoPawns(), chess.White, chess.Pawn)
	case white == 1:
		add(whitePawn(), chess.White, chess.Pawn)
		if black == 1 {
			add(anyPawn(), chess.Black, chess.Pawn)
		}
	case white == 2:
		add(twoPawns(), chess.White, chess.Pawn)
	default:
		add(threePawns(), chess.White, chess.Pawn)
	}
	if white+black > 0 {
		add(oneMan(), chess.White, chess.King)
		add(oneMan(), chess.Black, chess.King)
	}
	l.headAxes = len(l.axes)
	// Two or three equal men come first.
	for _, several := range []bool{true, false} {
		for c := chess.White; c <= chess.Black; c++ {
			for _, k := range material.Kinds[:4] {
				switch n := m.Count(c, k); {
				case n == 0 || n > 1 != several:
				case n == 1:
					add(oneMan(), c, k)
				case n == 2:
					add(twoMen(), c, k)
				default:
					add(threeMen(), c, k)
				}
			}
		}
	}
	l.Cells = 1
	for i := len(l.axes) - 1; i >= 0; i-- {
		if i == l.headAxes-1 {
			l.tail = l.Cells
		}
		l.axes[i].stride = l.Cells
		l.Cells *= l.axes[i].size()
	}
	return l
}

// Find returns the cell of a position, and the side to move in the table, which is
// the other side if the table is that of exchanged colours. m is the material of the
// position; Find panics if it is not that of the layout in either colours.
func (l *Layout) Find(p *chess.Position, m material.Material) (side chess.Color, cell int) {
	side = p.Turn()
	flip := m != l.Material
	if flip {
		if m.Flip() != l.Material {
			panic(fmt.Sprintf("gaviota: a position of %s looked up in the table of %s", m, l.Material))
		}
		side = side.Other()
	}
	men := func(c chess.Color, k chess.Kind) uint64 {
		if !flip {
			return uint64(p.Men(chess.MakeMan(c, k)))
		}
		return index.MirrorRanks.Bits(uint64(p.Men(chess.MakeMan(c.Other(), k))))
	}
	var op index.Symmetry
	for i := range l.axes {
		a := &l.axes[i]
		var number int32
		if a.men == 2 && a.kind == chess.King {
			white, black := square8(men(chess.White, chess.King)), square8(men(chess.Black, chess.King))
			op = turned(white, black)
			number = a.number[key([]uint8{square8(op.Bits(1 << black)), square8(op.Bits(1 << white))})]
		} else {
			set := men(a.color, a.kind)
			number = a.find(op.Bits(set))
			if number < 0 { // the leading pawn is on the files e to h
				op = index.MirrorFiles
				number = a.find(op.Bits(set))
			}
		}
		cell += int(number) * a.stride
	}
	return side, cell
}

// find returns the number of a set of squares.
func (n *numbering) find(set uint64) int32 {
	k := 0
	for ; set != 0; set &= set - 1 {
		k = k<<6 | bits.TrailingZeros64(set)
	}
	return n.number[k]
}

func square8(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }

// turned returns the symmetry that brings the kings of a table without pawns to where
// they have a number.
func turned(white, black uint8) (op index.Symmetry) {
	if right(black) {
		op |= index.MirrorFiles
		white, black = white^7, black^7
	}
	if rank(black) > 3 {
		op |= index.MirrorRanks
		white, black = white^56, black^56
	}
	if rank(black) > file(black) || rank(black) == file(black) && rank(white) > file(white) {
		op |= index.Transpose
	}
	return op
}

package gaviota

import (
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/table"
)

// A Layout numbers the positions of a material, with either side to move: the cells of
// its table. A number has a digit for each axis, the first one the most significant.
type Layout struct {
	Material table.Material
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

// pawnAxes are the first axes of tables with pawns, by their numbers, White's first. The first one decides about
// mirroring.
var pawnAxes = map[[2]int][]struct {
	color chess.Color
	of    func() *numbering
}{
	{1, 0}: {{chess.White, whitePawn}},
	{2, 0}: {{chess.White, twoPawns}},
	{3, 0}: {{chess.White, threePawns}},
	{0, 1}: {{chess.Black, blackPawn}},
	{1, 1}: {{chess.White, whitePawn}, {chess.Black, anyPawn}},
	{2, 1}: {{chess.Black, blackPawn}, {chess.White, anyTwoPawns}},
}

// newLayout returns the layout of a canonical material of three to five men.
func newLayout(m table.Material) *Layout {
	l := &Layout{Material: m}
	add := func(n *numbering, c chess.Color, k chess.Kind) {
		l.axes = append(l.axes, axis{numbering: n, color: c, kind: k})
	}
	for _, a := range pawnAxes[[2]int{m.Count(chess.White, chess.Pawn), m.Count(chess.Black, chess.Pawn)}] {
		add(a.of(), a.color, chess.Pawn)
	}
	if m.Pawns() {
		add(oneMan(), chess.White, chess.King)
		add(oneMan(), chess.Black, chess.King)
	} else {
		add(kings(), chess.Black, chess.King)
	}
	l.headAxes = len(l.axes)
	// Two or three equal men come first.
	for _, several := range []bool{true, false} {
		for c := chess.White; c <= chess.Black; c++ {
			for _, k := range table.Kinds[:4] {
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
func (l *Layout) Find(p *chess.Position, m table.Material) (side chess.Color, cell int) {
	d := table.DiagramOf(p)
	d.Color(m, l.Material)
	return d.Turn, l.cell(d.King, &d.Men)
}

// cell returns the cell of the men's squares. The kings are not adjacent.
func (l *Layout) cell(kings [2]uint8, set *table.Men) (cell int) {
	white, black := kings[chess.White], kings[chess.Black]
	var op table.Symmetry
	first := 0
	if lead := &l.axes[0]; lead.kind == chess.King {
		op = turned(white, black)
		cell = int(lead.number[key([]uint8{op.Square(black), op.Square(white)})]) * lead.stride
		first = 1
	} else if lead.find(set[lead.color][lead.kind]) < 0 {
		op = table.MirrorFiles // the leading pawn is on the files e to h
	}
	for i := first; i < len(l.axes); i++ {
		a := &l.axes[i]
		switch {
		case a.kind != chess.King:
			cell += int(a.find(op.Bits(set[a.color][a.kind]))) * a.stride
		case a.color == chess.White:
			cell += int(op.Square(white)) * a.stride
		default:
			cell += int(op.Square(black)) * a.stride
		}
	}
	return cell
}

// find returns the number of a set of squares.
func (n *numbering) find(set uint64) int32 {
	k := 0
	for ; set != 0; set &= set - 1 {
		k = k<<6 | bits.TrailingZeros64(set)
	}
	return n.number[k]
}

// turned returns the symmetry that brings the kings of a table without pawns to where
// they have a number.
func turned(white, black uint8) (op table.Symmetry) {
	if right(black) {
		op |= table.MirrorFiles
		white, black = white^7, black^7
	}
	if rank(black) > 3 {
		op |= table.MirrorRanks
		white, black = white^56, black^56
	}
	if rank(black) > file(black) || rank(black) == file(black) && rank(white) > file(white) {
		op |= table.Transpose
	}
	return op
}

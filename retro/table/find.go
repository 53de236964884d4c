package table

import (
	"fmt"

	"retroproof/chess"
)

// Men are the squares of the men besides the kings, a set for each colour and kind.
type Men [2][chess.Pawn + 1]uint64

// A Diagram has the squares of all men, and the side to move.
type Diagram struct {
	King [2]uint8 // by colour
	Men  Men
	Turn chess.Color
}

// DiagramOf returns the diagram of a position.
func DiagramOf(p *chess.Position) (d Diagram) {
	d.King = [2]uint8{uint8(p.King(chess.White)), uint8(p.King(chess.Black))}
	d.Turn = p.Turn()
	for c := range d.Men {
		for _, k := range Kinds {
			d.Men[c][k] = uint64(p.Men(chess.MakeMan(chess.Color(c), k)))
		}
	}
	return d
}

// Color exchanges the colours of a diagram of a material if its table is that of exchanged colours. It panics if that
// is another one.
func (d *Diagram) Color(m, table Material) {
	if m == table {
		return
	}
	if m.Flip() != table {
		panic(fmt.Sprintf("table: a position of %s looked up in the table of %s", m, table))
	}
	d.King[0], d.King[1] = FlipSquare(d.King[1]), FlipSquare(d.King[0])
	d.Men[0], d.Men[1] = d.Men[1], d.Men[0]
	for c := range d.Men {
		for k := range d.Men[c] {
			d.Men[c][k] = MirrorRanks.Bits(d.Men[c][k])
		}
	}
	d.Turn = d.Turn.Other()
}

// Find returns the cell of a position, and the side to move in the table, which is
// the other side if the table is that of exchanged colours. m is the material of
// the position; Find panics if it is not that of the layout in either colours.
func (l *Layout) Find(p *chess.Position, m Material) (side chess.Color, cell int) {
	d := DiagramOf(p)
	side, cell, ok := l.FindDiagram(&d, m)
	if !ok {
		panic("table: adjacent kings in a position")
	}
	return side, cell
}

// FindDiagram is Find for a diagram, whose colours it may exchange. ok is false if the kings are adjacent or on one
// square.
func (l *Layout) FindDiagram(d *Diagram, m Material) (side chess.Color, cell int, ok bool) {
	d.Color(m, l.Material)
	cell, ok = l.index(d.King, &d.Men)
	return d.Turn, cell, ok
}

// OuterMen returns the outer men of a board.
func (l *Layout) OuterMen(b *Board) (m Men) {
	for i := range l.Outer {
		m[l.Outer[i].Color][l.Outer[i].Kind] |= 1 << b.Sq[i]
	}
	return m
}

package index

import (
	"fmt"

	"retroproof/chess"
	"retroproof/retro/material"
)

// Find returns the cell of a position, and the side to move in the table, which is
// the other side if the table is that of exchanged colours. m is the material of
// the position; Find panics if it is not that of the layout in either colours.
func (l *Layout) Find(p *chess.Position, m material.Material) (side chess.Color, cell int) {
	var set [2][chess.Pawn + 1]uint64
	kings := [2]uint8{uint8(p.King(chess.White)), uint8(p.King(chess.Black))}
	side = p.Turn()
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range material.Kinds {
			set[c][k] = uint64(p.Men(chess.MakeMan(c, k)))
		}
	}
	side, cell, ok := l.FindMen(kings, set, side, m)
	if !ok {
		panic("index: adjacent kings in a position")
	}
	return side, cell
}

// FindMen is Find for men given by colour and kind, the kings by their squares.
// ok is false if the kings are adjacent or on one square.
func (l *Layout) FindMen(kings [2]uint8, set [2][chess.Pawn + 1]uint64, turn chess.Color, m material.Material) (side chess.Color, cell int, ok bool) {
	if m != l.Material {
		if m.Flip() != l.Material {
			panic(fmt.Sprintf("index: a position of %s looked up in the table of %s", m, l.Material))
		}
		kings[0], kings[1] = FlipSquare(kings[1]), FlipSquare(kings[0])
		set[0], set[1] = set[1], set[0]
		for c := range set {
			for k := range set[c] {
				set[c][k] = MirrorRanks.Bits(set[c][k])
			}
		}
		turn = turn.Other()
	}
	cell, ok = l.index(kings, &set)
	return turn, cell, ok
}

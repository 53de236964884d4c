package generate

import (
	"unsafe"

	"retroproof/chess"
	"retroproof/retro/index"
	"retroproof/retro/material"
)

// WorkingBytes returns the memory that generating the table of a material takes
// besides the table and those of its [material.Material.Conversions], in bytes.
func WorkingBytes(m material.Material) int64 {
	l := index.New(m.Canonical())
	words, blocks := int64(l.Words), int64((l.Words+63)/64)
	open, sets := 2*8*words, 2*5*8*blocks // see generator
	return open + sets + enPassantBytes(l)
}

// enPassantBytes returns the memory of the lists of double steps that allow a
// capture en passant, which is about how many there are: some of them are not
// legal for other reasons. Lists are made by each worker, then put together.
func enPassantBytes(l *index.Layout) int64 {
	var edges int64
	n := len(l.Outer) + 1
	for i := range n {
		for j := range n {
			a, b := l.Man(i), l.Man(j)
			if a.Kind != chess.Pawn || b.Kind != chess.Pawn || a.Color == b.Color {
				continue
			}
			// 14 ways to have a pawn step beside another, with the king of the
			// side that steps not in check in about 4 of 5 positions.
			ways := 14 * int64(l.Words/l.PerPair) * 4 / 5
			for k := range n {
				if k == i || k == j {
					continue
				}
				if l.Man(k).Kind == chess.Pawn {
					ways *= 48
				} else {
					ways *= 64
				}
			}
			edges += ways
		}
	}
	return edges * int64(unsafe.Sizeof(enPassantEdge{})) * 9 / 4
}

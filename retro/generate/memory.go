package generate

import (
	"math/bits"
	"unsafe"

	"retroproof/chess"
	"retroproof/retro/table"
)

// WorkingBytes returns the memory that generating the table of a material takes
// besides the table and those of its [material.Material.Conversions], in bytes.
func WorkingBytes(m table.Material) int64 {
	l := table.LayoutOf(m.Canonical())
	return setBytes(l.Words) + enPassantBytes(l)
}

// setBytes returns the memory of the sets of a generator, see there, for so many words.
func setBytes(words int) int64 {
	open, sets := 2*8*int64(words), 2*5*8*int64((words+63)/64)
	return open + sets
}

// SliceBytes returns the memory that the cells of the largest slice of a material take, with so many bytes a
// cell, and what generating it takes besides these and the tables of a group of [Options.Groups], with jobs
// goroutines. Reading the finished slices takes reading bytes, when nothing else is there any more. slices is how
// many there are; 0 if the material has none, see [table.NewSlicing].
func SliceBytes(m table.Material, jobs, cellBytes int) (slices int, cells, working, reading int64) {
	s := table.NewSlicing(m.Canonical())
	if s == nil {
		return 0, 0, 0, 0
	}
	l := table.LayoutOf(m.Canonical())
	pages := int64(0) // of up to two steps of up to two leading pawns
	for slice := range s.Values {
		words := s.Words(slice)
		cells = max(cells, 2*64*int64(words)*int64(cellBytes))
		pages = max(pages, 4*64*int64(words/s.Pairs*cellBytes))
		working = max(working, setBytes(words)+passingBytes(l, s, slice))
	}
	working += int64(jobs)*pages + l.PlacementBytes()/int64(s.Numbers()/2)
	return len(s.Values), cells, working, int64(len(s.Values))*sliceBuffer + l.PlacementBytes()
}

// passingBytes is enPassantBytes for a slice: leading pawns take no steps there, and stand where steps of others
// may be answered on few of the squares.
func passingBytes(l *table.Layout, s *table.Slicing, slice int) int64 {
	leads := len(s.Squares(s.Values[slice][0]))
	return edgesBytes(l, leads, func(step, capture int) (ways int64) {
		for _, value := range s.Values[slice] {
			switch {
			case step < leads:
			case capture >= leads:
				ways += 14
			case s.Squares(value)[capture]>>3 == pawnRanks[l.Man(step).Color].double:
				ways += int64(bits.OnesCount64(beside(s.Squares(value)[capture])))
			}
		}
		return ways * int64(s.Pairs)
	})
}

// enPassantBytes returns the memory of the lists of double steps that allow a
// capture en passant, which is about how many there are: some of them are not
// legal for other reasons. Lists are made by each worker, then put together.
func enPassantBytes(l *table.Layout) int64 {
	return edgesBytes(l, 0, func(int, int) int64 { return 14 * int64(l.Pairs()) })
}

// edgesBytes is enPassantBytes where the first men stand still, and those that step and capture, by their numbers, do
// so in a number of ways with all kings.
func edgesBytes(l *table.Layout, still int, ways func(step, capture int) int64) int64 {
	var edges int64
	n := len(l.Outer) + 1
	for i := range n {
		for j := range n {
			a, b := l.Man(i), l.Man(j)
			if a.Kind != chess.Pawn || b.Kind != chess.Pawn || a.Color == b.Color {
				continue
			}
			// The king of the side that steps is not in check in about 4 of 5 positions.
			ways := ways(i, j) * 4 / 5
			for k := still; k < n; k++ {
				switch {
				case k == i || k == j:
				case l.Man(k).Kind == chess.Pawn:
					ways *= 48
				default:
					ways *= 64
				}
			}
			edges += ways
		}
	}
	return edges * int64(unsafe.Sizeof(enPassantEdge{})) * 9 / 4
}

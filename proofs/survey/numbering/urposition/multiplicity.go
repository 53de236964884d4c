package urposition

import (
	chess "retroproof/chess/board"
)

// fileLists are the pairs of pawns on each file, a black pawn above a white one and
// none between, from above; and how many of all are chosen.
type fileLists struct {
	pairs  [8][3]pair
	number [8]int
	chosen int
	// ways has the numbers of ways to choose that many pairs on the files from one on.
	ways [9][most + 1]int
}

func newFileLists(on *board, chosen int) *fileLists {
	f := &fileLists{chosen: chosen}
	for file := range 8 {
		above, at := chess.NoMan, int8(0)
		for row := int8(1); row <= 6; row++ {
			m := on[8*int(row)+file]
			if m.Kind() != chess.Pawn {
				continue
			}
			if above == chess.BlackPawn && m == chess.WhitePawn {
				f.pairs[file][f.number[file]] = pair{at, row}
				f.number[file]++
			}
			above, at = m, row
		}
	}
	f.ways[8][0] = 1
	for file := 7; file >= 0; file-- {
		for n := range f.ways[file] {
			f.ways[file][n] = f.ways[file+1][n]
			if n > 0 {
				f.ways[file][n] += f.number[file] * f.ways[file+1][n-1]
			}
		}
	}
	return f
}

// lists returns in how many ways the pairs can be chosen.
func (f *fileLists) lists() int { return f.ways[0][f.chosen] }

// capturers returns the pawns that can capture en passant, as what is fixed if one
// of them does: the left one first.
func (e enPassant) capturers(on *board) []enPassant {
	if e.files[0] < 0 {
		return nil
	}
	mover, stepped := chess.WhitePawn, 1
	if e.row == 4 {
		mover, stepped = chess.BlackPawn, 0
	}
	all := make([]enPassant, 0, 2)
	for _, side := range [...]int{-1, 1} {
		file := e.files[stepped] + side
		if file >= 0 && file < 8 && on[8*e.row+file] == mover {
			c := e
			c.files[1-stepped] = file
			all = append(all, c)
		}
	}
	return all
}

// multiplicity returns how many choices there are, for either capturer.
func (f *fileLists) multiplicity(e enPassant, on *board) int {
	if e.files[0] < 0 {
		return f.lists()
	}
	return len(e.capturers(on)) * f.lists()
}

// index returns the place of a choice among all.
func (f *fileLists) index(e enPassant, on *board, p *chosenPairs) int {
	index := 0
	for i, c := range e.capturers(on) {
		if c == e {
			index = i * f.lists()
		}
	}
	left := f.chosen
	for file, q := range p {
		if q == noPair {
			continue
		}
		index += f.ways[file+1][left] // unused
		left--
		for _, other := range f.pairs[file][:f.number[file]] {
			if other == q {
				break
			}
			index += f.ways[file+1][left]
		}
	}
	return index
}

// at returns the choice at a place among those of one capturer.
func (f *fileLists) at(index int) (p chosenPairs) {
	left := f.chosen
	for file := range p {
		if n := f.ways[file+1][left]; index < n {
			continue
		} else {
			index -= n
		}
		left--
		n := f.ways[file+1][left]
		p[file] = f.pairs[file][index/n]
		index %= n
	}
	return p
}

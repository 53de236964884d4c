package urposition

import "math/bits"

// chosenPairs are the pairs of the files, noPair where none is chosen.
type chosenPairs [8]pair

// enPassant is what is fixed by en passant: the files of White's and Black's pawn,
// which stand next to each other on a row, -1 without.
type enPassant struct {
	files [2]int
	row   int
}

var noEnPassant = enPassant{files: [2]int{-1, -1}}

// enPassantAt returns the i-th of the pairs of files.
func enPassantAt(blackToMove bool, i uint64) enPassant {
	a, b := int(i/2), int(i%2)
	row := 3
	if blackToMove {
		row = 4
	}
	return enPassant{[2]int{a + b, a + 1 - b}, row}
}

// index is the inverse of enPassantAt.
func (e enPassant) index() uint64 {
	if e.files[0] < e.files[1] {
		return 2 * uint64(e.files[0])
	}
	return 2*uint64(e.files[1]) + 1
}

// reserved returns the squares that en passant needs to be empty.
func (e enPassant) reserved() uint64 {
	switch {
	case e.files[0] < 0:
		return 0
	case e.row == 3: // White to move: Black's pawn has come down
		return 1<<(8+e.files[1]) | 1<<(16+e.files[1])
	}
	return 1<<(40+e.files[0]) | 1<<(48+e.files[0])
}

// walk writes the index-th way to choose pairs of so much space together on the files
// that have no fixed pawn.
func (p *chosenPairs) walk(e enPassant, pairs, space int, index uint64) {
	left := 8
	if e.files[0] >= 0 {
		left = 6
	}
	for file := range p {
		if file == e.files[0] || file == e.files[1] {
			continue
		}
		left--
		if n := pairsOf(pairs, space, left); index < n {
			continue // unused
		} else {
			index -= n
		}
		p[file], index = pairAt(pairs, space, left, index)
		pairs--
		space -= p[file].space()
	}
}

// pairAt returns a file's pair, and the index among the ways to go on.
func pairAt(pairs, space, filesLeft int, index uint64) (pair, uint64) {
	for b := 1; b <= 5; b++ {
		for w := b + 1; w <= min(b+1+space, 6); w++ {
			n := pairsOf(pairs-1, space-(w-b-1), filesLeft)
			if index < n {
				return pair{int8(b), int8(w)}, index
			}
			index -= n
		}
	}
	return noPair, 0 // never for an index in range
}

// walkIndex is the inverse of walk.
func (p *chosenPairs) walkIndex(e enPassant, pairs, space int) (index uint64) {
	left := 8
	if e.files[0] >= 0 {
		left = 6
	}
	for file, chosen := range p {
		if file == e.files[0] || file == e.files[1] {
			continue
		}
		left--
		if chosen == noPair {
			continue
		}
		index += pairsOf(pairs, space, left)
	before:
		for b := 1; b <= 5; b++ {
			for w := b + 1; w <= min(b+1+space, 6); w++ {
				if b == int(chosen.black) && w == int(chosen.white) {
					break before
				}
				index += pairsOf(pairs-1, space-(w-b-1), left)
			}
		}
		pairs--
		space -= chosen.space()
	}
	return index
}

// numbers returns how many pairs there are, and their space together.
func (p *chosenPairs) numbers() (pairs, space int) {
	for _, q := range p {
		if q != noPair {
			pairs++
			space += q.space()
		}
	}
	return pairs, space
}

// squares returns the squares of the pairs: those between the pawns, and those with a
// pawn by colour.
func (p *chosenPairs) squares() (between, white, black uint64) {
	for file, q := range p {
		if q == noPair {
			continue
		}
		for row := q.black + 1; row < q.white; row++ {
			between |= 1 << (8*int(row) + file)
		}
		white |= 1 << (8*int(q.white) + file)
		black |= 1 << (8*int(q.black) + file)
	}
	return between, white, black
}

// pawnPlaces are where pawns stand that are not free, and where free ones can stand.
type pawnPlaces struct {
	white, black uint64 // fixed and in pairs
	free         uint64 // squares
}

const allPawnSquares = 0x00ffffffffffff00

func places(e enPassant, p *chosenPairs) (s pawnPlaces) {
	between, white, black := p.squares()
	if e.files[0] >= 0 {
		white |= 1 << (8*e.row + e.files[0])
		black |= 1 << (8*e.row + e.files[1])
	}
	s.white, s.black = white, black
	s.free = allPawnSquares &^ (between | white | black | e.reserved())
	return s
}

// each calls f with every square of a set.
func each(set uint64, f func(square int)) {
	for ; set != 0; set &= set - 1 {
		f(bits.TrailingZeros64(set))
	}
}

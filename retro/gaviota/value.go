package gaviota

import (
	"retroproof/chess"
	"retroproof/retro/table"
)

// A cell is a byte: the lower two bits say which side mates, the others count moves. Depths
// that do not fit use codes that have no other meaning: a draw, or a cell without a
// position, with a number of moves.
const (
	noSide  = 0 // with a number: a win for the side to move that is too deep for its own code
	illegal = 3 // with a number: a loss that is too deep for its own code
	most    = 63

	drawn = 0
	// the one loss in 254 plies, of Black
	deepest = most<<2 | noSide
)

// whoMates returns the lower bits of a cell: 1 if White mates, 2 if Black does.
func whoMates(side chess.Color, r table.Result) byte {
	if (r == table.Won) == (side == chess.White) {
		return 1
	}
	return 2
}

// maxPlies returns the greatest depth that a cell of a side to move holds. For a loss
// in 254 plies of Black, a win of Black in 253 has no code.
func maxPlies(side chess.Color, r table.Result) int {
	switch white := side == chess.White; {
	case r == table.Won && white:
		return 253
	case r == table.Won:
		return 251
	case white:
		return 252
	}
	return 254
}

// encode returns the cell of a value of a side to move. ok is false if it is too deep.
func encode(side chess.Color, v table.Value) (cell byte, ok bool) {
	n := v.Plies / 2 // (n-1)/2 of a win in n
	switch {
	case v.Result == table.NotLegal:
		return illegal, true
	case v.Result == table.Drawn:
		return drawn, true
	case v.Plies > maxPlies(side, v.Result):
		return 0, false
	case n <= most:
		return byte(n)<<2 | whoMates(side, v.Result), true
	case v.Result == table.Won:
		return byte(n-most)<<2 | noSide, true
	case n-most > most:
		return deepest, true
	}
	return byte(n-most)<<2 | illegal, true
}

// decode returns the value of a cell. Every byte has one.
func decode(side chess.Color, cell byte) table.Value {
	n := int(cell >> 2)
	switch low := cell & 3; {
	case cell == illegal:
		return table.Value{}
	case cell == drawn:
		return table.Value{Result: table.Drawn}
	case cell == deepest && side == chess.Black:
		return table.Value{Result: table.Lost, Plies: 254}
	case low == noSide:
		return table.Value{Result: table.Won, Plies: 2*(n+most) + 1}
	case low == illegal:
		return table.Value{Result: table.Lost, Plies: 2 * (n + most)}
	case low == whoMates(side, table.Won):
		return table.Value{Result: table.Won, Plies: 2*n + 1}
	}
	return table.Value{Result: table.Lost, Plies: 2 * n}
}

// cellsOf returns the cells of our codes for a side to move, and the codes that have
// none.
func cellsOf[T table.Cell](side chess.Color) (cells []byte, deep []T) {
	cells = make([]byte, int(^T(0))+1)
	for code := range cells {
		cell, ok := encode(side, table.ValueOf(T(code)))
		if cells[code] = cell; !ok {
			deep = append(deep, T(code))
		}
	}
	return cells, deep
}

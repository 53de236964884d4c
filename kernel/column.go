package kernel

import (
	"math/bits"

	"retroproof/chess"
)

// column is the order of the pawns on a file, from the first rank to the eighth, as bits from
// the lowest: 0 for a white pawn and 1 for a black one, with one more 1 above them. The empty
// column is 1.
type column uint16

const emptyColumn column = 1

// maxColumn is the largest number of pawns in a column.
const maxColumn = 15

// len returns the number of pawns.
func (c column) len() int { return bits.Len16(uint16(c)) - 1 }

// at returns the colour of the pawn with an index, 0 being the lowest.
func (c column) at(i int) chess.Color { return chess.Color(c >> i & 1) }

// insert inserts a pawn at an index; the pawns from that index on move up.
func (c column) insert(i int, p chess.Color) column {
	low := c & (1<<i - 1)
	return c>>i<<(i+1) | column(p)<<i | low
}

// remove removes the pawn at an index.
func (c column) remove(i int) column {
	low := c & (1<<i - 1)
	return c>>(i+1)<<i | low
}

// set gives the pawn at an index a colour.
func (c column) set(i int, p chess.Color) column { return c&^(1<<i) | column(p)<<i }

// count returns the number of pawns by colour.
func (c column) count() (n [2]int) {
	n[chess.Black] = bits.OnesCount16(uint16(c)) - 1
	n[chess.White] = c.len() - n[chess.Black]
	return n
}

// ahead returns how many pawns of a colour have no pawn of the other colour in front of them:
// the white ones at the top, the black ones at the bottom.
func (c column) ahead(p chess.Color) int {
	n := c.len()
	if p == chess.Black {
		return min(bits.TrailingZeros16(^uint16(c)), n)
	}
	return n - bits.Len16(uint16(c)&^(1<<n))
}

// foremost returns the index of the pawn nearest to where a colour promotes.
func (c column) foremost(p chess.Color) int {
	if p == chess.Black {
		return 0
	}
	return c.len() - 1
}

// promoted returns how many white and black pawns have to promote to turn a column into
// another, and whether that is possible. Promotions remove black pawns at the bottom and white
// pawns at the top, so the numbers are determined: if there were two ways, the remaining pawns
// would have to be all black and end with a white one.
func (c column) promoted(goal column) (n [2]int, ok bool) {
	surplus := c.len() - goal.len()
	if surplus < 0 {
		return n, false
	}
	white, black := c.ahead(chess.White), c.ahead(chess.Black)
	for b := max(0, surplus-white); b <= min(black, surplus); b++ {
		w := surplus - b
		left := c &^ (^column(0) << (c.len() - w)) // without the white ones and the top bit
		left = left>>b | 1<<goal.len()
		if left == goal {
			n[chess.White], n[chess.Black] = w, b
			return n, true
		}
	}
	return n, false
}

// columnsOf returns the columns of a diagram.
func columnsOf(s *chess.Setup) (cols [8]column) {
	for f := range cols {
		cols[f] = emptyColumn
	}
	for _, sq := range pawnsByFile(s) {
		col := &cols[sq.File()]
		*col = col.insert(col.len(), s.Board[sq].Color())
	}
	return cols
}

// pawnsByFile returns the squares of the pawns of a diagram, file by file, from the first rank on.
func pawnsByFile(s *chess.Setup) (squares []chess.Square) {
	for i := range chess.NumSquares {
		if sq := chess.MakeSquare(i/8, i%8); s.Board[sq].Kind() == chess.Pawn {
			squares = append(squares, sq)
		}
	}
	return squares
}

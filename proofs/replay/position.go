package replay

import "slices"

// square is a square by file and rank, each from 0 to 7: {4, 0} is e1.
type square struct{ file, rank int }

// none is no square.
var none = square{-1, -1}

func (s square) String() string {
	if s == none {
		return "-"
	}
	return string([]byte{byte('a' + s.file), byte('1' + s.rank)})
}

// A man is a letter as in a FEN: "K" is White's king, "k" is Black's, and 0 is no man.
type man byte

// white reports whether the man is White's.
func (m man) white() bool { return 'A' <= m && m <= 'Z' }

// kind returns the capital letter, which both sides share.
func (m man) kind() man { return m &^ ('a' - 'A') }

// of returns White's or Black's man of the same kind.
func (m man) of(white bool) man {
	if white {
		return m.kind()
	}
	return m.kind() + ('a' - 'A')
}

// right is a castling right: the side, and the squares of king and rook.
type right struct {
	letter     man
	king, rook square // their squares before castling
}

// rights are the four castling rights, in the order of a FEN.
var rights = [4]right{
	{'K', square{4, 0}, square{7, 0}},
	{'Q', square{4, 0}, square{0, 0}},
	{'k', square{4, 7}, square{7, 7}},
	{'q', square{4, 7}, square{0, 7}},
}

// Position is a position in a game. Positions may be compared and copied.
type Position struct {
	board  [64]man // rank by rank
	white  bool    // White is to move
	castle [4]bool // which of the rights are present
	passed square  // the square that the last move, a double step, passed over; or none
	quiet  int     // plies since the last capture or pawn move
	number int     // number of the full move
}

// at returns the man on a square.
func (p *Position) at(s square) man { return p.board[8*s.rank+s.file] }

// put places a man on a square; 0 empties it.
func (p *Position) put(s square, m man) { p.board[8*s.rank+s.file] = m }

// squares are all squares, rank by rank.
var squares = func() (list []square) {
	for i := range 64 {
		list = append(list, numbered(i))
	}
	return list
}()

// king returns the square of a side's king, which all playable positions have.
func (p *Position) king(white bool) square {
	return numbered(slices.Index(p.board[:], man('K').of(white)))
}

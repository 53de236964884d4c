package replay

// For those who ask about all positions of a few men, and not about a game: positions
// made without a FEN, and moves by their squares. Squares are numbered from a1 = 0 by
// ranks: b1 = 1, h8 = 63.

// Place returns the position with these men, letters as in a FEN, each on its square, without
// castling rights or an en passant square. Whether a game could be played from it is not judged.
func Place(white bool, men string, squares ...int) *Position {
	p := &Position{white: white, passed: none}
	for i, s := range squares {
		p.put(numbered(s), man(men[i]))
	}
	return p
}

// Legal reports whether the side to move may move its man from one square to another,
// without promoting it.
func (p *Position) Legal(from, to int) bool {
	return p.legal(move{numbered(from), numbered(to), 0})
}

// InCheck reports whether a side's king is attacked.
func (p *Position) InCheck(white bool) bool { return p.attacked(p.king(white), !white) }

// numbered returns the square of that number.
func numbered(n int) square { return square{n % 8, n / 8} }

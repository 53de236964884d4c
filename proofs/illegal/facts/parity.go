package facts

import "retroproof/chess"

// Parity returns whether an odd number of moves leads from start to goal, if the squares
// of the men show it. They do not once a man was captured.
//
// Take the squares that a piece can ever reach, and its moves among them, as if
// men that may move were out of the way. If the squares can be coloured with two
// colours so that every move changes the colour, then its colours at start and
// goal give the parity of its moves. So it is for knights, and for rooks and kings
// that shuffle between two squares. A rook with three squares in a line can lose
// a tempo, and then nothing follows. Pieces of a kind with a square in common
// have all in common, so that it does not matter which is which. A pawn stays on
// its file and keeps its place there; the number of its moves is known unless it
// may have made a double step instead of two steps.
func (p *Proven) Parity() (odd, ok bool) {
	if p.Captures != [2]int{} {
		return false, false
	}
	for right := range chess.Castling(4) {
		if p.mayCastle(right) {
			return false, false
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		o, ok := p.pawnParity(c)
		if !ok {
			return false, false
		}
		odd = odd != o
		for k := chess.King; k <= chess.Knight; k++ {
			o, ok := p.pieceParity(chess.MakeMan(c, k))
			if !ok {
				return false, false
			}
			odd = odd != o
		}
	}
	return odd, true
}

// pawnParity returns whether the pawns of a side made an odd number of moves, if
// that is known.
func (p *Proven) pawnParity(c chess.Color) (odd, ok bool) {
	for f := range 8 {
		from, to := p.from[c]&chess.FileSet(f), p.to[c]&chess.FileSet(f)
		if from.Count() != to.Count() {
			return false, false // a promotion
		}
		// From the first rank on: pawns do not overtake.
		for ; from != 0; from, to = from.WithoutFirst(), to.WithoutFirst() {
			first, last := c.RelativeRank(from.First().Rank()), c.RelativeRank(to.First().Rank())
			if last < first || first == 1 && last > 2 {
				return false, false
			}
			odd = odd != ((last-first)%2 == 1)
		}
	}
	return odd, true
}

// pieceParity returns whether the pieces of a kind made an odd number of moves,
// if that is known.
func (p *Proven) pieceParity(m chess.Man) (odd, ok bool) {
	var one, other chess.Bitboard // the squares met, by colour
	for sq := range (p.at[m] &^ p.Blocked).Squares() {
		if !(one | other).Has(sq) {
			a, b, ok := p.twoColors(m, sq)
			if !ok {
				return false, false
			}
			one |= a
			other |= b
		}
		odd = odd != other.Has(sq)
	}
	for sq := range chess.Square(chess.NumSquares) {
		if p.Goal.Board[sq] != m || p.Blocked.Has(sq) {
			continue
		}
		if !(one | other).Has(sq) {
			return false, false // it was promoted
		}
		odd = odd != other.Has(sq)
	}
	return odd, true
}

// twoColors colours the squares that a piece can reach. It returns false if two
// colours are not enough.
func (p *Proven) twoColors(m chess.Man, sq chess.Square) (one, other chess.Bitboard, ok bool) {
	one = sq.Bit()
	for todo := one; todo != 0; {
		at := todo.First()
		todo = todo.WithoutFirst()
		next := chess.Attacks(m, at, p.Blocked) &^ p.Blocked
		same, opposite := &one, &other
		if other.Has(at) {
			same, opposite = &other, &one
		}
		if next&*same != 0 {
			return 0, 0, false
		}
		todo |= next &^ *opposite
		*opposite |= next
	}
	return one, other, true
}

package facts

import "retroproof/chess"

const (
	// MoveParity: the squares of the men tell whether an even or odd number of
	// moves was made, and the side to move is the other one.
	MoveParity Reason = "MoveParity"
)

// parity compares the number of moves with the side to move, where the men tell
// whether it is even or odd. Nothing is captured between start and goal.
//
// Take the squares that a piece can ever reach, and its moves among them, as if
// men that may move were out of the way. If the squares can be coloured with two
// colours so that every move changes the colour, then its colours at start and
// goal tell the parity of its moves. So it is for knights, and for rooks and kings
// that shuffle between two squares. A rook with three squares in a line can lose
// a tempo, and then nothing is known. Pieces of a kind with a square in common
// have all in common, so that it does not matter which is which. A pawn stays on
// its file and keeps its place there; the number of its moves is known unless it
// may have made a double step instead of two steps.
func (r *reach) parity() *Impossible {
	odd := false
	var moved chess.Bitboard
	for c := chess.White; c <= chess.Black; c++ {
		if r.mayHaveCastled(c) {
			return nil
		}
		o, ok := r.pawnParity(c)
		if !ok {
			return nil
		}
		odd = odd != o
		for k := chess.King; k <= chess.Knight; k++ {
			m := chess.MakeMan(c, k)
			o, which, ok := r.pieceParity(m)
			if !ok {
				return nil
			}
			odd = odd != o
			moved |= which
		}
	}
	if odd == (r.start.Turn != r.goal.Turn) {
		return nil
	}
	number, turn := "even", r.start.Turn
	if odd {
		number, turn = "odd", turn.Other()
	}
	who := "only men that cannot lose a tempo can have moved"
	if moved != 0 {
		who = "of the pieces only those on " + SquareList(r.start, moved) + " can have moved, none of which can lose a tempo"
	}
	return Because(MoveParity, "nothing was captured, and %s: the squares of the men tell that the number of moves of both sides together is %s, so it should be %s's move",
		who, number, Capital(turn)).by(Argument{Blocked: r.facts})
}

// mayHaveCastled reports whether a side may have castled since the start.
func (r *reach) mayHaveCastled(c chess.Color) bool {
	for i := range castlingWays {
		way := &castlingWays[i]
		if way.king.Color() == c && r.start.Castling.Has(1<<i) && r.blocked&(way.homes()|way.between) == 0 {
			return true
		}
	}
	return false
}

// pawnParity returns whether the pawns of a side made an odd number of moves, if
// that is known.
func (r *reach) pawnParity(c chess.Color) (odd, ok bool) {
	pawn, home, up := chess.MakeMan(c, chess.Pawn), 1, 1
	if c == chess.Black {
		home, up = 6, -1
	}
	for f := range 8 {
		// From the first rank on: pawns do not overtake.
		var from, to []int
		for rank := range 8 {
			sq := chess.MakeSquare(f, rank)
			if r.start.Board[sq] == pawn {
				from = append(from, rank)
			}
			if r.goal.Board[sq] == pawn {
				to = append(to, rank)
			}
		}
		if len(from) != len(to) {
			return false, false // a promotion
		}
		for i := range from {
			steps := (to[i] - from[i]) * up
			if steps < 0 || from[i] == home && steps > 1 {
				return false, false
			}
			odd = odd != (steps%2 == 1)
		}
	}
	return odd, true
}

// pieceParity returns whether the pieces of a kind made an odd number of moves,
// if that is known, and which of them can have moved.
func (r *reach) pieceParity(m chess.Man) (odd bool, moved chess.Bitboard, ok bool) {
	var one, other chess.Bitboard // the squares met, by colour
	for sq := range chess.Square(64) {
		if r.start.Board[sq] != m || r.blocked.Has(sq) {
			continue
		}
		moved |= sq.Bit()
		if !(one | other).Has(sq) {
			a, b, ok := r.twoColors(m, sq)
			if !ok {
				return false, 0, false
			}
			one |= a
			other |= b
		}
		if other.Has(sq) {
			odd = !odd
		}
	}
	for sq := range chess.Square(64) {
		if r.goal.Board[sq] != m || r.blocked.Has(sq) {
			continue
		}
		switch {
		case other.Has(sq):
			odd = !odd
		case !one.Has(sq):
			return false, 0, false // it was promoted
		}
	}
	return odd, moved, true
}

// twoColors colours the squares that a piece can reach. It returns false if two
// colours are not enough.
func (r *reach) twoColors(m chess.Man, sq chess.Square) (one, other chess.Bitboard, ok bool) {
	one = sq.Bit()
	for todo := one; todo != 0; {
		at := todo.First()
		todo = todo.WithoutFirst()
		next := chess.Attacks(m, at, r.blocked) &^ r.blocked
		same := &one
		opposite := &other
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

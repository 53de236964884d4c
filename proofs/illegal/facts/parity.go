package facts

import chess "retroproof/chess/board"

// Parity returns whether an odd number of moves leads from start to goal, and whether the
// squares of the men determine that. groups are disjoint sets of men of the start, given by
// their squares.
//
// The method requires that no pawn is captured or promotes, so every captured man is a piece.
// Take the set of squares that a piece can ever reach, with its moves between them, where only
// blocked men obstruct it. If the squares can be coloured with two colours such that every move
// changes the colour, then the colours at start and goal determine the parity of the number of
// its moves. This holds for knights, and for rooks and kings confined to two squares. A rook
// with three squares in a line can lose a tempo, and then nothing follows. Two pieces of one
// kind whose sets have a square in common have the same set, so it does not matter which is
// which.
//
// The moves of a group of men that obstruct each other are enumerated: see follow. A captured
// piece is in a group, or could never move, or is a knight that a pawn captured on a square
// that the pawn structure determines: see takenKnights.
func (p *Proven) Parity(groups []Squares) (odd, ok bool) {
	for right := range chess.Castling(4) {
		if p.MayCastle(right) {
			return false, false
		}
	}
	t := tempo{Proven: p}
	for c := chess.White; c <= chess.Black; c++ {
		if !t.pawns(c) {
			return false, false
		}
	}
	for _, g := range groups {
		if !t.follow(chess.Bitboard(g)) {
			return false, false
		}
	}
	for m := range chess.Man(chess.NumMen) {
		if k := m.Kind(); k >= chess.King && k <= chess.Knight && !t.pieces(m) {
			return false, false
		}
	}
	return t.odd, t.takenKnights()
}

// tempo accumulates the parity of the number of moves.
type tempo struct {
	*Proven
	odd     bool
	grouped chess.Bitboard               // squares of the start whose men are in groups
	claimed [chess.NumMen]chess.Bitboard // squares that men of a kind can reach, of those counted already
	taken   [2]chess.Bitboard            // squares on which pawns of a side have certainly captured, each exactly once
	gone    [2]chess.Bitboard            // squares where missing men of a side, except its knights, can have been captured
	knights [2]int                       // number of a side's knights that are missing
	region  [2]chess.Bitboard            // squares that these knights can reach
	second  [2]chess.Bitboard            // the squares of region of the second colour
}

// add adds a number of moves, modulo 2.
func (t *tempo) add(n int) { t.odd = t.odd != (n&1 == 1) }

// pawns adds the moves of a side's pawns: one for each rank that a pawn advances, provided that
// it cannot have made a double step. It returns false if the parity is not determined.
func (t *tempo) pawns(c chess.Color) bool {
	if t.from[c].Count() != t.to[c].Count() {
		return false // a pawn was captured or has promoted
	}
	for sq := range t.from[c].Squares() {
		t.add(c.RelativeRank(sq.Rank()))
	}
	for sq := range t.to[c].Squares() {
		rank := c.RelativeRank(sq.Rank())
		t.add(rank)
		switch {
		case t.Blocked.Has(sq):
			continue
		case t.Goal.EnPassant != chess.NoSquare && sq == t.Goal.EnPassant^8 && c != t.Goal.Turn:
			t.add(1) // its only move was the double step, counted above as two
			continue
		}
		sources, _ := t.Sources(sq)
		for from := range sources.Squares() {
			first := c.RelativeRank(from.Rank())
			if first == 1 && rank > 2 && !diagonal(from, sq) {
				return false
			}
		}
		if sources&chess.FileSet(sq.File()) != 0 {
			continue
		}
		// The pawn has captured. If it came by captures alone from one possible square, it
		// captured on each square of the diagonal.
		takes := sq.Bit()
		switch from := sources.First(); {
		case sources == 0:
			return false
		case !sources.Several() && diagonal(from, sq):
			takes |= chess.Between(from, sq)
		case rank > 2:
			takes = 0
		}
		if t.taken[c]&takes != 0 {
			return false
		}
		t.taken[c] |= takes
	}
	return true
}

// diagonal reports whether a pawn that goes from one square to another captures with every
// move.
func diagonal(from, to chess.Square) bool {
	ranks, files := to.Rank()-from.Rank(), to.File()-from.File()
	return ranks == files || ranks == -files
}

// pieces adds the moves of the pieces of one kind and colour that are in no group.
func (t *tempo) pieces(m chess.Man) bool {
	c := m.Color()
	var one, other chess.Bitboard // the squares reached, by colour
	for todo := t.at[m] &^ t.Blocked &^ t.grouped; todo != 0; {
		sq := todo.First()
		a, b, ok := t.twoColors(m, sq)
		if !ok || t.claimed[m]&(a|b) != 0 {
			return false
		}
		t.claimed[m] |= a | b
		one |= a
		other |= b
		missing := 0
		for at := range (a | b).Squares() {
			if todo.Has(at) {
				missing++
				t.add((b & at.Bit()).Count())
			}
			if t.Goal.Board[at] == m {
				missing--
				t.add((b & at.Bit()).Count())
			}
		}
		todo &^= a | b
		switch {
		case missing == 0:
		case missing < 0:
			return false
		case m.Kind() == chess.Knight && t.knights[c] == 0:
			t.knights[c] = missing
			t.region[c], t.second[c] = a|b, b
		case b != 0:
			return false // it can have been captured on squares of both colours
		default:
			t.gone[c] |= a
		}
	}
	for sq := range chess.Square(chess.NumSquares) {
		if t.Goal.Board[sq] == m && !(t.claimed[m] | t.Blocked).Has(sq) {
			return false
		}
	}
	return true
}

// takenKnights adds the moves of captured knights. It requires that pawns of the other side
// have certainly captured on exactly as many squares as knights are missing, and that no other
// missing man of the side can have been captured on one of these squares.
func (t *tempo) takenKnights() bool {
	for c, missing := range t.knights {
		taken := t.taken[1-c]
		if missing == 0 {
			continue
		}
		if taken.Count() != missing || taken&t.gone[c] != 0 || taken&^t.region[c] != 0 {
			return false
		}
		t.add((taken & t.second[c]).Count())
	}
	return true
}

// twoColors colours the squares that a piece can reach from a square such that every move
// changes the colour. ok is false if that is impossible.
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

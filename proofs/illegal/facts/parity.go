package facts

import "retroproof/chess"

// Parity returns whether an odd number of moves leads from start to goal, if the squares
// of the men show it. It takes groups of men of the start, by their squares.
//
// All pawns are still pawns at the goal, so the men are those of the start, and a captured
// one was a piece. Take the squares that a piece can ever reach, and its moves among them,
// as if men that may move were out of the way. If the squares can be coloured with two
// colours so that every move changes the colour, then its colours at start and goal give
// the parity of its moves. So it is for knights, and for rooks and kings that shuffle
// between two squares. A rook with three squares in a line can lose a tempo, and then
// nothing follows. Pieces of a kind with a square in common have all in common, so that it
// does not matter which is which.
//
// The moves of a group of men in each other's way are followed one by one: see follow. A
// piece that was captured is in a group, or could never move, or is a knight that a pawn
// captured on a square that the diagram shows: see takenKnights.
func (p *Proven) Parity(groups []Squares) (odd, ok bool) {
	for right := range chess.Castling(4) {
		if p.mayCastle(right) {
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

// tempo adds up moves.
type tempo struct {
	*Proven
	odd     bool
	grouped chess.Bitboard               // squares of the start whose men are in groups
	claimed [chess.NumMen]chess.Bitboard // where a kind of man has been, in groups and by colours
	taken   [2]chess.Bitboard            // where pawns of a side have certainly captured, each square once
	gone    [2]chess.Bitboard            // where missing men of a side can have been captured, but for its knights
	knights [2]int                       // that are missing
	region  [2]chess.Bitboard            // where these can have been
	second  [2]chess.Bitboard            // its squares of one colour
}

// add adds a number of moves of which only the parity matters.
func (t *tempo) add(n int) { t.odd = t.odd != (n&1 == 1) }

// pawns adds up the moves of the pawns of a side. Each rank that a pawn advances is a
// move, unless it may have made a double step.
func (t *tempo) pawns(c chess.Color) bool {
	if t.from[c].Count() != t.to[c].Count() {
		return false // captured, or promoted
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
			t.add(1) // the double step was its only move
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
		// It has captured, and certainly on each square of its way if it has only one.
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

// diagonal reports whether a pawn can go from one square to another only by captures.
func diagonal(from, to chess.Square) bool {
	ranks, files := to.Rank()-from.Rank(), to.File()-from.File()
	return ranks == files || ranks == -files
}

// pieces adds up the moves of a kind of pieces that are in no group.
func (t *tempo) pieces(m chess.Man) bool {
	c := m.Color()
	var one, other chess.Bitboard // the squares met, by colour
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
			return false // captured on a square of either colour
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

// takenKnights adds up the moves of captured knights. Pawns have captured on as many
// squares as knights are missing, and nothing else that is missing was ever there.
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

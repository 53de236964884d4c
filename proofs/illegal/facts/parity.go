package facts

import chess "retroproof/chess/board"

// Parity returns whether an odd number of moves leads from start to goal, and whether the
// squares of the men determine that. groups are disjoint sets of men of the start, given by
// their squares.
//
// The method requires that no pawn is captured or promotes, so every captured man is a piece. Pieces that never move
// make no moves. A move of a knight changes the colour of its square, so that the colours of the knights' squares at
// start and goal determine the parity of the number of their moves, whoever went where. All moves of other pieces are
// enumerated, in groups of men that obstruct each other or have squares in common: see follow. A rook with two squares
// makes an odd number of moves from one to the other; with three in a line it can lose a tempo, and nothing follows.
//
// A captured piece is in a group, or is a knight that a pawn captured on a square that the pawn structure determines:
// see takenKnights.
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
	for c := chess.White; c <= chess.Black; c++ {
		if !t.knights(c) {
			return false, false
		}
	}
	return t.odd, t.takenKnights() && t.complete()
}

// tempo accumulates the parity of the number of moves.
type tempo struct {
	*Proven
	odd     bool
	grouped chess.Bitboard               // squares of the start whose men are in groups
	claimed [chess.NumMen]chess.Bitboard // squares that men of a kind can reach, of those counted already
	taken   [2]chess.Bitboard            // squares on which pawns of a side have certainly captured, each exactly once
	gone    [2]chess.Bitboard            // squares where missing men of a side, except its knights, can have been captured
	reach   [2]chess.Bitboard            // squares that a side's knights can reach, of those in no group
	missing [2]int                       // number of these knights that are missing
}

// color adds 1 for a dark square.
func (t *tempo) color(sq chess.Square) {
	if sq.Dark() {
		t.add(1)
	}
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
		sources := t.Sources(sq)
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

// knights adds the moves of a side's knights that are in no group: the dark squares at the start and at the goal.
func (t *tempo) knights(c chess.Color) bool {
	m := chess.MakeMan(c, chess.Knight)
	for sq := range (t.at[m] &^ t.Blocked &^ t.grouped).Squares() {
		t.reach[c] |= t.flood(m, sq, t.Blocked)
		t.missing[c]++
		t.color(sq)
	}
	for sq := range t.reach[c].Squares() {
		if t.Goal.Board[sq] == m {
			t.missing[c]--
			t.color(sq)
		}
	}
	apart := t.claimed[m]&t.reach[c] == 0
	t.claimed[m] |= t.reach[c]
	return apart && t.missing[c] >= 0
}

// takenKnights adds the moves of captured knights. It requires that pawns of the other side
// have certainly captured on exactly as many squares as knights are missing, and that no other
// missing man of the side can have been captured on one of these squares.
func (t *tempo) takenKnights() bool {
	for c, missing := range t.missing {
		taken := t.taken[1-c]
		if missing == 0 {
			continue
		}
		if taken.Count() != missing || taken&t.gone[c] != 0 || taken&^t.reach[c] != 0 {
			return false
		}
		for sq := range taken.Squares() {
			t.color(sq)
		}
	}
	return true
}

// complete reports whether the moves of all pieces are counted: whether each is blocked, in a group, or a knight, and
// each of the goal on a square of such men.
func (t *tempo) complete() bool {
	for i, is := range t.Goal.Board {
		sq, was := chess.Square(i), t.Start.Board[i]
		if piece(was) && was.Kind() != chess.Knight && !(t.Blocked | t.grouped).Has(sq) {
			return false
		}
		if piece(is) && !(t.Blocked | t.claimed[is]).Has(sq) {
			return false
		}
	}
	return true
}

// piece reports whether there is a man that is no pawn.
func piece(m chess.Man) bool { return m != chess.NoMan && m.Kind() != chess.Pawn }

package exact

import (
	"slices"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// step leads from a set of positions to those after one more ply, or before it, all at once.
// Columns are side states of the side that does not move: with those before the ply it is decided which
// moves its men leave.
type step struct {
	c         chess.Color // the side that moves
	forwards  bool
	in        *jointStates
	rows      []sideState // of the set found
	moves     [][]int32   // by row of the set found: rows in the set given, of each of which a move leads to it or back
	cols      []sideState // of the set found
	alive     []uint64    // columns of the set found that lie on ways from the start to the goal
	before    *columns    // of the set before the ply
	after     *columns    // of the set after it, if that is found
	captures  [chess.NumSquares][]columnPair
	captureAt chess.Bitboard // squares where men may be captured
}

// columnPair is a capture of the man on some square: columns before and after.
type columnPair struct{ before, after int32 }

// change is what a move requires of the other side's state before it.
type change struct {
	empty   chess.Bitboard // squares without men
	takes   chess.Square   // where a man is captured, or NoSquare
	passant chess.Square   // where a pawn may be captured en passant, or NoSquare
	safe    chess.Bitboard // squares that are not attacked, where the king castles
}

// changeOf returns what the move between two states of a side requires.
func changeOf(c chess.Color, w, y *sideState) change {
	gone, come := w.men()&^y.men(), y.men()&^w.men()
	if gone.Several() {
		for i := range chess.CastlingPaths {
			path := &chess.CastlingPaths[i]
			if come == path.KingTo.Bit()|path.RookTo.Bit() {
				return change{path.Empty, chess.NoSquare, chess.NoSquare, path.Home[0].Square.Bit() | path.RookTo.Bit()}
			}
		}
	}
	from, to := gone.First(), come.First()
	m := change{gone | chess.Between(from, to), chess.NoSquare, chess.NoSquare, 0}
	if y.taken == w.taken {
		m.empty |= come
		return m
	}
	m.takes = to
	if w.at(from) == chess.Pawn && to.Rank() == c.RelativeRank(5) {
		m.passant = to ^ 8
	}
	return m
}

// note notes a move between a row of the set given and one of the set found, which may be the next one.
func (s *step) note(from, to int, w, y *sideState) {
	if to == len(s.moves) {
		s.moves = append(s.moves, nil)
	}
	s.moves[to] = append(s.moves[to], int32(from))
	if y.taken != w.taken {
		m := changeOf(s.c, w, y)
		s.captureAt |= m.takes.Bit()
		if m.passant != chess.NoSquare {
			s.captureAt |= m.passant.Bit()
		}
	}
}

// live tells of a column of the set found whether it lies on ways from the start to the goal.
func (s *step) live(j int, ok bool) {
	if j/64 >= len(s.alive) {
		s.alive = append(s.alive, 0)
	}
	if ok {
		s.alive[j/64] |= 1 << (j & 63)
	}
}

// run finds the rows of the set, on some workers.
func (s *step) run(each func(n int, do func(i int))) *jointStates {
	out := newJointStates(s.rows, s.cols)
	s.ready()
	each(len(s.rows), func(i int) { s.find(out, i) })
	return out
}

// ready fills what workers share.
func (s *step) ready() {
	for to, all := range s.moves {
		for _, from := range all {
			if w, y := s.ends(from, to); w.rights != y.rights && w.taken == y.taken {
				s.before.withoutAttack(nil, changeOf(s.c, w, y).safe, w.men())
			}
		}
	}
	if s.after != nil {
		for i := range s.rows {
			s.after.safe(nil, &s.rows[i])
		}
	}
}

// ends returns the side states before and after a move.
func (s *step) ends(from int32, to int) (w, y *sideState) {
	in, out := &s.in.rows[from], &s.rows[to]
	if s.forwards {
		return in, out
	}
	return out, in
}

// find finds a row.
func (s *step) find(out *jointStates, i int) {
	row := out.row(i)
	var spare []uint64
	for _, from := range s.moves[i] {
		w, y := s.ends(from, i)
		source := s.in.row(int(from))
		m := changeOf(s.c, w, y)
		if m.safe != 0 {
			source = slices.Clone(source)
			s.before.withoutAttack(source, m.safe, w.men())
		}
		if m.takes == chess.NoSquare {
			s.quiet(row, source, m.empty)
			continue
		}
		if spare == nil {
			spare = make([]uint64, max(s.in.words, out.words))
		}
		s.capture(row, source, spare, m.takes, m.empty, false)
		if m.passant != chess.NoSquare {
			s.capture(row, source, spare, m.passant, m.empty|m.takes.Bit()|ways.Ahead(s.c, m.takes.Bit()), true)
		}
	}
	for j, w := range s.alive {
		row[j] &= w
	}
	if s.after != nil {
		s.after.safe(row, &s.rows[i])
	}
}

// quiet adds the columns of a row that leave squares empty.
func (s *step) quiet(row, source []uint64, empty chess.Bitboard) {
	var sets [8][]uint64
	n := 0
	for ; empty != 0; empty = empty.WithoutFirst() {
		if men := s.before.men[empty.First()&63]; men != nil {
			sets[n] = men
			n++
		}
	}
	for j, w := range source {
		if w == 0 {
			continue
		}
		for _, set := range sets[:n] {
			w &^= set[j]
		}
		row[j] |= w
	}
}

// capture adds the columns of a row in which a man is captured on a square, or as a pawn en passant.
func (s *step) capture(row, source, spare []uint64, victim chess.Square, empty chess.Bitboard, passant bool) {
	if s.forwards {
		spare = spare[:len(source)]
		copy(spare, source)
	} else {
		spare = spare[:len(row)]
		clear(spare)
		for _, f := range s.captures[victim&63] {
			spare[f.before/64] |= source[f.after/64] >> (f.after & 63) & 1 << (f.before & 63)
		}
	}
	s.before.without(spare, empty)
	if passant {
		pawns := s.before.kinds[victim&63][chess.Pawn]
		for j := range spare {
			if pawns == nil {
				return
			}
			spare[j] &= pawns[j]
		}
	}
	if s.forwards {
		for _, f := range s.captures[victim&63] {
			row[f.after/64] |= spare[f.before/64] >> (f.before & 63) & 1 << (f.after & 63)
		}
		return
	}
	for j, w := range spare {
		row[j] |= w
	}
}

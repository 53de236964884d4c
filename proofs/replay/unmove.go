package replay

// Un-moves by their definition: legal moves of other positions that lead to this one. Every
// board that may be the previous one is tried, with all castling rights and en passant squares,
// and the rules in rules.go decide.

// Unmoves yields every un-move of a position, whose clocks are ignored: a legal move that leads
// to it as defined in the package comment, and the position before it, with the clocks 0 and 1.
// The position before has an en passant square only if a capture there is legal; otherwise it
// is the same position as the one without the square.
//
// The text of an un-move consists of the move, the man that it captures or "-", and the
// castling rights and en passant square before it as in a FEN: "c6d7 p KQkq -". The man
// captured en passant is the pawn.
func (p *Position) Unmoves(yield func(text string, before *Position) bool) {
	for t := range p.tries {
		for set := range 1 << len(rights) {
			if !t.before.setRights(set, p.castle) {
				continue
			}
			for q := range t.passing {
				if q.Playable() != nil || !q.legal(t.move) {
					continue
				}
				after := q
				after.make(t.move)
				if after.LeadsTo(p) == nil && !yield(t.text(&q), &q) {
					return
				}
			}
		}
	}
}

// try is a candidate for the last move, and the board before it.
type try struct {
	move   move
	victim man // 0 if it captures no man
	before Position
}

// tries yields the candidates that goes accepts on the board before: each man of the side that
// has moved comes from each empty square, as the same man or as a pawn, and captures nothing or
// a man of any kind; or it captures en passant, or castles. Left out are boards on which the
// other side is in check, as it is in no position before a move of this side.
func (p *Position) tries(yield func(try) bool) {
	empty := Position{white: !p.white, passed: none, number: 1}
	pawn, theirs := man('P').of(!p.white), man('P').of(p.white)
	for _, to := range squares {
		arrived := p.at(to)
		if arrived == 0 || arrived.white() == p.white {
			continue
		}
		for _, from := range squares {
			// Where it arrived a piece attacks what it came from; pawns and castling kings come from near by.
			near := distance(from.file, to.file) <= 2 && distance(from.rank, to.rank) <= 2
			if p.at(from) != 0 || !near && !p.attacks(to, from) {
				continue
			}
			// A dozen boards are made for each of some ten squares, and most have no such move, or the wrong side in check:
			// rights and en passant squares, which are most of the cost, are tried for the others alone.
			list := make([]try, 0, 16)
			add := func(was, become, victim man) *Position {
				t := try{move{from, to, become}, victim, empty}
				t.before.board = p.board
				t.before.put(from, was)
				t.before.put(to, victim)
				list = append(list, t)
				return &list[len(list)-1].before
			}
			add(arrived, 0, 0)
			add(pawn, arrived.kind(), 0)
			for _, kind := range []man("QRBNP") {
				add(arrived, 0, kind.of(p.white))
				add(pawn, arrived.kind(), kind.of(p.white))
			}
			if arrived == pawn {
				q := add(pawn, 0, 0)
				q.passed = to
				q.put(square{to.file, from.rank}, theirs)
				list[len(list)-1].victim = theirs
			}
			for i, r := range rights {
				if arrived.kind() == 'K' && from == r.king && to == r.kingGoes() {
					q := add(arrived, 0, 0)
					q.castle[i] = true
					q.put(r.rook, q.at(r.rookGoes()))
					q.put(r.rookGoes(), 0)
				}
			}
			for _, t := range list {
				if t.before.goes(t.move) && !t.before.InCheck(p.white) && !yield(t) {
					return
				}
			}
		}
	}
}

// setRights gives a position a set of castling rights, as bits in the order of rights. It
// reports whether king and rook of each stand on their home squares, and whether the rights of
// after are among them.
func (p *Position) setRights(set int, after [len(rights)]bool) bool {
	for i, r := range rights {
		p.castle[i] = set>>i&1 != 0
		if p.castle[i] && !p.home(r) || after[i] && !p.castle[i] {
			return false
		}
	}
	return true
}

// passing yields the position before a move with its en passant square, if the move captures en
// passant. Otherwise it yields the position without one, and with each en passant square on
// which a capture is legal.
func (t *try) passing(yield func(Position) bool) {
	q := t.before
	if !yield(q) || q.passed != none {
		return
	}
	for _, s := range squares {
		if q.passed = s; q.passedOver() && q.Passable() && !yield(q) {
			return
		}
	}
}

// text returns the text of the un-move that leads back to a position.
func (t *try) text(before *Position) string {
	victim := "-"
	if t.victim != 0 {
		victim = string(rune(t.victim))
	}
	return t.move.text() + " " + victim + " " + before.castling() + " " + before.passed.String()
}

package replay

import "cmp"

// The rules of chess. A move is a pair of squares (for castling, those of the king), and the
// kind that a pawn becomes on the last rank.
type move struct {
	from, to square
	become   man // a capital letter; 0 for no promotion
}

// legal reports whether a move of the side to move is legal: its man goes there, and afterwards
// its king is not attacked.
func (p *Position) legal(m move) bool {
	if !p.goes(m) {
		return false
	}
	after := *p
	after.make(m)
	return !after.attacked(after.king(p.white), !p.white)
}

// goes reports whether a man of the side to move goes from one square to another, regardless of
// whether its own king is attacked afterwards.
func (p *Position) goes(m move) bool {
	man, victim := p.at(m.from), p.at(m.to)
	switch {
	case man == 0 || man.white() != p.white:
		return false // not a man of the side to move
	case victim != 0 && victim.white() == p.white:
		return false // the square has a man of the same side
	case victim.kind() == 'K':
		return false // kings are not captured
	}
	if man.kind() == 'P' {
		return p.pawnGoes(m)
	}
	if m.become != 0 {
		return false
	}
	return p.attacks(m.from, m.to) || man.kind() == 'K' && distance(m.from.file, m.to.file) == 2 && p.castles(m) >= 0
}

// attacks reports whether the man on a square attacks another square. Except for pawns and
// castling, men move to the squares that they attack.
func (p *Position) attacks(from, to square) bool {
	// Geometry alone: whose turn it is, and what stands on the square, is the business of those who ask.
	files, ranks := distance(from.file, to.file), distance(from.rank, to.rank)
	switch man := p.at(from); man.kind() {
	case 'P':
		return files == 1 && to.rank == from.rank+forward(man.white())
	case 'N':
		return files == 1 && ranks == 2 || files == 2 && ranks == 1
	// Pieces that move along lines need them clear, and clear is false of a square and itself.
	case 'B':
		return files == ranks && p.clear(from, to)
	case 'R':
		return (files == 0 || ranks == 0) && p.clear(from, to)
	case 'Q':
		return (files == ranks || files == 0 || ranks == 0) && p.clear(from, to)
	case 'K':
		return files <= 1 && ranks <= 1 && from != to
	}
	return false
}

// clear reports whether two squares are different and all squares between them are empty. The
// squares must share a rank, a file or a diagonal.
func (p *Position) clear(from, to square) bool {
	if from == to {
		return false
	}
	step := square{cmp.Compare(to.file, from.file), cmp.Compare(to.rank, from.rank)}
	next := func(s square) square { return square{s.file + step.file, s.rank + step.rank} }
	for s := next(from); s != to; s = next(s) {
		if p.at(s) != 0 {
			return false
		}
	}
	return true
}

// attacked reports whether a man of a side attacks a square.
func (p *Position) attacked(s square, byWhite bool) bool {
	for i, man := range &p.board {
		if man != 0 && man.white() == byWhite && p.attacks(numbered(i), s) {
			return true
		}
	}
	return false
}

// pawnGoes reports whether a pawn goes from one square to another: one or two steps straight
// ahead over empty squares, or a capture, possibly en passant.
func (p *Position) pawnGoes(m move) bool {
	ahead, home, last := forward(p.white), 1, 7
	if !p.white {
		home, last = 6, 0
	}
	if (m.to.rank == last) != (m.become != 0) {
		return false // a pawn promotes on the last rank, and only there
	}
	switch m.become {
	case 0, 'Q', 'R', 'B', 'N':
	default:
		return false
	}
	if p.attacks(m.from, m.to) {
		return p.at(m.to) != 0 || m.to == p.passed
	}
	if m.from.file != m.to.file || p.at(m.to) != 0 {
		return false
	}
	step := square{m.from.file, m.from.rank + ahead}
	return m.to == step || m.from.rank == home && m.to.rank == home+2*ahead && p.at(step) == 0
}

// castles returns the index in rights of the castling that a king's move is, or -1 if it is not
// a possible castling: the right must be present, no man may stand between king and rook, and
// neither the king's square nor the one that it passes over nor its destination may be
// attacked.
func (p *Position) castles(m move) int {
	for i, r := range rights {
		if r.letter.white() != p.white || !p.castle[i] || m.from != r.king || m.to != r.kingGoes() {
			continue
		}
		if p.clear(r.king, r.rook) && !p.attacked(r.king, !p.white) &&
			!p.attacked(r.rookGoes(), !p.white) && !p.attacked(r.kingGoes(), !p.white) {
			return i
		}
	}
	return -1
}

// kingGoes returns the square where the king castles to: two squares towards the rook.
func (r right) kingGoes() square {
	return square{r.king.file + 2*cmp.Compare(r.rook.file, r.king.file), r.king.rank}
}

// rookGoes returns the square where the rook castles to: the one that the king passes over.
func (r right) rookGoes() square {
	return square{r.king.file + cmp.Compare(r.rook.file, r.king.file), r.king.rank}
}

// make makes a move for which goes is true.
func (p *Position) make(m move) {
	man := p.at(m.from)
	pawn := man.kind() == 'P'
	captures := p.at(m.to) != 0
	if pawn && m.from.file != m.to.file && !captures {
		p.put(square{m.to.file, m.from.rank}, 0) // en passant
	}
	if man.kind() == 'K' && distance(m.from.file, m.to.file) == 2 {
		r := rights[p.castles(m)]
		p.put(r.rookGoes(), p.at(r.rook))
		p.put(r.rook, 0)
	}
	p.put(m.from, 0)
	p.put(m.to, man)
	if m.become != 0 {
		p.put(m.to, m.become.of(p.white))
	}

	// A right is lost when its king or rook moves, or the rook is captured.
	for i, r := range rights {
		if m.from == r.king || m.from == r.rook || m.to == r.rook {
			p.castle[i] = false
		}
	}
	p.passed = none
	if pawn && distance(m.from.rank, m.to.rank) == 2 {
		p.passed = square{m.from.file, (m.from.rank + m.to.rank) / 2}
	}
	p.quiet++
	if pawn || captures {
		p.quiet = 0
	}
	if !p.white {
		p.number++
	}
	p.white = !p.white
}

// Passable reports whether a capture en passant is legal.
func (p *Position) Passable() bool {
	for _, from := range squares {
		if p.passed != none && p.at(from).kind() == 'P' && from.file != p.passed.file && p.legal(move{from, p.passed, 0}) {
			return true
		}
	}
	return false
}

// forward returns the direction in which a side's pawns move: 1 or -1.
func forward(white bool) int {
	if white {
		return 1
	}
	return -1
}

func distance(a, b int) int { return max(a-b, b-a) }

package kernel

import "retroproof/chess"

// move returns the move of a step, without what it captures if that is a piece.
func (st step) move() Move {
	m := Move{Color: st.color, From: int(st.from), FromIndex: int(st.fromIndex), Origin: None, To: int(st.to), ToIndex: int(st.toIndex)}
	switch st.kind {
	case pawnTakesPawn:
		m.Takes = Pawn
	case pieceTakesPawn:
		m.Takes, m.From, m.FromIndex = Pawn, None, 0
	}
	return m
}

// withVictim returns a move with what another captures.
func withVictim(m, victim Move) Move {
	m.Takes, m.Origin = victim.Takes, victim.Origin
	return m
}

// withoutPromoted returns a state without the foremost pawn of a colour on a
// file, for a capture of what it promotes to.
func (q *labels) withoutPromoted(s *state, c chess.Color, f int) (state, bool) {
	if !q.promotes[c][f][1] || s.col[f].ahead(c) == 0 {
		return state{}, false
	}
	t := *s
	at := 0
	if c == chess.White {
		at = s.col[f].len() - 1
	}
	if q.isFixed(f, at, s.col[f]) {
		return state{}, false
	}
	t.col[f] = s.col[f].remove(at)
	t.gone[c][q.class[c][f]]++
	return t, true
}

// hasEasy reports whether a queen, rook or knight of the start can be captured.
func (q *labels) hasEasy(n *node, c chess.Color) bool {
	_, ok := q.easy(n, c)
	return ok
}

// easy returns a queen, rook or knight to capture, one that is too many if
// there is such.
func (q *labels) easy(n *node, c chess.Color) (pieceKind, bool) {
	best := numPieceKinds
	for _, k := range []pieceKind{knight, rook, queen} {
		switch {
		case int(n.alive[c][k]) > q.wants[c][k]:
			return k, true
		case int(n.alive[c][k]) > q.keep[c][k] && best == numPieceKinds:
			best = k
		}
	}
	return best, best < numPieceKinds
}

// victims calls try with the pieces that a step may capture.
func (q *labels) victims(n *node, st step, try func(label) bool) bool {
	c := st.color.Other()
	take := func(k pieceKind) bool {
		if st.kind == pawnPromotes {
			// The colour of the square must be that of the bishop.
			if !q.bishopFits(k, st.color, int(st.to)) {
				return false
			}
		}
		return try(label{Move: Move{Takes: k.piece(), Origin: None}})
	}
	if q.every {
		for k := range numPieceKinds {
			if int(n.alive[c][k]) > q.keep[c][k] && take(k) {
				return true
			}
		}
		return false
	}
	k, easy := q.easy(n, c)
	if easy && take(k) {
		return true
	}
	easy = easy && q.uses(easyFirst)
	for _, k := range []pieceKind{darkBishop, lightBishop} {
		a := int(n.alive[c][k])
		if (a > q.wants[c][k] || !easy && a > q.keep[c][k]) && take(k) {
			return true
		}
	}
	if !easy {
		for class, count := range n.open[c] {
			if count > 0 && try(label{Move: Move{Takes: Knight, Origin: None}, takesOpen: true, class: squareClass(class)}) {
				return true
			}
		}
	}
	return false
}

// promotions calls try with the pieces that a pawn may become.
func (q *labels) promotions(st step, l label, try func(label) bool) bool {
	if st.kind != pawnPromotes {
		return try(l)
	}
	if !q.every {
		l.opens = true
		return try(l)
	}
	for k := range numPieceKinds {
		if !q.bishopFits(k, st.color, int(st.to)) {
			continue
		}
		l.Promotes = k.piece()
		if try(l) {
			return true
		}
	}
	return false
}

// bishopFits reports whether a piece is no bishop or one that can come from or
// to the promotion square of a file.
func (p *problem) bishopFits(k pieceKind, c chess.Color, file int) bool {
	switch k {
	case darkBishop:
		return p.class[c][file] == darkSquare
	case lightBishop:
		return p.class[c][file] == lightSquare
	}
	return true
}

package kernel

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// move returns the move of a step, without what it captures if that is a piece.
func (st step) move() Move {
	m := Move{Color: st.color, From: int(st.from), FromIndex: int(st.fromIndex), Origin: None, To: int(st.to),
		ToIndex: int(st.toIndex)}
	switch st.kind {
	case pawnTakesPawn:
		m.Takes = Pawn
	case pieceTakesPawn:
		m.Takes, m.From, m.FromIndex = Pawn, None, 0
	}
	return m
}

// withoutPromoted returns a state without the foremost pawn of a colour on a
// file, for a capture of what it promotes to.
func (l *labels) withoutPromoted(s *state, c chess.Color, f int) (state, bool) {
	if !l.Promotes[c][f][1] || s.col[f].ahead(c) == 0 {
		return state{}, false
	}
	t := *s
	at := s.col[f].foremost(c)
	if l.isFixed(f, at, s.col[f]) {
		return state{}, false
	}
	t.col[f] = s.col[f].remove(at)
	t.gone[c][l.Class[c][f]]++
	return t, true
}

// easy returns a queen, rook or knight to capture, one that is too many if
// there is such.
func (l *labels) easy(n *node, c chess.Color) (facts.PieceKind, bool) {
	best := facts.NumPieceKinds
	for _, k := range []facts.PieceKind{facts.Knight, facts.Rook, facts.Queen} {
		switch {
		case int(n.alive[c][k]) > l.Wants[c][k]:
			return k, true
		case int(n.alive[c][k]) > l.Keep[c][k] && best == facts.NumPieceKinds:
			best = k
		}
	}
	return best, best < facts.NumPieceKinds
}

// victims calls try with the pieces that a step may capture.
func (l *labels) victims(n *node, st step, try func(label) bool) bool {
	c := st.color.Other()
	take := func(k facts.PieceKind) bool {
		if st.kind == pawnPromotes {
			// The colour of the square must be that of the bishop.
			if !l.BishopFits(k, st.color, int(st.to)) {
				return false
			}
		}
		return try(label{Move: Move{Takes: pieceOf(k), Origin: None}})
	}
	if l.every {
		for k := range facts.NumPieceKinds {
			if int(n.alive[c][k]) > l.Keep[c][k] && take(k) {
				return true
			}
		}
		return false
	}
	// One that can be captured anywhere stands for all such: to find one kernel no other is needed.
	k, easy := l.easy(n, c)
	if easy && take(k) {
		return true
	}
	easy = easy && l.uses(easyFirst)
	for _, k := range []facts.PieceKind{facts.DarkBishop, facts.LightBishop} {
		// Bishops bind the rank of the capture, so that they are tried only if one must be captured, or nothing else can.
		a := int(n.alive[c][k])
		if (a > l.Wants[c][k] || !easy && a > l.Keep[c][k]) && take(k) {
			return true
		}
	}
	if !easy {
		for class, count := range n.open[c] {
			if count > 0 && try(label{Move: Move{Takes: Knight, Origin: None}, takesOpen: true,
				class: facts.SquareClass(class)}) {
				return true
			}
		}
	}
	return false
}

// promotions calls try with the pieces that a pawn may become.
func (l *labels) promotions(st step, next label, try func(label) bool) bool {
	if st.kind != pawnPromotes {
		return try(next)
	}
	if !l.every {
		next.opens = true
		return try(next)
	}
	for k := range facts.NumPieceKinds {
		if !l.BishopFits(k, st.color, int(st.to)) {
			continue
		}
		next.Promotes = pieceOf(k)
		if try(next) {
			return true
		}
	}
	return false
}

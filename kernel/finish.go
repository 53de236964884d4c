package kernel

import (
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// finish makes kernels of the path, whose end completes the columns: it names
// what was left open and adds captures of pieces by pieces.
func (l *labels) finish(n *node) (end, found bool) {
	if !l.every {
		moves := l.named(n)
		if moves == nil {
			return false, false
		}
		return l.deliver(moves)
	}
	moves := l.moves()
	// Every order of the captures of pieces by pieces.
	var add func(n node) bool
	add = func(n node) bool {
		if n.left[0]+n.left[1] == 0 {
			if !l.namesFit(&n.counts) {
				return false
			}
			e, f := l.deliver(moves)
			end, found = e, found || f
			return e
		}
		l.nodes++
		l.work += nodeWork
		if l.spent() > l.limit || l.ctx.Err() != nil {
			l.stop, end = errBudget, true
			return true
		}
		for c := range 2 {
			if n.left[c] == 0 {
				continue
			}
			// Exponential in the captures that are left; each counts as a node.
			for k := range facts.NumPieceKinds {
				m := Move{Color: chess.Color(c), From: None, Takes: pieceOf(k), Origin: None, To: None}
				if int(n.alive[1-c][k]) <= l.Keep[1-c][k] || l.classes && outOfOrder(moves, m) {
					continue
				}
				next := n
				next.left[c]--
				next.alive[1-c][k]--
				if !l.balanced(&next.counts) {
					continue
				}
				moves = append(moves, m)
				stop := add(next)
				moves = moves[:len(moves)-1]
				if stop {
					return true
				}
			}
		}
		return false
	}
	add(*n)
	return end, found
}

// moves returns the moves of the path.
func (l *labels) moves() []Move {
	moves := make([]Move, len(l.path))
	for i, step := range l.path {
		moves[i] = step.Move
	}
	return moves
}

// deliver gives a kernel to the visitor, if it stands up to the definition and,
// extended, to the ranks.
func (l *labels) deliver(moves []Move) (end, found bool) {
	all := append(l.deadCaptures(), moves...)
	l.work += replayWork
	if replay(l.Start, l.Goal, all) != nil {
		l.uneven = true
		return false, false
	}
	var e *Extended
	if l.extended {
		l.work += ranksWork
		var ok bool
		if e, ok = l.extend(all); !ok {
			l.uneven = true
			return false, false
		}
	}
	return l.visit(all, e), true
}

// namesFit reports whether the straight promotions at the end of a kernel give
// the pieces that the goal lacks.
func (l *labels) namesFit(n *counts) bool {
	var straight [2][facts.NumSquareClasses]int
	for f := range 8 {
		white, black, _ := l.complete(f, n.col[f])
		straight[chess.White][l.Class[chess.White][f]] += white
		straight[chess.Black][l.Class[chess.Black][f]] += black
	}
	for c := range 2 {
		for class, k := range []facts.PieceKind{facts.DarkBishop, facts.LightBishop} {
			if l.Wants[c][k]-int(n.alive[c][k]) > straight[c][class] {
				return false
			}
		}
	}
	return true
}

// deadCaptures returns the captures of dead bishops.
func (p *problem) deadCaptures() []Move { return pieceCaptures(&p.Dead) }

// pieceCaptures returns captures of pieces by pieces, by the side and kind of what is captured.
func pieceCaptures(victims *[2][facts.NumPieceKinds]int) (moves []Move) {
	for c := range chess.Color(2) {
		for k, count := range victims[c] {
			m := Move{Color: c.Other(), From: None, Takes: pieceOf(facts.PieceKind(k)), Origin: None, To: None}
			moves = append(moves, slices.Repeat([]Move{m}, max(0, count))...)
		}
	}
	return moves
}

// naming gives the open promotions of a path their pieces.
type naming struct {
	*labels
	moves    []Move
	open     []bool    // by move: the pawn promotes to what will be needed
	straight [2][]int  // straight promotions by side, a file for each
	surplus  [2][]Move // what is left of a side, for pieces to capture
}

// named returns the kernel of a path with pieces left open, nil if the
// pieces of the goal cannot be had.
func (l *labels) named(n *node) []Move {
	w := naming{labels: l, moves: l.moves(), open: make([]bool, len(l.path))}
	for f := range 8 {
		white, black, _ := l.complete(f, n.col[f])
		w.straight[0] = append(w.straight[0], slices.Repeat([]int{f}, white)...)
		w.straight[1] = append(w.straight[1], slices.Repeat([]int{f}, black)...)
	}
	for i, x := range l.path {
		w.open[i] = x.opens
		if x.takesOpen {
			w.take(i, x)
		}
	}
	for _, t := range l.Specials {
		// isGoal has seen that there is one.
		i := slices.Index(w.straight[t.Color], t.File)
		w.straight[t.Color] = slices.Delete(w.straight[t.Color], i, i+1)
	}
	for c := range chess.Color(2) {
		if !w.name(n, c) {
			return nil
		}
	}
	for c := range 2 {
		if len(w.surplus[1-c]) != int(n.left[c]) {
			return nil
		}
		for _, m := range w.surplus[1-c] {
			m.Color, m.From, m.To = chess.Color(c), None, None
			w.moves = append(w.moves, m)
		}
	}
	return w.moves
}

// take has a capture of an open piece take what promoted first on such a square: it is a knight.
func (n *naming) take(i int, x label) {
	for j := range i {
		if n.open[j] && n.moves[j].Color != x.Color && n.Class[n.moves[j].Color][n.moves[j].To] == x.class {
			n.moves[j].Promotes, n.open[j] = Knight, false
			return
		}
	}
}

// name gives the promotions of a side to pieces that the goal lacks; the last resort is any piece, to be captured. It
// reports false if not enough can promote.
func (n *naming) name(end *node, c chess.Color) bool {
	var missing [facts.NumPieceKinds]int
	for k := range facts.NumPieceKinds {
		missing[k] = n.Wants[c][k] - int(end.alive[c][k])
		for range -missing[k] {
			n.surplus[c] = append(n.surplus[c], Move{Takes: pieceOf(k), Origin: None})
		}
	}
	// Bishops first: they need their squares.
	for _, k := range []facts.PieceKind{facts.DarkBishop, facts.LightBishop, facts.Queen, facts.Rook, facts.Knight} {
		for i := range n.moves {
			if missing[k] > 0 && n.open[i] && n.moves[i].Color == c && n.BishopFits(k, c, n.moves[i].To) {
				n.moves[i].Promotes, n.open[i] = pieceOf(k), false
				missing[k]--
			}
		}
		n.straight[c] = slices.DeleteFunc(n.straight[c], func(f int) bool {
			fits := missing[k] > 0 && n.BishopFits(k, c, f)
			if fits {
				missing[k]--
			}
			return fits
		})
		if missing[k] > 0 {
			return false
		}
	}
	// What is still open promotes to a piece that is captured later: any will do.
	for i := range n.moves {
		if n.open[i] && n.moves[i].Color == c {
			n.moves[i].Promotes, n.open[i] = Knight, false
			n.surplus[c] = append(n.surplus[c], Move{Takes: Knight, Origin: None})
		}
	}
	for _, f := range n.straight[c] {
		n.surplus[c] = append(n.surplus[c], Move{Origin: f})
	}
	return true
}

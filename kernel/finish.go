package kernel

import (
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// finish makes kernels of the path, whose end completes the columns: it names
// what was left open and adds captures of pieces by pieces.
func (q *labels) finish(n *node) (end, found bool) {
	if !q.every {
		moves := q.named(n)
		if moves == nil {
			return false, false
		}
		return q.deliver(moves)
	}
	moves := make([]Move, 0, len(q.path)+int(n.left[0]+n.left[1]))
	for _, l := range q.path {
		moves = append(moves, l.Move)
	}
	// Every order of the captures of pieces by pieces.
	var add func(n node) bool
	add = func(n node) bool {
		if n.left[0]+n.left[1] == 0 {
			if !q.namesFit(&n.counts) {
				return false
			}
			e, f := q.deliver(moves)
			end, found = e, found || f
			return e
		}
		q.nodes++
		q.work += nodeWork
		if q.spent() > q.limit || q.ctx.Err() != nil {
			q.stop, end = errBudget, true
			return true
		}
		for c := range 2 {
			if n.left[c] == 0 {
				continue
			}
			for k := range facts.NumPieceKinds {
				m := Move{Color: chess.Color(c), From: None, Takes: pieceOf(k), Origin: None, To: None}
				if int(n.alive[1-c][k]) <= q.Keep[1-c][k] || q.classes && outOfOrder(moves, m) {
					continue
				}
				next := n
				next.left[c]--
				next.alive[1-c][k]--
				if !q.balanced(&next.counts) {
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

// deliver gives a kernel to the visitor, if it stands up to the definition and,
// extended, to the ranks.
func (q *labels) deliver(moves []Move) (end, found bool) {
	all := append(q.deadCaptures(), moves...)
	q.work += replayWork
	if replay(q.Start, q.Goal, all) != nil {
		q.uneven = true
		return false, false
	}
	var e *Extended
	if q.extended {
		q.work += ranksWork
		var ok bool
		if e, ok = q.extend(all); !ok {
			q.uneven = true
			return false, false
		}
	}
	return q.visit(all, e), true
}

// namesFit reports whether the straight promotions at the end of a kernel give
// the pieces that the goal lacks.
func (q *labels) namesFit(n *counts) bool {
	var straight [2][facts.NumSquareClasses]int
	for f := range 8 {
		white, black, _ := q.complete(f, n.col[f])
		straight[chess.White][q.Class[chess.White][f]] += white
		straight[chess.Black][q.Class[chess.Black][f]] += black
	}
	for c := range 2 {
		for class, k := range []facts.PieceKind{facts.DarkBishop, facts.LightBishop} {
			if q.Wants[c][k]-int(n.alive[c][k]) > straight[c][class] {
				return false
			}
		}
	}
	return true
}

// deadCaptures returns the captures of dead bishops.
func (p *problem) deadCaptures() []Move {
	var moves []Move
	for c := range 2 {
		for k, count := range p.Dead[c] {
			for range count {
				moves = append(moves, Move{Color: chess.Color(1 - c), From: None, Takes: pieceOf(facts.PieceKind(k)), Origin: None, To: None})
			}
		}
	}
	return moves
}

// named returns the kernel of a path with pieces left open, nil if the
// pieces of the goal cannot be had.
func (q *labels) named(n *node) []Move {
	// Straight promotions, a file for each.
	var straight [2][]int
	for f := range 8 {
		white, black, _ := q.complete(f, n.col[f])
		straight[0] = append(straight[0], slices.Repeat([]int{f}, white)...)
		straight[1] = append(straight[1], slices.Repeat([]int{f}, black)...)
	}
	moves := make([]Move, len(q.path), len(q.path)+int(n.left[0]+n.left[1]))
	isOpen := make([]bool, len(q.path))
	for i, l := range q.path {
		moves[i] = l.Move
		isOpen[i] = l.opens
		if !l.takesOpen {
			continue
		}
		for j := range i {
			if isOpen[j] && moves[j].Color != l.Color && q.Class[moves[j].Color][moves[j].To] == l.class {
				moves[j].Promotes, isOpen[j] = Knight, false
				break
			}
		}
	}
	for _, t := range q.Specials {
		// isGoal has seen that there is one.
		i := slices.Index(straight[t.Color], t.File)
		straight[t.Color] = slices.Delete(straight[t.Color], i, i+1)
	}
	// name gives a promotion to a piece that the goal lacks; the last resort is
	// any piece, to be captured.
	var surplus [2][]Move
	for c := range 2 {
		var missing [facts.NumPieceKinds]int
		for k := range facts.NumPieceKinds {
			missing[k] = q.Wants[c][k] - int(n.alive[c][k])
			for range -missing[k] {
				surplus[c] = append(surplus[c], Move{Takes: pieceOf(k), Origin: None})
			}
		}
		// Bishops first: they need their squares.
		for _, k := range []facts.PieceKind{facts.DarkBishop, facts.LightBishop, facts.Queen, facts.Rook, facts.Knight} {
			for i := range moves {
				if missing[k] > 0 && isOpen[i] && int(moves[i].Color) == c && q.BishopFits(k, chess.Color(c), moves[i].To) {
					moves[i].Promotes, isOpen[i] = pieceOf(k), false
					missing[k]--
				}
			}
			for i := 0; i < len(straight[c]); i++ {
				if missing[k] > 0 && q.BishopFits(k, chess.Color(c), straight[c][i]) {
					straight[c] = slices.Delete(straight[c], i, i+1)
					i--
					missing[k]--
				}
			}
			if missing[k] > 0 {
				return nil
			}
		}
		for i := range moves {
			if isOpen[i] && int(moves[i].Color) == c {
				moves[i].Promotes, isOpen[i] = Knight, false
				surplus[c] = append(surplus[c], Move{Takes: Knight, Origin: None})
			}
		}
		for _, f := range straight[c] {
			surplus[c] = append(surplus[c], Move{Origin: f})
		}
	}
	for c := range 2 {
		if len(surplus[1-c]) != int(n.left[c]) {
			return nil
		}
		for _, m := range surplus[1-c] {
			m.Color, m.From, m.To = chess.Color(c), None, None
			moves = append(moves, m)
		}
	}
	return moves
}

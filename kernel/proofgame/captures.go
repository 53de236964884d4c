package proofgame

import (
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/ways"
)

// mostOpened limits the pawn steps that open a way for pieces before a kernel's move
// is played.
const mostOpened = 4

// fallLater is more than what a longer way costs: pieces that are to be captured anyway are captured first.
const fallLater = 1000

// kernelPlay is the state while the moves of a kernel are played.
type kernelPlay struct {
	*router
	start    *board
	targets  []pawnTarget // of the pawns after the kernel's moves
	enclosed []enclosedMan
	movable  uint32
	goal     *[chess.NumSquares]chess.Man // nil: men are not kept from being shut out
	inside   zones                        // of men that stay where the goal encloses them
}

// play plays the moves of a kernel, and others between them. The game's moves are
// returned, the board at the end is r.end. If a piece does not reach the square on
// which a pawn captures it, list is changed: next time the piece goes there earlier.
func (r *router) play(start *board, list []kernelMove, goal *[chess.NumSquares]chess.Man,
	movable uint32) ([]chess.Move, bool) {
	final := *start
	for _, w := range list {
		final.applyPawns(w)
	}
	later, ok := r.pawnSquares(&final, goal)
	if !ok {
		return nil, false
	}
	a := kernelPlay{router: r, start: start, targets: later, enclosed: enclosedMen(&final, later, goal), movable: movable}
	if r.careful {
		a.goal = goal
	}
	all := list
	list = slices.Clone(all)
	r.end = *start
	var moves []chess.Move
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			if list[j].early == i {
				moves = append(moves, a.placeVictim(&list[j])...)
			}
		}
		before := a.end
		way, ok := a.playFirst(list[i:])
		if !ok {
			way, ok = a.postpone(list[i:], &before)
		}
		if !ok {
			r.earlier(all, list, i)
			return nil, false
		}
		moves = append(moves, way...)
	}
	return moves, true
}

// postpone plays the move after a promotion without a capture that could not be made, and leaves the promotion for
// later: what stands on its square may have no way out yet. The pawn goes to the square before that. The two moves
// change places in the list. The board is the one before the promotion was tried; the game's moves are returned, the
// board at the end is a.end.
func (k *kernelPlay) postpone(list []kernelMove, b *board) (moves []chess.Move, ok bool) {
	w := list[0]
	if w.pawn < 0 || w.capture || w.promote == chess.NoKind || len(list) == 1 || list[1].pawn == w.pawn ||
		list[1].victimPawn == w.pawn {
		return nil, false
	}
	near := w
	near.to, near.promote = ahead(w.color.Other(), w.to), chess.NoKind
	if list[1].passes(near.to) || list[1].passes(w.to) {
		return nil, false
	}
	k.end = *b
	if b.sq[w.pawn] != near.to {
		if moves, ok = k.playFirst(append([]kernelMove{near}, list[1:]...)); !ok {
			return nil, false
		}
	}
	w.from = near.to
	list[0], list[1] = list[1], w
	way, ok := k.playFirst(list)
	return append(moves, way...), ok
}

// earlier marks the piece that did not reach the square where a pawn captures it: the
// next attempt places it there before an earlier move, but not before moves of pawns
// that pass the square.
func (r *router) earlier(all, list []kernelMove, i int) {
	w := list[i]
	if w.pawn < 0 || !w.capture || w.victimPawn >= 0 || w.pawn != all[i].pawn {
		return // the last condition: a promotion was postponed
	}
	first := i
	for first > 0 && !list[first-1].passes(w.to) {
		first--
	}
	if first < i {
		all[i].early = first + r.random(i-first)
	}
}

// playFirst plays the first of the kernel's remaining moves. As long as that fails,
// pawns step forward to open ways. The game's moves are returned, the board at the end
// is a.end.
func (k *kernelPlay) playFirst(list []kernelMove) (moves []chess.Move, ok bool) {
	w := list[0]
	if w.pawn >= 0 && !w.capture && k.end.sq[w.pawn] == w.to {
		return nil, true // it stepped there to open a way
	}
	captured := func(b *board) bool { // the man to be captured has a way
		p := &k.plans.captured
		*p = plan{movable: k.movable &^ b.numbers(b.kind[chess.Pawn])}
		_, ok := k.chooseCapture(p, b, w)
		return ok
	}
	opens := captured
	if k.careful {
		opens = func(b *board) bool {
			_, missing := k.closingZones(b, w, list[1:], nil)
			return !missing
		}
	}
	for opened := 0; ; {
		k.states -= min(k.states, kernelMoveStates)
		b := k.end
		keep, missing := k.closingZones(&b, w, list[1:], b.kingZones(w, k.movable&^k.inside.men()))
		if missing && opened < mostOpened {
			// Pieces may still be at home behind their pawns.
			opened++
			if way, ok := k.pushPawn(&b, list, opens); ok {
				moves = append(moves, way...)
				continue
			}
		}
		if missing && k.careful {
			return nil, false
		}
		way, ok := k.playNow(&b, w, k.openZones(&b, w, list[1:], keep))
		if ok {
			k.confine(keep)
			return append(moves, way...), true
		}
		if way, ok = k.pushPawn(&b, list, captured); !ok {
			if !w.capture {
				k.failedPromotion(w.color, w.to, w.promote)
			}
			k.failedCapture(&w)
			return nil, false
		}
		moves = append(moves, way...)
	}
}

// playNow plays a move of the kernel, and moves of kings and pieces that make it possible.
func (k *kernelPlay) playNow(b *board, w kernelMove, keep *zones) ([]chess.Move, bool) {
	p := k.stayPlan(b)
	if !w.capture {
		return k.push(p, b, w, k.movable, keep)
	}
	way, ok := k.withdraw(b, keep, chess.NoSquares, p.movable)
	if !ok {
		return nil, false
	}
	ready := k.end
	p.bringToZones(&ready, keep)
	last, ok := k.take(p, &ready, w)
	if !ok {
		return nil, false
	}
	return append(append(way, k.path...), last), true
}

// placeVictim brings the piece that a pawn will capture to the square of the capture,
// and fixes it there. The moves are returned, none if that fails; the board at the end
// is a.end.
func (k *kernelPlay) placeVictim(w *kernelMove) []chess.Move {
	b := k.end
	p := k.stayPlan(&b)
	victim, ok := k.chooseCapture(p, &b, *w)
	p.anyTurn = true
	if !ok || !k.small(&b, p) {
		k.end = b
		return nil
	}
	w.placed = victim
	k.movable &^= 1 << victim
	return slices.Clone(k.path)
}

// stayPlan returns a plan in which kings and pieces stay near their first squares.
func (k *kernelPlay) stayPlan(b *board) *plan {
	p := &k.plans.stay
	*p = plan{movable: k.movable &^ b.numbers(b.kind[chess.Pawn])}
	walls := b.obstacles()
	for set := b.occupied() &^ walls.pawns; set != 0; set = set.WithoutFirst() {
		id := b.at[set.First()]
		if k.start.man[id] == b.man[id] {
			p.dist[id] = walls.search(b.man[id], k.start.sq[id].Bit())
			p.weight[id] = stayWeight
		}
	}
	return p
}

// applyPawns changes the pawns of a board as a kernel's move does, and ignores other men
// in the way.
func (b *board) applyPawns(w kernelMove) {
	if w.victimPawn >= 0 {
		b.remove(w.victimPawn)
	}
	if w.pawn < 0 {
		return
	}
	b.remove(w.pawn)
	if w.promote != chess.NoKind {
		return
	}
	b.sq[w.pawn], b.at[w.to] = w.to, int8(w.pawn)
	b.side[w.color] |= w.to.Bit()
	for k := chess.King; k < chess.Pawn; k++ {
		b.kind[k] &^= w.to.Bit()
	}
	b.kind[chess.Pawn] |= w.to.Bit()
}

// applyTargets puts pawns on their targets, as applyPawns does.
func (b *board) applyTargets(list []pawnTarget) {
	for _, e := range list {
		b.applyPawns(e.kernelMove)
	}
}

// after returns the obstacles after a move of the kernel; see applyPawns.
func (b board) after(w kernelMove) obstacles {
	b.applyPawns(w)
	return b.obstacles()
}

// pushPawn plays a random pawn step that would be played later anyway, to open a way for
// pieces. Steps after which the board is one with such a way are preferred.
func (k *kernelPlay) pushPawn(b *board, list []kernelMove, opens func(*board) bool) ([]chess.Move, bool) {
	var could []kernelMove
	for id, sq := range b.sq {
		if sq == offBoard || b.man[id].Kind() != chess.Pawn || id == list[0].pawn {
			continue
		}
		c := b.man[id].Color()
		limit, before := sq, list
		for _, e := range k.targets {
			if e.pawn == id {
				limit = e.to
			}
		}
		for i, w := range list {
			if w.victimPawn == id {
				limit, before = w.to, list[:i]
				if w.pawn < 0 { // a king or piece may capture it on any square
					limit = chess.MakeSquare(sq.File(), c.RelativeRank(6))
				}
				break
			}
			if w.pawn == id {
				before = list[:i]
				limit = w.from
				if !w.capture {
					limit = w.to
				}
				break
			}
		}
		to := ahead(c, sq)
		if slices.ContainsFunc(before, func(w kernelMove) bool { return w.passes(to) }) {
			continue // another pawn passes this square before
		}
		if limit.File() != sq.File() || c.RelativeRank(limit.Rank()) <= c.RelativeRank(sq.Rank()) ||
			ways.LastRank(c).Has(to) || b.kind[chess.Pawn].Has(to) {
			continue
		}
		step := pawnMove(c, id, to, chess.NoKind)
		if ways.HomeRank(c).Has(sq) { // pawns at home block most: three times as likely
			could = append(could, step, step)
		}
		could = append(could, step)
	}
	// Prefer steps after which what is missing has a way.
	if better := slices.DeleteFunc(slices.Clone(could), func(w kernelMove) bool {
		after := *b
		after.shift(w.pawn, after.sq[w.pawn], w.to)
		return !opens(&after)
	}); len(better) > 0 {
		could = better
	}
	for len(could) > 0 {
		e := could[k.random(len(could))]
		var keep *zones
		if k.goal != nil {
			var missing bool
			if keep, missing = k.closingZones(b, e, list, nil); missing {
				could = slices.DeleteFunc(could, func(w kernelMove) bool { return w == e })
				continue
			}
			keep = k.openZones(b, e, list, keep)
		}
		return k.push(k.stayPlan(b), b, e, k.movable, keep)
	}
	return nil, false
}

// take runs small beams until a capture can be made, and makes it on r.end.
func (r *router) take(p *plan, b *board, w kernelMove) (chess.Move, bool) {
	for _, width := range smallWidths {
		q := &r.plans.take
		*q = *p
		victim, ok := r.chooseCapture(q, b, w)
		if !ok {
			return chess.NoMove, false
		}
		var last board
		var move chess.Move
		q.turn = w.color
		q.done = func(b *board) bool {
			to := b.sq[victim]
			capturers := b.side[w.color] &^ b.kind[chess.Pawn]
			if w.pawn >= 0 {
				capturers = b.sq[w.pawn].Bit()
			}
			for from := range capturers.Squares() {
				id := int(b.at[from])
				if w.pawn < 0 && p.movable>>id&1 == 0 || !chess.Attacks(b.man[id], from, b.occupied()).Has(to) {
					continue
				}
				last = *b
				if !last.capture(id, victim) {
					continue
				}
				move = chess.NewMove(from, to)
				if w.promote != chess.NoKind {
					last.promote(id, w.promote)
					move = chess.NewPromotion(from, to, w.promote)
				}
				if last.mobile(p.movable) {
					return true
				}
			}
			return false
		}
		if r.run(b, q, width, smallStall(width)) {
			r.end = last
			return move, true
		}
	}
	return chess.NoMove, false
}

// chooseCapture chooses the man to be captured and, if no pawn captures, the
// capturing man and a square that both can reach soon, and adds these targets to the plan.
func (r *router) chooseCapture(p *plan, b *board, w kernelMove) (victim int, ok bool) {
	if w.placed >= 0 {
		return w.placed, true
	}
	if w.pawn < 0 && w.victimPawn >= 0 {
		w.to = b.sq[w.victimPawn]
	}
	walls := b.obstacles()
	victims := []int{w.victimPawn}
	if w.victimPawn < 0 {
		victims = victims[:0]
		for _, id := range b.group(chess.MakeMan(w.color^1, kinds[w.takes])) {
			dark := b.sq[id].Dark()
			if p.movable>>id&1 != 0 && (w.takes != kernel.DarkBishop || dark) && (w.takes != kernel.LightBishop || !dark) {
				victims = append(victims, id)
			}
		}
	}
	// The cheapest of all triples: who is captured, by whom, and where. For a piece that captures a piece that is all
	// squares for all pairs.
	least, capturer, place := 1<<20, -1, chess.NoSquare
	var near, far ways.Distances
	open := walls.without(w.to)
	consider := func(id, by int, sq chess.Square, d int) {
		if d < unreachable {
			d = 4*d + r.random(10)
			if r.mustFall>>id&1 == 0 {
				d += fallLater
			}
			if d < least {
				least, victim, capturer, place = d, id, by, sq
			}
		}
	}
	// Distances past the pawns as they stand; random differences make attempts differ.
	for _, id := range victims {
		if w.victimPawn >= 0 {
			near = ways.Distances{}
		} else {
			near = walls.search(b.man[id], b.sq[id].Bit())
		}
		if w.pawn >= 0 {
			consider(id, -1, w.to, near.To(w.to))
			continue
		}
		for set := b.side[w.color] &^ walls.pawns; set != 0; set = set.WithoutFirst() {
			by := int(b.at[set.First()])
			if p.movable>>by&1 == 0 {
				continue
			}
			if w.victimPawn >= 0 {
				far = open.beside(b.man[by], w.to)
				consider(id, by, w.to, far.To(b.sq[by]))
				continue
			}
			far = walls.beside(b.man[by], set.First())
			for sq := range chess.Square(chess.NumSquares) {
				consider(id, by, sq, near.To(sq)+far.To(sq))
			}
		}
	}
	if place == chess.NoSquare {
		return 0, false
	}
	if w.victimPawn < 0 {
		p.aim(victim, walls.search(b.man[victim], place.Bit()))
	}
	if capturer >= 0 {
		open := walls.without(place)
		p.dist[capturer] = open.beside(b.man[capturer], place)
		p.weight[capturer] = targetWeight
	}
	return victim, true
}

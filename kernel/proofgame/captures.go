package proofgame

import (
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
)

// mostOpened is how many pawns make way for officers that have to move in before a
// word is played.
const mostOpened = 4

// acting is the state of the words that are being played.
type acting struct {
	*beam
	start   *board
	later   []errand // what pawns have to do after the words
	lodgers []lodger
	movable uint32
}

// play plays the words. The moves are returned, the board at the end is r.end.
// If an officer does not come to where a pawn captures it, the word is changed:
// next time it comes earlier.
func (r *beam) play(start *board, list []word, goal *[chess.NumSquares]chess.Man, movable uint32) ([]chess.Move, bool) {
	final := *start
	for _, w := range list {
		final.skip(w)
	}
	later, ok := r.pawnErrands(&final, goal)
	if !ok {
		return nil, false
	}
	a := acting{r, start, later, lodgersOf(&final, later, goal), movable}
	all := list
	list = slices.Clone(all)
	r.end = *start
	var moves []chess.Move
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			if list[j].early == i {
				moves = append(moves, a.hold(&list[j])...)
			}
		}
		way, ok := a.word(list[i:])
		if !ok {
			r.earlier(all, list, i)
			return nil, false
		}
		moves = append(moves, way...)
	}
	return moves, true
}

// earlier lets the officer that did not come to be captured by a pawn come earlier
// next time, if it does not wait where pawns are to pass.
func (r *beam) earlier(all, list []word, i int) {
	w := list[i]
	if w.pawn < 0 || !w.capture || w.prey >= 0 {
		return
	}
	first := i
	for first > 0 && !list[first-1].passes(w.to) {
		first--
	}
	if first < i {
		all[i].early = first + r.chance(i-first)
	}
}

// word plays the first of the words that are left. As long as that fails, pawns make
// way. The moves are returned, the board at the end is a.end.
func (a *acting) word(list []word) (moves []chess.Move, ok bool) {
	w := list[0]
	for opened := 0; ; {
		a.states -= min(a.states, wordStates)
		b := a.end
		keep, missing := b.admit(w, a.lodgers, a.movable, b.refuges(w, a.movable))
		if missing && opened < mostOpened {
			// Officers may still be at home behind their pawns.
			opened++
			if way, ok := a.open(&b, list); ok {
				moves = append(moves, way...)
				continue
			}
		}
		way, ok := a.perform(&b, w, keep)
		if ok {
			a.movable &^= keep.settled(&a.end)
			return append(moves, way...), true
		}
		if way, ok = a.open(&b, list); !ok {
			return nil, false
		}
		moves = append(moves, way...)
	}
}

// perform plays a word on a board.
func (a *acting) perform(b *board, w word, keep *refuges) ([]chess.Move, bool) {
	p := a.loitering(b)
	if !w.capture {
		return a.push(p, b, errand{id: w.pawn, color: w.color, to: w.to, promote: w.promote}, a.movable, keep)
	}
	way, ok := a.withdraw(b, keep, chess.NoSquares, p.movable)
	if !ok {
		return nil, false
	}
	ready := a.end
	p.prefer(&ready, keep)
	last, ok := a.take(p, &ready, w)
	if !ok {
		return nil, false
	}
	return append(append(way, a.path...), last), true
}

// hold brings the officer that a pawn will capture to its square, where it is to
// wait. The moves are returned, none if that fails; the board at the end is a.end.
func (a *acting) hold(w *word) []chess.Move {
	b := a.end
	p := a.loitering(&b)
	victim, ok := a.choose(p, &b, *w)
	p.anyTurn = true
	if !ok || !a.small(&b, p) {
		a.end = b
		return nil
	}
	w.held = victim
	a.movable &^= 1 << victim
	return slices.Clone(a.path)
}

// loitering returns a plan in which officers stay about their first squares.
func (a *acting) loitering(b *board) *plan {
	p := &plan{movable: a.movable &^ b.numbers(b.kind[chess.Pawn])}
	on := b.terrain()
	for set := b.occupied() &^ on.pawns; set != 0; set = set.WithoutFirst() {
		id := b.at[set.First()]
		if a.start.man[id] == b.man[id] {
			p.dist[id].officer(b.man[id], a.start.sq[id].Bit(), &on, false)
			p.weight[id] = loiter
		}
	}
	return p
}

// skip does to the pawns of a board what a word does, whatever stands about.
func (b *board) skip(w word) {
	if w.prey >= 0 {
		b.remove(w.prey)
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

// skipAll does so for errands.
func (b *board) skipAll(list []errand) {
	for _, e := range list {
		b.skip(e.word())
	}
}

// after returns the terrain when a word has been played, whatever stands about.
func (b board) after(w word) terrain {
	b.skip(w)
	return b.terrain()
}

// open lets a pawn go a step that it would go later anyway: officers may be
// walled in.
func (a *acting) open(b *board, list []word) ([]chess.Move, bool) {
	var could []errand
	for id, sq := range b.sq {
		if sq == gone || b.man[id].Kind() != chess.Pawn || id == list[0].pawn {
			continue
		}
		c := b.man[id].Color()
		limit, before := sq, list
		for _, e := range a.later {
			if e.id == id {
				limit = e.to
			}
		}
		for i, w := range list {
			if w.prey == id {
				limit, before = w.to, list[:i]
				if w.pawn < 0 { // an officer takes it anywhere
					limit = chess.MakeSquare(sq.File(), lastRank(c)-up(c))
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
		to := chess.Square(int(sq) + 8*up(c))
		if slices.ContainsFunc(before, func(w word) bool { return w.passes(to) }) {
			continue // another one has to be there first
		}
		if limit.File() != sq.File() || (limit.Rank()-sq.Rank())*up(c) < 1 || to.Rank() == lastRank(c) || b.kind[chess.Pawn].Has(to) {
			continue
		}
		if sq.Rank() == 1+5*int(c) { // those at home wall in most
			could = append(could, errand{id: id, color: c, to: to}, errand{id: id, color: c, to: to})
		}
		could = append(could, errand{id: id, color: c, to: to})
	}
	// Those after which the victim has a way, if there are any.
	if ways := slices.DeleteFunc(slices.Clone(could), func(e errand) bool {
		after := *b
		after.shift(e.id, after.sq[e.id], e.to)
		_, ok := a.choose(&plan{movable: a.movable &^ b.numbers(b.kind[chess.Pawn])}, &after, list[0])
		return !ok
	}); len(ways) > 0 {
		could = ways
	}
	if len(could) == 0 {
		return nil, false
	}
	return a.push(a.loitering(b), b, could[a.chance(len(could))], a.movable, nil)
}

// take runs small beams until a capture can be made, and makes it on r.end.
func (r *beam) take(p *plan, b *board, w word) (chess.Move, bool) {
	for _, width := range smallWidths {
		q := *p
		victim, ok := r.choose(&q, b, w)
		if !ok {
			return chess.NoMove, false
		}
		var last board
		var move chess.Move
		q.turn = w.color
		q.done = func(b *board) bool {
			to := b.sq[victim]
			hunters := b.side[w.color] &^ b.kind[chess.Pawn]
			if w.pawn >= 0 {
				hunters = b.sq[w.pawn].Bit()
			}
			for set := hunters; set != 0; set = set.WithoutFirst() {
				from := set.First()
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
					last.become(id, w.promote)
					move = chess.NewPromotion(from, to, w.promote)
				}
				if last.mobile(p.movable) {
					return true
				}
			}
			return false
		}
		if r.run(b, &q, width, smallPatience) {
			r.end = last
			return move, true
		}
	}
	return chess.NoMove, false
}

// choose picks the man to be captured and, if an officer captures, a man for
// that, and sends them where they can meet.
func (r *beam) choose(p *plan, b *board, w word) (victim int, ok bool) {
	if w.held >= 0 {
		return w.held, true
	}
	if w.pawn < 0 && w.prey >= 0 {
		w.to = b.sq[w.prey]
	}
	on := b.terrain()
	prey := []int{w.prey}
	if w.prey < 0 {
		prey = prey[:0]
		for _, id := range b.group(chess.MakeMan(w.color^1, kinds[w.takes])) {
			dark := b.sq[id].Dark()
			if p.movable>>id&1 != 0 && (w.takes != kernel.DarkBishop || dark) && (w.takes != kernel.LightBishop || !dark) {
				prey = append(prey, id)
			}
		}
	}
	least, hunter, place := 1<<20, -1, chess.NoSquare
	var near, far distance
	open := on.without(w.to)
	consider := func(id, by int, sq chess.Square, d int) {
		if d < unreachable {
			if d = 4*d + r.chance(10); d < least {
				least, victim, hunter, place = d, id, by, sq
			}
		}
	}
	for _, id := range prey {
		if w.prey >= 0 {
			near = distance{}
		} else {
			near.officer(b.man[id], b.sq[id].Bit(), &on, false)
		}
		if w.pawn >= 0 {
			consider(id, -1, w.to, int(near.d[w.to]))
			continue
		}
		for set := b.side[w.color] &^ on.pawns; set != 0; set = set.WithoutFirst() {
			by := int(b.at[set.First()])
			if p.movable>>by&1 == 0 {
				continue
			}
			if w.prey >= 0 {
				far.officer(b.man[by], w.to.Bit(), &open, true)
				consider(id, by, w.to, int(far.d[b.sq[by]]))
				continue
			}
			far.officer(b.man[by], set.First().Bit(), &on, true)
			for sq := range near.d {
				consider(id, by, chess.Square(sq), int(near.d[sq])+int(far.d[sq]))
			}
		}
	}
	if place == chess.NoSquare {
		return 0, false
	}
	if w.prey < 0 {
		p.dist[victim].officer(b.man[victim], place.Bit(), &on, false)
		p.weight[victim] = wanted
		p.need |= 1 << victim
	}
	if hunter >= 0 {
		open := on.without(place)
		p.dist[hunter].officer(b.man[hunter], place.Bit(), &open, true)
		p.weight[hunter] = wanted
	}
	return victim, true
}

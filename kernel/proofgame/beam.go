package proofgame

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// plan is the aim of a beam search: men on their targets.
type plan struct {
	dist    [maxMen]ways.Distances
	goal    [maxMen]chess.Square // of kings and pieces, see arranged
	weight  [maxMen]int32
	need    uint32 // the men that must come to their targets
	movable uint32
	kings   uint32             // set by measure
	promote [maxMen]chess.Kind // what pawns become

	anyTurn bool
	turn    chess.Color // the side to move at the end
	done    func(b *board) bool
	reverse bool // un-moves
}

// aim makes the plan bring a man to where distances lead.
func (p *plan) aim(id int, way ways.Distances) {
	p.dist[id], p.weight[id] = way, targetWeight
	p.need |= 1 << id
}

// plans is memory for plans, which are large: one for each stage that makes them often.
type plans struct {
	push, withdraw, stay, take, captured plan
}

// The penalties of a beam, in the units of the weights.
const (
	blockedPenalty = 8 // twice that for a king
	checkPenalty   = 4
	lightWeight    = 4 // men of less weight may be blocked
)

// candidate is a move that a beam may keep.
type candidate struct {
	score  int32 // a lower bound of the score, or the score if exact
	next   int32 // the next candidate with the same score, counted from 1; see queue
	parent int32
	id     int8
	noise  int8
	from   chess.Square
	to     chess.Square
	exact  bool
}

// step is a move that a beam kept.
type step struct {
	parent int32
	move   chess.Move
}

// router searches for moves from one board to another. Its memory is reused.
type router struct {
	ctx         context.Context
	states      uint64 // the budget that is left
	randomState uint64 // of the random numbers
	// singleSteps lets pawns make two single steps instead of a double step. Where
	// few kings and pieces can move, that decides which side is to move at the end.
	singleSteps bool
	// mustFall are men of the start that have no way to any square where the goal has such a man: they are captured.
	mustFall uint32
	learned
	*memory
}

// memory is what the searches of a beam write to. Nothing of it outlives a search but path and end.
type memory struct {
	layers [2][]board
	cands  []candidate
	queue  queue
	steps  []step
	starts []int // where the layers begin in steps
	seen   seen

	obstructions obstructions
	plans        plans

	path []chess.Move
	end  board
}

// random returns a random number below n.
func (r *router) random(n int) int { return int(r.next() >> 33 % uint64(n)) }

// next returns 64 random bits.
func (r *router) next() uint64 {
	r.randomState ^= r.randomState << 13
	r.randomState ^= r.randomState >> 7
	r.randomState ^= r.randomState << 17
	return r.randomState
}

// measure sets the distances of a board to the plan's end.
func (p *plan) measure(b *board) {
	b.h, b.need = 0, 0
	for id, sq := range b.sq {
		if sq == offBoard {
			continue
		}
		d := p.distance(id, sq)
		b.h += p.weight[id] * d
		if p.need>>id&1 != 0 {
			b.need += d
		}
	}
	p.kings = b.numbers(b.kind[chess.King])
	b.blocked = p.findBlocked(b)
}

// finished reports whether a board fulfils the plan.
func (p *plan) finished(b *board) bool {
	return b.need == 0 && (p.anyTurn || b.turn == p.turn) && (p.done == nil || p.done(b))
}

// run searches for moves from start that fulfil the plan, and reports whether it found
// some. It keeps width states a ply and gives up after stallLimit plies without
// progress. The moves are in r.path, the last board in r.end.
func (r *router) run(start *board, p *plan, width, stallLimit int) bool {
	r.path = r.path[:0]
	r.end = *start
	p.measure(&r.end)
	if p.finished(&r.end) {
		return true
	}
	r.seen.clear()
	r.steps, r.starts = r.steps[:0], r.starts[:0]
	now, next := 0, 1
	r.layers[now] = append(r.layers[now][:0], r.end)
	r.seen.add(r.end.key)
	best, idle := r.end.h, 0
	for idle < stallLimit && len(r.layers[now]) > 0 {
		if r.ctx.Err() != nil || r.states == 0 {
			return false
		}
		r.cands = r.cands[:0]
		for i := range r.layers[now] {
			if r.expand(p, i, &r.layers[now][i]) {
				r.trace(p)
				return true
			}
		}
		r.states -= min(r.states, uint64(len(r.cands)))
		r.starts = append(r.starts, len(r.steps))
		r.layers[next] = r.keep(p, r.layers[now], r.layers[next][:0], width)
		idle++
		for i := range r.layers[next] {
			if h := r.layers[next][i].h; h < best {
				best, idle = h, 0
			}
		}
		now, next = next, now
	}
	return false
}

// keep makes the best moves of a layer, at most width, and returns the next layer. The
// penalties of a move can be computed only after it was made, so that candidates are in
// the queue with a lower bound of their score. The first one is made; if its score is
// worse than the bound, it is put back into the queue with its score.
func (r *router) keep(p *plan, layer, next []board, width int) []board {
	r.queue.fill(r.cands)
	for len(next) < width {
		i := r.queue.pop(r.cands)
		if i < 0 {
			break
		}
		c := &r.cands[i]
		before := &layer[c.parent]
		key := before.key ^ keys[c.id][c.from] ^ keys[c.id][c.to] ^ blackKey
		if r.seen.has(key) {
			continue
		}
		next = append(next, *before)
		b := &next[len(next)-1]
		p.play(b, int(c.id), c.from, c.to)
		if c.exact {
			p.updateBlocked(b, c.from, c.to)
		} else {
			score, legal := p.value(b, c.from, c.to)
			if score += int32(c.noise); legal && score > c.score {
				c.score, c.exact = score, true
				r.queue.push(r.cands, i)
				legal = false
			}
			if !legal {
				next = next[:len(next)-1]
				continue
			}
		}
		r.seen.add(key)
		r.steps = append(r.steps, step{c.parent, p.move(b, int(c.id), c.from, c.to)})
	}
	return next
}

// play makes a move on a board and keeps its distances.
func (p *plan) play(b *board, id int, from, to chess.Square) {
	b.shift(id, from, to)
	if b.man[id].Kind() == chess.Pawn && ways.LastRank(b.man[id].Color()).Has(to) {
		b.promote(id, p.promote[id])
	}
	d := p.distance(id, to) - p.distance(id, from)
	b.h += p.weight[id] * d
	if p.need>>id&1 != 0 {
		b.need += d
	}
}

// move returns a move that was just played.
func (p *plan) move(b *board, id int, from, to chess.Square) chess.Move {
	switch {
	case p.reverse:
		return chess.NewMove(to, from)
	case p.promote[id] != chess.NoKind && ways.LastRank(b.man[id].Color()).Has(to):
		return chess.NewPromotion(from, to, p.promote[id])
	}
	return chess.NewMove(from, to)
}

// expand collects the moves of a state, and reports whether one ends the search: that
// move is then the last candidate, and r.end the board after it.
func (r *router) expand(p *plan, parent int, b *board) bool {
	us := b.turn
	if p.reverse {
		us ^= 1
	}
	p.obstruct(b, &r.obstructions)
	occupied := b.occupied()
	for set := b.side[us]; set != 0; set = set.WithoutFirst() {
		from := set.First()
		id := int(b.at[from])
		if p.movable>>id&1 == 0 {
			continue
		}
		d, weight := p.distance(id, from), p.weight[id]
		to := b.reach(id, from, occupied)
		if b.man[id].Kind() == chess.Pawn {
			to &= p.dist[id].Closer(from)
		}
		base := b.h - weight*d + r.obstructions.all - r.obstructions.by[from]
		if r.obstructions.blocked>>id&1 != 0 {
			base -= p.penalty(1 << id)
		}
		needed := p.need>>id&1 != 0
		// Fields are written where they stay: a candidate that is made elsewhere and copied takes several times as long.
		r.cands = slices.Grow(r.cands, to.Count())
		noises := r.next()
		for ; to != 0; to = to.WithoutFirst() {
			sq := to.First()
			closer := p.distance(id, sq)
			noise := int32(bits.RotateLeft64(noises, 2*int(sq)) & 3)
			n := len(r.cands)
			r.cands = r.cands[:n+1]
			c := &r.cands[n]
			c.score, c.parent = base+weight*closer+noise, int32(parent)
			c.id, c.noise, c.from, c.to, c.exact = int8(id), int8(noise), from, sq, false
			if (b.need == 0 || needed && b.need-d+closer == 0) && r.ends(p, b, id, from, sq) {
				return true
			}
		}
	}
	return false
}

// ends reports whether a move of a state ends the search: r.end is the board then.
func (r *router) ends(p *plan, b *board, id int, from, to chess.Square) bool {
	if r.seen.has(b.key ^ keys[id][from] ^ keys[id][to] ^ blackKey) {
		return false
	}
	r.end = *b
	p.play(&r.end, id, from, to)
	return !r.end.checked(r.end.turn^1) && p.finished(&r.end)
}

// obstructions are the penalties for the blocked men of a state.
type obstructions struct {
	all     int32                   // the sum
	by      [chess.NumSquares]int32 // at most so much less when the man on a square moves away
	blocked uint32                  // the blocked men
}

// obstruct finds the men that cannot come closer to their targets, and what
// stands in their way.
func (p *plan) obstruct(b *board, o *obstructions) {
	*o = obstructions{}
	o.blocked = b.blocked
	o.all = p.penalty(b.blocked)
	occupied := b.occupied()
	for set := b.blocked; set != 0; set &= set - 1 {
		id := bits.TrailingZeros32(set)
		sq := b.sq[id]
		closer := p.dist[id].Closer(sq)
		m := b.man[id]
		if m.Kind() == chess.Pawn {
			o.by[ahead(m.Color(), sq)] += blockedPenalty
			continue
		}
		penalty := p.penalty(1 << id)
		if m.Kind() == chess.King {
			// Men that alone keep it from a square.
			var guards chess.Bitboard
			for set := chess.KingAttacks(sq) & closer &^ occupied; set != 0; set = set.WithoutFirst() {
				if by := b.attackers(set.First(), m.Color()^1, occupied&^sq.Bit()); by.WithoutFirst() == 0 {
					guards |= by
				}
			}
			for ; guards != 0; guards = guards.WithoutFirst() {
				o.by[guards.First()] += penalty
			}
		}
		for set := chess.Attacks(m, sq, occupied) & occupied; set != 0; set = set.WithoutFirst() {
			without := occupied &^ set.First().Bit()
			if chess.Attacks(m, sq, without)&^without&closer != 0 {
				o.by[set.First()] += penalty
			}
		}
	}
}

// reach returns where a man can go without capturing.
func (b *board) reach(id int, sq chess.Square, occupied chess.Bitboard) chess.Bitboard {
	m := b.man[id]
	if m.Kind() != chess.Pawn {
		return chess.Attacks(m, sq, occupied) &^ occupied
	}
	c := m.Color()
	to := ways.Ahead(c, sq.Bit()) &^ occupied
	if ways.HomeRank(c).Has(sq) {
		to |= ways.Ahead(c, to) &^ occupied
	}
	return to
}

// value returns the score of a state, and whether the move that led to it is legal and another one can follow. Before,
// b.blocked is that of the state before the move.
func (p *plan) value(b *board, from, to chess.Square) (score int32, legal bool) {
	// Forwards, the side that moved must not be in check; backwards, the one that
	// is not to move before.
	if b.checked(b.turn ^ 1) {
		return 0, false
	}
	check := b.checked(b.turn)
	if check && !p.escapes(b) {
		return 0, false // a search of few states that all have such a check would end here
	}
	p.updateBlocked(b, from, to)
	score = b.h + p.penalty(b.blocked)
	if check {
		score += checkPenalty
	}
	return score, true
}

// escapes reports whether a check on a board can be met without capturing, or, backwards, can have been given by such a
// move. Forwards the king moves, backwards a man that gives check, or else one man goes between: never against two
// checks.
func (p *plan) escapes(b *board) bool {
	us, occupied := b.turn, b.occupied()
	king := b.side[us] & b.kind[chess.King]
	at := king.First()
	checkers := b.attackers(at, us^1, occupied)
	free, between := king, chess.Between(at, checkers.First())
	if checkers.WithoutFirst() != 0 {
		between = chess.NoSquares
	}
	if p.reverse {
		us ^= 1
		free = checkers
	}
	for set := b.side[us]; set != 0; set = set.WithoutFirst() {
		from := set.First()
		id := int(b.at[from])
		if p.movable>>id&1 == 0 || between == 0 && !free.Has(from) {
			continue
		}
		to := b.reach(id, from, occupied)
		if !free.Has(from) {
			to &= between
		}
		for ; to != 0; to = to.WithoutFirst() {
			if b.mayShift(id, from, to.First()) {
				return true
			}
		}
	}
	return false
}

// trace sets r.path to the moves that end with the last candidate.
func (r *router) trace(p *plan) {
	c := r.cands[len(r.cands)-1]
	r.path = append(r.path[:0], p.move(&r.end, int(c.id), c.from, c.to))
	at := c.parent
	for i := len(r.starts) - 1; i >= 0; i-- {
		s := r.steps[r.starts[i]+int(at)]
		r.path = append(r.path, s.move)
		at = s.parent
	}
	if !p.reverse {
		slices.Reverse(r.path)
	}
}

// beams are the memory of beams that are not used any more.
var beams = sync.Pool{New: func() any { return new(memory) }}

// release makes the memory of a router that of another one. The router must not be used any more.
func (r *router) release() {
	beams.Put(r.memory)
	r.memory = nil
}

// newRouter returns a router with a budget of states.
func newRouter(ctx context.Context, seed, states uint64) *router {
	r := &router{ctx: ctx, states: states, randomState: seed*0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D,
		memory: beams.Get().(*memory)}
	if r.randomState == 0 {
		r.randomState = 1
	}
	for range 8 {
		r.random(2)
	}
	return r
}

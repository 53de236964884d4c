package proofgame

import (
	"context"
	"slices"

	"retroproof/chess"
)

// plan is what a beam is to achieve: men on their targets.
type plan struct {
	dist    [maxMen]distance
	goal    [maxMen]chess.Square // of officers, see aim
	weight  [maxMen]int32
	need    uint32 // the men that must come to their targets
	movable uint32
	promote [maxMen]chess.Kind // what pawns become

	anyTurn bool
	turn    chess.Color // the side to move at the end
	done    func(b *board) bool
	reverse bool // un-moves
}

// The penalties of a beam, in the units of the weights.
const (
	blockedPenalty = 8
	checkPenalty   = 4
	lightWeight    = 4 // men of less weight may be blocked
)

// candidate is a move that a beam may keep.
type candidate struct {
	score    int32
	parent   int32
	id       int8
	from, to chess.Square
	key      uint64
}

// step is a move that a beam kept.
type step struct {
	parent int32
	move   chess.Move
}

// beam searches for ways from board to board. Its memory is used again.
type beam struct {
	ctx    context.Context
	states uint64 // the budget that is left
	random uint64

	layers [2][]board
	cands  []candidate
	order  []uint64
	steps  []step
	starts []int // where the layers begin in steps
	seen   seen

	path []chess.Move
	end  board
}

// chance returns a random number below n.
func (r *beam) chance(n int) int {
	r.random ^= r.random << 13
	r.random ^= r.random >> 7
	r.random ^= r.random << 17
	return int(r.random >> 33 % uint64(n))
}

// measure sets the distances of a board to the plan's end.
func (p *plan) measure(b *board) {
	b.h, b.need = 0, 0
	for id, sq := range b.sq {
		if sq == gone {
			continue
		}
		d := int32(p.dist[id].d[sq])
		b.h += p.weight[id] * d
		if p.need>>id&1 != 0 {
			b.need += d
		}
	}
}

// finished reports whether a board is what the plan asks for.
func (p *plan) finished(b *board) bool {
	return b.need == 0 && (p.anyTurn || b.turn == p.turn) && (p.done == nil || p.done(b))
}

// run plays from start to the end of the plan, with so many states a ply, until
// there was no progress for some plies. The way is in r.path, the end in r.end.
func (r *beam) run(start *board, p *plan, width, patience int) bool {
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
	for idle < patience && len(r.layers[now]) > 0 {
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
		r.rank()
		r.starts = append(r.starts, len(r.steps))
		layer := r.layers[next][:0]
		idle++
		for _, o := range r.order {
			if len(layer) == width {
				break
			}
			c := &r.cands[o&(1<<32-1)]
			if !r.seen.add(c.key) {
				continue
			}
			layer = append(layer, r.layers[now][c.parent])
			b := &layer[len(layer)-1]
			p.play(b, int(c.id), c.from, c.to)
			if b.h < best {
				best, idle = b.h, 0
			}
			r.steps = append(r.steps, step{c.parent, p.move(b, int(c.id), c.from, c.to)})
		}
		r.layers[next] = layer
		now, next = next, now
	}
	return false
}

// rank sorts the candidates by score.
func (r *beam) rank() {
	r.order = r.order[:0]
	for i := range r.cands {
		r.order = append(r.order, uint64(r.cands[i].score)<<32|uint64(i))
	}
	slices.Sort(r.order)
}

// play makes a move on a board and keeps its distances.
func (p *plan) play(b *board, id int, from, to chess.Square) {
	b.shift(id, from, to)
	if b.man[id].Kind() == chess.Pawn && to.Rank() == lastRank(b.man[id].Color()) {
		b.become(id, p.promote[id])
	}
	d := int32(p.dist[id].d[to]) - int32(p.dist[id].d[from])
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
	case p.promote[id] != chess.NoKind && to.Rank() == lastRank(b.man[id].Color()):
		return chess.NewPromotion(from, to, p.promote[id])
	}
	return chess.NewMove(from, to)
}

// expand collects the moves of a state, and reports whether one ends the search:
// then it is the last candidate.
func (r *beam) expand(p *plan, parent int, b *board) bool {
	us := b.turn
	if p.reverse {
		us ^= 1
	}
	occupied := b.occupied()
	for set := b.side[us]; set != 0; set = set.WithoutFirst() {
		from := set.First()
		id := int(b.at[from])
		if p.movable>>id&1 == 0 {
			continue
		}
		var to chess.Bitboard
		if m := b.man[id]; m.Kind() == chess.Pawn {
			to = pushes(us, from, occupied) & p.dist[id].below[p.dist[id].d[from]]
		} else {
			to = chess.Attacks(m, from, occupied) &^ occupied
		}
		for ; to != 0; to = to.WithoutFirst() {
			if r.try(p, parent, b, id, from, to.First()) {
				return true
			}
		}
	}
	return false
}

// pushes returns where a pawn can go without capturing.
func pushes(c chess.Color, from chess.Square, occupied chess.Bitboard) chess.Bitboard {
	one := chess.Square(int(from) + 8*up(c))
	if occupied.Has(one) {
		return chess.NoSquares
	}
	if from.Rank() != 1+5*int(c) {
		return one.Bit()
	}
	return one.Bit() | chess.Square(int(from)+16*up(c)).Bit()&^occupied
}

// try adds a move to the candidates if it is legal and leads to a new state.
func (r *beam) try(p *plan, parent int, b *board, id int, from, to chess.Square) bool {
	key := b.key ^ keys[id][from] ^ keys[id][to] ^ blackKey
	if r.seen.has(key) {
		return false
	}
	pawn := p.promote[id] != chess.NoKind && b.man[id].Kind() == chess.Pawn
	h, need := b.h, b.need
	p.play(b, id, from, to)
	last := r.value(p, b, candidate{0, int32(parent), int8(id), from, to, key})
	if pawn && b.man[id].Kind() != chess.Pawn {
		b.become(id, chess.Pawn)
	}
	b.shift(id, to, from)
	b.h, b.need = h, need
	return last
}

// value adds a candidate whose move is on the board, and reports whether it
// ends the search.
func (r *beam) value(p *plan, b *board, c candidate) bool {
	// Forwards, the side that moved must not be in check; backwards, the one that
	// is not to move before.
	if b.checked(b.turn ^ 1) {
		return false
	}
	score := b.h + int32(r.chance(4))
	if b.checked(b.turn) {
		score += checkPenalty
	}
	occupied := b.occupied()
	for id, sq := range b.sq {
		if sq == gone || p.weight[id] < lightWeight {
			continue
		}
		d := p.dist[id].d[sq]
		if d == 0 {
			continue
		}
		var to chess.Bitboard
		if m := b.man[id]; m.Kind() == chess.Pawn {
			to = pushes(m.Color(), sq, occupied)
		} else {
			to = chess.Attacks(m, sq, occupied) &^ occupied
		}
		if to&p.dist[id].below[d] == 0 {
			score += blockedPenalty
		}
	}
	c.score = score
	r.cands = append(r.cands, c)
	if p.finished(b) {
		r.end = *b
		return true
	}
	return false
}

// trace writes the way down that ends with the last candidate.
func (r *beam) trace(p *plan) {
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

// newBeam returns a beam with a budget of states.
func newBeam(ctx context.Context, seed, states uint64) *beam {
	r := &beam{ctx: ctx, states: states, random: seed*0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D}
	if r.random == 0 {
		r.random = 1
	}
	for range 8 {
		r.chance(2)
	}
	return r
}

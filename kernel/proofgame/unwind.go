package proofgame

import (
	"cmp"
	"slices"

	"retroproof/chess"
	"retroproof/kernel/rules"
)

// Tight goals: corners and cages that must be filled in a certain order, and positions in
// which few men can have moved last. unwind searches backwards from such a goal, with
// captures, promotions and pawn moves taken back, for a position in which officers have
// room: a beam search, as all others here, but of legal un-moves.

const (
	unwindWidth   = 32 // of the first search, each further one has twice as much
	unwindMore    = 5  // how often that is
	unwindLongest = 80 // plies
	unwindStates  = 30 // what a predecessor costs, of the budget
	unwindStall   = 12 // plies without progress after which it ends, and four more for each further search
	unwindEnough  = 4  // the tightness below which it ends
	unwindKept    = 8  // positions that it returns
	unwindShare   = 2  // the part of all states used so far that searches may have used
	unwindPast    = 5  // plies that can be taken back from what it returns
	unwindSame    = 2  // positions kept that differ in officers with room only, twice as many in each further search
	roomWanted    = 8  // squares that an officer should be able to reach
)

// unwound is a position of the backward search.
type unwound struct {
	p      chess.Position
	move   chess.Move // that leads from it to the position it came from
	parent int        // index of that among all, -1 for the goal
	score  int
	tight  uint64 // the same for positions with the same pawns and officers without room
}

// looser is a position before the goal, and the moves from there to the goal.
type looser struct {
	p    chess.Position
	tail []chess.Move
}

// unwind takes back moves until officers have as much room as can be found. The goal
// becomes that position; the moves are returned in the order in which they are played.
// Successive calls return other positions.
func (c *builder) unwind(goal *chess.Position) (tail []chess.Move) {
	if len(c.looser) == 0 && c.unwinding <= (c.o.States-c.states)/unwindShare {
		left := c.states
		c.looser = c.searchBack(goal)
		c.unwinding += left - c.states
	}
	if len(c.looser) == 0 {
		return nil
	}
	l := c.looser[0]
	c.looser = c.looser[1:]
	*goal = l.p
	return slices.Clone(l.tail)
}

// searchBack returns positions in which officers have more room than in the goal, those
// with the most room first.
func (c *builder) searchBack(goal *chess.Position) []looser {
	score, _ := c.tightness(goal)
	if score == 0 {
		return nil
	}
	more := min(c.unwound, unwindMore)
	width, same, stall := unwindWidth<<more, unwindSame<<more, unwindStall+4*more
	c.unwound++
	all := []unwound{{p: *goal, parent: -1, score: score}}
	layer := []int{0}
	seen := map[uint64]bool{goal.Key(): true}
	kept := map[uint64]int{} // by unwound.tight
	var found []int          // in all, those from which more can be taken back
	best := score
	var next []unwound
	var order []int // of next
	var retractions []chess.Retraction
	for ply, idle := 0, 0; ply < unwindLongest && idle < stall && len(layer) > 0 && c.states > 0 && c.ctx.Err() == nil; ply++ {
		next = next[:0]
		if c.unwound%2 == 1 {
			clear(kept) // counts for each ply: other searches go through more different cages
		}
		for _, i := range layer {
			p := &all[i].p
			retractions = p.Retractions(retractions[:0], chess.UnmoveOptions{MaterialLimit: true})
			for _, r := range retractions {
				c.states -= min(c.states, unwindStates)
				before := p.Before(r.Unmoves(nil)[0])
				if seen[before.Key()] {
					continue
				}
				seen[before.Key()] = true
				score, tight := c.tightness(&before)
				next = append(next, unwound{before, r.Move, i, score + c.random(4), tight})
			}
		}
		order = order[:0]
		for i := range next {
			order = append(order, i)
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(next[i].score, next[j].score) })
		layer = layer[:0]
		idle++
		for _, i := range order {
			if len(layer) == width {
				break
			}
			u := &next[i]
			if kept[u.tight] == same {
				continue
			}
			if setup := u.p.Setup(); rules.Reach(&c.setup, &setup) != nil {
				continue
			}
			kept[u.tight]++
			all = append(all, *u)
			layer = append(layer, len(all)-1)
			// What cannot be taken back any further would be no help.
			later := len(all) - 1
			for n := 0; n < unwindPast && later >= 0; n++ {
				later = all[later].parent
			}
			if later > 0 && !slices.Contains(found, later) {
				found = append(found, later)
				if all[later].score < best {
					best, idle = all[later].score, 0
				}
			}
		}
		if best < unwindEnough {
			break
		}
	}
	slices.SortStableFunc(found, func(i, j int) int { return cmp.Compare(all[i].score, all[j].score) })
	var list []looser
	kinds := map[uint64]bool{}
	for _, i := range found {
		if len(list) == unwindKept {
			break
		}
		if kinds[all[i].tight] {
			continue
		}
		kinds[all[i].tight] = true
		l := looser{p: all[i].p}
		for ; all[i].parent >= 0; i = all[i].parent {
			l.tail = append(l.tail, all[i].move)
		}
		list = append(list, l)
	}
	return list
}

// tightness is larger the less room the officers of a position have, those at home
// apart. key is that of its pawns and of those officers.
func (c *builder) tightness(p *chess.Position) (sum int, key uint64) {
	pawns := p.Kind(chess.Pawn)
	occupied := p.Occupied()
	var guarded [2]chess.Bitboard
	for set := pawns; set != 0; set = set.WithoutFirst() {
		sq := set.First()
		side := p.At(sq).Color()
		key ^= keys[p.At(sq)][sq]
		guarded[side.Other()] |= chess.PawnAttacks(side, sq)
	}
	for set := occupied &^ pawns; set != 0; set = set.WithoutFirst() {
		sq := set.First()
		m := p.At(sq)
		if c.setup.Board[sq] == m {
			continue
		}
		closed := pawns
		weight := 1
		if m.Kind() == chess.King {
			closed |= guarded[m.Color()]
			weight = 2
		}
		room := sq.Bit()
		for front := room; front != 0 && room.Count() <= roomWanted; {
			to := chess.Attacks(m, front.First(), pawns) &^ closed &^ room
			front = front.WithoutFirst() | to
			room |= to
		}
		lack := 4*max(0, roomWanted-room.Count()) + 3*(3-min(3, (chess.Attacks(m, sq, occupied)&^occupied&^closed).Count()))
		if lack > 0 {
			sum += weight * lack
			key ^= keys[m][sq]
		}
	}
	if p.Turn() == chess.Black {
		key ^= blackKey
	}
	return sum, key
}

package proofgame

import (
	"cmp"
	"slices"

	"retroproof/chess"
	"retroproof/kernel/rules"
)

// Tight goals: corners and cages that must be filled in a certain order, and positions in
// which few men can have moved last. unwind searches backwards from such a goal, with
// captures, promotions and pawn moves taken back, for a position in which kings and pieces have
// room: a beam search, as all others here, but of legal un-moves.

const (
	unwindWidth   = 32      // of the first search, each further one has twice as much
	unwindMore    = 5       // how often that is
	unwindLongest = 80      // plies
	unwindStates  = 30      // what a predecessor costs, of the budget
	unwindStall   = 12      // plies without progress after which it ends, and four more for each further search
	unwindEnough  = 4       // the tightness below which it ends
	unwindKept    = 8       // positions that it returns
	unwindShare   = 2       // the part of all states used so far that searches may have used
	unwindPast    = 5       // plies that can be taken back from what it returns
	unwindSame    = 2       // positions kept that differ in men with room only, twice as many in each further search
	unwindRuled   = 1 << 18 // positions about which it is remembered whether rules refute them
	roomWanted    = 8       // squares that a king or piece should be able to reach

	cageWidth = 64 // of the first search by lockedIn, each further one has twice as much
	cageSame  = 4  // positions kept a ply in which the same men are locked, twice as many in each further search
	cageWorse = 12 // what the positions that such a search returns may be worse than the best
	cageTries = 2  // attempts from each of them
)

// unwound is a position of the backward search.
type unwound struct {
	p      chess.Position
	move   chess.Move // that leads from it to the position it came from
	parent int        // index of that among all, -1 for the goal
	score  int
	tight  uint64 // the key of the measure: of what has no room
}

// looser is a position before the goal, and the moves from there to the goal.
type looser struct {
	p    chess.Position
	tail []chess.Move

	tries int // attempts that may still begin from it
}

// backSearch is how a search backwards measures positions and what it keeps.
type backSearch struct {
	cages bool // by lockedIn, or by tightness
	// measure returns how little room kings and pieces have, and a key of what is tight.
	measure            func(p *chess.Position) (score int, key uint64)
	width, same, stall int
	each               bool // same counts for each ply
}

// unwind takes back moves until kings and pieces have as much room as can be found. The goal
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
	if l.tries--; l.tries > 0 {
		c.looser = append(c.looser, l)
	}
	*goal = l.p
	return slices.Clone(l.tail)
}

// nextSearch returns how the next search goes: by lockedIn and by tightness in turn. The latter finds positions before
// goals that pawns shut in.
func (c *builder) nextSearch() (o backSearch) {
	more := min(c.unwound/2, unwindMore)
	if o.cages = c.unwound%2 == 0; o.cages {
		o = backSearch{cages: true, measure: c.lockedIn, width: cageWidth << more, same: cageSame << more, each: true}
	} else {
		// In every other one of these other searches go through more different cages.
		o = backSearch{measure: c.tightness, width: unwindWidth << more, same: unwindSame << more, each: c.unwound%4 == 1}
	}
	o.stall = unwindStall + 4*more
	c.unwound++
	return o
}

// searchBack returns positions in which kings and pieces have more room than in the goal, those
// with the most room first.
func (c *builder) searchBack(goal *chess.Position) []looser {
	if score, _ := c.tightness(goal); score == 0 {
		return nil
	}
	if c.ruled == nil {
		c.ruled = map[uint64]bool{}
	}
	o := c.nextSearch()
	score, _ := o.measure(goal)
	all := []unwound{{p: *goal, parent: -1, score: score}}
	layer := []int{0}
	seen := map[uint64]bool{goal.Key(): true}
	kept := map[uint64]int{} // by unwound.tight
	var found []int          // in all, those from which more can be taken back
	best := score
	var next []unwound
	var order []int // of next
	var retractions []chess.Retraction
	for ply, idle := 0, 0; ply < unwindLongest && idle < o.stall && len(layer) > 0 && c.states > 0 && c.ctx.Err() == nil; ply++ {
		next = next[:0]
		if o.each {
			clear(kept)
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
				score, tight := o.measure(&before)
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
			if len(layer) == o.width {
				break
			}
			u := &next[i]
			if kept[u.tight] == o.same {
				continue
			}
			if c.refuted(&u.p) {
				continue
			}
			if !c.hasSources(&u.p) {
				continue
			}
			if o.cages {
				// A king that has come from where a pawn guards, for instance, was never there.
				if retractions = u.p.Retractions(retractions[:0], chess.UnmoveOptions{MaterialLimit: true}); len(retractions) == 0 {
					continue
				}
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
	return o.choose(all, found)
}

// refuted reports whether rules refute a position. It remembers that, as one search after the other comes to
// much the same positions and the rules take most of their time.
func (c *builder) refuted(p *chess.Position) bool {
	key := p.Key()
	no, known := c.ruled[key]
	if !known {
		setup := p.Setup()
		no = rules.Reach(&c.setup, &setup) != nil
		if len(c.ruled) < unwindRuled {
			c.ruled[key] = no
		}
	}
	return no
}

// choose returns the best of the positions that a search has found, which differ in what is tight, or, if men lock
// each other, in that or in the men.
func (b *backSearch) choose(all []unwound, found []int) (list []looser) {
	slices.SortStableFunc(found, func(i, j int) int { return cmp.Compare(all[i].score, all[j].score) })
	kinds := map[uint64]bool{}
	for _, i := range found {
		u := &all[i]
		kind, tries := u.tight, 1
		if b.cages {
			if u.score > min(all[0].score/2, all[found[0]].score+cageWorse) {
				break
			}
			kind ^= materialKey(&u.p)
			tries = cageTries
		}
		if kinds[kind] {
			continue
		}
		kinds[kind] = true
		l := looser{p: u.p, tries: tries}
		for ; all[i].parent >= 0; i = all[i].parent {
			l.tail = append(l.tail, all[i].move)
		}
		if list = append(list, l); len(list) == unwindKept {
			break
		}
	}
	return list
}

// tightness is larger the less room kings and pieces of a position have, those at home
// apart. key is that of its pawns and of those men.
func (c *builder) tightness(p *chess.Position) (sum int, key uint64) {
	pawns := p.Kind(chess.Pawn)
	occupied := p.Occupied()
	guarded := guardedBy(p)
	for set := pawns; set != 0; set = set.WithoutFirst() {
		sq := set.First()
		key ^= keys[p.At(sq)][sq]
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
		room := roomOf(m, sq, pawns, closed)
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

// roomOf returns the squares that a king or piece can reach past walls if some squares are closed to it; once there are
// more than roomWanted, no more of them.
func roomOf(m chess.Man, sq chess.Square, walls, closed chess.Bitboard) chess.Bitboard {
	room := sq.Bit()
	for front := room; front != 0 && room.Count() <= roomWanted; {
		to := chess.Attacks(m, front.First(), walls) &^ closed &^ room
		front = front.WithoutFirst() | to
		room |= to
	}
	return room
}

// guardedBy returns, for each side, the squares that enemy pawns attack.
func guardedBy(p *chess.Position) (guarded [2]chess.Bitboard) {
	for set := p.Kind(chess.Pawn); set != 0; set = set.WithoutFirst() {
		side := p.At(set.First()).Color()
		guarded[side.Other()] |= chess.PawnAttacks(side, set.First())
	}
	return guarded
}

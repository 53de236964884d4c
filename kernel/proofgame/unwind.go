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

	cageWidth = 64 // of the first search for cages, each further one has twice as much
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
	cages              bool // see tightness
	width, same, stall int
	each               bool // same counts for each ply
}

// unwind takes back moves until kings and pieces have as much room as can be found. The goal
// becomes that position; the moves are returned in the order in which they are played.
// Successive calls return other positions.
func (c *construction) unwind(goal *chess.Position) (tail []chess.Move) {
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

// nextSearch returns how the next search goes: with cages and without in turn. The latter finds positions before
// goals that pawns shut in.
func (c *construction) nextSearch() (o backSearch) {
	more := min(c.unwound/2, unwindMore)
	if o.cages = c.unwound%2 == 0; o.cages {
		o = backSearch{cages: true, width: cageWidth << more, same: cageSame << more, each: true}
	} else {
		// In every other one of these other searches go through more different cages.
		o = backSearch{width: unwindWidth << more, same: unwindSame << more, each: c.unwound%4 == 1}
	}
	o.stall = unwindStall + 4*more
	c.unwound++
	return o
}

// backBeam is a backward search.
type backBeam struct {
	*construction
	backSearch
	all   []unwound
	layer []int // in all
	found []int // in all, those from which more can be taken back
	best  int   // the least score of these
	idle  int   // plies without a better one

	seen        map[uint64]bool
	kept        map[uint64]int // by unwound.tight
	next        []unwound      // before those of the layer
	order       []int          // of next
	retractions []chess.Retraction
}

// searchBack returns positions in which kings and pieces have more room than in the goal, those
// with the most room first.
func (c *construction) searchBack(goal *chess.Position) []looser {
	if score, _ := c.tightness(goal, false); score == 0 {
		return nil
	}
	if c.ruled == nil {
		c.ruled = map[uint64]bool{}
	}
	s := &backBeam{construction: c, backSearch: c.nextSearch(), layer: []int{0}}
	s.seen, s.kept = map[uint64]bool{goal.Key(): true}, map[uint64]int{}
	s.best, _ = s.tightness(goal, s.cages)
	s.all = []unwound{{p: *goal, parent: -1, score: s.best}}
	for ply := 0; ply < unwindLongest && s.idle < s.stall && len(s.layer) > 0 && c.states > 0 &&
		c.ctx.Err() == nil; ply++ {
		s.takeBack()
		if s.keep(); s.best < unwindEnough {
			break
		}
	}
	return s.choose(s.all, s.found)
}

// takeBack makes all positions before those of the layer, each once, and measures them.
func (b *backBeam) takeBack() {
	b.next, b.order = b.next[:0], b.order[:0]
	for _, i := range b.layer {
		p := &b.all[i].p
		b.retractions = p.Retractions(b.retractions[:0], chess.UnmoveOptions{MaterialLimit: true})
		for _, r := range b.retractions {
			b.states -= min(b.states, unwindStates)
			before := p.Before(r.Unmoves(nil)[0])
			if b.seen[before.Key()] {
				continue
			}
			b.seen[before.Key()] = true
			score, tight := b.tightness(&before, b.cages)
			b.order = append(b.order, len(b.next))
			b.next = append(b.next, unwound{before, r.Move, i, score + b.random(4), tight})
		}
	}
	slices.SortStableFunc(b.order, func(i, j int) int { return cmp.Compare(b.next[i].score, b.next[j].score) })
}

// keep makes the best of them the next layer, few of which have the same men without room.
func (b *backBeam) keep() {
	if b.each {
		clear(b.kept)
	}
	b.layer = b.layer[:0]
	b.idle++
	for _, i := range b.order {
		if len(b.layer) == b.width {
			break
		}
		u := &b.next[i]
		if b.kept[u.tight] == b.same || b.refuted(&u.p) || !b.hasSources(&u.p) {
			continue
		}
		if b.cages {
			// A king that has come from where a pawn guards, for instance, was never there.
			if b.retractions = u.p.Retractions(b.retractions[:0], chess.UnmoveOptions{MaterialLimit: true}); len(
				b.retractions) == 0 {
				continue
			}
		}
		b.kept[u.tight]++
		b.all = append(b.all, *u)
		b.layer = append(b.layer, len(b.all)-1)
		// What cannot be taken back any further would be no help.
		later := len(b.all) - 1
		for n := 0; n < unwindPast && later >= 0; n++ {
			later = b.all[later].parent
		}
		if later > 0 && !slices.Contains(b.found, later) {
			b.found = append(b.found, later)
			if b.all[later].score < b.best {
				b.best, b.idle = b.all[later].score, 0
			}
		}
	}
}

// refuted reports whether rules refute a position. It remembers that, as one search after the other comes to
// much the same positions and the rules take most of their time.
func (c *construction) refuted(p *chess.Position) bool {
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

package rules

import (
	"slices"
	"sync"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Closed sets of partial positions: see [facts.Partial]. They are found by going back from what is known of
// the goal, and saying less of what was before: how much less is the choice of the finder.

// closure is a search for a closed set, or for a way back to the start.
type closure struct {
	p     *facts.Proven
	less  func(before, after *facts.Partial) // makes what was before say less
	score func(*facts.Partial) int           // states with the least are looked at first
	stop  <-chan struct{}                    // ends the search when it is closed; nil for never

	list   []closureState
	before []facts.Partial
	seen   map[facts.Partial]bool
	open   []int // 1 + the last state to look at, by score; 0 for none
	lowest int   // score of these
}

// closures are memory for searches, which is used again: most are small.
var closures = sync.Pool{New: func() any { return &closure{seen: map[facts.Partial]bool{}} }}

// mostKept is the number of states up to which memory is kept: clearing a large map takes long.
const mostKept = 4096

// release ends the use of a search.
func (c *closure) release() {
	if len(c.seen) <= mostKept {
		clear(c.seen)
		clear(c.open)
		c.list, c.lowest = c.list[:0], 0
		closures.Put(c)
	}
}

// closureState is a state that a search has come upon.
type closureState struct {
	facts.Partial
	parent int  // the state after it; -1 for the goal
	out    bool // another one covers it
	next   int  // 1 + the state to look at after it, of those with its score; 0 for none
}

// newClosure returns a search that begins with what is known of the goal, and looks at states with few known men first.
func newClosure(p *facts.Proven, goal facts.Partial, less func(before, after *facts.Partial)) *closure {
	c := closures.Get().(*closure)
	c.p, c.less, c.stop = p, less, nil
	c.score = func(a *facts.Partial) int { return a.Known.Count() }
	c.add(&goal, -1)
	return c
}

// search goes back from the goal. It returns the state that agrees with the start, or -1 if there is none, or none
// among the most states that it may keep, or before it is stopped; then it has not ended.
func (c *closure) search(most int) (end int, ended bool) {
	for at := c.next(); at >= 0; at = c.next() {
		if c.list[at].out {
			continue
		}
		a := c.list[at].Partial
		if c.p.Agrees(&a) {
			return at, true
		}
		if len(c.list) > most {
			return -1, false
		}
		select {
		case <-c.stop:
			return -1, false
		default:
		}
		c.before = c.p.Before(c.before[:0], &a)
		for i := range c.before {
			c.less(&c.before[i], &a)
		}
		// Those that cover more come first. Each is compared with all states that are kept.
		slices.SortStableFunc(c.before, func(a, b facts.Partial) int { return a.Known.Count() - b.Known.Count() })
		for i := range c.before {
			c.add(&c.before[i], at)
		}
	}
	return -1, true
}

// states returns the states of a closed set, or nil if there is none of so many at most.
func (c *closure) states(most int) (states []facts.State) {
	defer c.release()
	if end, ended := c.search(most); end >= 0 || !ended {
		return nil
	}
	for i := range c.list {
		if !c.list[i].out {
			states = append(states, c.list[i].State())
		}
	}
	return states
}

// add adds a state, unless one covers it, and takes out those that it covers.
func (c *closure) add(b *facts.Partial, parent int) {
	if c.seen[*b] {
		return
	}
	c.seen[*b] = true
	for i := range c.list {
		switch l := &c.list[i]; {
		case l.out:
		case l.Known&^b.Known == 0 && l.Covers(b):
			return
		case b.Known&^l.Known == 0 && b.Covers(&l.Partial):
			l.out = true
		}
	}
	score := c.score(b)
	for len(c.open) <= score {
		c.open = append(c.open, 0)
	}
	c.list = append(c.list, closureState{Partial: *b, parent: parent, next: c.open[score]})
	c.open[score] = len(c.list)
	c.lowest = min(c.lowest, score)
}

// next returns a state with the least score, the last one of these, or -1.
func (c *closure) next() int {
	for ; c.lowest < len(c.open); c.lowest++ {
		if at := c.open[c.lowest] - 1; at >= 0 {
			c.open[c.lowest] = c.list[at].next
			return at
		}
	}
	return -1
}

// mostClosed is the largest number of states of a search for a closed set.
const mostClosed = 4000

// cageClosure returns the search for the ways back of a cage.
func cageClosure(p *facts.Proven, men, zone chess.Bitboard) *closure {
	goal := p.Whole()
	goal.Forget(^men)
	return newClosure(p, goal, func(before, after *facts.Partial) {
		before.ForgetCaptured(after, goal.Captures(before.Turn) <= mostCounted)
		before.Forget(^zone)
	})
}

// mostFirst is the largest number of states of a search for first captures.
const mostFirst = 1000

// firstSet returns a closed set for pawns of which none can have been the first to leave its square, or nil. Captured
// men are followed from the last un-move of these pawns on: what that one has captured never gets to where such men
// began.
func firstSet(p *facts.Proven, pawns []FirstPawn) []facts.State {
	goal := p.Whole()
	var to chess.Bitboard
	for _, l := range pawns {
		to |= l.To.Bit()
	}
	goal.Forget(^to)
	return newClosure(p, goal, func(before, after *facts.Partial) {
		away := len(pawns)
		for _, l := range pawns {
			if after.Board[l.From] == p.Goal.Board[l.To] {
				away--
			}
		}
		if away > 1 {
			before.ForgetCaptured(after, true)
		}
	}).states(mostFirst)
}

package rules

import (
	"math/bits"
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Closed sets of partial positions: see [facts.Partial]. They are found by going back from what is known of
// the goal, and saying less of what was before: how much less is the choice of the finder.

// closure is a search for a closed set.
type closure struct {
	p    *facts.Proven
	less func(before, after *facts.Partial) // makes what was before say less
	most int                                // states

	list []facts.Partial
	out  []bool                      // those that others cover
	todo [chess.NumSquares + 1][]int // states to look at, by the number of known men
}

// closedSet returns the states of a closed set that begins with what is known of the goal, or nil if a state agrees
// with the start or there are more than the given number.
func closedSet(p *facts.Proven, goal facts.Partial, most int, less func(before, after *facts.Partial)) []facts.State {
	s := &closure{p: p, less: less, most: most}
	s.add(&goal)
	var before []facts.Partial
	for {
		next, ok := s.next()
		if !ok {
			break
		}
		if s.out[next] {
			continue
		}
		a := s.list[next]
		if p.Agrees(&a) || len(s.list) > most {
			return nil
		}
		before = p.Before(before[:0], &a)
		for i := range before {
			less(&before[i], &a)
		}
		slices.SortStableFunc(before, func(a, b facts.Partial) int { return a.Known.Count() - b.Known.Count() })
		for i := range before {
			s.add(&before[i])
		}
	}
	var states []facts.State
	for i := range s.list {
		if !s.out[i] {
			states = append(states, s.list[i].State())
		}
	}
	return states
}

// next returns a state with the fewest known men: it covers the most.
func (c *closure) next() (int, bool) {
	for i := range c.todo {
		if last := len(c.todo[i]) - 1; last >= 0 {
			next := c.todo[i][last]
			c.todo[i] = c.todo[i][:last]
			return next, true
		}
	}
	return 0, false
}

// add adds a state, unless one covers it, and takes out those that it covers.
func (c *closure) add(b *facts.Partial) {
	for i := range c.list {
		if !c.out[i] && c.list[i].Covers(b) {
			return
		}
	}
	for i := range c.list {
		c.out[i] = c.out[i] || b.Covers(&c.list[i])
	}
	n := bits.OnesCount64(uint64(b.Known))
	c.todo[n] = append(c.todo[n], len(c.list))
	c.list = append(c.list, *b)
	c.out = append(c.out, false)
}

// mostClosed is the largest number of states of a search for a closed set.
const mostClosed = 4000

// cagedSet returns a closed set of so many states at most for a cage.
func cagedSet(p *facts.Proven, men, zone chess.Bitboard, most int) []facts.State {
	goal := p.Whole()
	goal.Forget(^men)
	return closedSet(p, goal, most, func(before, after *facts.Partial) {
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
	return closedSet(p, goal, mostFirst, func(before, after *facts.Partial) {
		away := len(pawns)
		for _, l := range pawns {
			if after.Board[l.From] == p.Goal.Board[l.To] {
				away--
			}
		}
		if away > 1 {
			before.ForgetCaptured(after, true)
		}
	})
}

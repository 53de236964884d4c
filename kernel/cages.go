package kernel

import (
	"retroproof/chess"
	"retroproof/kernel/rules"
)

// cageFinder looks for cages in several positions of one start, with one budget.
type cageFinder struct {
	start *chess.Setup
	left  int // states
	each  int // of them, for a man of an earlier position
	limit bool
}

// refute returns a cage of a goal that [rules.Reach] does not refute, found with so many
// states for each man that it may be around, or nil.
func (c *cageFinder) refute(goal *chess.Setup, each int) *rules.Impossible {
	if c.left <= 0 {
		c.limit = c.limit || c.left == 0
		return nil
	}
	refuted, looked, ended := rules.Cage(c.start, goal, rules.CageBudget{States: c.left, EachTry: each, MostMen: mostCaged})
	if c.left = max(0, c.left-looked); refuted == nil && !ended {
		c.limit = true
	}
	return refuted
}

const (
	// mostCaged is how many men a cage may have.
	mostCaged = 12
	// The part of the states that the search around one man may take, in the position
	// itself and in those before, and how many these are at the most: where men are shut
	// in it takes few.
	cageShare      = 4
	leafShare      = 20
	mostLeafStates = 3000
)

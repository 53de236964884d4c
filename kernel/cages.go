package kernel

import (
	"retroproof/chess"
	"retroproof/kernel/rules"
)

// cageFinder searches for cages in several positions of one start, with a common budget.
type cageFinder struct {
	start *chess.Setup
	left  int // states left
	each  int // states for the search around one man of an earlier position
	limit bool
}

// refute returns a cage of a goal that [rules.Reach] does not refute, or nil if it finds none.
// each is the number of states for each man around which it searches.
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
	// mostCaged is the largest number of men of a cage.
	mostCaged = 12
	// The share of the states that the search around one man may use, in the position itself
	// and in earlier ones, and the largest number of these states. Enclosed men need few.
	cageShare      = 4
	leafShare      = 20
	mostLeafStates = 3000
)

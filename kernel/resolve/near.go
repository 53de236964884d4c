package resolve

import (
	"context"
	"errors"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/kernel/proofgame"
)

// Near the start construction has little to go by: no captures to order, and tempi to lose with all
// castling rights kept. A* finds such games at once, since they are short. So it searches where nearly
// all men stand as at the start, after a construction that is long enough for nearly all other positions, and
// before the later rounds of refutation and the large budgets of construction.

const (
	nearStates     = 1_000_000 // of the construction before
	nearNodes      = 600_000   // of A*: three seconds, if it finds nothing
	nearNodeStates = 50        // what a node is charged, of the budget of the last construction
	nearMen        = 8         // the largest number of men that are missing, or do not stand as at the start
)

// near reports whether a game to a goal is sought by A* early. An extended kernel that a game has
// to follow is nothing for A*.
func (o *Options) near(from, goal *chess.Setup) bool {
	return o.constructs() && (o.Game.States == 0 || o.Game.States > nearStates) && away(from, goal) <= nearMen
}

// seekNear looks for a game from the position after Begin to a goal, by a short
// construction and then by A*. It changes the answer only if it finds one. nodes are those of A*.
func (o *Options) seekNear(ctx context.Context, from, goal *chess.Setup, a *Answer) (nodes uint64, err error) {
	short := *o
	short.Game.States = nearStates
	short.OnNearer = nil
	found := *a
	found.sought = true
	err = short.construct(ctx, from, goal, &found, short.Game)
	if errors.Is(err, proofgame.ErrBudget) {
		if err = short.search(ctx, from, goal, &found, astar.Options{Nodes: nearNodes, Seed: o.Game.Seed},
			false); err == nil {
			nodes = found.Search.Nodes
		}
	} else if errors.Is(err, proofgame.ErrNoKernel) {
		return 0, nil // whoever looks again finds the same
	}
	// That A* finds no way is no verdict here, as nothing could verify it.
	if err == nil && found.Verdict == kernel.Legal {
		found.Search = nil
		*a = found
	}
	return nodes, err
}

// away returns how many men of a start a goal lacks where they stood, whether they are missing or elsewhere.
func away(start, goal *chess.Setup) (n int) {
	for sq, m := range start.Board {
		if m != chess.NoMan && goal.Board[sq] != m {
			n++
		}
	}
	return n
}

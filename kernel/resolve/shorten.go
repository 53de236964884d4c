package resolve

import (
	"context"
	"fmt"

	"retroproof/kernel"
	"retroproof/kernel/astar"
)

// Short is a game and what is known of its length.
type Short struct {
	Game     []string // in SAN
	Shortest bool     // it is proven that no game is shorter
	AtLeast  int      // plies that every game has; 0 if nothing is known
	Nodes    uint64   // positions that the search for a shortest game has kept; 0 without one
}

// Shorten has A* search for a shortest game that leads to a legal position, and then, if that is too long a search, for
// a short one, with a budget of positions for each. It returns the shortest game that is known, that of the answer if
// no other is shorter.
func (o *Options) Shorten(ctx context.Context, a *Answer, nodes uint64) (Short, error) {
	best := Short{Game: a.Game}
	with := Options{OnlyGlance: true, Refute: kernel.DecideOptions{Start: o.Refute.Start, Time: -1, Log: o.Refute.Log}}
	with.Game.MaxQuiet = o.Game.MaxQuiet
	for _, weightB := range []int{1, astar.DefaultWeightB} {
		with.Search = &astar.Options{WeightA: 1, WeightB: weightB, Nodes: nodes, LastMoves: true}
		with.Restarts = weightB > 1
		found, err := Position(ctx, &a.Setup, with)
		if err != nil {
			return best, err
		}
		if found.Verdict == kernel.Illegal {
			return best, fmt.Errorf("%s: a game leads there, and %s says that none does", a.Setup.FEN(), found.Reason)
		}
		if found.Search == nil { // a game from the start back to it
			return best, nil
		}
		if found.Search.Cause == ErrMaxQuiet {
			continue // what was found does not count, and nothing was given up
		}
		if weightB == 1 || found.Shortest {
			best.Nodes = found.Search.Nodes
		}
		best.AtLeast = max(best.AtLeast, found.Search.Bound)
		if found.Verdict == kernel.Legal && len(found.Game) < len(best.Game) {
			best.Game = found.Game
		}
		if best.Shortest = found.Shortest; best.Shortest {
			break
		}
	}
	// A game that is as long as every game is at least is a shortest one.
	best.Shortest = best.Shortest || len(best.Game) == best.AtLeast
	return best, nil
}

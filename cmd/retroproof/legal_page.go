package main

import (
	"context"
	"fmt"
	"io"

	"retroproof/batch"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

// defaultShortestNodes is the budget of the search for a shorter game of a page about
// one position: two searches take less than a CPU second together.
const defaultShortestNodes = 25_000

// page writes the page about all positions.
func (r *legal) page() error {
	write := func(w io.Writer) error { return story.WriteHTML(w, r.stories...) }
	if r.html == "-" {
		return write(r.app.stdout)
	}
	return batch.WriteFile(r.html, write)
}

// story tells what is known of a position: of a legal one with the shortest game that
// the budget allows to find.
func (r *legal) story(ctx context.Context, a *resolve.Answer) (*story.Document, error) {
	if len(a.Game) == 0 {
		return story.New(&a.Decision), nil
	}
	length := story.Length{Given: a.Reason == given}
	moves := a.Game
	if r.shortestNodes > 0 {
		var err error
		if moves, err = r.shorter(ctx, a, &length); err != nil {
			return nil, err
		}
	}
	game := proofGame(&a.Start, a.Setup.FEN(), moves)
	return story.NewGame(&a.Decision, &game, length)
}

// shorter searches for a shortest game, and then, if that is too long a search, for a
// short one. It returns the shortest game that is known, and fills in what is known of
// its length.
func (r *legal) shorter(ctx context.Context, a *resolve.Answer, length *story.Length) ([]string, error) {
	o := resolve.Options{OnlyGlance: true, Refute: kernel.DecideOptions{Start: r.options.Refute.Start, Time: -1}}
	o.Game.MaxQuiet = r.options.Game.MaxQuiet
	best := a.Game
	for _, weightB := range []int{1, astar.DefaultWeightB} {
		o.Search = &astar.Options{WeightA: 1, WeightB: weightB, Nodes: r.shortestNodes, LastMoves: true}
		o.Restarts = weightB > 1
		found, err := resolve.Position(ctx, &a.Setup, o)
		if err != nil {
			return nil, err
		}
		if found.Verdict == kernel.Illegal {
			return nil, fmt.Errorf("%s: a game leads there, and %s says that none does", a.Setup.FEN(), found.Reason)
		}
		if found.Search == nil { // a game from the start back to it
			return a.Game, nil
		}
		if found.Search.Cause == resolve.ErrMaxQuiet {
			continue // what was found does not count, and nothing was given up
		}
		if weightB == 1 || found.Shortest {
			length.Nodes = found.Search.Nodes
		}
		length.AtLeast = max(length.AtLeast, found.Search.Bound)
		if found.Verdict == kernel.Legal && len(found.Game) < len(best) {
			best = found.Game
		}
		length.Shortest = found.Shortest
		if length.Shortest {
			break
		}
	}
	// A game that is as long as every game is at least is a shortest one.
	length.Shortest = length.Shortest || len(best) == length.AtLeast
	if len(best) < len(a.Game) {
		length.Built = len(a.Game)
	}
	return best, nil
}

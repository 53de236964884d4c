package main

import (
	"context"
	"io"

	"retroproof/batch"
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
		return write(r.app.Stdout)
	}
	return batch.WriteFile(r.html, write)
}

// story returns what is known of a position: of a legal one with the shortest game that
// the budget allows to find.
func (r *legal) story(ctx context.Context, a *resolve.Answer) (*story.Document, error) {
	if len(a.Game) == 0 {
		return story.New(&a.Decision), nil
	}
	length := story.Length{Given: a.Reason == given}
	moves := a.Game
	if r.shortestNodes > 0 {
		short, err := r.options.Shorten(ctx, a, r.shortestNodes)
		if err != nil {
			return nil, err
		}
		if moves = short.Game; len(moves) < len(a.Game) {
			length.Built = len(a.Game)
		}
		length.Shortest, length.AtLeast, length.Nodes = short.Shortest, short.AtLeast, short.Nodes
	}
	game := proofGame(&a.Start, a.Setup.FEN(), moves)
	return story.NewGame(&a.Decision, &game, length)
}

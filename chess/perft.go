package chess

import (
	"context"
	"iter"
)

// Perft returns the number of ways to play depth plies from a position, 1 for
// depth 0: the customary test of a move generator. The moves of the last ply are
// counted without being listed. The position is played on and restored.
//
// When the context is cancelled the result is the context's error.
func Perft(ctx context.Context, p *Position, depth int) (uint64, error) {
	w := perftWalk{ctx: ctx}
	n := w.count(p, depth, 0)
	if w.stopped {
		return 0, ctx.Err()
	}
	return n, nil
}

// Divided is a move and the number of ways to play on after it.
type Divided struct {
	Move  Move
	Nodes uint64
}

// PerftDivide yields every legal move with the Perft after it, in the order of
// LegalMoves; the sum is the Perft of the position. For depth 0 there is no move
// to play, and nothing is yielded. An error is yielded last. Within the loop the position
// is what it was before.
func PerftDivide(ctx context.Context, p *Position, depth int) iter.Seq2[Divided, error] {
	return func(yield func(Divided, error) bool) {
		if depth <= 0 {
			return
		}
		for _, m := range p.LegalMoves(nil) {
			undo := p.Make(m)
			n, err := Perft(ctx, p, depth-1)
			p.Unmake(m, undo)
			if !yield(Divided{m, n}, err) || err != nil {
				return
			}
		}
	}
}

// perftWalk is one run of Perft.
type perftWalk struct {
	ctx     context.Context
	lists   [][]Move // a list of moves for every ply, used again and again
	stopped bool
}

// perftPatience is the depth at which the context is asked: some 10 ms of work.
const perftPatience = 4

func (w *perftWalk) count(p *Position, depth, ply int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.CountMoves())
	}
	if depth >= perftPatience && w.ctx.Err() != nil {
		w.stopped = true
		return 0
	}
	if ply == len(w.lists) {
		w.lists = append(w.lists, nil)
	}
	moves := p.LegalMoves(w.lists[ply][:0])
	w.lists[ply] = moves
	var n uint64
	for _, m := range moves {
		undo := p.Make(m)
		n += w.count(p, depth-1, ply+1)
		p.Unmake(m, undo)
		if w.stopped {
			return 0
		}
	}
	return n
}

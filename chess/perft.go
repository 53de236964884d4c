package chess

import "context"

// Perft returns the number of ways to play depth plies from a position, 1 for
// depth 0: the customary test of a move generator. The moves of the last ply are
// counted without being listed. The position is played on and restored.
//
// When the context is cancelled the result is the context's error.
func Perft(ctx context.Context, p *Position, depth int) (uint64, error) {
	w := perftWalk{ctx: ctx, lists: make([][]Move, max(depth, 0))}
	n := w.count(p, depth)
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

// PerftDivide returns the Perft of every legal move, in the order of LegalMoves;
// their sum is the Perft of the position. For depth 0 there is no move to play,
// and the result is empty.
func PerftDivide(ctx context.Context, p *Position, depth int) ([]Divided, error) {
	if depth <= 0 {
		return nil, nil
	}
	var parts []Divided
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		n, err := Perft(ctx, p, depth-1)
		p.Unmake(m, undo)
		if err != nil {
			return nil, err
		}
		parts = append(parts, Divided{m, n})
	}
	return parts, nil
}

// perftWalk is one run of Perft.
type perftWalk struct {
	ctx     context.Context
	lists   [][]Move // a list of moves for every depth, used again and again
	stopped bool
}

// perftPatience is the depth at which the context is asked: some 10 ms of work.
const perftPatience = 4

func (w *perftWalk) count(p *Position, depth int) uint64 {
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
	moves := p.LegalMoves(w.lists[depth-1][:0])
	w.lists[depth-1] = moves
	var n uint64
	for _, m := range moves {
		undo := p.Make(m)
		n += w.count(p, depth-1)
		p.Unmake(m, undo)
		if w.stopped {
			return 0
		}
	}
	return n
}

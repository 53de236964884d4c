package astar

import (
	"context"
	"slices"

	"retroproof/chess"
)

// maxFinals limits the positions of a target. There would be more only if several last
// moves may each have ended any castling rights.
const maxFinals = 64

// takeAllBack takes back last moves as long as there is only one, and reports whether
// there may be a game. If last moves lead to the same target again there is no game: a
// shortest game to it would contain a shorter one. The error is the context's.
func (t *target) takeAllBack(ctx context.Context, start *chess.Position) (before *target, reachable bool, err error) {
	mark, at := t, 1 // the target after a power of two of last moves
	for n := 1; !t.reachedBy(start); n++ {
		if err := ctx.Err(); err != nil {
			return t, true, err
		}
		before, unreachable := t.takeBack(start)
		if unreachable {
			return t, false, nil
		}
		if before == nil {
			break
		}
		t = before
		if t.same(mark) {
			return t, false, nil
		}
		if n == at {
			mark, at = t, 2*at
		}
	}
	return t, true, nil
}

// same reports whether targets are the same positions.
func (t *target) same(other *target) bool {
	return t.turn == other.turn && t.board == other.board && slices.EqualFunc(t.finals, other.finals,
		func(p, q chess.Position) bool {
			return p.EnPassant() == q.EnPassant() && p.Repeats(&q)
		})
}

// takeBack takes back the last move before the target if it is the only one, with any
// castling rights before it; before is nil if there are several, and unreachable is true
// if no last move is possible. Un-moves to positions that are provably unreachable from
// the start do not count.
func (t *target) takeBack(start *chess.Position) (before *target, unreachable bool) {
	var last chess.Retraction
	var finals []chess.Position
	for i := range t.finals {
		f := &t.finals[i]
		for _, r := range f.Retractions(nil, chess.UnmoveOptions{}) {
			var possible []chess.Position
			for _, u := range r.Unmoves(nil) {
				possible = append(possible, f.Before(u))
			}
			if newEstimator(newTarget(possible, nil)).estimate(start) == infinitePlies {
				continue
			}
			if len(finals) > 0 && (r.Move != last.Move || r.Captured != last.Captured) {
				return nil, false
			}
			last = r
			for _, p := range possible {
				if !slices.ContainsFunc(finals, func(q chess.Position) bool { return p.Repeats(&q) }) {
					finals = append(finals, p)
				}
			}
		}
	}
	if len(finals) == 0 {
		return nil, true
	}
	if len(finals) > maxFinals {
		return nil, false
	}
	return newTarget(finals, append([]chess.Move{last.Move}, t.tail...)), false
}

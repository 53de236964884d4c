package astar

import "retroproof/chess"

// prepare returns the start and the target. If the goal has an en passant square, the
// double step is taken back; reachable is false if that is impossible.
func prepare(start, goal *chess.Setup) (from *chess.Position, t *target, reachable bool, err error) {
	if from, err = chess.NewPosition(*start); err != nil {
		return nil, nil, false, err
	}
	if from.Occupied().Count() > maxMen {
		return nil, nil, false, errTooManyMen
	}
	to, err := chess.NewPosition(*goal)
	if err != nil {
		return nil, nil, false, err
	}
	t = newTarget([]chess.Position{*to}, nil)
	if goal.EnPassant != chess.NoSquare && !t.reachedBy(from) {
		before, unreachable := t.takeBack(from)
		if unreachable {
			return from, t, false, nil
		}
		if before != nil {
			t = before
		}
	}
	return from, t, true, nil
}

package astar

import "retroproof/chess"

// Estimate is what the bound shows about the games from a start to a goal.
type Estimate struct {
	// Reachable is false if it is proven that no legal moves lead to the goal. Then Plies
	// and Moves are 0, and Blocked has what was found before.
	Reachable bool
	// Plies is a lower bound of the length of a game: no game is shorter.
	Plies int
	// Moves has the least number of moves of each side.
	Moves [2]int
	// Blocked are squares whose men never move and are never captured on any way to the
	// goal.
	Blocked chess.Bitboard
}

// Bound returns the admissible bound of a search from a start to a goal, both of which
// have to be positions; the error says why one is not, or that there are more than 32
// men at the start. It takes the goal as it is, except that a double step is taken
// back if the goal has an en passant square.
func Bound(start, goal *chess.Setup) (Estimate, error) {
	from, t, reachable, err := prepare(start, goal)
	if err != nil || !reachable {
		return Estimate{}, err
	}
	e := newEstimator(t)
	plies := e.estimate(from)
	if plies == infinitePlies {
		return Estimate{Blocked: e.blocked}, nil
	}
	est := Estimate{Reachable: true, Plies: plies + len(t.tail), Blocked: e.blocked}
	if plies > 0 {
		est.Moves = [2]int{e.sides[0].moves, e.sides[1].moves}
	}
	for i, m := range t.tail {
		est.Moves[(int(t.turn)+i)%2]++
		est.Blocked &^= m.From().Bit() | m.To().Bit()
	}
	return est, nil
}

// String names a status in messages and golden files.
func (s Status) String() string { return [...]string{"unknown", "found", "unreachable"}[s] }

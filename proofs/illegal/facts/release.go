package facts

import chess "retroproof/chess/board"

// MostReleaseStates is the largest number of states of a cage that Release examines.
const MostReleaseStates = 100_000

// Release is how soon, going back, a man of a cage leaves its zone.
type Release struct {
	// Plies is the least number of plies back at which a man of the cage can stand outside the
	// zone; 0 if none ever does. If Open, the limit of states ended the search, and no man
	// stands outside within fewer plies than that.
	Plies int
	Open  bool
	// Started: on the way back, as far as it was searched, comes a state with which the start
	// agrees. If Plies is 0 and there is none, no game leads to the goal.
	Started bool
	States  int // that were examined
}

// Release goes back in layers, of states with the same number of plies, until a man has left.
// Every game projects to one of the sequences of states that are searched (see Cage), so what
// none of them does within some plies no game does.
func (c *Cage) Release() (r Release) {
	seen := map[CageState]bool{c.Goal: true}
	defer func() { r.States = len(seen) }()
	layer := []CageState{c.Goal}
	var before []CageStep
	for plies := 1; len(layer) > 0; plies++ {
		var next []CageState
		for i := range layer {
			r.Started = r.Started || c.AtStart(&layer[i])
			before = c.Before(before[:0], &layer[i])
			for j := range before {
				q := before[j].Before
				if c.ignored(&q) != 0 {
					r.Plies = plies
					return r
				}
				if seen[q] {
					continue
				}
				if len(seen) == MostReleaseStates {
					r.Plies, r.Open = plies, true
					return r
				}
				seen[q] = true
				next = append(next, q)
			}
		}
		layer = next
	}
	return r
}

// ReleaseZone returns the squares of some men, and those a king's step from them.
func ReleaseZone(men chess.Bitboard) chess.Bitboard {
	zone := men
	for sq := range men.Squares() {
		zone |= chess.KingAttacks(sq)
	}
	return zone
}

package answers

import (
	"errors"
	"fmt"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
)

// Release is how far back some men of the position were loose, at the earliest: when one of them
// stood farther than a king's step from the squares on which they all are.
type Release struct {
	Men     facts.Squares `json:"men"`
	Blocked []facts.Fact  `json:"blocked,omitempty"`
	// Plies is the least number of plies back; 0 if they never were. If that is so and Illegal,
	// they cannot come to their squares of the start either, and no game leads to the position.
	Plies   int  `json:"plies"`
	Illegal bool `json:"illegal,omitempty"`
}

// mostStates is the largest number of states that the claims of a file may need together.
const mostStates = 10_000_000

// perState is more than the memory, in bytes, that a state of a search takes.
const perState = 512

// release searches all ways back of the men, and compares.
func (c *checker) release(claim *Claim) error {
	if c.memory < perState*MostReleaseStates {
		return limits.ErrMemory
	}
	r := claim.Release
	p, err := c.verified(r.Blocked)
	if err != nil {
		return err
	}
	is, err := ReleaseOf(p, chess.Bitboard(r.Men))
	if err != nil {
		return because(ErrClaim, "%w", err)
	}
	if c.states -= is.States; c.states < 0 {
		return because(ErrFile, "more than %d states of men to release in a file", mostStates)
	}
	if is.Plies != r.Plies || (is.Plies == 0 && !is.Started) != r.Illegal {
		return because(ErrClaim, "what follows is %+v", is)
	}
	return nil
}

const (
	// MostReleased is the largest number of men of a release.
	MostReleased = 14
	// MostReleaseStates is the largest number of partial positions that Release examines.
	MostReleaseStates = 100_000

	// mostTold is the largest number of captures, by a side, of which those by known pawns are counted.
	mostTold = 3
)

// Released is how soon, going back, one of some men of the goal leaves the squares around them.
type Released struct {
	// Plies is the least number of plies back at which one of the men can stand outside the
	// zone; 0 if none ever does. If Open, the limit of states ended the search, and no man
	// stands outside within fewer plies than that.
	Plies int
	Open  bool
	// Started: on the way back, as far as it was searched, comes a state with which the start
	// agrees. If Plies is 0 and there is none, no game leads to the goal.
	Started bool
	States  int // that were examined
}

// ReleaseOf goes back in layers, of partial positions with the same number of plies, until a man has left the zone (see
// ReleaseZone). Before lists what can have been before each (see there), so what none of them says no game does.
// Captured men are forgotten.
func ReleaseOf(p *facts.Proven, men chess.Bitboard) (r Released, err error) {
	goal := p.Whole()
	if n := men.Count(); n < 1 || n > MostReleased {
		return r, fmt.Errorf("%d men, not between 1 and %d", n, MostReleased)
	}
	if men&p.Blocked != 0 {
		return r, errors.New("a man that never moves")
	}
	if empty := men &^ goal.Known; empty != 0 {
		return r, fmt.Errorf("no man is on %s at the goal", empty.First())
	}
	goal.Forget(^men)
	for c := range goal.May { // of any man, so that fewer states differ
		for k := range facts.NumPieceKinds {
			goal.May[c][facts.AnyMan] += goal.May[c][k]
			goal.May[c][k] = 0
		}
	}
	zone := ReleaseZone(men)
	seen := map[facts.Partial]bool{goal: true}
	defer func() { r.States = len(seen) }()
	layer := []facts.Partial{goal}
	var before []facts.Partial
	for plies := 1; len(layer) > 0; plies++ {
		var next []facts.Partial
		for i := range layer {
			r.Started = r.Started || p.Agrees(&layer[i])
			before = p.Before(before[:0], &layer[i])
			for j := range before {
				b := &before[j]
				b.ForgetCaptured(&layer[i], goal.Captures(b.Turn) <= mostTold)
				if b.Known&^zone != 0 {
					r.Plies = plies
					return r, nil
				}
				if seen[*b] {
					continue
				}
				if len(seen) == MostReleaseStates {
					r.Plies, r.Open = plies, true
					return r, nil
				}
				seen[*b] = true
				next = append(next, *b)
			}
		}
		layer = next
	}
	return r, nil
}

// ReleaseZone returns the squares of some men, and those a king's step from them.
func ReleaseZone(men chess.Bitboard) chess.Bitboard {
	zone := men
	for sq := range men.Squares() {
		zone |= chess.KingAttacks(sq)
	}
	return zone
}

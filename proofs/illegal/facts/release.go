package facts

import (
	"errors"
	"fmt"

	chess "retroproof/chess/board"
)

const (
	// MostReleased is the largest number of men of a release.
	MostReleased = 14
	// MostReleaseStates is the largest number of partial positions that Release examines.
	MostReleaseStates = 100_000

	// mostCounted is the largest number of captures, by a side, of which those by known pawns are counted.
	mostCounted = 3
)

// Release is how soon, going back, one of some men of the goal leaves the squares around them.
type Release struct {
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

// Release goes back in layers, of partial positions with the same number of plies, until a man has left the zone (see
// ReleaseZone). Before lists what can have been before each (see there), so what none of them says no game does.
// Captured men are forgotten.
func (p *Proven) Release(men chess.Bitboard) (r Release, err error) {
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
		for k := range NumPieceKinds {
			goal.May[c][AnyMan] += goal.May[c][k]
			goal.May[c][k] = 0
		}
	}
	zone := ReleaseZone(men)
	seen := map[Partial]bool{goal: true}
	defer func() { r.States = len(seen) }()
	layer := []Partial{goal}
	var before []Partial
	for plies := 1; len(layer) > 0; plies++ {
		var next []Partial
		for i := range layer {
			r.Started = r.Started || p.Agrees(&layer[i])
			before = p.Before(before[:0], &layer[i])
			for j := range before {
				b := &before[j]
				b.ForgetCaptured(&layer[i], goal.Captures(b.Turn) <= mostCounted)
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

// Forget makes men on some squares unknown. Then their side has others.
func (p *Partial) Forget(set chess.Bitboard) {
	for sq := range (p.Known & set).Squares() {
		p.May[p.Board[sq].Color()][Others] = 1
		p.Lift(sq)
	}
}

// ForgetCaptured makes a captured man unknown that is known before the last move, and not after it, and
// forgets that the bounds are lower: all but that a capture by a pawn counts, if counted.
func (p *Partial) ForgetCaptured(after *Partial, counted bool) {
	for sq := range p.Known.Squares() {
		m := p.Board[sq]
		switch {
		case m == after.Board[sq]:
		case m.Color() == after.Turn:
			p.Forget(sq.Bit())
			p.May[after.Turn][LostPawns] = after.May[after.Turn][LostPawns]
		case m.Kind() != chess.Pawn || !counted:
			copy(p.May[p.Turn][:AnyMan+1], after.May[p.Turn][:AnyMan+1])
		}
	}
}

// ReleaseZone returns the squares of some men, and those a king's step from them.
func ReleaseZone(men chess.Bitboard) chess.Bitboard {
	zone := men
	for sq := range men.Squares() {
		zone |= chess.KingAttacks(sq)
	}
	return zone
}

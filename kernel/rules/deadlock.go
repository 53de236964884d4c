package rules

import (
	"retroproof/proofs/illegal/facts"
)

// Deadlock: when no capture is left, men that can only move after one another
// never move.

// deadlock blocks men that never move because nothing is captured between start
// and goal. Suppose that all men of a set could only move to squares of the set:
// then none of them moves first, so none moves at all, and since nothing is
// captured they stay. The largest such set is what is left when men that can move
// out of it are taken away, again and again.
func (f *reachFinder) deadlock() *Impossible {
	stuck := occupied(f.Start)
	for free := f.Released(stuck); free != 0; free = f.Released(stuck) {
		stuck &^= free
	}
	f.block(facts.ByDeadlock, stuck)
	for sq := range stuck.Squares() {
		if f.Goal.Board[sq] != f.Start.Board[sq] {
			among := ""
			if n := stuck.Count(); n <= mostNamed {
				among = ", " + Men(f.Start, stuck)
			}
			return Because(Deadlock, "nothing was captured, and the %s %s on %s can never have moved: "+
				"it is one of %d men that can only move after one another%s",
				f.Start.Board[sq].Color(), f.Start.Board[sq].Kind(), sq, stuck.Count(), among).
				by(facts.Argument{Blocked: f.found, Square: sq.String()})
		}
	}
	return nil
}

package exact

import "retroproof/chess"

// statesBeside finds the states of a side that has too many on its own, with those of the other side: after every
// ply only those are continued that stand beside one of the other side's in a position that is reached from the
// start. It returns false if there is no game. The side is left without states if they are more than a number, or
// the pairs exceed a limit of the search.
func (s *search) statesBeside(c chess.Color, plies, most int) bool {
	n, b, turn := s.states, newSideStates(s.ctx, s.bound, c, plies), s.from.Turn()
	b.distinguish = true
	n.sides[c] = b
	m := &pairSearch{s: s, plies: plies}
	est := newEstimate(s.bound, b)
	in := newJointStates([]sideState{n.unknown[turn].start}, []sideState{n.unknown[turn.Other()].start})
	in.set(0, 0)
	first := &b.layers[plies]
	first.flags[first.add(&b.start)] = alive
	size := 0
	for left := plies; left > 0; left-- {
		fits := b.advance(left, n.opponent(c), est, most-size)
		layer := &b.layers[left-1]
		m.bytes = in.bytes() + n.bytes()
		err := errMemory
		if fits && size+len(layer.all) <= most {
			in, err = m.forth(in, left)
		}
		if err != nil {
			n.sides[c] = nil
			return true
		}
		if len(in.rows) == 0 {
			return false
		}
		// What occurs in no pair is dropped.
		n.keep(m.turn(left-1), left-1, in.rows)
		n.keep(m.turn(left-1).Other(), left-1, in.cols)
		if b.movesAt(left) {
			size += len(layer.all)
		}
	}
	b.undistinguish(n.opponent(c))
	n.refine()
	return n.size() > 0
}

package exact

import "retroproof/chess"

// statesBeside finds the states of a side that has too many on its own, with those of the other side: after every
// ply only those are continued that stand beside one of the other side's in a position that is reached from the
// start. It returns false if there is no game. The side is left without states if they are more than a number, or
// the pairs exceed a limit of the search.
func (s *search) statesBeside(c chess.Color, plies, most int) bool {
	n, b := s.states, newSideStates(s.bound, c, plies)
	b.ctx, b.distinguish = s.ctx, true
	n.sides[c] = b
	m := &pairSearch{s: s, states: n, plies: plies}
	est := newEstimate(s.bound, b)
	turn := s.from.Turn()
	in := newJointStates([]sideState{n.start[turn]}, []sideState{n.start[turn.Other()]})
	in.set(0, 0)
	at := b.layers[0].add(&n.start[c])
	b.layers[0].flags[at] = aliveMove | aliveAnswer
	size := 0
	for left := plies; left > 0; left-- {
		mover := m.turn(left)
		made := n.sides[mover].moves - movesLeft(mover, left)[mover]
		var layer *stateSet
		fits := true
		if mover == c {
			layer = &b.layers[made+1]
			fits = b.forwardMoves(made, n.view(b, made), est, most-size)
		} else {
			i := made
			if b.first {
				i++
			}
			layer = &b.layers[i]
			known := len(layer.all)
			b.forwardAnswers(i, n.sides[mover], est)
			for at := known; at < len(layer.all); at++ {
				layer.flags[at] |= noMove
			}
		}
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
		m.project(in, m.turn(left-1), left-1)
		drop := noMove
		if mover == c {
			size += len(in.cols)
		} else {
			drop |= noAnswer
		}
		layer.keep(func(f uint8) bool { return f&drop != drop })
	}
	b.distinguish = false
	for i := range b.layers {
		b.layers[i].merge()
	}
	n.pass(b, nil, 0)
	n.refine()
	return n.size() > 0
}

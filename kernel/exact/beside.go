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
		rows := movesLeft(mover, left)[mover]
		var layer *stateSet
		if mover == c {
			layer = b.advance(in.rows, n.view(b, b.moves-rows), rows, est, most-size)
		} else {
			layer = b.answered(in.cols, n.sides[mover], rows, est)
		}
		m.bytes = in.bytes() + n.bytes()
		err := errMemory
		if size+len(layer.all) <= most {
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

// advance adds the side states after one move of the side, of which some are left before it. It ends early if they
// are more than a number.
func (s *sideStates) advance(rows []sideState, v *view, left int, est *estimate, most int) *stateSet {
	next := &s.layers[s.moves-left+1]
	for k := range rows {
		l := rows[k]
		if !est.at(&l, left) {
			continue
		}
		s.successors(&l, v)
		for j := range s.buf {
			if y := &s.buf[j]; est.after(y, left-1) {
				next.flags[next.add(y)] = aliveMove
			}
		}
		if len(next.all) > most {
			break
		}
	}
	return next
}

// answered adds the side states after a move of the other side, of which some are left before it.
func (s *sideStates) answered(cols []sideState, opposing *sideStates, left int, est *estimate) *stateSet {
	k := opposing.moves - left
	i := k
	if s.first {
		i++
	}
	layer := &s.layers[i]
	for j := range cols {
		layer.flags[layer.add(&cols[j])] |= aliveAnswer
		s.losses(&cols[j], k, opposing)
		for x := range s.buf {
			at := layer.find(&s.buf[x])
			if at < 0 && !est.at(&s.buf[x], s.moves-i) {
				continue
			}
			if at < 0 {
				at = layer.add(&s.buf[x])
				layer.flags[at] = noMove
			}
			layer.flags[at] |= aliveAnswer
		}
	}
	return layer
}

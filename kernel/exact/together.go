package exact

import "retroproof/chess"

// together finds the lineups of a side that has too many on its own, with those of the other side: after every
// ply only those are continued that stand beside one of the other side's in a position that is reached from the
// start. It returns false if there is no game. The side is left without lineups if they are more than a number, or
// the pairs exceed a limit of the search.
func (s *search) together(c chess.Color, plies, most int) bool {
	n, b := s.lines, newAlone(s.bound, c, plies)
	b.ctx, b.apart = s.ctx, true
	n.sides[c] = b
	m := &joint{s: s, lines: n, plies: plies}
	est := newEstimate(s.bound, b)
	turn := s.from.Turn()
	in := newRelation([]lineup{n.start[turn]}, []lineup{n.start[turn.Other()]})
	in.set(0, 0)
	at := b.layers[0].add(&n.start[c])
	b.layers[0].flags[at] = aliveMove | aliveAnswer
	size := 0
	for left := plies; left > 0; left-- {
		mover := m.turn(left)
		rows := movesLeft(mover, left)[mover]
		var layer *lineups
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
	b.apart = false
	for i := range b.layers {
		b.layers[i].merge()
	}
	n.pass(b, nil, 0)
	n.refine()
	return n.size() > 0
}

// advance adds the lineups after one move of the side, of which some are left before it. It ends early if they
// are more than a number.
func (a *alone) advance(rows []lineup, v *view, left int, est *estimate, most int) *lineups {
	next := &a.layers[a.moves-left+1]
	for k := range rows {
		l := rows[k]
		if !est.at(&l, left) {
			continue
		}
		a.successors(&l, v)
		for j := range a.buf {
			if y := &a.buf[j]; est.after(y, left-1) {
				next.flags[next.add(y)] = aliveMove
			}
		}
		if len(next.all) > most {
			break
		}
	}
	return next
}

// answered adds the lineups after a move of the other side, of which some are left before it.
func (a *alone) answered(cols []lineup, opposing *alone, left int, est *estimate) *lineups {
	k := opposing.moves - left
	i := k
	if a.first {
		i++
	}
	layer := &a.layers[i]
	for j := range cols {
		layer.flags[layer.add(&cols[j])] |= aliveAnswer
		a.losses(&cols[j], k, opposing)
		for x := range a.buf {
			at := layer.find(&a.buf[x])
			if at < 0 && !est.at(&a.buf[x], a.moves-i) {
				continue
			}
			if at < 0 {
				at = layer.add(&a.buf[x])
				layer.flags[at] = noMove
			}
			layer.flags[at] |= aliveAnswer
		}
	}
	return layer
}

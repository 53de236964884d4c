package exact

import (
	"slices"
	"sync/atomic"

	"retroproof/chess"
	"retroproof/proofs"
)

// wordsOfNode is the number of words of 64 pairs of side states that count as much as a position
// that is examined.
const wordsOfNode = 1 << 10

// pairSearch is a search from both ends in sets of positions as pairs of side states. It knows of no
// en passant squares: what it finds are all positions of games, and some others.
type pairSearch struct {
	s      *search
	states *states
	plies  int
	// By plies to go: the sets of positions reached from the start, with rows for the side to move,
	// and of those from which the goal is reached, with rows for the side that has moved.
	down, up []*jointStates
	bytes    uint64
	spent    uint64 // on sets since side states were refined
}

// known are the positions of games with some number of plies to go, and perhaps others.
type known struct {
	rows chess.Color
	set  *jointStates
	at   [2]*stateSet // places of rows and columns
}

// newKnown returns those of a set, with rows for a side.
func newKnown(rows chess.Color, set *jointStates) *known {
	return &known{rows, set, [2]*stateSet{indexOf(set.rows), indexOf(set.cols)}}
}

// has reports whether a position is among them.
func (k *known) has(n *states, p *chess.Position) bool {
	l := n.sideState(p, k.rows)
	i := k.at[0].find(&l)
	if i < 0 {
		return false
	}
	l = n.sideState(p, k.rows.Other())
	j := k.at[1].find(&l)
	return j >= 0 && k.set.has(i, j)
}

// turn returns the side to move with a number of plies to go.
func (p *pairSearch) turn(plies int) chess.Color {
	if (p.plies-plies)%2 == 0 {
		return p.s.from.Turn()
	}
	return p.s.from.Turn().Other()
}

// searchPairs finds the positions of games among the pairs of the side states of both sides.
func (s *search) searchPairs(plies int) error {
	m := &pairSearch{s: s, states: s.states, plies: plies, down: make([]*jointStates, plies+1), up: make([]*jointStates, plies+1)}
	m.bytes = s.states.bytes()
	turn := s.from.Turn()
	first := newJointStates([]sideState{s.states.start[turn]}, []sideState{s.states.start[turn.Other()]})
	first.set(0, 0)
	m.down[plies] = first
	last := m.turn(0)
	goals := newJointStates(m.alive(last.Other(), 0), m.alive(last, 0))
	for i := range goals.rows {
		for j := range goals.cols {
			goals.set(i, j)
		}
	}
	m.up[0] = goals
	top, bottom := plies, 0
	for bottom < top {
		var err error
		if len(m.down[top].bits) <= len(m.up[bottom].bits) {
			top--
			if m.down[top], err = m.forth(m.down[top+1], top+1); err == nil {
				m.project(m.down[top], m.turn(top), top)
			}
		} else {
			bottom++
			if m.up[bottom], err = m.back(m.up[bottom-1], bottom, nil); err == nil {
				m.project(m.up[bottom], m.turn(bottom).Other(), bottom)
			}
		}
		if err != nil {
			return err
		}
		if (s.eager || m.spent >= uint64(2*m.states.size())) && m.states.refine() {
			m.spent = 0
			m.down[top] = m.filter(m.down[top], m.turn(top), top)
			m.up[bottom] = m.filter(m.up[bottom], m.turn(bottom).Other(), bottom)
		}
	}
	// From where they have met back to the start.
	m.up[top] = m.up[top].within(m.down[top].transposed())
	m.project(m.up[top], m.turn(top).Other(), top)
	m.states.refine()
	for ; top < plies; top++ {
		var err error
		if m.up[top+1], err = m.back(m.up[top], top+1, m.down[top+1]); err != nil {
			return err
		}
		m.down[top+1] = nil
	}
	s.known = make([]*known, plies+1)
	for i, set := range m.up {
		s.known[i] = newKnown(m.turn(i).Other(), set.compact())
	}
	return nil
}

// alive returns the states of a side with a number of plies to go.
func (p *pairSearch) alive(c chess.Color, plies int) (all []sideState) {
	layer, alive := p.states.at(c, p.turn(plies), plies)
	for i := range layer.all {
		if layer.flags[i]&alive == alive {
			all = append(all, layer.all[i])
		}
	}
	return all
}

// project excludes the side states that occur in no pair of a set.
func (p *pairSearch) project(r *jointStates, rows chess.Color, plies int) {
	for c, all := range map[chess.Color][]sideState{rows: r.rows, rows.Other(): r.cols} {
		p.states.keep(c, p.turn(plies), plies, func(yield func(*sideState) bool) {
			for i := range all {
				if !yield(&all[i]) {
					return
				}
			}
		})
	}
}

// filter drops side states that have been excluded.
func (p *pairSearch) filter(r *jointStates, rows chess.Color, plies int) *jointStates {
	for _, c := range [...]chess.Color{rows, rows.Other()} {
		layer, alive := p.states.at(c, p.turn(plies), plies)
		r.keepRows(func(l *sideState) bool {
			at := layer.find(l)
			return at >= 0 && layer.flags[at]&alive == alive
		})
		r = r.transposed()
	}
	return r
}

// forth returns the set after one more ply, of one with a number of plies to go.
func (p *pairSearch) forth(in *jointStates, plies int) (*jointStates, error) {
	c := p.turn(plies)
	a := p.states.sides[c]
	i := a.moves - movesLeft(c, plies)[c]
	s := &step{c: c, forwards: true, in: in}
	next, alive := p.states.at(c, p.turn(plies-1), plies-1)
	row := places(len(next.all))
	for from := range in.rows {
		w := in.rows[from]
		a.successors(&w, p.states.view(a, i))
		for k := range a.buf {
			at := next.find(&a.buf[k])
			if at < 0 || next.flags[at]&alive != alive {
				continue
			}
			if row[at] < 0 {
				row[at] = int32(len(s.rows))
				s.rows = append(s.rows, next.all[at])
			}
			s.note(int32(from), row[at], &w, &a.buf[k])
		}
	}
	layer, alive := p.states.at(c.Other(), p.turn(plies-1), plies-1)
	s.cols = slices.Clone(in.cols)
	col := places(len(layer.all))
	for j := range s.cols {
		at := layer.find(&s.cols[j])
		ok := at >= 0 && layer.flags[at]&alive == alive
		if ok {
			col[at] = int32(j)
		}
		s.live(j, ok)
	}
	for j := range in.cols {
		for b := in.cols[j].men() & s.captureAt; b != 0; b = b.WithoutFirst() {
			y := in.cols[j]
			y.remove(b.First())
			at := layer.find(&y)
			if at < 0 || layer.flags[at]&alive != alive {
				continue
			}
			if col[at] < 0 {
				col[at] = int32(len(s.cols))
				s.live(len(s.cols), true)
				s.cols = append(s.cols, y)
			}
			s.captures[b.First()&63] = append(s.captures[b.First()&63], columnPair{int32(j), col[at]})
		}
	}
	if err := p.spend(s); err != nil {
		return nil, err
	}
	s.before, s.after = newColumns(in.cols, c.Other()), newColumns(s.cols, c.Other())
	return p.finish(s.run(p.each)), nil
}

// back returns the set one ply before one with a number of plies to go less: all positions with side states
// that are not excluded, or those in a set.
func (p *pairSearch) back(in *jointStates, plies int, within *jointStates) (*jointStates, error) {
	c := p.turn(plies)
	a := p.states.sides[c]
	i := a.moves - movesLeft(c, plies)[c]
	s := &step{c: c, in: in}
	// The king of the side that has moved is not in check.
	cols := newColumns(in.cols, c.Other())
	for j := range in.rows {
		cols.safe(in.row(j), &in.rows[j])
	}
	before, after := p.alive(c, plies), p.alive(c.Other(), plies)
	if within != nil {
		before, after = within.rows, within.cols
	}
	next := indexOf(in.rows)
	for _, w := range before {
		a.successors(&w, p.states.view(a, i))
		to := int32(len(s.rows))
		some := false
		for k := range a.buf {
			if at := next.find(&a.buf[k]); at >= 0 {
				s.note(int32(at), to, &w, &a.buf[k])
				some = true
			}
		}
		if some {
			s.rows = append(s.rows, w)
		}
	}
	s.cols = slices.Clone(in.cols)
	at := indexOf(in.cols)
	for j := range s.cols {
		s.live(j, false)
	}
	for _, l := range after {
		j := at.find(&l)
		if j >= 0 {
			s.live(j, true)
		}
		for b := l.men() & s.captureAt; b != 0; b = b.WithoutFirst() {
			y := l
			y.remove(b.First())
			to := at.find(&y)
			if to < 0 {
				continue
			}
			if j < 0 {
				j = len(s.cols)
				s.cols = append(s.cols, l)
				s.live(j, true)
			}
			s.captures[b.First()&63] = append(s.captures[b.First()&63], columnPair{int32(j), int32(to)})
		}
	}
	if err := p.spend(s); err != nil {
		return nil, err
	}
	s.before = newColumns(s.cols, c.Other())
	r := s.run(p.each)
	if within != nil {
		r = r.within(within)
	}
	return p.finish(r), nil
}

// finish drops what is empty, and makes rows of the side that is next.
func (p *pairSearch) finish(r *jointStates) *jointStates {
	r = r.compact().transposed()
	p.bytes += r.bytes()
	return r
}

// places returns n places that are not known.
func places(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = -1
	}
	return all
}

// spend takes a step off the budget, and compares its memory with the limit.
func (p *pairSearch) spend(s *step) error {
	in, words := uint64(s.in.words), uint64(len(s.cols)+63)/64
	work := uint64(len(s.from))*in + 8*uint64(len(s.rows))*words
	for i := range s.from {
		if w, y := s.ends(i); w.taken != y.taken {
			work += uint64(len(s.captures[changeOf(s.c, w, y).takes&63])) / 2
		}
	}
	nodes := work / wordsOfNode
	if err := p.s.spend(nodes); err != nil {
		return err
	}
	p.spent += nodes
	if p.bytes+8*3*uint64(len(s.rows))*words > p.s.o.Memory {
		return errMemory
	}
	return nil
}

// each calls do for all numbers below n, on all workers.
func (p *pairSearch) each(n int, do func(i int)) {
	var next atomic.Int64
	proofs.Parallel(max(1, p.s.o.Jobs), func(int) {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			do(i)
		}
	})
}

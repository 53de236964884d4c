package exact

import (
	"slices"
	"sync/atomic"

	"retroproof/chess"
	"retroproof/proofs/parallel"
)

// wordsOfNode is the number of words of 64 pairs of lineups that count as much as a position
// that is examined.
const wordsOfNode = 1 << 10

// joint is a search from both ends in sets of positions as pairs of lineups. It knows of no
// en passant squares: what it finds are all positions of games, and some others.
type joint struct {
	s     *search
	lines *lines
	plies int
	// By plies to go: the sets of positions reached from the start, with rows for the side to move,
	// and of those from which the goal is reached, with rows for the side that has moved.
	down, up []*relation
	bytes    uint64
	spent    uint64 // on sets since lineups were refined
}

// known are the positions of games with some number of plies to go, and perhaps others.
type known struct {
	rows chess.Color
	set  *relation
	at   [2]*lineups // places of rows and columns
}

// newKnown returns those of a set, with rows for a side.
func newKnown(rows chess.Color, set *relation) *known {
	return &known{rows, set, [2]*lineups{indexOf(set.rows), indexOf(set.cols)}}
}

// has reports whether a position is among them.
func (k *known) has(n *lines, p *chess.Position) bool {
	l := n.lineup(p, k.rows)
	i := k.at[0].find(&l)
	if i < 0 {
		return false
	}
	l = n.lineup(p, k.rows.Other())
	j := k.at[1].find(&l)
	return j >= 0 && k.set.has(i, j)
}

// turn returns the side to move with a number of plies to go.
func (m *joint) turn(plies int) chess.Color {
	if (m.plies-plies)%2 == 0 {
		return m.s.from.Turn()
	}
	return m.s.from.Turn().Other()
}

// joinLineups finds the positions of games among the pairs of the lineups of both sides.
func (s *search) joinLineups(plies int) error {
	m := &joint{s: s, lines: s.lines, plies: plies, down: make([]*relation, plies+1), up: make([]*relation, plies+1)}
	m.bytes = s.lines.bytes()
	turn := s.from.Turn()
	first := newRelation([]lineup{s.lines.start[turn]}, []lineup{s.lines.start[turn.Other()]})
	first.set(0, 0)
	m.down[plies] = first
	last := m.turn(0)
	goals := newRelation(m.alive(last.Other(), 0), m.alive(last, 0))
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
		if (s.eager || m.spent >= uint64(2*m.lines.size())) && m.lines.refine() {
			m.spent = 0
			m.down[top] = m.filter(m.down[top], m.turn(top), top)
			m.up[bottom] = m.filter(m.up[bottom], m.turn(bottom).Other(), bottom)
		}
	}
	// From where they have met back to the start.
	m.up[top] = m.up[top].within(m.down[top].transposed())
	m.project(m.up[top], m.turn(top).Other(), top)
	m.lines.refine()
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

// alive returns the lineups of a side with a number of plies to go.
func (m *joint) alive(c chess.Color, plies int) (all []lineup) {
	layer, alive := m.lines.at(c, m.turn(plies), plies)
	for i := range layer.all {
		if layer.flags[i]&alive == alive {
			all = append(all, layer.all[i])
		}
	}
	return all
}

// project excludes the lineups that occur in no pair of a set.
func (m *joint) project(r *relation, rows chess.Color, plies int) {
	for c, all := range map[chess.Color][]lineup{rows: r.rows, rows.Other(): r.cols} {
		m.lines.keep(c, m.turn(plies), plies, func(yield func(*lineup) bool) {
			for i := range all {
				if !yield(&all[i]) {
					return
				}
			}
		})
	}
}

// filter drops lineups that have been excluded.
func (m *joint) filter(r *relation, rows chess.Color, plies int) *relation {
	for _, c := range [...]chess.Color{rows, rows.Other()} {
		layer, alive := m.lines.at(c, m.turn(plies), plies)
		r.keepRows(func(l *lineup) bool {
			at := layer.find(l)
			return at >= 0 && layer.flags[at]&alive == alive
		})
		r = r.transposed()
	}
	return r
}

// forth returns the set after one more ply, of one with a number of plies to go.
func (m *joint) forth(in *relation, plies int) (*relation, error) {
	c := m.turn(plies)
	a := m.lines.sides[c]
	i := a.moves - movesLeft(c, plies)[c]
	s := &step{c: c, forwards: true, in: in}
	next, alive := m.lines.at(c, m.turn(plies-1), plies-1)
	row := places(len(next.all))
	for from := range in.rows {
		w := in.rows[from]
		a.successors(&w, m.lines.view(a, i))
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
	layer, alive := m.lines.at(c.Other(), m.turn(plies-1), plies-1)
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
			s.falls[b.First()&63] = append(s.falls[b.First()&63], fall{int32(j), col[at]})
		}
	}
	if err := m.spend(s); err != nil {
		return nil, err
	}
	s.before, s.after = newColumns(in.cols, c.Other()), newColumns(s.cols, c.Other())
	return m.finish(s.run(m.each)), nil
}

// back returns the set one ply before one with a number of plies to go less: all positions with lineups
// that are not excluded, or those in a set.
func (m *joint) back(in *relation, plies int, within *relation) (*relation, error) {
	c := m.turn(plies)
	a := m.lines.sides[c]
	i := a.moves - movesLeft(c, plies)[c]
	s := &step{c: c, in: in}
	// The king of the side that has moved is not in check.
	cols := newColumns(in.cols, c.Other())
	for j := range in.rows {
		cols.safe(in.row(j), &in.rows[j])
	}
	before, after := m.alive(c, plies), m.alive(c.Other(), plies)
	if within != nil {
		before, after = within.rows, within.cols
	}
	next := indexOf(in.rows)
	for _, w := range before {
		a.successors(&w, m.lines.view(a, i))
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
			s.falls[b.First()&63] = append(s.falls[b.First()&63], fall{int32(j), int32(to)})
		}
	}
	if err := m.spend(s); err != nil {
		return nil, err
	}
	s.before = newColumns(s.cols, c.Other())
	r := s.run(m.each)
	if within != nil {
		r = r.within(within)
	}
	return m.finish(r), nil
}

// finish drops what is empty, and makes rows of the side that is next.
func (m *joint) finish(r *relation) *relation {
	r = r.compact().transposed()
	m.bytes += r.bytes()
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
func (m *joint) spend(s *step) error {
	in, words := uint64(s.in.words), uint64(len(s.cols)+63)/64
	work := uint64(len(s.from))*in + 8*uint64(len(s.rows))*words
	for i := range s.from {
		if w, y := s.ends(i); w.taken != y.taken {
			work += uint64(len(s.falls[changeOf(s.c, w, y).takes&63])) / 2
		}
	}
	nodes := work / wordsOfNode
	if err := m.s.spend(nodes); err != nil {
		return err
	}
	m.spent += nodes
	if m.bytes+8*3*uint64(len(s.rows))*words > m.s.o.Memory {
		return errMemory
	}
	return nil
}

// each calls do for all numbers below n, on all workers.
func (m *joint) each(n int, do func(i int)) {
	var next atomic.Int64
	parallel.Do(max(1, m.s.o.Jobs), func(int) {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			do(i)
		}
	})
}

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

// pairSearch is a search in sets of positions as pairs of side states. It knows of no en passant squares: what it finds
// are all positions of games, and some others.
type pairSearch struct {
	s     *search
	plies int
	bytes uint64
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

// pairOf returns the pair of a position, and whether it is among them.
func (k *known) pairOf(n *states, p *chess.Position) (row, col int, ok bool) {
	l := n.sideState(p, k.rows)
	if row = k.at[0].find(&l); row < 0 {
		return row, -1, false
	}
	l = n.sideState(p, k.rows.Other())
	col = k.at[1].find(&l)
	return row, col, col >= 0 && k.set.has(row, col)
}

// turn returns the side to move with a number of plies to go.
func (p *pairSearch) turn(plies int) chess.Color { return p.s.target.Turn(p.s.goal.Turn(), plies) }

// searchPairs finds the pairs of the side states of both sides from which the goal is reached, ply by ply back to the
// start.
func (s *search) searchPairs(plies int) error {
	m := &pairSearch{s: s, plies: plies, bytes: s.states.bytes()}
	last := m.turn(0)
	set := newJointStates(slices.Clone(m.alive(last.Other(), 0)), slices.Clone(m.alive(last, 0)))
	for i := range set.rows {
		for j := range set.cols {
			set.set(i, j)
		}
	}
	all := []*known{newKnown(last.Other(), set)}
	for left := 1; left <= plies; left++ {
		var err error
		if set, err = m.back(set, left); err != nil {
			return err
		}
		all = append(all, newKnown(m.turn(left).Other(), set))
	}
	s.known = all
	return nil
}

// alive returns the states of a side with a number of plies to go.
func (p *pairSearch) alive(c chess.Color, plies int) []sideState {
	return p.s.states.sides[c].layers[plies].all
}

// forth returns the set after one more ply, of one with a number of plies to go.
func (p *pairSearch) forth(in *jointStates, plies int) (*jointStates, error) {
	c := p.turn(plies)
	a, o := p.s.states.sides[c], p.s.states.opponent(c)
	s := &step{c: c, forwards: true, in: in}
	// Of the states of both sides after the ply those that lie on ways from the start to the goal.
	own, others := &a.layers[plies-1], &o.layers[plies-1]
	var rows stateSet
	for from := range in.rows {
		w := in.rows[from]
		for _, y := range a.list(&w, plies, o) {
			if own.find(&y) >= 0 {
				s.note(from, rows.add(&y), &w, &y)
			}
		}
	}
	cols := indexOf(slices.Clone(in.cols))
	for j := range in.cols {
		s.live(j, others.find(&in.cols[j]) >= 0)
	}
	for j, l := range in.cols {
		for set := l.men() & s.captureAt; set != 0; set = set.WithoutFirst() {
			y := l
			y.remove(set.First())
			if others.find(&y) < 0 {
				continue
			}
			to := cols.add(&y)
			s.live(to, true)
			s.captures[set.First()&63] = append(s.captures[set.First()&63], columnPair{int32(j), int32(to)})
		}
	}
	s.rows, s.cols = rows.all, cols.all
	if err := p.spend(s); err != nil {
		return nil, err
	}
	s.before, s.after = newColumns(in.cols, c.Other()), newColumns(s.cols, c.Other())
	return p.finish(s.run(p.each)), nil
}

// back returns the set one ply before one with a number of plies to go less: all positions with side states that lie
// on ways from the start to the goal.
func (p *pairSearch) back(in *jointStates, plies int) (*jointStates, error) {
	c := p.turn(plies)
	s := &step{c: c, in: in, cols: slices.Clone(in.cols)}
	// The king of the side that has moved is not in check.
	cols := newColumns(in.cols, c.Other())
	for j := range in.rows {
		cols.safe(in.row(j), &in.rows[j])
	}
	a, o, next := p.s.states.sides[c], p.s.states.opponent(c), indexOf(in.rows)
	for _, w := range p.alive(c, plies) {
		for _, y := range a.list(&w, plies, o) {
			if at := next.find(&y); at >= 0 {
				s.note(at, len(s.rows), &w, &y)
			}
		}
		if len(s.moves) > len(s.rows) {
			s.rows = append(s.rows, w)
		}
	}
	at := indexOf(in.cols)
	for j := range s.cols {
		s.live(j, false)
	}
	for _, l := range p.alive(c.Other(), plies) {
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
	return p.finish(s.run(p.each)), nil
}

// finish drops what is empty, and makes rows of the side that is next.
func (p *pairSearch) finish(r *jointStates) *jointStates {
	r = r.compact().transposed()
	p.bytes += r.bytes()
	return r
}

// spend takes a step off the budget, and compares its memory with the limit.
func (p *pairSearch) spend(s *step) error {
	in, words := uint64(s.in.words), uint64(len(s.cols)+63)/64
	work := 8 * uint64(len(s.rows)) * words
	for to, all := range s.moves {
		work += uint64(len(all)) * in
		for _, from := range all {
			if w, y := s.ends(from, to); w.taken != y.taken {
				work += uint64(len(s.captures[changeOf(s.c, w, y).takes&63])) / 2
			}
		}
	}
	if err := p.s.spend(work / wordsOfNode); err != nil {
		return err
	}
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

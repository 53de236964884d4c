package exact

import (
	"sync/atomic"
	"unsafe"

	"retroproof/chess"
	"retroproof/proofs/parallel"
)

// block is the number of positions of a layer that are expanded at a time, by all workers.
const block = 1 << 10

// worker has what one goroutine needs to examine positions.
type worker struct {
	forth, back *bound // from the start and from the goal: the men that stay are others
	moves       []chess.Move
	unmoves     []chess.Unmove
}

// front is the last layer found from one end: positions with some number of plies to go.
type front struct {
	plies int
	pos   []chess.Position
	count []number // of games from the position to the goal; only in layers from the goal
}

// meet is a search from both ends. The layers are the positions with some number of plies to
// the goal; those from the start are reached from it, from those from the goal it is reached.
type meet struct {
	s       *search
	workers []worker
	ahead   []*counts // layers from the start by plies to go, and nil
	front   [2]front  // from the start and from the goal
	bytes   uint64
	looked  uint64 // positions looked at since the lines were refined
}

// candidate is a position next to one of a layer.
type candidate struct {
	pos    chess.Position
	key    key
	move   chess.Move
	parent int
	keep   bool
}

// fromBothEnds searches from both ends, from the one with the smaller layer, until the layers
// meet, and then forwards from the start to the positions found.
func (s *search) fromBothEnds(plies int) (Result, error) {
	if err := s.meetEnds(plies); err != nil {
		return s.finish(err)
	}
	return s.forward(plies)
}

// meetEnds computes the layers of all positions of games.
func (s *search) meetEnds(plies int) error {
	m := &meet{s: s, ahead: make([]*counts, plies+1)}
	for range max(1, s.o.Jobs) {
		w := worker{forth: newBound(), back: newBound()}
		w.forth.goal, w.forth.must, w.forth.may, w.forth.still = s.goal, s.bound.must, s.bound.may, s.target.Still
		w.back.pos, w.back.still = s.from, s.target.Still
		m.workers = append(m.workers, w)
	}
	m.front[0] = front{plies: plies, pos: []chess.Position{*s.from}}
	m.ahead[plies] = newCounts()
	m.ahead[plies].add(keyOf(s.from, plies), one)
	last := newCounts()
	for _, p := range s.finals() {
		m.front[1].pos, m.front[1].count = append(m.front[1].pos, p), append(m.front[1].count, one)
		last.add(keyOf(&p, 0), one)
	}
	s.layers = []*counts{last}
	for m.front[1].plies < m.front[0].plies {
		from := 0
		if len(m.front[1].pos) < len(m.front[0].pos) {
			from = 1
		}
		var err error
		if from == 0 {
			err = m.forth()
		} else {
			err = m.back(nil)
		}
		if err != nil {
			s.layers = nil
			return err
		}
		m.refine(from)
	}
	// From where they have met back to the start.
	m.filter(&m.front[1], func(k key, _ *chess.Position) bool { return m.ahead[m.front[1].plies].has(k) })
	met := newCounts()
	for i := range m.front[1].pos {
		met.add(keyOf(&m.front[1].pos[i], m.front[1].plies), m.front[1].count[i])
	}
	s.layers[m.front[1].plies] = met
	for m.front[1].plies < plies {
		if err := m.back(m.ahead[m.front[1].plies+1]); err != nil {
			s.layers = nil
			return err
		}
	}
	return nil
}

// filter keeps some positions of a front.
func (m *meet) filter(f *front, keep func(key, *chess.Position) bool) {
	n := 0
	for i := range f.pos {
		if keep(keyOf(&f.pos[i], f.plies), &f.pos[i]) {
			f.pos[n] = f.pos[i]
			if f.count != nil {
				f.count[n] = f.count[i]
			}
			n++
		}
	}
	f.pos = f.pos[:n]
	if f.count != nil {
		f.count = f.count[:n]
	}
}

// refine excludes lineups that do not occur in the layer just found, if that is worth it, and
// positions of both layers without lineups.
func (m *meet) refine(from int) {
	s := m.s
	f := &m.front[from]
	if s.lines == nil {
		return
	}
	s.lines.restrict(f.pos, f.plies)
	if m.looked < uint64(s.lines.size()) {
		return
	}
	m.looked = 0
	if s.lines.refine() {
		for i := range m.front {
			m.filter(&m.front[i], func(_ key, p *chess.Position) bool { return s.lines.allow(p, m.front[i].plies) })
		}
	}
}

// each calls do for all numbers below n, on all workers.
func (m *meet) each(n int, do func(w *worker, i int)) {
	if len(m.workers) == 1 {
		for i := range n {
			do(&m.workers[0], i)
		}
		return
	}
	const chunk = 16
	var next atomic.Int64
	parallel.Do(len(m.workers), func(k int) {
		for {
			from := int(next.Add(chunk)) - chunk
			if from >= n {
				return
			}
			for i := from; i < min(from+chunk, n); i++ {
				do(&m.workers[k], i)
			}
		}
	})
}

// spend takes positions off the budget, and accounts for memory in bytes.
func (m *meet) spend(nodes int, bytes uint64) error {
	s := m.s
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if s.result.Nodes+uint64(nodes) > s.o.Nodes {
		s.result.Nodes = s.o.Nodes
		return ErrNodes
	}
	s.result.Nodes += uint64(nodes)
	m.looked += uint64(nodes)
	if m.bytes+bytes > s.o.Memory {
		return ErrMemory
	}
	return nil
}

// forth replaces the layer from the start by the next one.
func (m *meet) forth() error {
	s := m.s
	plies := m.front[0].plies
	parents := m.front[0].pos
	next := newCounts()
	var ahead []chess.Position
	var found [block][]candidate
	for first := 0; first < len(parents); first += block {
		n := min(block, len(parents)-first)
		if err := m.spend(n, next.bytes()+uint64(len(ahead)+len(parents))*uint64(unsafe.Sizeof(chess.Position{}))); err != nil {
			return err
		}
		m.each(n, func(w *worker, i int) {
			p := &parents[first+i]
			found[i] = found[i][:0]
			w.moves = s.moves(w.forth, p, &due{}, plies, w.moves[:0])
			for _, mv := range w.moves {
				undo := p.Make(mv)
				if s.lines == nil || s.lines.allow(p, plies-1) {
					found[i] = append(found[i], candidate{key: keyOf(p, plies-1), move: mv})
				}
				p.Unmake(mv, undo)
			}
		})
		for i := range n {
			for _, c := range found[i] {
				if !next.add(c.key, one) {
					continue
				}
				q := parents[first+i]
				q.Make(c.move)
				ahead = append(ahead, q)
			}
		}
	}
	m.bytes += next.bytes()
	m.ahead[plies-1] = next
	m.front[0] = front{plies: plies - 1, pos: ahead}
	return nil
}

// back replaces the layer from the goal by the previous one: by the positions in a set, or, without, by
// those that may arise from the start.
func (m *meet) back(within *counts) error {
	s := m.s
	n := m.front[1].plies + 1
	plies := len(m.ahead) - 1
	parents, counts := m.front[1].pos, m.front[1].count
	next := newCounts() // those that cannot arise from the start, too
	f := front{plies: n}
	var found [block][]candidate
	var fresh []*candidate
	for first := 0; first < len(parents); first += block {
		size := min(block, len(parents)-first)
		m.each(size, func(w *worker, i int) {
			found[i] = m.before(w, &parents[first+i], n, within, found[i][:0])
		})
		fresh = fresh[:0]
		for i := range size {
			for j := range found[i] {
				c := &found[i][j]
				c.parent, c.keep = first+i, true
				if next.add(c.key, counts[c.parent]) {
					fresh = append(fresh, c)
				}
			}
		}
		if within == nil {
			if err := m.spend(len(fresh), next.bytes()+uint64(len(f.pos)+len(parents))*uint64(unsafe.Sizeof(chess.Position{}))); err != nil {
				return err
			}
			m.each(len(fresh), func(w *worker, i int) {
				q, e := &fresh[i].pos, w.back
				e.goal, e.must, e.may = q, q.Castling(), q.Castling()
				e.left = movesLeft(s.from.Turn(), plies-n)
				fresh[i].keep = e.look() && !e.jammed() && !e.jammedAtGoal()
			})
		}
		for _, c := range fresh {
			if c.keep {
				f.pos = append(f.pos, c.pos)
			}
		}
	}
	layer := newCounts()
	for i := range f.pos {
		k := keyOf(&f.pos[i], n)
		games := next.get(k)
		f.count = append(f.count, games)
		layer.add(k, games)
	}
	m.bytes += layer.bytes()
	s.layers = append(s.layers[:n], layer)
	m.front[1] = f
	return nil
}

// before appends the positions before one with n-1 plies to go: those in a set, or all with
// lineups that the lines allow.
func (m *meet) before(w *worker, p *chess.Position, n int, within *counts, list []candidate) []candidate {
	s := m.s
	w.unmoves = p.Unmoves(w.unmoves[:0], chess.UnmoveOptions{})
	for _, u := range w.unmoves {
		if u.Captured != chess.NoMan && p.Side(u.Captured.Color()).Count() >= s.from.Side(u.Captured.Color()).Count() {
			continue
		}
		q := p.Before(u)
		if within == nil && s.lines != nil && !s.lines.allow(&q, n) {
			continue
		}
		k := keyOf(&q, n)
		if within != nil && !within.has(k) {
			continue
		}
		if n == 1 && !s.ends(&q, u.Move) {
			continue
		}
		list = append(list, candidate{pos: q, key: k})
	}
	return list
}

// ends reports whether a move leads from a position to the target.
func (s *search) ends(q *chess.Position, m chess.Move) bool {
	p := *q
	p.Make(m)
	return s.target.isLast(m) && s.reached(&p)
}

// finals returns the positions that match the target: several if castling rights or en passant
// square are not given.
func (s *search) finals() (all []chess.Position) {
	rights := []chess.Castling{s.goal.Castling()}
	if s.target.AnyCastling {
		rights = rights[:0]
		for set := chess.NoCastling; set <= chess.AllCastling; set++ {
			rights = append(rights, set)
		}
	}
	squares := []chess.Square{s.goal.EnPassant()}
	if s.target.AnyEnPassant {
		for file := range 8 {
			squares = append(squares, chess.MakeSquare(file, s.goal.Turn().RelativeRank(5)))
		}
	}
	for _, set := range rights {
		for _, sq := range squares {
			setup := s.goal.Setup()
			setup.Castling, setup.EnPassant = set, sq
			p, err := chess.NewPosition(setup)
			if err != nil || s.target.AnyEnPassant && sq != chess.NoSquare && p.CapturableEnPassant() != sq {
				continue
			}
			all = append(all, *p)
		}
	}
	return all
}

package astar

import (
	"context"

	"retroproof/chess"
)

// search is one search.
type search struct {
	ctx    context.Context
	o      Options
	t      *target
	e      *estimator
	store  store
	queue  queue
	result Result

	exact bool // whether the first game found is a shortest one
	first int  // the bound at the start
	best  uint32
}

func newSearch(ctx context.Context, from *chess.Position, t *target, o Options) *search {
	s := &search{ctx: ctx, o: o, t: t, e: newEstimator(t)}
	s.e.obstacles = o.NonAdmissible
	s.exact = o.WeightA >= o.WeightB && !o.NonAdmissible
	s.store.add(node{packed: pack(from)})
	return s
}

// run searches until it is decided or a limit is reached.
func (s *search) run() error {
	root := s.store.at(0)
	from := root.unpack()
	s.result.Nodes = 1
	if !s.start(from, root) {
		s.result.Status = Unreachable
		return nil
	}
	for len(s.queue) > 0 {
		top := s.queue.pop()
		n := s.store.at(top.node)
		if n.closed {
			continue // expanded before, on a shorter way
		}
		n.closed = true
		if s.exact {
			// No remaining way is cheaper than the first in the queue.
			a := uint32(s.o.WeightA)
			s.result.Bound = max(s.result.Bound, int((top.cost+a-1)/a)+len(s.t.tail))
		}
		p := n.unpack()
		if s.t.reachedBy(p) {
			s.found(top.node)
			return nil
		}
		if s.result.Expanded&63 == 0 && s.ctx.Err() != nil {
			s.finish(nil)
			return s.ctx.Err()
		}
		s.result.Expanded++
		if cause := s.expand(top.node, n, p); cause != nil {
			s.finish(cause)
			return nil
		}
	}
	s.result.Status = Unreachable
	return nil
}

// start bounds the plies from the start and reports whether there may be a way.
func (s *search) start(from *chess.Position, root *node) bool {
	obstacles := s.e.obstacles
	s.e.obstacles = false
	s.first = s.e.estimate(from)
	if s.first == infinitePlies {
		return false
	}
	s.result.Bound = s.first + len(s.t.tail)
	if s.e.obstacles = obstacles; obstacles {
		s.first = s.e.estimate(from)
	}
	root.bound = uint16(s.first)
	s.result.Remain = s.first
	s.queue.push(entry{node: 0})
	return true
}

// expand visits the successors of a node; the error is the limit that ends the search.
func (s *search) expand(number uint32, n *node, p *chess.Position) error {
	if n.plies == maxPlies {
		return ErrPlies
	}
	plies := n.plies + 1
	s.e.estimate(p)
	blocked, spare := s.e.blocked, s.e.spare
	var buf [256]chess.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if blocked.Has(m.From()) {
			continue
		}
		if captured := p.Captured(m); captured != chess.NoMan && (spare[captured.Color()] == 0 || blocked.Has(m.To())) {
			continue
		}
		undo := p.Make(m)
		err := s.visit(p, number, n, m, plies)
		p.Unmake(m, undo)
		if err != nil {
			return err
		}
	}
	return nil
}

// visit looks at a successor of a node.
func (s *search) visit(p *chess.Position, number uint32, from *node, m chess.Move, plies uint16) error {
	k := pack(p)
	if i, found := s.store.find(&k); found {
		// A shorter way is needed if games are to be shortest; otherwise it is taken only
		// while the node is in the queue, where it costs nothing.
		if n := s.store.at(i); plies < n.plies && (s.exact || !n.closed) {
			n.plies, n.before, n.move, n.closed = plies, number, m, false
			if s.e.estimate(p) == infinitePlies {
				return nil
			}
			s.push(i, n, p)
		}
		return nil
	}
	bound := s.e.estimate(p)
	if bound == infinitePlies {
		return nil
	}
	if !s.e.obstacles {
		// The bound of the node before, less one ply, is a bound here, too.
		bound = max(bound, int(from.bound)-1)
	}
	if err := s.checkLimits(); err != nil {
		return err
	}
	i := s.store.add(node{packed: k, before: number, move: m, plies: plies, bound: uint16(min(bound, maxPlies))})
	s.result.Nodes++
	s.push(i, s.store.at(i), p)
	if bound < s.result.Remain {
		s.result.Remain, s.best = bound, i
		if s.o.OnBest != nil {
			s.o.OnBest(Progress{Moves: s.store.way(i), Plies: bound + len(s.t.tail), Nodes: s.result.Nodes})
		}
	}
	return nil
}

// checkLimits returns the limit that forbids another node, if one does.
func (s *search) checkLimits() error {
	switch {
	case s.o.Nodes > 0 && s.result.Nodes >= s.o.Nodes:
		return ErrNodes
	case int64(s.store.n) >= maxNodes || s.store.bytes()+s.queue.bytes()+s.e.bytes() >= s.o.Memory:
		return ErrMemory
	}
	return nil
}

// push queues a node.
func (s *search) push(i uint32, n *node, p *chess.Position) {
	s.queue.push(entry{cost: s.cost(n), node: i, tie: s.tie(n, p)})
}

// cost is the first key of the queue: the least comes first.
func (s *search) cost(n *node) uint32 {
	a, b := uint64(s.o.WeightA), uint64(s.o.WeightB)
	plies, bound := uint64(n.plies), uint64(n.bound)
	if s.o.Dynamic && b > a && s.first > 0 {
		near := min(bound, uint64(s.first))
		return uint32(a*(plies+bound) + (b-a)*bound*near/uint64(s.first))
	}
	return uint32(a*plies + b*bound)
}

// tie orders nodes of the same cost: more plies played, fewer men, kings nearer to their
// squares, fewer pawns, pawns further advanced, and at last a hash with the seed.
func (s *search) tie(n *node, p *chess.Position) uint64 {
	kings, togo := 0, 0
	for c := chess.White; c <= chess.Black; c++ {
		if s.e.routes != nil {
			kings += min(s.e.routes.To(chess.MakeMan(c, chess.King), s.t.king[c]).To(p.King(c)), 63)
		}
		for b := p.Men(chess.MakeMan(c, chess.Pawn)); b != 0; b = b.WithoutFirst() {
			rank := b.First().Rank()
			if c == chess.White {
				rank = 7 - rank
			}
			togo += rank
		}
	}
	tie := uint64(maxPlies - n.plies)
	tie = tie<<6 | uint64(p.Occupied().Count())
	tie = tie<<7 | uint64(kings)
	tie = tie<<6 | uint64(p.Kind(chess.Pawn).Count())
	tie = tie<<8 | uint64(togo)
	return tie<<21 | n.hash(s.o.Seed+1)>>43
}

// found makes the result of a node that is the target.
func (s *search) found(i uint32) {
	s.result.Status = Found
	s.result.Moves = append(s.store.way(i), s.t.tail...)
	s.result.Shortest = s.exact || len(s.result.Moves) == s.result.Bound
	s.best, s.result.Remain = i, 0
	s.finish(nil)
}

// finish makes the rest of the result.
func (s *search) finish(cause error) {
	s.result.Cause = cause
	s.result.Best = s.store.way(s.best)
}

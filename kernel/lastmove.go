package kernel

import (
	"context"
	"sync"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Last-move analysis. A position that is not the start has a predecessor, and a legal one has a
// legal predecessor. So if S is a set of positions without the start, and every un-move of
// every member leads into S or to a position that some rule refutes, then all members are
// illegal: a game that reaches one of them, played backwards, would stay within S forever, but
// every game has a first position. Members of S may be predecessors of one another.
//
// The analysis builds S beginning with the position, one predecessor after the other, and gives
// up when S exceeds its budget. The budget also limits the depth, since a chain of distinct
// un-moves has at most as many members. All of S must be refuted, so a single position that is
// not refuted ends the analysis. Where the rules leave only one un-move (a forced last move),
// the analysis continues with it.
//
// Predecessors are generated for all castling rights and all en passant squares, by
// [chess.Position.Unmoves].

// Evidence is a node of the tree that proves a position illegal. Nodes may be shared, and nodes
// of LastMovesRefuted may form cycles: see [Evidence.Unmoves].
type Evidence struct {
	Setup  chess.Setup // the position of the node
	Reason facts.Reason
	Detail string // a sentence without its full stop; "" for static rules: see Decision.Explain

	// Argument is the proof that package facts checks. It is nil for a static rule without
	// Detail, for which rules.Static finds it.
	Argument *facts.Argument
	// Facts are those of a kernel question; nil for those that rules.Blocked finds.
	Facts []facts.Fact

	// Unmoves has, for LastMovesRefuted, every un-move of the position, each with the evidence
	// against its predecessor. That evidence may be a node closer to the root. Such a cycle
	// proves all its members illegal, since no member can be the first one that a game reaches.
	Unmoves []RefutedUnmove
}

// RefutedUnmove is an un-move and why its predecessor is illegal.
type RefutedUnmove struct {
	Unmove chess.Unmove
	Before *Evidence
}

// newEvidence returns a leaf.
func newEvidence(s *chess.Setup, why *rules.Impossible) *Evidence {
	return &Evidence{Setup: *s, Reason: why.Reason, Detail: why.Detail, Argument: why.Argument, Facts: why.Facts}
}

// Nodes returns the nodes of the tree, each once, beginning with the root.
func (e *Evidence) Nodes() []*Evidence {
	nodes := []*Evidence{e}
	seen := map[*Evidence]bool{e: true}
	for i := 0; i < len(nodes); i++ {
		for _, u := range nodes[i].Unmoves {
			if !seen[u.Before] {
				seen[u.Before] = true
				nodes = append(nodes, u.Before)
			}
		}
	}
	return nodes
}

// retroanalysis is a last-move analysis. It may be used for several positions with the same
// start.
type retroanalysis struct {
	ctx     context.Context
	start   *chess.Setup
	initial bool // the start is the initial position
	kernels *kernelCache
	cages   *cageFinder // nil: cages are not searched for

	budget int // number of nodes, including leaves
	nodes  map[uint64][]*Evidence
	buf    []chess.Retraction // of the positions from the root to a node; see retractions
	added  int
	limit  bool

	skip func(chess.Unmove) bool // for tests: un-moves that are ignored
}

func newRetroanalysis(ctx context.Context, start *chess.Setup, kernels *kernelCache, budget int) *retroanalysis {
	return &retroanalysis{ctx: ctx, start: start, initial: *start == initial, kernels: kernels, budget: budget, nodes: map[uint64][]*Evidence{}}
}

// retractions has buffers for un-moves. They grow to some ten thousand un-moves, and growing
// them anew for each position would take a fifth of the time for it.
var retractions = sync.Pool{New: func() any { return new([]chess.Retraction) }}

// root returns the evidence against a position that is itself not refuted by a rule, or nil.
func (a *retroanalysis) root(p *chess.Position, s chess.Setup) *Evidence {
	buf := retractions.Get().(*[]chess.Retraction)
	a.buf = (*buf)[:0]
	a.retract(p)
	e := a.expand(p, s, p.Key(), 0)
	*buf, a.buf = a.buf, nil
	retractions.Put(buf)
	return e
}

// samePosition compares diagrams without clocks. Unlike in facts.SameSetup, en passant squares
// always have to be the same, since they determine the last move.
func samePosition(a, b *chess.Setup) bool {
	return a.Turn == b.Turn && a.Castling == b.Castling && a.EnPassant == b.EnPassant && a.Board == b.Board
}

// find returns the node of a position, or nil.
func (a *retroanalysis) find(key uint64, s *chess.Setup) *Evidence {
	for _, e := range a.nodes[key] {
		if samePosition(&e.Setup, s) {
			return e
		}
	}
	return nil
}

// node returns the evidence against a position, or nil if it is not refuted or the budget is
// exhausted. irreversible says that pawns or men differ from those of the position of which it
// is a predecessor, so that its kernels may differ.
func (a *retroanalysis) node(p *chess.Position, irreversible bool) *Evidence {
	s := p.Setup()
	key := p.Key()
	if e := a.find(key, &s); e != nil {
		return e
	}
	if facts.SameSetup(a.start, &s) {
		return nil
	}
	if a.added++; a.added > a.budget || a.added&63 == 0 && a.ctx.Err() != nil {
		a.limit = true
		return nil
	}
	first := len(a.buf)
	defer func() { a.buf = a.buf[:first] }()
	if refuted := a.leaf(p, &s, irreversible); refuted != nil {
		e := newEvidence(&s, refuted)
		a.nodes[key] = append(a.nodes[key], e)
		return e
	}
	return a.expand(p, s, key, first)
}

// retract appends the un-moves of a position to the buffer.
func (a *retroanalysis) retract(p *chess.Position) {
	a.buf = p.Retractions(a.buf, chess.UnmoveOptions{MaterialLimit: a.initial})
}

// leaf returns a rule that refutes a position without considering its predecessors, or appends its un-moves to the buffer.
func (a *retroanalysis) leaf(p *chess.Position, s *chess.Setup, irreversible bool) *rules.Impossible {
	if refuted := rules.Checks(p); refuted != nil {
		return refuted
	}
	if refuted := rules.LostRights(a.start, s); refuted != nil {
		return refuted
	}
	if !a.initial {
		// The un-moves are only limited by what the initial position has.
		if refuted := rules.Counts(a.start, s); refuted != nil {
			return refuted
		}
	}
	if !irreversible {
		a.retract(p)
		return nil // what is examined below is the same as for the later position
	}
	if refuted := rules.Reach(a.start, s); refuted != nil {
		return refuted
	}
	// No un-move at all is the simpler reason, and the cheaper one.
	first := len(a.buf)
	if a.retract(p); len(a.buf) == first {
		return rules.NoUnmoves(p)
	}
	if a.cages != nil {
		if refuted := a.cages.refute(s, a.cages.each); refuted != nil {
			return refuted
		}
	}
	return a.kernels.refute(a.ctx, s)
}

// expand refutes all predecessors of a position, or returns nil. The buffer has its un-moves from a place on.
func (a *retroanalysis) expand(p *chess.Position, s chess.Setup, key uint64, first int) *Evidence {
	list := a.buf[first:]
	if len(list) == 0 {
		e := newEvidence(&s, rules.NoUnmoves(p))
		a.nodes[key] = append(a.nodes[key], e)
		return e
	}
	e := &Evidence{Setup: s, Reason: rules.LastMovesRefuted, Detail: lastMovesRefuted(p, len(list))}
	a.nodes[key] = append(a.nodes[key], e)
	// The order has no influence on the result. But un-moves that only checks can refute are
	// examined first, since positions that are not refuted are more frequent among them.
	for pass := range 2 {
		for i := range list {
			r := a.buf[first+i]
			if irreversible(p, r) == (pass == 0) {
				continue
			}
			var unmoves [64]chess.Unmove
			for _, u := range r.Unmoves(unmoves[:0]) {
				if a.skip != nil && a.skip(u) {
					continue
				}
				q := p.Before(u)
				before := a.node(&q, pass == 1 || u.Castling != s.Castling)
				if before == nil {
					return nil
				}
				e.Unmoves = append(e.Unmoves, RefutedUnmove{u, before})
			}
		}
	}
	return e
}

// irreversible reports whether an un-move changes the pawns or the men.
func irreversible(p *chess.Position, r chess.Retraction) bool {
	return r.Captured != chess.NoMan || r.Move.Promotion() != chess.NoKind || p.At(r.Move.To()).Kind() == chess.Pawn
}

// lastMovesRefuted is the sentence for a position whose un-moves are refuted.
func lastMovesRefuted(p *chess.Position, n int) string {
	if n == 1 {
		return "the one move of " + rules.Capital(p.Turn().Other()) + "'s that can have led here leads from an illegal position"
	}
	return "all moves of " + rules.Capital(p.Turn().Other()) + "'s that can have led here lead from illegal positions"
}

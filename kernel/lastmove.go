package kernel

import (
	"cmp"
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
	Detail string // a sentence without its full stop; "" for static rules: see Words

	// Argument is the proof that package facts checks. It is nil for a static rule without
	// Detail, for which rules.Static finds it.
	Argument *facts.Argument
	Men      chess.Bitboard    // of the position, that CagedMen is about
	First    []rules.FirstPawn // pawns that NoFirstCapture is about
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
func newEvidence(s *chess.Setup, why *rules.Impossible) Evidence {
	return Evidence{Setup: *s, Reason: why.Reason, Detail: why.Detail, Argument: why.Argument, Men: why.Men,
		First: why.First, Facts: why.Facts}
}

// Words returns why the position of a node is illegal, without the node's un-moves: a sentence or more, without the
// first capital letter and the last full stop.
func (e *Evidence) Words(start *chess.Setup) string {
	if e.Detail != "" {
		return e.Detail
	}
	if refuted := rules.Static(start, &e.Setup); refuted != nil {
		return refuted.Detail
	}
	return string(e.Reason)
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
	nodes  map[uint64]*link
	open   *branch            // the node whose un-moves are being refuted; nil at the end
	buf    []chess.Retraction // the un-moves of the open node; see retractions
	added  int
	limit  bool

	arguments int // number of nodes after which what rules.Reach finds is not kept, but found again at the end
}

func newRetroanalysis(ctx context.Context, start *chess.Setup, kernels *kernelCache, budget int) *retroanalysis {
	return &retroanalysis{ctx: ctx, start: start, initial: *start == initial, kernels: kernels, budget: budget,
		arguments: mostArguments, nodes: map[uint64]*link{}}
}

// A branch is a node whose un-moves are being refuted, one after the other. Chains of nodes get as
// long as the budget, which the stack of a goroutine does not hold; so they are linked, not recursive,
// and of the un-moves, which take most memory, only the place is kept.
type branch struct {
	after *branch // the node of which it is a predecessor; nil for the root
	p     chess.Position

	// The next un-move: by pass, by its place in the buffer, and among those of one retraction.
	pass, at, nth int
}

// A link is a node in the list of those with the same key.
type link struct {
	Evidence
	next *link
}

// mostArguments is the value of retroanalysis.arguments. Most memory of a million nodes would be arguments.
const mostArguments = 20_000

// retractions has buffers for un-moves.
var retractions = sync.Pool{New: func() any { return new([]chess.Retraction) }}

// hopeless reports whether a position has more un-moves than the budget has positions. Every un-move leads to a
// position of its own, and each has to be refuted: so the end is known.
func (r *retroanalysis) hopeless(p *chess.Position) bool {
	buf := retractions.Get().(*[]chess.Retraction)
	defer retractions.Put(buf)
	*buf = p.Retractions((*buf)[:0], chess.UnmoveOptions{MaterialLimit: r.initial})
	return len(*buf) > r.budget
}

// root returns the evidence against a position that is itself not refuted by a rule, or nil.
func (r *retroanalysis) root(p *chess.Position, s chess.Setup) *Evidence {
	buf := retractions.Get().(*[]chess.Retraction)
	r.buf = (*buf)[:0]
	r.retract(p)
	e := r.expand(p, s, p.Key(), 0)
	if !r.close() {
		e = nil
	}
	*buf, r.buf, r.open = r.buf, nil, nil
	retractions.Put(buf)
	return e
}

// close refutes all un-moves of the open nodes and of those that are opened for it, and reports
// whether that succeeds. If it does, the nodes get their un-moves.
func (r *retroanalysis) close() bool {
	for r.open != nil {
		if r.limit {
			return false
		}
		b := r.open
		u, ok := b.next(r)
		if !ok {
			if r.open, r.buf = b.after, r.buf[:0]; r.open != nil {
				r.retract(&r.open.p)
			}
			continue
		}
		q := b.p.Before(u)
		if !r.node(&q, b.pass == 1 || u.Castling != b.p.Castling()) {
			return false
		}
	}
	r.link()
	return true
}

// next returns the next un-move of a node, the last in the buffer.
//
// The order has no influence on the result. But un-moves that only checks can refute are
// examined first, since positions that are not refuted are more frequent among them.
func (b *branch) next(a *retroanalysis) (u chess.Unmove, ok bool) {
	for ; b.pass < 2; b.pass, b.at = b.pass+1, 0 {
		for ; b.at < len(a.buf); b.at, b.nth = b.at+1, 0 {
			r := a.buf[b.at]
			if irreversible(&b.p, r) == (b.pass == 0) {
				continue
			}
			var unmoves [64]chess.Unmove
			if all := r.Unmoves(unmoves[:0]); b.nth < len(all) {
				b.nth++
				return all[b.nth-1], true
			}
		}
	}
	return u, false
}

// link gives all nodes their un-moves, and those that lack it their argument. That is left to the end, since most
// analyses fail, and un-moves take more memory than all else.
func (r *retroanalysis) link() {
	for _, n := range r.nodes {
		for ; n != nil; n = n.next {
			switch {
			case n.Reason == rules.LastMovesRefuted && n.Unmoves == nil:
				r.linkNode(&n.Evidence)
			case n.Detail == "":
				if refuted := rules.Reach(r.start, &n.Setup); refuted != nil {
					n.Evidence = newEvidence(&n.Setup, refuted)
				}
			}
		}
	}
}

// linkNode gives a node its un-moves, in the order in which they were refuted.
func (r *retroanalysis) linkNode(e *Evidence) {
	p, err := chess.NewPosition(e.Setup)
	if err != nil {
		panic(err) // it was a position before
	}
	r.buf = r.buf[:0]
	r.retract(p)
	b := branch{p: *p}
	for u, ok := b.next(r); ok; u, ok = b.next(r) {
		q := p.Before(u)
		s := q.Setup()
		e.Unmoves = append(e.Unmoves, RefutedUnmove{u, r.find(q.Key(), &s)})
	}
}

// samePosition compares diagrams without clocks. Unlike in facts.SameSetup, en passant squares
// always have to be the same, since they determine the last move.
func samePosition(a, b *chess.Setup) bool {
	return a.Turn == b.Turn && a.Castling == b.Castling && a.EnPassant == b.EnPassant && a.Board == b.Board
}

// find returns the node of a position, or nil.
func (r *retroanalysis) find(key uint64, s *chess.Setup) *Evidence {
	for n := r.nodes[key]; n != nil; n = n.next {
		if samePosition(&n.Setup, s) {
			return &n.Evidence
		}
	}
	return nil
}

// node looks at a predecessor: it finds it among the nodes, or adds a leaf, or opens a node. It
// returns false if that fails, since the position is the start, or the budget is exhausted.
// irreversible says that pawns or men differ from those of the position of which it
// is a predecessor, so that its kernels may differ.
func (r *retroanalysis) node(p *chess.Position, irreversible bool) bool {
	s := p.Setup()
	key := p.Key()
	if r.find(key, &s) != nil {
		return true
	}
	if facts.SameSetup(r.start, &s) {
		return false
	}
	if r.added++; r.added > r.budget || r.added&63 == 0 && r.ctx.Err() != nil {
		r.limit = true
		return false
	}
	first := len(r.buf)
	if refuted := r.leaf(p, &s, irreversible); refuted != nil {
		r.add(key, newEvidence(&s, refuted))
		r.buf = r.buf[:first]
		return true
	}
	r.expand(p, s, key, first)
	return true
}

// add adds a node.
func (r *retroanalysis) add(key uint64, e Evidence) *Evidence {
	n := &link{e, r.nodes[key]}
	r.nodes[key] = n
	return &n.Evidence
}

// retract appends the un-moves of a position to the buffer.
func (r *retroanalysis) retract(p *chess.Position) {
	r.buf = p.Retractions(r.buf, chess.UnmoveOptions{MaterialLimit: r.initial})
}

// leaf returns a rule that refutes a position without considering its predecessors, or appends its un-moves to the
// buffer.
func (r *retroanalysis) leaf(p *chess.Position, s *chess.Setup, irreversible bool) *rules.Impossible {
	refuted := cmp.Or(rules.Checks(p), rules.LostRights(r.start, s), rules.Stays(r.start, s))
	if refuted != nil {
		return refuted
	}
	if !r.initial {
		// The un-moves are only limited by what the initial position has.
		if refuted := rules.Counts(r.start, s); refuted != nil {
			return refuted
		}
	}
	if !irreversible {
		r.retract(p)
		return nil // what is examined below is the same as for the later position
	}
	if refuted := rules.Reach(r.start, s); refuted != nil {
		if r.added > r.arguments {
			refuted = &rules.Impossible{Reason: refuted.Reason}
		}
		return refuted
	}
	// No un-move at all is the simpler reason, and the cheaper one.
	first := len(r.buf)
	if r.retract(p); len(r.buf) == first {
		return rules.NoUnmoves(p)
	}
	if r.cages != nil {
		if refuted := r.cages.refute(s, r.cages.each); refuted != nil {
			return refuted
		}
	}
	return r.kernels.refute(r.ctx, s)
}

// expand adds a node that no rule refutes, and opens it. The buffer has its un-moves from a place on; without any it is
// a leaf.
func (r *retroanalysis) expand(p *chess.Position, s chess.Setup, key uint64, first int) *Evidence {
	n := len(r.buf) - first
	if n == 0 {
		return r.add(key, newEvidence(&s, rules.NoUnmoves(p)))
	}
	r.open = &branch{after: r.open, p: *p}
	r.buf = r.buf[:copy(r.buf, r.buf[first:])]
	// As in hopeless; that is so of most positions, and costs them nothing. Those that are nodes already cost nothing.
	r.limit = r.limit || n > r.budget-r.added+len(r.nodes)
	return r.add(key, Evidence{Setup: s, Reason: rules.LastMovesRefuted, Detail: lastMovesRefuted(p, n)})
}

// irreversible reports whether an un-move changes the pawns or the men.
func irreversible(p *chess.Position, r chess.Retraction) bool {
	return r.Captured != chess.NoMan || r.Move.Promotion() != chess.NoKind || p.At(r.Move.To()).Kind() == chess.Pawn
}

// lastMovesRefuted is the sentence for a position whose un-moves are refuted.
func lastMovesRefuted(p *chess.Position, n int) string {
	i := 1
	if n == 1 {
		i = 0
	}
	return refutedSentences[p.Turn().Other()][i]
}

// refutedSentences are those of lastMovesRefuted, for one move and for several, by colour. They are
// the same text for all nodes, as there may be a million.
var refutedSentences = func() (list [2][2]string) {
	for c := chess.White; c <= chess.Black; c++ {
		list[c][0] = rules.Side(c) + "'s only possible last move started from an illegal position"
		list[c][1] = "every possible last move by " + rules.Side(c) + " started from an illegal position"
	}
	return list
}()

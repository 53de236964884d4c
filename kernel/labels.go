package kernel

import (
	"context"
	"encoding/binary"
	"math"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// labels turns the captures of the columns into kernels: it says which pieces
// are captured and what pawns become, and follows the ranks of the pawns.
//
// It has two ways. To list kernels it tries every piece everywhere. To find one,
// it leaves open what pawns become that promote by capturing, and captures what
// is easiest: a queen, rook or knight of the start, as long as there is one. It
// can be anywhere, and if the goal needs it, the pawn whose promoted piece might
// have been captured in its place becomes such a piece. Only bishops that must
// be captured make a difference, because of the colours of squares.
type labels struct {
	*problem
	columns  search // answers whether the columns can be completed
	root     state  // where the search of columns starts
	possible map[[3]uint64]bool
	ctx      context.Context
	nodes    uint64
	work     uint64 // without that of columns, see nodeWork
	limit    uint64 // of both together
	stop     error

	extended bool // respect the ranks
	zones    bool // with zones along the way, not only when the kernel is complete
	every    bool // list kernels
	classes  bool // of kernels that differ by the order of independent captures only one

	immobile  [mostPawns + 1]bool // pawns that never move
	goalPawns [2][]chess.Square   // at most 8, for walksLeft

	path   []label
	failed map[string]struct{}
	// uneven is set when a kernel was rejected for reasons that its node's key
	// does not hold, so that what led there must not be remembered as failed.
	uneven bool
	visit  func(moves []Move, e *Extended) bool
	jitter func() int // of the order, nil for the usual one
}

// mostRemembered bounds the memory of failed nodes.
const mostRemembered = 400_000

// What a search does, in nodes of the search for columns, a third of a microsecond
// each. All of it counts, so that a budget bounds the time: there are positions where
// each node has dozens of moves that lead nowhere, or a kernel that finds no ranks.
const (
	columnNodes = 10  // of one node of a budget
	nodeWork    = 10  // a node
	moveWork    = 2   // a move that is tried
	replayWork  = 10  // a kernel that is replayed
	ranksWork   = 100 // the ranks of a kernel that is extended
)

// workLimit is the work that a budget of nodes stands for.
func workLimit(nodes uint64) uint64 {
	if nodes > math.MaxUint64/columnNodes {
		return math.MaxUint64
	}
	return columnNodes * nodes
}

// spent returns the work so far.
func (l *labels) spent() uint64 { return l.work + l.columns.nodes }

// label is a step of the path: a move in which open pieces are not named yet.
type label struct {
	Move
	opens bool // the pawn promotes to what will be needed
	// takesOpen: one of the pieces left open is captured, from a promotion on such
	// a square.
	takesOpen bool
	class     facts.SquareClass
}

// node is a state with the pieces that there are.
type node struct {
	counts
	pawns [8]pawnList
	zone  zone
}

// newLabels returns the search for kernels of a problem.
func newLabels(ctx context.Context, p *problem, budget uint64, extended bool) *labels {
	q := &labels{
		problem: p, ctx: ctx, limit: workLimit(budget), extended: extended,
		columns:  search{problem: p, ctx: ctx, relaxed: p.uses(relaxSteps)},
		possible: map[[3]uint64]bool{},
		failed:   map[string]struct{}{},
	}
	q.columns.visit = func(path []step, end *state) bool {
		// All states on the way are possible.
		s := q.root
		q.possible[s.key()] = true
		for _, m := range path {
			s = s.make(p, m)
			q.possible[s.key()] = true
		}
		return true
	}
	q.zones = extended && p.Pawns[0]+p.Pawns[1] <= mostPawns && p.uses(zones)
	if q.zones {
		for i, sq := range pawnsByFile(p.Start) {
			q.immobile[i+1] = p.Fixed.Has(sq)
		}
	}
	for _, sq := range pawnsByFile(p.Goal) {
		if c := p.Goal.Board[sq].Color(); len(q.goalPawns[c]) < 8 {
			q.goalPawns[c] = append(q.goalPawns[c], sq)
		}
	}
	return q
}

// first returns the node before the first capture.
func (l *labels) first() node {
	n := node{counts: counts{state: l.problem.first()}}
	for c := range 2 {
		for k := range facts.NumPieceKinds {
			n.alive[c][k] = int8(l.Pieces[c][k])
		}
	}
	if l.zones {
		n.zone, n.pawns = l.firstZone()
		for f := range 8 {
			l.advance(&n, f)
		}
	}
	return n
}

// search begins the search with the first node, and reports whether it found a kernel.
func (l *labels) search() (found bool) {
	n := l.first()
	if l.balanced(&n.counts) && !n.zone.empty && l.canComplete(&n.state) {
		_, found = l.run(&n)
	}
	return found
}

// canComplete reports whether there are captures that complete the columns. If
// the budget ends first it reports true.
func (l *labels) canComplete(s *state) bool {
	if known, ok := l.possible[s.key()]; ok {
		return known
	}
	if len(l.possible) > mostRemembered {
		clear(l.possible)
	}
	l.columns.path = l.columns.path[:0]
	l.columns.budget = l.limit - min(l.work, l.limit)
	l.root = *s
	end, found := l.columns.run(s, l.incomplete(s, allFiles))
	if !end || found {
		l.possible[s.key()] = found
	}
	if l.columns.stop != nil && l.stop == nil {
		l.stop = l.columns.stop
	}
	return found || l.columns.stop != nil
}

// balanced reports whether the captures and the pawns that are left can still
// give the pieces of the goal.
func (l *labels) balanced(n *counts) bool {
	for c := range 2 {
		surplus, missing := 0, 0
		for k := range facts.NumPieceKinds {
			d := int(n.alive[c][k]) - l.Wants[c][k]
			surplus += max(0, d)
			missing += max(0, -d)
		}
		if surplus > int(n.left[1-c]) {
			return false
		}
		pawns := int(n.open[c][0] + n.open[c][1])
		for f := range 8 {
			pawns += n.col[f].count()[c] - l.goalCount[f][c]
		}
		if missing > pawns {
			return false
		}
	}
	return true
}

// run searches on from a node, as the search for columns does.
func (l *labels) run(n *node) (end, found bool) {
	if l.ctx.Err() != nil {
		l.stop = l.ctx.Err()
	}
	if l.spent() > l.limit && l.stop == nil {
		l.stop = errBudget
	}
	if l.stop != nil {
		return true, false
	}
	// What failed before fails again: the key has all that what follows depends on.
	var key string
	if !l.every {
		key = l.key(n)
		if _, ok := l.failed[key]; ok && l.uses(remember) {
			return false, false
		}
	}
	before := l.uneven
	l.uneven = false
	if l.isGoal(&n.state) && (!l.zones || l.reachesGoal(n)) {
		if end, found = l.finish(n); end {
			return true, found
		}
	}
	// One node costs its moves, each of which asks for columns and, with zones, bounds the ranks anew.
	if n.left[0]+n.left[1] > 0 {
		e, f := l.expand(n)
		end, found = e, found || f
	}
	if !end && !found && !l.every && !l.uneven && len(l.failed) < mostRemembered {
		l.failed[key] = struct{}{}
	}
	l.uneven = l.uneven || before
	return end, found
}

// key returns all of a node that matters for what can follow.
func (l *labels) key(n *node) string {
	var buffer [160]byte
	key := buffer[:0]
	for _, k := range n.state.key() {
		key = binary.LittleEndian.AppendUint64(key, k)
	}
	for c := range 2 {
		for _, a := range n.alive[c] {
			key = append(key, byte(a))
		}
		key = append(key, byte(n.open[c][0]), byte(n.open[c][1]))
	}
	if l.zones {
		key = l.appendKey(key, n)
	}
	return string(key)
}

// expand tries all moves from a node, but for captures of pieces by pieces.
func (l *labels) expand(n *node) (end, found bool) {
	// Cheap tests first: counts, then the columns alone, which are remembered, then ranks.
	try := func(m label) bool {
		if l.classes && outOfOrder(l.moves(), m.Move) {
			return false
		}
		l.work += moveWork
		after := n.counts
		l.play(&after, m)
		if l.uses(countPieces) && !l.balanced(&after) || l.uses(askColumns) && !l.canComplete(&after.state) {
			return false
		}
		l.nodes++
		l.work += nodeWork
		next := *n
		if !l.zones {
			next.counts = after
		} else if !l.playRanks(&next, m, &after) || l.uses(countWalks) && !l.walksLeft(&next) {
			return false
		}
		l.path = append(l.path, m)
		e, f := l.run(&next)
		l.path = l.path[:len(l.path)-1]
		found = found || f
		end = e
		return e
	}
	generator := search{problem: l.problem, overtaking: !l.every, jitter: l.jitter}
	steps := generator.steps
	if !l.every {
		steps = generator.nearestFirst
	}
	steps(&n.state, func(st step) bool {
		m := st.move()
		switch st.kind {
		case pawnTakesPawn, pieceTakesPawn:
			return try(label{Move: m})
		}
		return l.victims(n, st, func(capture label) bool {
			m.Takes, m.Origin = capture.Takes, capture.Origin
			capture.Move = m
			return l.promotions(st, capture, try)
		})
	})
	if end {
		return end, found
	}
	// Captures of pieces that were pawns. The indices are those without the pawn.
	for c := chess.White; c <= chess.Black; c++ {
		_, easy := l.easy(n, c)
		if n.left[1-c] == 0 || !l.every && l.uses(easyFirst) && easy {
			continue
		}
		for f := range 8 {
			without, ok := l.withoutPromoted(&n.state, c, f)
			if !ok {
				continue
			}
			if generator.steps(&without, func(st step) bool {
				if st.color == c || st.kind != pawnTakesPiece && st.kind != pawnPromotes {
					return false
				}
				m := st.move()
				m.Origin = f
				return l.promotions(st, label{Move: m}, try)
			}) {
				return end, found
			}
		}
	}
	return end, found
}

// outOfOrder reports whether move m violates the canonical order. Kernels that differ only in
// the order of independent captures form a class, which is represented by its first kernel in
// the order of the notation. In that kernel, no move can be exchanged with a run of moves
// before it and is smaller than the first of them.
func outOfOrder(moves []Move, m Move) bool {
	for i := len(moves) - 1; i >= 0 && independent(moves[i], m); i-- {
		if m.String() < moves[i].String() {
			return true
		}
	}
	return false
}

// independent reports whether two moves can be exchanged wherever they are adjacent: they have
// no file in common, and neither captures a piece of the kind that the other promotes to.
// Captures of pieces by pieces stay last.
func independent(a, b Move) bool {
	if (a.To == None) != (b.To == None) {
		return false
	}
	for _, f := range [...]int{a.From, a.To, a.Origin} {
		if f != None && (f == b.From || f == b.To || f == b.Origin) {
			return false
		}
	}
	return (a.Color == b.Color || (a.Promotes == NoPiece || a.Promotes != b.Takes) &&
		(b.Promotes == NoPiece || b.Promotes != a.Takes))
}

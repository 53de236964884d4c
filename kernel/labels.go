package kernel

import (
	"context"
	"slices"

	"retroproof/chess"
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
	budget   uint64
	stop     error

	extended bool // respect the ranks
	zones    bool // with zones along the way, not only when the kernel is complete
	every    bool // list kernels
	classes  bool // of kernels that differ by the order of independent captures only one

	immobile  [mostPawns + 1]bool // pawns that never move
	goalRanks [8][]int
	goalPawns [2][]chess.Square // at most 8, for walksLeft

	path   []label
	failed map[string]struct{}
	// uneven is set when a kernel was rejected for reasons that its node's key
	// does not hold, so that what led there must not be remembered as failed.
	uneven bool
	visit  func(moves []Move, e *Extended) bool
}

// mostRemembered bounds the memory of failed nodes.
const mostRemembered = 400_000

// columnNodes is how many nodes of the search for columns count as one: they
// are that much cheaper.
const columnNodes = 10

// label is a step of the path: a move in which open pieces are not named yet.
type label struct {
	Move
	opens bool // the pawn promotes to what will be needed
	// takesOpen: one of the pieces left open is captured, from a promotion on such
	// a square.
	takesOpen bool
	class     squareClass
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
		problem: p, ctx: ctx, budget: budget, extended: extended,
		columns:  search{problem: p, ctx: ctx, budget: columnNodes * budget, relaxed: p.uses(relaxSteps)},
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
	q.zones = extended && p.pawns[0]+p.pawns[1] <= mostPawns && p.uses(zones)
	n := 0
	for f := range 8 {
		for r := range 8 {
			sq := chess.MakeSquare(f, r)
			if p.start.Board[sq].Kind() == chess.Pawn {
				if n++; q.zones {
					q.immobile[n] = p.blocked.squares.Has(sq)
				}
			}
			if m := p.goal.Board[sq]; m.Kind() == chess.Pawn {
				q.goalRanks[f] = append(q.goalRanks[f], r)
				if c := m.Color(); len(q.goalPawns[c]) < 8 {
					q.goalPawns[c] = append(q.goalPawns[c], sq)
				}
			}
		}
	}
	return q
}

// first returns the node before the first capture.
func (q *labels) first() node {
	n := node{counts: counts{state: q.problem.first()}}
	for c := range 2 {
		for k := range numPieceKinds {
			n.alive[c][k] = int8(q.pieces[c][k])
		}
	}
	if q.zones {
		n.zone, n.pawns = q.firstZone()
		for f := range 8 {
			q.settle(&n, f)
		}
	}
	return n
}

// canComplete reports whether there are captures that complete the columns. If
// the budget ends first it reports true.
func (q *labels) canComplete(s *state) bool {
	if known, ok := q.possible[s.key()]; ok {
		return known
	}
	if len(q.possible) > mostRemembered {
		clear(q.possible)
	}
	q.columns.path = q.columns.path[:0]
	q.root = *s
	end, found := q.columns.run(s)
	if !end || found {
		q.possible[s.key()] = found
	}
	if q.columns.stop != nil && q.stop == nil {
		q.stop = q.columns.stop
	}
	return found || q.columns.stop != nil
}

// balanced reports whether the captures and the pawns that are left can still
// give the pieces of the goal.
func (q *labels) balanced(n *counts) bool {
	for c := range 2 {
		surplus, missing := 0, 0
		for k := range numPieceKinds {
			d := int(n.alive[c][k]) - q.wants[c][k]
			surplus += max(0, d)
			missing += max(0, -d)
		}
		if surplus > int(n.left[1-c]) {
			return false
		}
		pawns := int(n.open[c][0] + n.open[c][1])
		for f := range 8 {
			pawns += n.col[f].count()[c] - q.goalCount[f][c]
		}
		if missing > pawns {
			return false
		}
	}
	return true
}

// run searches on from a node, as the search for columns does.
func (q *labels) run(n *node) (end, found bool) {
	if q.ctx.Err() != nil {
		q.stop = q.ctx.Err()
	}
	if q.nodes > q.budget && q.stop == nil {
		q.stop = ErrBudget
	}
	if q.stop != nil {
		return true, false
	}
	var key string
	if !q.every {
		key = q.key(n)
		if _, ok := q.failed[key]; ok && q.uses(remember) {
			return false, false
		}
	}
	before := q.uneven
	q.uneven = false
	if q.isGoal(&n.state) && (!q.zones || q.reachesGoal(n)) {
		if end, found = q.finish(n); end {
			return true, found
		}
	}
	if n.left[0]+n.left[1] > 0 {
		e, f := q.expand(n)
		end, found = e, found || f
	}
	if !end && !found && !q.every && !q.uneven && len(q.failed) < mostRemembered {
		q.failed[key] = struct{}{}
	}
	q.uneven = q.uneven || before
	return end, found
}

// key returns all of a node that matters for what can follow.
func (q *labels) key(n *node) string {
	var buffer [160]byte
	key := buffer[:0]
	for _, k := range n.state.key() {
		for i := range 8 {
			key = append(key, byte(k>>(8*i)))
		}
	}
	for c := range 2 {
		for _, a := range n.alive[c] {
			key = append(key, byte(a))
		}
		key = append(key, byte(n.open[c][0]), byte(n.open[c][1]))
	}
	if q.zones {
		key = q.appendKey(key, n)
	}
	return string(key)
}

// expand tries all moves from a node, but for captures of pieces by pieces.
func (q *labels) expand(n *node) (end, found bool) {
	try := func(m label) bool {
		if q.classes && q.outOfOrder(m.Move) {
			return false
		}
		after := n.counts
		q.play(&after, m)
		if q.uses(countPieces) && !q.balanced(&after) || q.uses(askColumns) && !q.canComplete(&after.state) {
			return false
		}
		q.nodes++
		next := *n
		if !q.zones {
			next.counts = after
		} else if !q.playRanks(&next, m, &after) || q.uses(countWalks) && !q.walksLeft(&next) {
			return false
		}
		q.path = append(q.path, m)
		e, f := q.run(&next)
		q.path = q.path[:len(q.path)-1]
		found = found || f
		end = e
		return e
	}
	generator := search{problem: q.problem, overtaking: !q.every}
	steps := generator.steps
	if !q.every {
		steps = generator.nearestFirst
	}
	steps(&n.state, func(st step) bool {
		m := st.move()
		switch st.kind {
		case pawnTakesPawn, pieceTakesPawn:
			return try(label{Move: m})
		}
		return q.victims(n, st, func(l label) bool {
			l.Move = withVictim(m, l.Move)
			return q.promotions(st, l, try)
		})
	})
	if end {
		return end, found
	}
	// Captures of pieces that were pawns. The indices are those without the pawn.
	for c := chess.White; c <= chess.Black; c++ {
		if n.left[1-c] == 0 || !q.every && q.uses(easyFirst) && q.hasEasy(n, c) {
			continue
		}
		for f := range 8 {
			without, ok := q.withoutPromoted(&n.state, c, f)
			if !ok {
				continue
			}
			if generator.steps(&without, func(st step) bool {
				if st.color == c || st.kind != pawnTakesPiece && st.kind != pawnPromotes {
					return false
				}
				m := st.move()
				m.Origin = f
				return q.promotions(st, label{Move: m}, try)
			}) {
				return end, found
			}
		}
	}
	return end, found
}

// move returns the move of a step, without what it captures if that is a piece.
func (st step) move() Move {
	m := Move{Color: st.color, From: int(st.from), FromIndex: int(st.fromIndex), Origin: None, To: int(st.to), ToIndex: int(st.toIndex)}
	switch st.kind {
	case pawnTakesPawn:
		m.Takes = Pawn
	case pieceTakesPawn:
		m.Takes, m.From, m.FromIndex = Pawn, None, 0
	}
	return m
}

// withVictim returns a move with what another captures.
func withVictim(m, victim Move) Move {
	m.Takes, m.Origin = victim.Takes, victim.Origin
	return m
}

// withoutPromoted returns a state without the foremost pawn of a colour on a
// file, for a capture of what it promotes to.
func (q *labels) withoutPromoted(s *state, c chess.Color, f int) (state, bool) {
	if !q.promotes[c][f][1] || s.col[f].ahead(c) == 0 {
		return state{}, false
	}
	t := *s
	at := 0
	if c == chess.White {
		at = s.col[f].len() - 1
	}
	if q.isFixed(f, at, s.col[f]) {
		return state{}, false
	}
	t.col[f] = s.col[f].remove(at)
	t.gone[c][q.class[c][f]]++
	return t, true
}

// hasEasy reports whether a queen, rook or knight of the start can be captured.
func (q *labels) hasEasy(n *node, c chess.Color) bool {
	_, ok := q.easy(n, c)
	return ok
}

// easy returns a queen, rook or knight to capture, one that is too many if
// there is such.
func (q *labels) easy(n *node, c chess.Color) (pieceKind, bool) {
	best := numPieceKinds
	for _, k := range []pieceKind{knight, rook, queen} {
		switch {
		case int(n.alive[c][k]) > q.wants[c][k]:
			return k, true
		case int(n.alive[c][k]) > q.keep[c][k] && best == numPieceKinds:
			best = k
		}
	}
	return best, best < numPieceKinds
}

// victims calls try with the pieces that a step may capture.
func (q *labels) victims(n *node, st step, try func(label) bool) bool {
	c := st.color.Other()
	take := func(k pieceKind) bool {
		if st.kind == pawnPromotes {
			// The colour of the square must be that of the bishop.
			if !q.bishopFits(k, st.color, int(st.to)) {
				return false
			}
		}
		return try(label{Move: Move{Takes: k.piece(), Origin: None}})
	}
	if q.every {
		for k := range numPieceKinds {
			if int(n.alive[c][k]) > q.keep[c][k] && take(k) {
				return true
			}
		}
		return false
	}
	k, easy := q.easy(n, c)
	if easy && take(k) {
		return true
	}
	easy = easy && q.uses(easyFirst)
	for _, k := range []pieceKind{darkBishop, lightBishop} {
		a := int(n.alive[c][k])
		if (a > q.wants[c][k] || !easy && a > q.keep[c][k]) && take(k) {
			return true
		}
	}
	if !easy {
		for class, count := range n.open[c] {
			if count > 0 && try(label{Move: Move{Takes: Knight, Origin: None}, takesOpen: true, class: squareClass(class)}) {
				return true
			}
		}
	}
	return false
}

// promotions calls try with the pieces that a pawn may become.
func (q *labels) promotions(st step, l label, try func(label) bool) bool {
	if st.kind != pawnPromotes {
		return try(l)
	}
	if !q.every {
		l.opens = true
		return try(l)
	}
	for k := range numPieceKinds {
		if !q.bishopFits(k, st.color, int(st.to)) {
			continue
		}
		l.Promotes = k.piece()
		if try(l) {
			return true
		}
	}
	return false
}

// pieces of a node that moves change, apart from ranks.
type counts struct {
	state
	alive [2][numPieceKinds]int8
	open  [2][2]int8 // promoted by capture and left open, by squareClass
}

// play makes a move as far as columns and counts are concerned.
func (q *labels) play(n *counts, m label) {
	c, enemy := m.Color, m.Color.Other()
	switch {
	case m.Origin != None:
		n.state, _ = q.withoutPromoted(&n.state, enemy, m.Origin)
	case m.takesOpen:
		n.open[enemy][m.class]--
	case m.Takes != Pawn:
		n.alive[enemy][m.Takes.kind()]--
	}
	n.left[c]--
	switch {
	case m.To == None:
	case m.From == None:
		n.col[m.To] = n.col[m.To].remove(m.ToIndex)
	case m.opens || m.Promotes != NoPiece:
		n.col[m.From] = n.col[m.From].remove(m.FromIndex)
		class := q.class[c][m.To]
		n.promoted[c][class]++
		if m.opens {
			n.open[c][class]++
		} else {
			n.alive[c][m.Promotes.kind()]++
		}
	case m.Takes == Pawn:
		n.col[m.From] = n.col[m.From].remove(m.FromIndex)
		n.col[m.To] = n.col[m.To].set(m.ToIndex, c)
	default:
		n.col[m.From] = n.col[m.From].remove(m.FromIndex)
		n.col[m.To] = n.col[m.To].insert(m.ToIndex, c)
	}
}

// playRanks makes a move in a node's zone and lists of pawns; after are the
// columns after it, those of the node become these. It reports false if the
// ranks forbid the move.
func (q *labels) playRanks(n *node, m label, after *counts) bool {
	if m.Origin != None {
		enemy, at := m.Color.Other(), 0
		low, high := lowest, blackPromoted
		if enemy == chess.White {
			at = n.col[m.Origin].len() - 1
			low, high = whitePromoted, highest
		}
		pawn := n.pawns[m.Origin][at]
		n.zone.between(pawn, low, high)
		n.zone.forget(pawn)
		n.pawns[m.Origin].remove(at)
	}
	if n.zone.empty || !q.capture(n, m.Move, m.opens || m.Promotes != NoPiece, after) {
		return false
	}
	n.counts = *after
	for _, f := range [...]int{m.Origin, m.From, m.To} {
		if f != None {
			q.settle(n, f)
		}
	}
	return !n.zone.empty
}

// capture makes the capture itself.
func (q *labels) capture(n *node, m Move, promotes bool, after *counts) bool {
	z := &n.zone
	if m.To == None {
		return true
	}
	if m.Takes == Pawn {
		victim := n.pawns[m.To][m.ToIndex]
		if q.immobile[victim] {
			return false
		}
		z.between(victim, firstPawnRank, lastPawnRank)
		if m.From == None {
			z.forget(victim)
			n.pawns[m.To].remove(m.ToIndex)
			return !z.empty
		}
	}
	pawn := n.pawns[m.From][m.FromIndex]
	if q.immobile[pawn] {
		return false
	}
	up, low, high := 1, firstPawnRank, lastPawnRank-1
	if m.Color == chess.Black {
		up, low, high = -1, firstPawnRank+1, lastPawnRank
	}
	if promotes {
		low = lastPawnRank
		if m.Color == chess.Black {
			low = firstPawnRank
		}
		z.between(pawn, low, low)
		z.forget(pawn)
		n.pawns[m.From].remove(m.FromIndex)
		return !z.empty
	}
	z.between(pawn, low, high)
	if m.Takes == Pawn {
		victim := n.pawns[m.To][m.ToIndex]
		z.tighten(victim, pawn, up)
		z.tighten(pawn, victim, -up)
		z.forget(victim)
		z.shift(pawn, up)
		n.pawns[m.To][m.ToIndex] = pawn
	} else {
		z.shift(pawn, up)
		n.pawns[m.To].insert(m.ToIndex, pawn)
		if m.ToIndex > 0 {
			z.tighten(n.pawns[m.To][m.ToIndex-1], pawn, -1)
		}
		if m.ToIndex+1 < after.col[m.To].len() {
			z.tighten(pawn, n.pawns[m.To][m.ToIndex+1], -1)
		}
		if odd, ok := bishopRank(m.Takes, m.To); ok {
			z.parity(pawn, odd)
		}
	}
	n.pawns[m.From].remove(m.FromIndex)
	return !z.empty
}

// bishopRank returns the parity of the ranks of a file on which a bishop can be.
func bishopRank(p Piece, file int) (odd int, ok bool) {
	switch p {
	case DarkBishop: // a1 is dark
		return file & 1, true
	case LightBishop:
		return 1 - file&1, true
	}
	return 0, false
}

// finish makes kernels of the path, whose end completes the columns: it names
// what was left open and adds captures of pieces by pieces.
func (q *labels) finish(n *node) (end, found bool) {
	if !q.every {
		moves := q.named(n)
		if moves == nil {
			return false, false
		}
		return q.deliver(moves)
	}
	moves := make([]Move, 0, len(q.path)+int(n.left[0]+n.left[1]))
	for _, l := range q.path {
		moves = append(moves, l.Move)
	}
	// Every order of the captures of pieces by pieces.
	var add func(n node) bool
	add = func(n node) bool {
		if n.left[0]+n.left[1] == 0 {
			if !q.namesFit(&n.counts) {
				return false
			}
			e, f := q.deliver(moves)
			end, found = e, found || f
			return e
		}
		if q.nodes++; q.nodes > q.budget || q.ctx.Err() != nil {
			q.stop, end = ErrBudget, true
			return true
		}
		for c := range 2 {
			if n.left[c] == 0 {
				continue
			}
			for k := range numPieceKinds {
				m := Move{Color: chess.Color(c), From: None, Takes: k.piece(), Origin: None, To: None}
				if int(n.alive[1-c][k]) <= q.keep[1-c][k] || q.classes && outOfOrder(moves, m) {
					continue
				}
				next := n
				next.left[c]--
				next.alive[1-c][k]--
				if !q.balanced(&next.counts) {
					continue
				}
				moves = append(moves, m)
				stop := add(next)
				moves = moves[:len(moves)-1]
				if stop {
					return true
				}
			}
		}
		return false
	}
	add(*n)
	return end, found
}

// deliver gives a kernel to the visitor, if it stands up to the definition and,
// extended, to the ranks.
func (q *labels) deliver(moves []Move) (end, found bool) {
	all := append(q.deadCaptures(), moves...)
	if Replay(q.start, q.goal, all) != nil {
		q.uneven = true
		return false, false
	}
	var e *Extended
	if q.extended {
		var ok bool
		if e, ok = q.extend(all); !ok {
			q.uneven = true
			return false, false
		}
	}
	return q.visit(all, e), true
}

// namesFit reports whether the straight promotions at the end of a kernel give
// the pieces that the goal lacks.
func (q *labels) namesFit(n *counts) bool {
	var straight [2][numSquareClasses]int
	for f := range 8 {
		white, black, _ := q.complete(f, n.col[f])
		straight[chess.White][q.class[chess.White][f]] += white
		straight[chess.Black][q.class[chess.Black][f]] += black
	}
	for c := range 2 {
		for class, k := range []pieceKind{darkBishop, lightBishop} {
			if q.wants[c][k]-int(n.alive[c][k]) > straight[c][class] {
				return false
			}
		}
	}
	return true
}

// bishopFits reports whether a piece is no bishop or one that can come from or
// to the promotion square of a file.
func (p *problem) bishopFits(k pieceKind, c chess.Color, file int) bool {
	switch k {
	case darkBishop:
		return p.class[c][file] == darkSquare
	case lightBishop:
		return p.class[c][file] == lightSquare
	}
	return true
}

// deadCaptures returns the captures of dead bishops.
func (q *labels) deadCaptures() []Move {
	var moves []Move
	for c := range 2 {
		for k, count := range q.blocked.dead[c] {
			for range count {
				moves = append(moves, Move{Color: chess.Color(1 - c), From: None, Takes: pieceKind(k).piece(), Origin: None, To: None})
			}
		}
	}
	return moves
}

// named returns the kernel of a path with pieces left open, nil if the
// pieces of the goal cannot be had.
func (q *labels) named(n *node) []Move {
	// Straight promotions, a file for each.
	var straight [2][]int
	for f := range 8 {
		white, black, _ := q.complete(f, n.col[f])
		straight[0] = append(straight[0], slices.Repeat([]int{f}, white)...)
		straight[1] = append(straight[1], slices.Repeat([]int{f}, black)...)
	}
	moves := make([]Move, len(q.path), len(q.path)+int(n.left[0]+n.left[1]))
	isOpen := make([]bool, len(q.path))
	for i, l := range q.path {
		moves[i] = l.Move
		isOpen[i] = l.opens
		if !l.takesOpen {
			continue
		}
		for j := range i {
			if isOpen[j] && moves[j].Color != l.Color && q.class[moves[j].Color][moves[j].To] == l.class {
				moves[j].Promotes, isOpen[j] = Knight, false
				break
			}
		}
	}
	for _, t := range q.specials {
		// isGoal has seen that there is one.
		i := slices.Index(straight[t.color], t.file)
		straight[t.color] = slices.Delete(straight[t.color], i, i+1)
	}
	// name gives a promotion to a piece that the goal lacks; the last resort is
	// any piece, to be captured.
	var surplus [2][]Move
	for c := range 2 {
		var missing [numPieceKinds]int
		for k := range numPieceKinds {
			missing[k] = q.wants[c][k] - int(n.alive[c][k])
			for range -missing[k] {
				surplus[c] = append(surplus[c], Move{Takes: k.piece(), Origin: None})
			}
		}
		// Bishops first: they need their squares.
		for _, k := range []pieceKind{darkBishop, lightBishop, queen, rook, knight} {
			for i := range moves {
				if missing[k] > 0 && isOpen[i] && int(moves[i].Color) == c && q.bishopFits(k, chess.Color(c), moves[i].To) {
					moves[i].Promotes, isOpen[i] = k.piece(), false
					missing[k]--
				}
			}
			for i := 0; i < len(straight[c]); i++ {
				if missing[k] > 0 && q.bishopFits(k, chess.Color(c), straight[c][i]) {
					straight[c] = slices.Delete(straight[c], i, i+1)
					i--
					missing[k]--
				}
			}
			if missing[k] > 0 {
				return nil
			}
		}
		for i := range moves {
			if isOpen[i] && int(moves[i].Color) == c {
				moves[i].Promotes, isOpen[i] = Knight, false
				surplus[c] = append(surplus[c], Move{Takes: Knight, Origin: None})
			}
		}
		for _, f := range straight[c] {
			surplus[c] = append(surplus[c], Move{Origin: f})
		}
	}
	for c := range 2 {
		if len(surplus[1-c]) != int(n.left[c]) {
			return nil
		}
		for _, m := range surplus[1-c] {
			m.Color, m.From, m.To = chess.Color(c), None, None
			moves = append(moves, m)
		}
	}
	return moves
}

// outOfOrder reports whether a move could be made before others of the path,
// and should, when of kernels that differ by the order of independent captures
// only the first in the order of the notation is wanted. That is the kernel in
// which no move can be exchanged with a run of moves before it and is smaller
// than the first of these.
func (q *labels) outOfOrder(m Move) bool {
	for i := len(q.path) - 1; i >= 0; i-- {
		if stop, out := exchange(q.path[i].Move, m); stop {
			return out
		}
	}
	return false
}

// outOfOrder does so for captures of pieces by pieces, which come last.
func outOfOrder(moves []Move, m Move) bool {
	for i := len(moves) - 1; i >= 0; i-- {
		if stop, out := exchange(moves[i], m); stop {
			return out
		}
	}
	return false
}

// exchange reports whether the look back for a move m ends at an earlier move,
// and whether m is out of order.
func exchange(earlier, m Move) (stop, out bool) {
	if !independent(earlier, m) {
		return true, false
	}
	out = m.String() < earlier.String()
	return out, out
}

// independent reports whether two moves can be exchanged wherever they follow
// each other: they have no file in common, and neither captures a piece like
// the one that the other promotes to. Captures of pieces by pieces stay last.
func independent(a, b Move) bool {
	if (a.To == None) != (b.To == None) {
		return false
	}
	for _, f := range [...]int{a.From, a.To, a.Origin} {
		if f != None && (f == b.From || f == b.To || f == b.Origin) {
			return false
		}
	}
	return (a.Color == b.Color || (a.Promotes == NoPiece || a.Promotes != b.Takes) && (b.Promotes == NoPiece || b.Promotes != a.Takes))
}

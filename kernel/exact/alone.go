package exact

import (
	"context"
	"math/bits"

	"retroproof/chess"
)

// Flags of lineups.
const (
	afterMove   uint8 = 1 << iota // reached by a move of the side, or the start
	afterAnswer                   // reached by the answer to it, or the start
	endsMove                      // from afterMove the side reaches the goal
	endsAnswer                    // from afterAnswer the side reaches the goal
	noMove                        // known not to be reached by a move of the side
	noAnswer                      // known not to be reached by the answer to it
)

// Lineups that lie on a way from the start to the goal.
const (
	aliveMove   = afterMove | endsMove
	aliveAnswer = afterAnswer | endsAnswer
)

// alone has all that one side can do between the start and the goal with its number of moves,
// whatever the other side does: the lineups after each of its moves. Of the other side only
// what holds in all of its own lineups at the time is taken into account.
type alone struct {
	c      chess.Color
	moves  int
	first  bool // whether the side makes the first move
	last   bool // whether the side makes the last move
	layers []lineups
	seen   []view // by number of moves
	// Squares to which men of the side capture, and those to which pawns do, by the number
	// of moves before.
	takes, pawnTakes []chess.Bitboard

	// The following hold for all games.
	blocked chess.Bitboard // men on them stay
	falls   chess.Bitboard // squares where men of the side are captured
	where   chess.Bitboard // squares where men of the side capture
	pieces  bool           // whether men other than pawns capture
	castle  chess.Castling
	unsafe  chess.Bitboard // squares where the king is always in check
	total   int            // captures of the side
	count   int            // men of the side in the goal
	atFirst int            // men of the side in the start
	pawns   int            // pawns of the side in the goal
	errands errands        // the captures that it has to make
	apart   bool           // whether lineups differ by errands that are done

	ctx context.Context
	buf []lineup
}

// view is what holds for a side at a time, as the other side is to move.
type view struct {
	must  chess.Bitboard                 // squares on which men stand
	may   chess.Bitboard                 // squares on which men may stand
	kinds [chess.Pawn + 1]chess.Bitboard // squares on which men of a kind stand
	falls chess.Bitboard                 // squares to which the other side may capture
	lost  uint64                         // a set of numbers of men lost before
	taken uint64                         // a set of numbers of captures made before
}

// newAlone prepares a side. look has been called for the start.
func newAlone(e *bound, c chess.Color, plies int) *alone {
	s, o := &e.sides[c], &e.sides[c.Other()]
	tasks := newErrands(e, c, s.takes)
	a := &alone{
		c: c, moves: e.left[c], first: e.pos.Turn() == c, last: (e.pos.Turn() == c) == (plies%2 == 1),
		blocked: e.blocked, falls: s.falls & o.takes, where: s.takes & o.falls, pieces: s.pieces, castle: s.castle,
		unsafe: e.routes.unsafe[c], total: e.spare[c.Other()], count: e.goal.Side(c).Count(), atFirst: e.pos.Side(c).Count(),
		pawns: e.goal.Men(chess.MakeMan(c, chess.Pawn)).Count(), errands: tasks,
	}
	a.layers = make([]lineups, a.moves+1)
	a.seen = make([]view, a.moves+1)
	a.takes, a.pawnTakes = make([]chess.Bitboard, a.moves+1), make([]chess.Bitboard, a.moves+1)
	for i := range a.takes {
		a.takes[i], a.pawnTakes[i] = a.where, a.where
		a.seen[i] = unknown(e, c)
	}
	return a
}

// unknown returns what is known of a side before its lineups are.
func unknown(e *bound, c chess.Color) (v view) {
	v.must, v.may = e.blocked&e.pos.Side(c), chess.AllSquares
	for k := chess.King; k <= chess.Pawn; k++ {
		v.kinds[k] = v.must & e.pos.Kind(k)
	}
	v.falls = e.sides[c].falls & e.sides[c.Other()].takes
	v.lost, v.taken = ^uint64(0), ^uint64(0)
	return v
}

// reach marks a lineup as reached by a move, or by an answer, unless it is known not to be.
func (s *lineups) reach(at int, flag uint8) {
	if s.flags[at]&(flag<<4) == 0 {
		s.flags[at] |= flag
	}
}

// other is the side's view of the other one before its move i.
type other func(i int) *view

// hasAnswer reports whether the other side moves between the moves i and i+1 of this one: not before
// the first move of the side that begins, and not after the last of the one that ends.
func (a *alone) hasAnswer(i int) bool { return (i > 0 || !a.first) && (i < a.moves || !a.last) }

// forward finds what is reached from the start. With an estimate the layers are made, and those
// lineups left out from which the goal is too far; without one those in the layers are marked.
// It returns false if there are more than a number of lineups, or the context has ended.
func (a *alone) forward(start *lineup, o other, opposing *alone, est *estimate, most int) bool {
	if est != nil {
		a.layers[0].add(start)
	}
	for i := range a.layers {
		for at := range a.layers[i].flags {
			a.layers[i].flags[at] &^= afterMove | afterAnswer
		}
	}
	at := a.layers[0].find(start)
	if at < 0 {
		return true
	}
	if a.first {
		a.layers[0].reach(at, afterAnswer)
	} else {
		a.layers[0].reach(at, afterMove)
	}
	size := 0
	for i := range a.layers {
		if a.hasAnswer(i) {
			a.forwardAnswers(i, opposing, est)
		}
		size += len(a.layers[i].all)
		if est != nil && size > most {
			return false
		}
		if i < a.moves && !a.forwardMoves(i, o(i), est, most-size) {
			return false
		}
	}
	return true
}

// forwardAnswers marks what the other side's answers to move i leave.
func (a *alone) forwardAnswers(i int, opposing *alone, est *estimate) {
	layer := &a.layers[i]
	for at := 0; at < len(layer.all); at++ {
		if layer.flags[at]&afterMove == 0 {
			continue
		}
		layer.reach(at, afterAnswer)
		l := layer.all[at]
		a.losses(&l, a.answerIndex(i), opposing)
		for k := range a.buf {
			y := &a.buf[k]
			if est != nil && layer.find(y) < 0 && !est.at(y, a.moves-i) {
				continue
			}
			if to := a.place(layer, y, est); to >= 0 {
				layer.reach(to, afterAnswer)
			}
		}
	}
}

// forwardMoves marks what the side's next move reaches, after i of them. It returns false if the layer has
// more than a number of lineups, or the context has ended.
func (a *alone) forwardMoves(i int, v *view, est *estimate, most int) bool {
	layer, next := &a.layers[i], &a.layers[i+1]
	left := a.moves - i
	for at := 0; at < len(layer.all); at++ {
		if layer.flags[at]&afterAnswer == 0 || v.lost>>layer.all[at].taken&1 == 0 {
			continue
		}
		if at&0xFFF == 0 && a.ctx.Err() != nil {
			return false
		}
		l := layer.all[at]
		if est != nil && !est.at(&l, left) {
			continue
		}
		a.successors(&l, v)
		for k := range a.buf {
			y := &a.buf[k]
			if est != nil && !est.after(y, left-1) {
				continue
			}
			if to := a.place(next, y, est); to >= 0 {
				next.reach(to, afterMove)
			}
		}
		if est != nil && len(next.all) > most {
			return false
		}
	}
	return true
}

// place finds a lineup, or adds it while layers are made.
func (a *alone) place(s *lineups, l *lineup, est *estimate) int {
	if est != nil {
		return s.add(l)
	}
	return s.find(l)
}

// answerIndex returns how many moves the other side has made before it answers move i.
func (a *alone) answerIndex(i int) int {
	if a.first {
		return i - 1
	}
	return i
}

// backward finds from what the goal is reached, and drops the other lineups.
func (a *alone) backward(ends func(*lineup) bool, o other, opposing *alone) {
	for i := a.moves; i >= 0; i-- {
		layer := &a.layers[i]
		for at := range layer.flags {
			layer.flags[at] &^= endsMove | endsAnswer
		}
		a.takes[i], a.pawnTakes[i] = 0, 0
		if i == a.moves {
			flag := endsAnswer
			if a.last {
				flag = endsMove
			}
			for at := range layer.all {
				if ends(&layer.all[at]) {
					layer.flags[at] |= flag
				}
			}
		} else {
			a.backwardMoves(i, o(i))
		}
		var falls chess.Bitboard
		if a.hasAnswer(i) {
			falls = a.backwardAnswers(i, opposing)
		}
		layer.keep(func(f uint8) bool { return f&aliveMove == aliveMove || f&aliveAnswer == aliveAnswer })
		a.seen[i] = a.viewOf(layer)
		a.seen[i].falls = falls
	}
}

// backwardMoves marks from what the side's next move goes on, after i of them, and notes where it captures.
func (a *alone) backwardMoves(i int, v *view) {
	layer, next := &a.layers[i], &a.layers[i+1]
	for at := range layer.all {
		l := layer.all[at]
		if layer.flags[at]&afterAnswer == 0 || v.lost>>l.taken&1 == 0 {
			continue
		}
		a.successors(&l, v)
		for k := range a.buf {
			y := &a.buf[k]
			to := next.find(y)
			if to < 0 || next.flags[to]&aliveMove != aliveMove {
				continue
			}
			layer.flags[at] |= endsAnswer
			if y.taken == l.taken {
				continue
			}
			dest := y.men() &^ l.men()
			a.takes[i] |= dest
			if l.of(chess.Pawn)&^y.of(chess.Pawn) != 0 {
				a.pawnTakes[i] |= dest
			}
		}
	}
}

// backwardAnswers marks from what the answers to move i go on, and returns the squares to which they
// capture.
func (a *alone) backwardAnswers(i int, opposing *alone) (falls chess.Bitboard) {
	layer := &a.layers[i]
	for at := range layer.all {
		if layer.flags[at]&afterMove == 0 {
			continue
		}
		if layer.flags[at]&aliveAnswer == aliveAnswer {
			layer.flags[at] |= endsMove
		}
		l := layer.all[at]
		a.losses(&l, a.answerIndex(i), opposing)
		for k := range a.buf {
			to := layer.find(&a.buf[k])
			if to < 0 || layer.flags[to]&aliveAnswer != aliveAnswer {
				continue
			}
			layer.flags[at] |= endsMove
			fell := l.men() &^ a.buf[k].men()
			falls |= fell
			if fell&l.of(chess.Pawn)&chess.RankSet(a.c.RelativeRank(3)) != 0 {
				falls |= ahead(a.c.Other(), fell)
			}
		}
	}
	return falls
}

// viewOf returns what holds in all lineups of a layer, but for the squares where men fall.
func (a *alone) viewOf(layer *lineups) view {
	s := view{must: chess.AllSquares}
	for k := range s.kinds {
		s.kinds[k] = chess.AllSquares
	}
	for at := range layer.all {
		l := &layer.all[at]
		f := layer.flags[at]
		if f&aliveAnswer == aliveAnswer {
			s.taken |= 1 << l.taken
		}
		if f&aliveMove != aliveMove {
			continue
		}
		men := l.men()
		s.must &= men
		s.may |= men
		s.lost |= 1 << (a.atFirst - men.Count())
		for k := chess.King; k <= chess.Pawn; k++ {
			s.kinds[k] &= l.of(k)
		}
	}
	return s
}

// losses lists in buf what the answer may leave of a lineup by a capture: the move of the other
// side after k of its moves.
func (a *alone) losses(l *lineup, k int, opposing *alone) {
	a.buf = a.buf[:0]
	men := l.men()
	lost := a.atFirst - men.Count()
	if lost >= a.atFirst-a.count {
		return
	}
	taken := ^uint64(0)
	takes, pawnTakes := a.falls, a.falls
	if opposing != nil {
		takes, pawnTakes = opposing.takes[k], opposing.pawnTakes[k]
		taken = opposing.seen[k].taken
	}
	if taken>>lost&1 == 0 {
		return
	}
	set := takes &^ l.of(chess.King)
	pawns := l.of(chess.Pawn)
	if pawns.Count() <= a.pawns {
		set &^= pawns
	} else {
		set |= pawns & chess.RankSet(a.c.RelativeRank(3)) & ahead(a.c, pawnTakes)
	}
	for b := set & men &^ a.blocked; b != 0; b = b.WithoutFirst() {
		y := *l
		y.remove(b.First())
		a.buf = append(a.buf, y)
	}
}

// successors lists in buf the lineups after one move of the side.
func (a *alone) successors(l *lineup, v *view) {
	a.buf = a.buf[:0]
	own := l.men()
	occupied := own | a.blocked | v.must
	falls := chess.NoSquares
	if int(l.taken) < a.total {
		falls = a.where & v.falls
	}
	pawns := l.of(chess.Pawn)
	for b := own &^ a.blocked; b != 0; b = b.WithoutFirst() {
		sq := b.First()
		kind := l.at(sq)
		if kind == chess.Pawn {
			one := ahead(a.c, sq.Bit()) &^ occupied
			if homeRank(a.c).Has(sq) {
				one |= ahead(a.c, one) &^ occupied
			}
			promotes := pawns.Count() > a.pawns
			a.pawnMoves(l, v, sq, one, false, promotes)
			a.pawnMoves(l, v, sq, captures(a.c, sq.Bit())&falls&^own, true, promotes)
			continue
		}
		to := chess.Attacks(chess.MakeMan(a.c, kind), sq, occupied) &^ own
		if kind == chess.King {
			to &^= a.unsafe
		}
		for t := to &^ occupied; t != 0; t = t.WithoutFirst() {
			a.step(l, v, sq, t.First(), kind, false)
		}
		if a.pieces {
			for t := to & falls; t != 0; t = t.WithoutFirst() {
				a.step(l, v, sq, t.First(), kind, true)
			}
		}
	}
	for i := range chess.CastlingPaths {
		path := &chess.CastlingPaths[i]
		if !l.rights.Has(1<<i) || !a.castle.Has(1<<i) || path.Empty&occupied != 0 {
			continue
		}
		if (path.Home[0].Square.Bit()|path.RookTo.Bit()|path.KingTo.Bit())&a.unsafe != 0 {
			continue
		}
		y := *l
		y.remove(path.Home[0].Square)
		y.remove(path.Home[1].Square)
		y.put(path.KingTo, chess.King)
		y.put(path.RookTo, chess.Rook)
		if !a.attacked(&y, v, path.KingTo, 0) && !a.attacked(l, v, path.Home[0].Square, 0) {
			a.buf = append(a.buf, y)
		}
	}
}

// pawnMoves lists moves of a pawn to some squares.
func (a *alone) pawnMoves(l *lineup, v *view, sq chess.Square, to chess.Bitboard, takes, promotes bool) {
	for ; to != 0; to = to.WithoutFirst() {
		t := to.First()
		if !lastRank(a.c).Has(t) {
			a.step(l, v, sq, t, chess.Pawn, takes)
			continue
		}
		if promotes {
			for k := chess.Queen; k < chess.Pawn; k++ {
				a.step(l, v, sq, t, k, takes)
			}
		}
	}
}

// step lists a move of one man, unless it leaves the king in check whatever the other side has.
func (a *alone) step(l *lineup, v *view, sq, to chess.Square, kind chess.Kind, takes bool) {
	y := *l
	y.remove(sq)
	y.put(to, kind)
	gone := chess.NoSquares
	if takes {
		y.taken++
		gone = to.Bit()
		if kind == chess.Pawn {
			gone |= ahead(a.c.Other(), gone) // en passant
		}
	}
	if king := y.of(chess.King); king != 0 && a.attacked(&y, v, king.First(), gone) {
		return
	}
	if !takes || !a.apart {
		a.buf = append(a.buf, y)
		return
	}
	for left := a.errands.left(l); left != 0; left &= left - 1 {
		i := bits.TrailingZeros8(left)
		if !a.errands.where(i).Has(to) {
			continue
		}
		z := y
		if i < len(a.errands.at) {
			z.done |= 1 << i
		}
		a.buf = append(a.buf, z)
	}
}

// attacked reports whether men of the other side attack a square in all of its lineups, without
// those on some squares.
func (a *alone) attacked(l *lineup, v *view, sq chess.Square, gone chess.Bitboard) bool {
	if chess.KnightAttacks(sq)&v.kinds[chess.Knight]&^gone != 0 || chess.KingAttacks(sq)&v.kinds[chess.King] != 0 ||
		chess.PawnAttacks(a.c, sq)&v.kinds[chess.Pawn]&^gone != 0 {
		return true
	}
	diagonal := (v.kinds[chess.Queen] | v.kinds[chess.Bishop]) &^ gone
	straight := (v.kinds[chess.Queen] | v.kinds[chess.Rook]) &^ gone
	if diagonal|straight == 0 {
		return false
	}
	occupied := l.men() | v.may | gone
	return diagonal != 0 && chess.BishopAttacks(sq, occupied)&diagonal != 0 ||
		straight != 0 && chess.RookAttacks(sq, occupied)&straight != 0
}

// size returns the number of lineups.
func (a *alone) size() (n int) {
	for i := range a.layers {
		n += len(a.layers[i].all)
	}
	return n
}

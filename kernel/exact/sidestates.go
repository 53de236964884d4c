package exact

import (
	"context"
	"math/bits"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// Flags of side states.
const (
	afterMove   uint8 = 1 << iota // reached by a move of the side, or the start
	afterAnswer                   // reached by the answer to it, or the start
	endsMove                      // from afterMove the side reaches the goal
	endsAnswer                    // from afterAnswer the side reaches the goal
	noMove                        // known not to be reached by a move of the side
	noAnswer                      // known not to be reached by the answer to it
)

// Side states that lie on a way from the start to the goal.
const (
	aliveMove   = afterMove | endsMove
	aliveAnswer = afterAnswer | endsAnswer
)

// sideStates has all that one side can do between the start and the goal with its number of moves,
// whatever the other side does: the side states after each of its moves. Of the other side only
// what holds in all of its own side states at the time is taken into account.
type sideStates struct {
	c      chess.Color
	moves  int
	first  bool // whether the side makes the first move
	last   bool // whether the side makes the last move
	layers []stateSet
	seen   []view // by number of moves
	// Squares to which men of the side capture, and those to which pawns do, by the number
	// of moves before.
	takes, pawnTakes []chess.Bitboard

	// The following hold for all games.
	blocked        chess.Bitboard // men on them stay
	lossSquares    chess.Bitboard // squares where men of the side are captured
	captureSquares chess.Bitboard // squares where men of the side capture
	pieces         bool           // whether men other than pawns capture
	castle         chess.Castling
	unsafe         chess.Bitboard // squares where the king is always in check
	total          int            // captures of the side
	count          int            // men of the side in the goal
	atFirst        int            // men of the side in the start
	pawns          int            // pawns of the side in the goal
	forced         forcedCaptures // the captures that it has to make
	distinguish    bool           // whether side states differ by forced captures that are done

	ctx context.Context
	buf []sideState
}

// view is what holds for a side at a time, as the other side is to move.
type view struct {
	must        chess.Bitboard                 // squares on which men stand
	may         chess.Bitboard                 // squares on which men may stand
	kinds       [chess.Pawn + 1]chess.Bitboard // squares on which men of a kind stand
	lossSquares chess.Bitboard                 // squares to which the other side may capture
	lost        uint64                         // a set of numbers of men lost before
	taken       uint64                         // a set of numbers of captures made before
}

// newSideStates prepares a side. derive has been called for the start.
func newSideStates(e *bound, c chess.Color, plies int) *sideStates {
	s, o := &e.sides[c], &e.sides[c.Other()]
	tasks := newForcedCaptures(e, c, s.takes)
	a := &sideStates{
		c: c, moves: e.left[c], first: e.pos.Turn() == c, last: (e.pos.Turn() == c) == (plies%2 == 1),
		blocked: e.blocked, lossSquares: s.lossSquares & o.takes, captureSquares: s.takes & o.lossSquares,
		pieces: s.pieces, castle: s.castle,
		unsafe: e.routes.Unsafe[c], total: e.spare[c.Other()], count: e.goal.Side(c).Count(), atFirst: e.pos.Side(c).Count(),
		pawns: e.goal.Men(chess.MakeMan(c, chess.Pawn)).Count(), forced: tasks,
	}
	a.layers = make([]stateSet, a.moves+1)
	a.seen = make([]view, a.moves+1)
	a.takes, a.pawnTakes = make([]chess.Bitboard, a.moves+1), make([]chess.Bitboard, a.moves+1)
	for i := range a.takes {
		a.takes[i], a.pawnTakes[i] = a.captureSquares, a.captureSquares
		a.seen[i] = unknown(e, c)
	}
	return a
}

// unknown returns what is known of a side before its side states are.
func unknown(e *bound, c chess.Color) (v view) {
	v.must, v.may = e.blocked&e.pos.Side(c), chess.AllSquares
	for k := chess.King; k <= chess.Pawn; k++ {
		v.kinds[k] = v.must & e.pos.Kind(k)
	}
	v.lossSquares = e.sides[c].lossSquares & e.sides[c.Other()].takes
	v.lost, v.taken = ^uint64(0), ^uint64(0)
	return v
}

// reach marks a side state as reached by a move, or by an answer, unless it is known not to be.
func (s *stateSet) reach(at int, flag uint8) {
	if s.flags[at]&(flag<<4) == 0 {
		s.flags[at] |= flag
	}
}

// other is the side's view of the other one before its move i.
type other func(i int) *view

// hasAnswer reports whether the other side moves between the moves i and i+1 of this one: not before
// the first move of the side that begins, and not after the last of the one that ends.
func (s *sideStates) hasAnswer(i int) bool { return (i > 0 || !s.first) && (i < s.moves || !s.last) }

// forward finds what is reached from the start. With an estimate the layers are made, and those
// side states left out from which the goal is too ways.Far; without one those in the layers are marked.
// It returns false if there are more than a number of side states, or the context has ended.
func (s *sideStates) forward(start *sideState, o other, opposing *sideStates, est *estimate, most int) bool {
	if est != nil {
		s.layers[0].add(start)
	}
	for i := range s.layers {
		for at := range s.layers[i].flags {
			s.layers[i].flags[at] &^= afterMove | afterAnswer
		}
	}
	at := s.layers[0].find(start)
	if at < 0 {
		return true
	}
	if s.first {
		s.layers[0].reach(at, afterAnswer)
	} else {
		s.layers[0].reach(at, afterMove)
	}
	size := 0
	for i := range s.layers {
		if s.hasAnswer(i) {
			s.forwardAnswers(i, opposing, est)
		}
		size += len(s.layers[i].all)
		if est != nil && size > most {
			return false
		}
		if i < s.moves && !s.forwardMoves(i, o(i), est, most-size) {
			return false
		}
	}
	return true
}

// forwardAnswers marks what the other side's answers to move i leave. As long as the layers are made, the goal is
// taken to be reached from all that is marked.
func (s *sideStates) forwardAnswers(i int, opposing *sideStates, est *estimate) {
	layer, flag := &s.layers[i], afterAnswer
	if est != nil {
		flag = aliveAnswer
	}
	for at := 0; at < len(layer.all); at++ {
		if layer.flags[at]&afterMove == 0 {
			continue
		}
		layer.reach(at, flag)
		l := layer.all[at]
		s.losses(&l, s.answerIndex(i), opposing)
		for k := range s.buf {
			y := &s.buf[k]
			if est != nil && layer.find(y) < 0 && !est.at(y, s.moves-i) {
				continue
			}
			if to := s.place(layer, y, est); to >= 0 {
				layer.reach(to, flag)
			}
		}
	}
}

// forwardMoves marks what the side's next move reaches, after i of them. It returns false if the layer has
// more than a number of side states, or the context has ended.
func (s *sideStates) forwardMoves(i int, v *view, est *estimate, most int) bool {
	layer, next := &s.layers[i], &s.layers[i+1]
	left, flag := s.moves-i, afterMove
	if est != nil {
		flag = aliveMove
	}
	for at := 0; at < len(layer.all); at++ {
		if layer.flags[at]&(afterAnswer|noAnswer) != afterAnswer || v.lost>>layer.all[at].taken&1 == 0 {
			continue
		}
		if at&0xFFF == 0 && s.ctx.Err() != nil {
			return false
		}
		l := layer.all[at]
		if est != nil && !est.at(&l, left) {
			continue
		}
		s.successors(&l, v)
		for k := range s.buf {
			y := &s.buf[k]
			if est != nil && !est.after(y, left-1) {
				continue
			}
			if to := s.place(next, y, est); to >= 0 {
				next.reach(to, flag)
			}
		}
		if est != nil && len(next.all) > most {
			return false
		}
	}
	return true
}

// place finds a side state, or adds it while layers are made.
func (s *sideStates) place(set *stateSet, l *sideState, est *estimate) int {
	if est != nil {
		return set.add(l)
	}
	return set.find(l)
}

// answerIndex returns how many moves the other side has made before it answers move i.
func (s *sideStates) answerIndex(i int) int {
	if s.first {
		return i - 1
	}
	return i
}

// backward finds from what the goal is reached, and drops the other side states.
func (s *sideStates) backward(ends func(*sideState) bool, o other, opposing *sideStates) {
	for i := s.moves; i >= 0; i-- {
		layer := &s.layers[i]
		for at := range layer.flags {
			layer.flags[at] &^= endsMove | endsAnswer
		}
		s.takes[i], s.pawnTakes[i] = 0, 0
		if i == s.moves {
			flag := endsAnswer
			if s.last {
				flag = endsMove
			}
			for at := range layer.all {
				if ends(&layer.all[at]) {
					layer.flags[at] |= flag
				}
			}
		} else {
			s.backwardMoves(i, o(i))
		}
		var lossSquares chess.Bitboard
		if s.hasAnswer(i) {
			lossSquares = s.backwardAnswers(i, opposing)
		}
		layer.keep(func(f uint8) bool { return f&aliveMove == aliveMove || f&aliveAnswer == aliveAnswer })
		s.seen[i] = s.viewOf(layer)
		s.seen[i].lossSquares = lossSquares
	}
}

// backwardMoves marks from what the side's next move goes on, after i of them, and notes where it captures.
func (s *sideStates) backwardMoves(i int, v *view) {
	layer, next := &s.layers[i], &s.layers[i+1]
	for at := range layer.all {
		l := layer.all[at]
		if layer.flags[at]&afterAnswer == 0 || v.lost>>l.taken&1 == 0 {
			continue
		}
		s.successors(&l, v)
		for k := range s.buf {
			y := &s.buf[k]
			to := next.find(y)
			if to < 0 || next.flags[to]&aliveMove != aliveMove {
				continue
			}
			layer.flags[at] |= endsAnswer
			if y.taken == l.taken {
				continue
			}
			dest := y.men() &^ l.men()
			s.takes[i] |= dest
			if l.of(chess.Pawn)&^y.of(chess.Pawn) != 0 {
				s.pawnTakes[i] |= dest
			}
		}
	}
}

// backwardAnswers marks from what the answers to move i go on, and returns the squares to which they
// capture.
func (s *sideStates) backwardAnswers(i int, opposing *sideStates) (lossSquares chess.Bitboard) {
	layer := &s.layers[i]
	for at := range layer.all {
		if layer.flags[at]&afterMove == 0 {
			continue
		}
		if layer.flags[at]&aliveAnswer == aliveAnswer {
			layer.flags[at] |= endsMove
		}
		l := layer.all[at]
		s.losses(&l, s.answerIndex(i), opposing)
		for k := range s.buf {
			to := layer.find(&s.buf[k])
			if to < 0 || layer.flags[to]&aliveAnswer != aliveAnswer {
				continue
			}
			layer.flags[at] |= endsMove
			fell := l.men() &^ s.buf[k].men()
			lossSquares |= fell
			if fell&l.of(chess.Pawn)&chess.RankSet(s.c.RelativeRank(3)) != 0 {
				lossSquares |= ways.Ahead(s.c.Other(), fell)
			}
		}
	}
	return lossSquares
}

// viewOf returns what holds in all side states of a layer, but for the squares where men fall.
func (s *sideStates) viewOf(layer *stateSet) view {
	v := view{must: chess.AllSquares}
	for k := range v.kinds {
		v.kinds[k] = chess.AllSquares
	}
	for at := range layer.all {
		l := &layer.all[at]
		f := layer.flags[at]
		if f&aliveAnswer == aliveAnswer {
			v.taken |= 1 << l.taken
		}
		if f&aliveMove != aliveMove {
			continue
		}
		men := l.men()
		v.must &= men
		v.may |= men
		v.lost |= 1 << (s.atFirst - men.Count())
		for k := chess.King; k <= chess.Pawn; k++ {
			v.kinds[k] &= l.of(k)
		}
	}
	return v
}

// losses lists in buf what the answer may leave of a side state by a capture: the move of the other
// side after k of its moves.
func (s *sideStates) losses(l *sideState, k int, opposing *sideStates) {
	s.buf = s.buf[:0]
	men := l.men()
	lost := s.atFirst - men.Count()
	if lost >= s.atFirst-s.count {
		return
	}
	taken := ^uint64(0)
	takes, pawnTakes := s.lossSquares, s.lossSquares
	if opposing != nil {
		takes, pawnTakes = opposing.takes[k], opposing.pawnTakes[k]
		taken = opposing.seen[k].taken
	}
	if taken>>lost&1 == 0 {
		return
	}
	set := takes &^ l.of(chess.King)
	pawns := l.of(chess.Pawn)
	if pawns.Count() <= s.pawns {
		set &^= pawns
	} else {
		set |= pawns & chess.RankSet(s.c.RelativeRank(3)) & ways.Ahead(s.c, pawnTakes)
	}
	for b := set & men &^ s.blocked; b != 0; b = b.WithoutFirst() {
		y := *l
		y.remove(b.First())
		s.buf = append(s.buf, y)
	}
}

// successors lists in buf the side states after one move of the side.
func (s *sideStates) successors(l *sideState, v *view) {
	s.buf = s.buf[:0]
	own := l.men()
	occupied := own | s.blocked | v.must
	// A move is possible if it is in some position: only men that certainly stand are in the way, and only men that
	// certainly attack give check. That makes too many states rather than too few.
	lossSquares := chess.NoSquares
	if int(l.taken) < s.total {
		lossSquares = s.captureSquares & v.lossSquares
	}
	pawns := l.of(chess.Pawn)
	for b := own &^ s.blocked; b != 0; b = b.WithoutFirst() {
		sq := b.First()
		kind := l.at(sq)
		if kind == chess.Pawn {
			one := ways.Ahead(s.c, sq.Bit()) &^ occupied
			if ways.HomeRank(s.c).Has(sq) {
				one |= ways.Ahead(s.c, one) &^ occupied
			}
			promotes := pawns.Count() > s.pawns
			s.pawnMoves(l, v, sq, one, false, promotes)
			s.pawnMoves(l, v, sq, ways.Captures(s.c, sq.Bit())&lossSquares&^own, true, promotes)
			continue
		}
		to := chess.Attacks(chess.MakeMan(s.c, kind), sq, occupied) &^ own
		if kind == chess.King {
			to &^= s.unsafe
		}
		for t := to &^ occupied; t != 0; t = t.WithoutFirst() {
			s.step(l, v, sq, t.First(), kind, false)
		}
		if s.pieces {
			for t := to & lossSquares; t != 0; t = t.WithoutFirst() {
				s.step(l, v, sq, t.First(), kind, true)
			}
		}
	}
	// This is what most of the time goes to: some 30 moves a state, each with a look for checks in step.
	for i := range chess.CastlingPaths {
		path := &chess.CastlingPaths[i]
		if !l.rights.Has(1<<i) || !s.castle.Has(1<<i) || path.Empty&occupied != 0 {
			continue
		}
		if (path.Home[0].Square.Bit()|path.RookTo.Bit()|path.KingTo.Bit())&s.unsafe != 0 {
			continue
		}
		y := *l
		y.remove(path.Home[0].Square)
		y.remove(path.Home[1].Square)
		y.put(path.KingTo, chess.King)
		y.put(path.RookTo, chess.Rook)
		if !s.attacked(&y, v, path.KingTo, 0) && !s.attacked(l, v, path.Home[0].Square, 0) {
			s.buf = append(s.buf, y)
		}
	}
}

// pawnMoves lists moves of a pawn to some squares.
func (s *sideStates) pawnMoves(l *sideState, v *view, sq chess.Square, to chess.Bitboard, takes, promotes bool) {
	for ; to != 0; to = to.WithoutFirst() {
		t := to.First()
		if !ways.LastRank(s.c).Has(t) {
			s.step(l, v, sq, t, chess.Pawn, takes)
			continue
		}
		if promotes {
			for k := chess.Queen; k < chess.Pawn; k++ {
				s.step(l, v, sq, t, k, takes)
			}
		}
	}
}

// step lists a move of one man, unless it leaves the king in check whatever the other side has.
func (s *sideStates) step(l *sideState, v *view, sq, to chess.Square, kind chess.Kind, takes bool) {
	y := *l
	y.remove(sq)
	y.put(to, kind)
	gone := chess.NoSquares
	if takes {
		y.taken++
		gone = to.Bit()
		if kind == chess.Pawn {
			gone |= ways.Ahead(s.c.Other(), gone) // en passant
		}
	}
	if king := y.of(chess.King); king != 0 && s.attacked(&y, v, king.First(), gone) {
		return
	}
	if !takes || !s.distinguish {
		s.buf = append(s.buf, y)
		return
	}
	for left := s.forced.left(l); left != 0; left &= left - 1 {
		i := bits.TrailingZeros8(left)
		if !s.forced.captureSquares(i).Has(to) {
			continue
		}
		z := y
		if i < len(s.forced.at) {
			z.made |= 1 << i
		}
		s.buf = append(s.buf, z)
	}
}

// attacked reports whether men of the other side attack a square in all of its side states, without
// those on some squares.
func (s *sideStates) attacked(l *sideState, v *view, sq chess.Square, gone chess.Bitboard) bool {
	if chess.KnightAttacks(sq)&v.kinds[chess.Knight]&^gone != 0 || chess.KingAttacks(sq)&v.kinds[chess.King] != 0 ||
		chess.PawnAttacks(s.c, sq)&v.kinds[chess.Pawn]&^gone != 0 {
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

// size returns the number of side states.
func (s *sideStates) size() (n int) {
	for i := range s.layers {
		n += len(s.layers[i].all)
	}
	return n
}

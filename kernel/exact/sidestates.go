package exact

import (
	"context"
	"math/bits"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// Flags of side states.
const (
	reached uint8 = 1 << iota // from the start
	ends                      // leads to the goal
)

// alive has the flags of side states that lie on a way from the start to the goal.
const alive = reached | ends

// sideStates has all that one side can do between the start and the goal with its number of moves,
// whatever the other side does: the side states after each ply. Of the other side only what holds in all of its own
// side states at the time is taken into account.
type sideStates struct {
	c      chess.Color
	target *Target
	last   chess.Color // the side to move in the goal
	start  sideState
	goal   sideState
	layers []stateSet       // by plies to go
	seen   []view           // by plies to go
	takes  []chess.Bitboard // by plies to go: squares to which men of the side capture with its move

	// The following hold for all games.
	blocked        chess.Bitboard // men on them stay
	lossSquares    chess.Bitboard // squares where men of the side are captured
	captureSquares chess.Bitboard // squares where men of the side capture
	pieces         bool           // whether men other than pawns capture
	castle         chess.Castling
	unsafe         chess.Bitboard // squares where the king is always in check
	total          int            // captures of the side
	count          int            // men of the side in the goal
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
}

// newSideStates prepares a side. derive has been called for the start.
func newSideStates(ctx context.Context, e *bound, c chess.Color, plies int) *sideStates {
	s, o := &e.sides[c], &e.sides[c.Other()]
	tasks := newForcedCaptures(e, c, s.takes)
	a := &sideStates{
		ctx: ctx, c: c, target: e.target, last: e.goal.Turn(),
		start: stateOf(e.pos, c, 0), goal: stateOf(e.goal, c, e.spare[c.Other()]),
		blocked: e.blocked, lossSquares: s.lossSquares & o.takes, captureSquares: s.takes & o.lossSquares,
		pieces: s.pieces, castle: s.castle,
		unsafe: e.routes.Unsafe[c], total: e.spare[c.Other()], count: e.goal.Side(c).Count(),
		pawns: e.goal.Men(chess.MakeMan(c, chess.Pawn)).Count(), forced: tasks,
	}
	a.layers = make([]stateSet, plies+1)
	a.seen = make([]view, plies+1)
	a.takes = make([]chess.Bitboard, plies+1)
	for i := range a.takes {
		a.takes[i] = a.captureSquares
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
	return v
}

// movesAt reports whether the side is to move with a number of plies to go, and left returns how many moves it has.
func (s *sideStates) movesAt(plies int) bool { return s.target.Turn(s.last, plies) == s.c }

func (s *sideStates) left(plies int) int {
	return s.target.movesLeft(s.target.Turn(s.last, plies), plies)[s.c]
}

// find finds the states of the side beside its opponent. It returns false if there are too many.
func (s *sideStates) find(o *sideStates, est *estimate, most int) bool {
	s.distinguish = true
	if !s.forward(o, est, most) {
		return false
	}
	s.backward(o)
	s.undistinguish(o)
	return true
}

// undistinguish takes side states together that differ in forced captures only.
func (s *sideStates) undistinguish(o *sideStates) {
	s.distinguish = false
	for i := range s.layers {
		s.layers[i].merge()
	}
	s.pass(o)
}

// pass marks the states on ways from the start to the goal, and drops the others.
func (s *sideStates) pass(o *sideStates) {
	s.forward(o, nil, 0)
	s.backward(o)
}

// forward finds what is reached from the start. With an estimate the layers are made, and those
// side states left out from which the goal is too far; without one those in the layers are marked.
// It returns false if there are more than a number of side states, or the context has ended.
func (s *sideStates) forward(o *sideStates, est *estimate, most int) bool {
	plies := len(s.layers) - 1
	if est != nil {
		s.layers[plies].add(&s.start)
	}
	for i := range s.layers {
		for at := range s.layers[i].flags {
			s.layers[i].flags[at] &^= reached
		}
	}
	at := s.layers[plies].find(&s.start)
	if at < 0 {
		return true
	}
	s.layers[plies].flags[at] |= reached
	size := 0
	for ; plies > 0; plies-- {
		if !s.advance(plies, o, est, most-size) {
			return false
		}
		// A side state that is left by the other side's move counts once.
		if s.movesAt(plies-1) || plies == 1 {
			size += len(s.layers[plies-1].all)
		}
		if est != nil && size > most {
			return false
		}
	}
	return true
}

// advance marks what the next ply leads to. As long as layers are made, the goal is taken to be reached from all that
// is marked. It returns false if the next layer has more than a number of side states, or the context has ended.
func (s *sideStates) advance(plies int, o *sideStates, est *estimate, most int) bool {
	layer, next, own, left, flags := &s.layers[plies], &s.layers[plies-1], s.movesAt(plies), s.left(plies), reached
	if est != nil {
		flags = alive
	}
	// This takes most of the time of long problems: some 30 moves a state, and an assignment.
	for at := range layer.all {
		if at&0xFFF == 0 && s.ctx.Err() != nil {
			return false
		}
		l := layer.all[at]
		if layer.flags[at]&reached == 0 || est != nil && own && !est.at(&l, left) {
			continue
		}
		for k, y := range s.list(&l, plies, o) {
			// A bound is an assignment: for moves it follows from that of the side state before; for men that are
			// captured it is solved anew, once for each side state.
			to := -1
			switch {
			case est == nil || k > 0 && !own && next.find(&y) < 0 && !est.at(&y, left):
				to = next.find(&y)
			case !own || est.after(&y, left-1):
				to = next.add(&y)
			}
			if to >= 0 {
				next.flags[to] |= flags
			}
		}
		if est != nil && own && len(next.all) > most {
			return false
		}
	}
	return true
}

// list returns what a ply may make of a side state, in buf. A move of the other side may leave it as it is: that is
// the first one then.
func (s *sideStates) list(l *sideState, plies int, o *sideStates) []sideState {
	s.buf = s.buf[:0]
	if !s.movesAt(plies) {
		s.losses(l, o.takes[plies])
	} else {
		s.successors(l, &o.seen[plies])
	}
	return s.buf
}

// backward finds from what the goal is reached, and drops the other side states.
func (s *sideStates) backward(o *sideStates) {
	for plies := range s.layers {
		layer := &s.layers[plies]
		s.takes[plies] = 0
		lossSquares := chess.NoSquares
		for at := range layer.all {
			layer.flags[at] &^= ends
			l := layer.all[at]
			switch {
			case layer.flags[at]&reached == 0:
			case plies > 0:
				lossSquares |= s.retreat(at, plies, o)
			case l.planes == s.goal.planes && l.taken == s.goal.taken && (s.target.AnyCastling || l.rights == s.goal.rights):
				layer.flags[at] |= ends
			}
		}
		layer.keep(alive)
		s.seen[plies] = s.viewOf(layer)
		s.seen[plies].lossSquares = lossSquares
	}
}

// retreat marks a side state if the next ply leads on, notes where the side captures, and returns where it is captured.
func (s *sideStates) retreat(at, plies int, o *sideStates) (lossSquares chess.Bitboard) {
	layer, next := &s.layers[plies], &s.layers[plies-1]
	l := layer.all[at]
	for _, y := range s.list(&l, plies, o) {
		if next.find(&y) < 0 {
			continue
		}
		layer.flags[at] |= ends
		gone, come := l.men()&^y.men(), y.men()&^l.men()
		switch {
		case y.taken != l.taken:
			s.takes[plies] |= come
		case come == 0:
			lossSquares |= gone
			if gone&l.of(chess.Pawn)&chess.RankSet(s.c.RelativeRank(3)) != 0 {
				lossSquares |= ways.Ahead(s.c.Other(), gone)
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
		men := l.men()
		v.must &= men
		v.may |= men
		for k := chess.King; k <= chess.Pawn; k++ {
			v.kinds[k] &= l.of(k)
		}
	}
	return v
}

// losses lists in buf what a move of the other side leaves of a side state: all of it, or all but a man that is
// captured as a man of that side goes to one of some squares.
func (s *sideStates) losses(l *sideState, takes chess.Bitboard) {
	s.buf = append(s.buf, *l)
	men := l.men()
	if men.Count() <= s.count {
		return
	}
	set := takes &^ l.of(chess.King)
	pawns := l.of(chess.Pawn)
	if pawns.Count() <= s.pawns {
		set &^= pawns
	} else {
		set |= pawns & chess.RankSet(s.c.RelativeRank(3)) & ways.Ahead(s.c, takes)
	}
	for b := set & men &^ s.blocked; b != 0; b = b.WithoutFirst() {
		y := *l
		y.remove(b.First())
		s.buf = append(s.buf, y)
	}
}

// successors lists in buf the side states after one move of the side.
func (s *sideStates) successors(l *sideState, v *view) {
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
		if s.target.Monochrome[s.c] && !monochrome(path.Home[1].Square, path.RookTo) {
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
	if s.target.Monochrome[s.c] && !monochrome(sq, to) {
		return
	}
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

package spec

import (
	"slices"

	"retroproof/encode"
)

// move is a symbolic move of White from p to q, with the notions that the steps use.
type move struct {
	q        Pos
	legal    encode.Bool // the move follows the rules of chess
	king     encode.Bool // the king moves
	rook     encode.Bool // the rook moves
	diagonal encode.Bool // a king's move is diagonal
	alongX   encode.Bool // a rook's move goes along its rank

	// Notions of q that several steps use.
	mate, stalemate, notExposed, divides encode.Bool
	offEdge                              encode.Bool // room is greater than Reading.RoomLimit, or the white king is not on the edge
	room                                 encode.Int
}

// describe fills in the notions of the position reached.
func (b Board) describe(m move) move {
	q := m.q
	stuck, check := b.BlackCanMove(q).Not(), b.Check(q)
	m.mate = b.And(q.White.Not(), stuck, check)
	m.stalemate = b.And(q.White.Not(), stuck, check.Not())
	m.notExposed = b.Exposed(q).Not()
	m.divides = b.Divides(q)
	m.room = b.Room(q)
	m.offEdge = b.Or(b.Ge(m.room, b.Reading.RoomLimit+1), b.OnEdge(q.WK).Not())
	return m
}

// ranked is the condition under which a move satisfies a step, apart from "the first step that
// has a move", with the amount that the step minimizes.
type ranked struct {
	ok    encode.Bool
	least encode.Int // meaningful if hasLeast
}

// Strategy is the strategy's relation at a position p with White to move.
type Strategy struct {
	b          Board
	p          Pos
	room       encode.Int // of p
	distance   encode.Int // of p: the white king's to the critical square
	candidates []move
	ranked     [NumSteps][]ranked    // the candidates that may satisfy the step's condition
	first      [NumSteps]encode.Bool // some move satisfies this step, and none satisfies an earlier one
	none       [NumSteps]encode.Bool // no move satisfies an earlier step
	atMost     [NumSteps][]encode.Bool
	leastLo    [NumSteps]int
}

// Relation is the strategy, or a relation that contains all its moves and possibly more. A move
// by a step satisfies the step's condition. Only some of the earlier steps, rather than all,
// are required to have no move, and the move need not have the least amount. What is proved for
// such a relation holds for the strategy, and its formula is smaller.
type Relation int

// The relations.
const (
	Strictly      Relation = iota // the strategy
	ByCondition                   // no step is required to have no move
	AfterSqueeze                  // these are required to have none: Squeeze
	AfterApproach                 // Squeeze and Approach
	AfterReady                    // ReadyToMate, Squeeze and Approach
	AfterHome                     // Squeeze, KeepRoom and RookHome
	NumRelations
)

// earlier has, by relation, the steps that must have no move for a later one to be used.
var earlier = [NumRelations][]Step{
	Strictly:      {ImmediateMate, ReadyToMate, Squeeze, ApproachDiag, ApproachNonDiag, KeepRoomDiag, KeepRoomNonDiag, RookHome, RookSafe},
	AfterSqueeze:  {Squeeze},
	AfterApproach: {Squeeze, ApproachDiag, ApproachNonDiag},
	AfterReady:    {ReadyToMate, Squeeze, ApproachDiag, ApproachNonDiag},
	AfterHome:     {Squeeze, KeepRoomDiag, KeepRoomNonDiag, RookHome},
}

// moves are moves of White by a relation: all ("KR"), or those of the king ("K") or the rook
// ("R"). Then the other man has the same variables before and after, which makes the formula
// smaller.
type moves struct {
	by  Relation
	men string
}

// Strategy prepares the strategy's relation at p: for each step, whether
// some legal move of White satisfies it.
func (b Board) Strategy(p Pos) *Strategy { return b.By(Strictly, p) }

// By prepares a relation at p.
func (b Board) By(relation Relation, p Pos) *Strategy {
	s := &Strategy{b: b, p: p, room: b.Room(p), distance: b.CriticalDistance(p)}
	if len(earlier[relation]) > 0 {
		for _, m := range b.candidates(p) {
			s.candidates = append(s.candidates, b.describe(m))
		}
	}
	none := b.True
	for step := ImmediateMate; step < NumSteps; step++ {
		s.none[step] = none
		if !slices.Contains(earlier[relation], step) {
			continue
		}
		var ok []encode.Bool
		for _, m := range s.candidates {
			r := s.condition(step, m)
			if r.ok != b.False {
				ok, s.ranked[step] = append(ok, r.ok), append(s.ranked[step], r)
			}
		}
		usable := b.Or(ok...)
		s.first[step] = b.And(none, usable)
		none = b.And(none, usable.Not())
		if relation == Strictly && hasLeast(step) {
			s.least(step)
		}
	}
	return s
}

// hasLeast reports whether a step only allows the moves with the least amount.
func hasLeast(step Step) bool { return step == Squeeze || step == RookHome }

// least builds, for each k, "some move of the step has an amount <= k".
func (s *Strategy) least(step Step) {
	lo, hi := s.leastRange(step)
	s.leastLo[step] = lo
	for k := lo; k < hi; k++ {
		var or []encode.Bool
		for _, r := range s.ranked[step] {
			or = append(or, s.b.And(r.ok, s.b.Le(r.least, k)))
		}
		s.atMost[step] = append(s.atMost[step], s.b.Or(or...))
	}
}

// leastRange returns the range of the amount: room, or Manhattan distance.
func (s *Strategy) leastRange(step Step) (lo, hi int) {
	if step == Squeeze {
		return 0, FarRoom
	}
	return 0, 2 * (Size - 1)
}

// First returns: the strategy uses this step at p.
func (s *Strategy) First(step Step) encode.Bool { return s.first[step] }

// someStep returns: some step has a move at p.
func (s *Strategy) someStep() encode.Bool {
	return s.b.Or(s.first[ImmediateMate:]...)
}

// Move returns, for each step, the condition that q is reached from p by a
// move of that step. For one p and q at most one of them holds.
func (s *Strategy) Move(q Pos) [NumSteps]encode.Bool {
	b := s.b
	m := b.describe(b.moveTo(s.p, q))
	var by [NumSteps]encode.Bool
	by[NoStep] = b.False
	for step := ImmediateMate; step < NumSteps; step++ {
		r := s.condition(step, m)
		and := []encode.Bool{s.none[step], r.ok}
		if hasLeast(step) {
			// This move has the least amount: if some move has at most k, so has this one.
			for i, some := range s.atMost[step] {
				and = append(and, b.Implies(some, b.Le(r.least, s.leastLo[step]+i)))
			}
		}
		by[step] = b.And(and...)
	}
	return by
}

// moveTo describes the move from p to q. They share the black king.
func (b Board) moveTo(p, q Pos) move {
	kingStays, rookStays := b.Same(p.WK, q.WK), b.Same(p.R, q.R)
	dx, dy := b.AbsDiff(p.WK.X, q.WK.X), b.AbsDiff(p.WK.Y, q.WK.Y)
	sameX, sameY := b.Eq(p.R.X, q.R.X), b.Eq(p.R.Y, q.R.Y)
	king := b.And(rookStays, b.within(p.WK, q.WK), kingStays.Not())
	// The rook moves along a line and neither jumps over a king nor lands on one.
	free := func(k Sq) encode.Bool {
		return b.And(
			b.And(sameY, b.Eq(k.Y, p.R.Y), b.strictlyBetween(p.R.X, k.X, q.R.X)).Not(),
			b.And(sameX, b.Eq(k.X, p.R.X), b.strictlyBetween(p.R.Y, k.Y, q.R.Y)).Not())
	}
	rook := b.And(kingStays, b.Xor(sameX, sameY), free(p.WK), free(p.BK))
	return move{
		q:    q,
		king: king, rook: rook,
		diagonal: b.And(b.Is(dx, 1), b.Is(dy, 1)),
		alongX:   sameY,
		legal: b.And(p.White, q.White.Not(), b.Same(p.BK, q.BK),
			b.Or(king, rook), b.Legal(q)),
	}
}

// WhiteMove returns: q is reached from p by a legal move of White.
func (b Board) WhiteMove(p, q Pos) encode.Bool { return b.moveTo(p, q).legal }

// candidates lists White's possible moves: the king's 8, and the rook's to 16 target files and
// ranks, of which two are its own, so 14.
func (b Board) candidates(p Pos) []move {
	var ms []move
	for _, d := range kingDirections {
		t, on := b.shift(p.WK, d[0], d[1])
		q := Pos{WK: t, BK: p.BK, R: p.R, White: b.False}
		ms = append(ms, move{
			q: q, king: b.True, rook: b.False, diagonal: b.Of(d[0] != 0 && d[1] != 0), alongX: b.False,
			legal: b.And(p.White, on, b.Same(t, p.R).Not(), b.within(t, p.BK).Not()),
		})
	}
	for k := range Size {
		for _, alongX := range []bool{true, false} {
			t := Sq{p.R.X, b.Int(k)}
			from, line := p.R.Y, p.R.X
			if alongX {
				t = Sq{b.Int(k), p.R.Y}
				from, line = p.R.X, p.R.Y
			}
			// A king on the line from the rook (exclusive) to the target
			// (inclusive) is in the way.
			free := func(along, across encode.Int) encode.Bool {
				return b.And(b.Eq(across, line), b.Or(
					b.And(b.Lt(from, along), b.Le(along, k)),
					b.And(b.Lt(along, from), b.Ge(along, k)))).Not()
			}
			freeWK, freeBK := free(p.WK.Y, p.WK.X), free(p.BK.Y, p.BK.X)
			if alongX {
				freeWK, freeBK = free(p.WK.X, p.WK.Y), free(p.BK.X, p.BK.Y)
			}
			ms = append(ms, move{
				q:    Pos{WK: p.WK, BK: p.BK, R: t, White: b.False},
				king: b.False, rook: b.True, diagonal: b.False, alongX: b.Of(alongX),
				legal: b.And(p.White, b.Is(from, k).Not(), freeWK, freeBK),
			})
		}
	}
	return ms
}

// condition returns the condition under which a move satisfies a step (doc/krk.md).
func (s *Strategy) condition(step Step, m move) ranked {
	b, p, q, rd := s.b, s.p, m.q, s.b.Reading
	ok := func(cs ...encode.Bool) ranked { return ranked{ok: b.And(cs...)} }
	notStalemate := m.stalemate.Not()
	if rd.MayStalemate(step) {
		notStalemate = b.True
	}
	diagonal := m.diagonal
	if rd.DiagonalLast {
		diagonal = diagonal.Not()
	}
	switch step {
	case ImmediateMate:
		if m.rook == b.False {
			return ok(b.False)
		}
		return ok(m.legal, m.rook, m.mate)
	case ReadyToMate:
		if rd.ReadyRookOnly {
			return ok(m.legal, m.rook, b.Ready(q), notStalemate)
		}
		return ok(m.legal, b.Ready(q), notStalemate)
	case Squeeze:
		if m.rook == b.False {
			return ok(b.False)
		}
		r := ok(m.legal, m.rook, b.Lt(m.room, s.room), m.notExposed, m.divides, notStalemate)
		r.least = m.room
		return r
	case ApproachDiag, ApproachNonDiag:
		if step == ApproachNonDiag {
			diagonal = diagonal.Not()
		}
		if m.king == b.False || diagonal == b.False {
			return ok(b.False)
		}
		shape := m.divides
		if !rd.NoLPattern {
			shape = b.Or(shape, b.LPattern(q))
		}
		return ok(m.legal, m.king, diagonal, b.Lt(b.CriticalDistance(q), s.distance),
			m.notExposed, shape, m.offEdge, notStalemate)
	case KeepRoomDiag, KeepRoomNonDiag:
		if step == KeepRoomNonDiag {
			diagonal = diagonal.Not()
		}
		if m.king == b.False || diagonal == b.False {
			return ok(b.False)
		}
		return ok(m.legal, m.king, diagonal, b.Lte(b.Chebyshev(q.WK, q.R), b.Chebyshev(p.WK, p.R)),
			m.notExposed, m.divides, m.offEdge, notStalemate)
	case RookHome:
		if m.rook == b.False {
			return ok(b.False)
		}
		r := ok(m.legal, m.rook, s.home(m), b.Or(b.Of(rd.HomeNoGuard), s.guarded(q)), notStalemate)
		r.least = b.manhattan(q.R, q.BK)
		return r
	case RookSafe:
		if m.rook == b.False {
			return ok(b.False)
		}
		last := Size - 1
		edge := b.Or(
			b.And(b.Is(q.R.X, 0), b.Is(p.R.X, 0).Not()), b.And(b.Is(q.R.X, last), b.Is(p.R.X, last).Not()),
			b.And(b.Is(q.R.Y, 0), b.Is(p.R.Y, 0).Not()), b.And(b.Is(q.R.Y, last), b.Is(p.R.Y, last).Not()))
		return ok(m.legal, m.rook, edge, s.guarded(q), b.Ge(b.Chebyshev(q.R, q.BK), rd.RookSafeDistance), notStalemate)
	}
	return ok(b.False)
}

// guarded returns: the rook is next to the black king only if it is next to the white king.
func (s *Strategy) guarded(q Pos) encode.Bool {
	return s.b.Implies(s.b.within(q.R, q.BK), s.b.within(q.R, q.WK))
}

// home returns: the rook moved to a file or rank next to the white king's, on the black king's
// side; or, if all three men are on one line, to the next line.
func (s *Strategy) home(m move) encode.Bool {
	b, p, q := s.b, s.p, m.q
	if b.Reading.HomeAdjacent {
		return b.Is(b.manhattan(q.R, q.WK), 1)
	}
	towards := func(along encode.Bool, bk, k, r encode.Int) encode.Bool {
		return b.And(along, b.Or(
			b.And(b.Lt(k, bk), b.Eq(r, b.Plus(k, 1))),
			b.And(b.Lt(bk, k), b.Eq(r, b.Plus(k, -1)))))
	}
	three := func(along encode.Bool, r, k, bk, r2 encode.Int) encode.Bool {
		return b.And(along, b.Eq(r, k), b.Eq(k, bk), b.Is(b.AbsDiff(r, r2), 1))
	}
	either := []encode.Bool{
		towards(m.alongX, q.BK.X, q.WK.X, q.R.X),
		towards(m.alongX.Not(), q.BK.Y, q.WK.Y, q.R.Y),
	}
	if !b.Reading.HomeNoThree {
		either = append(either,
			three(m.alongX, p.R.X, p.WK.X, p.BK.X, q.R.X),
			three(m.alongX.Not(), p.R.Y, p.WK.Y, p.BK.Y, q.R.Y))
	}
	return b.Or(either...)
}

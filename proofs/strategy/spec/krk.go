package spec

import (
	"fmt"

	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
)

// krkBoard has the notions of the two strategies for king and rook against king.
type krkBoard struct {
	Board
	later bool // 2016
}

// room returns the room of the black king.
func (b krkBoard) room(p Pos) encode.Int {
	side := func(r, k encode.Int, size int) encode.Int { return b.IteInt(b.Lt(k, r), r, b.Minus(size-1, r)) }
	aligned := b.Or(b.Eq(p.M.X, p.BK.X), b.Eq(p.M.Y, p.BK.Y))
	return b.IteInt(aligned, b.Int(b.FarRoom()), b.Add(side(p.M.X, p.BK.X, b.Files), side(p.M.Y, p.BK.Y, b.Ranks)))
}

// criticalDistance returns the white king's distance to the critical square.
func (b krkBoard) criticalDistance(p Pos) encode.Int {
	towards := func(x, y encode.Int) encode.Int {
		return b.IteInt(b.Lt(x, y), b.Plus(x, 1), b.IteInt(b.Lt(y, x), b.Plus(x, -1), x))
	}
	return b.manhattan(p.WK, Sq{towards(p.M.X, p.BK.X), towards(p.M.Y, p.BK.Y)})
}

// exposed returns: the white king is farther from the rook than the black one, with White to move
// by 2 or more.
func (b krkBoard) exposed(p Pos) encode.Bool {
	margin := 1
	if p.White {
		margin = 2
	}
	return b.Lte(b.Plus(b.distance(p.BK, p.M), margin), b.distance(p.WK, p.M))
}

func (b krkBoard) divides(p Pos) encode.Bool {
	return b.Or(b.between(p.WK.X, p.M.X, p.BK.X), b.between(p.WK.Y, p.M.Y, p.BK.Y))
}

func (b krkBoard) lPattern(p Pos) encode.Bool {
	along := func(kx, ky, bx, by, rx, ry encode.Int) encode.Bool {
		return b.And(b.Eq(ky, by), b.Is(b.AbsDiff(kx, bx), 2), b.Eq(rx, kx), b.Is(b.AbsDiff(ry, ky), 1))
	}
	return b.Or(
		along(p.WK.X, p.WK.Y, p.BK.X, p.BK.Y, p.M.X, p.M.Y),
		along(p.WK.Y, p.WK.X, p.BK.Y, p.BK.X, p.M.Y, p.M.X))
}

// ready returns: some image of q is ready to mate.
func (b krkBoard) ready(q Pos) encode.Bool {
	var or []encode.Bool
	for g := range plain.Symmetry(4) {
		i := b.image(g, q)
		exchange := func(s Sq) Sq { return Sq{s.Y, s.X} }
		or = append(or, b.readyHere(i), b.readyHere(Pos{exchange(i.WK), exchange(i.BK), exchange(i.M), i.White}))
	}
	return b.Or(or...)
}

func (b krkBoard) readyHere(q Pos) encode.Bool {
	k, c, r := q.WK, q.BK, q.M
	at := func(s Sq, x, y int) encode.Bool { return b.And(b.Is(s.X, x), b.Is(s.Y, y)) }
	if !b.later {
		return b.And(at(c, 0, 1), b.Is(k.X, 2), b.Le(k.Y, 1), b.Is(r.Y, 2), b.Ge(r.X, 2))
	}
	return b.Or(
		b.And(at(c, 0, 0), at(k, 1, 2), b.Ge(r.X, 3), b.Ge(r.Y, 1)),
		b.And(at(c, 0, 1), at(k, 2, 1), b.Ge(r.X, 1), b.Is(r.Y, 2)),
		b.And(b.Is(c.X, 0), b.Is(k.X, 2), b.Ge(r.X, 2), b.Is(b.AbsDiff(k.Y, c.Y), 1), b.Is(b.AbsDiff(r.Y, c.Y), 1), b.Eq(k.Y, r.Y).Not()))
}

// free returns the last condition of Approach and KeepRoom.
func (b krkBoard) free(m Move) encode.Bool {
	p, q := m.P, m.Q
	wide := b.Ge(b.room(q), 4)
	if !b.later {
		return b.Or(wide, b.onEdge(q.WK).Not())
	}
	sameEdge := func(k, c encode.Int, size int) encode.Bool {
		return b.And(b.Eq(k, c), b.Or(b.Is(k, 0), b.Is(k, size-1)))
	}
	back := func(k, c, r, to encode.Int, size int) encode.Bool {
		return b.Or(b.And(b.Is(c, 0), b.Is(r, 1), b.Lt(to, k)), b.And(b.Is(c, size-1), b.Is(r, size-2), b.Lt(k, to)))
	}
	return b.Or(wide, b.And(
		sameEdge(q.WK.X, q.BK.X, b.Files).Not(), sameEdge(q.WK.Y, q.BK.Y, b.Ranks).Not(),
		b.And(b.within(p.WK, p.M), b.Or(
			back(p.WK.X, p.BK.X, p.M.X, q.WK.X, b.Files),
			back(p.WK.Y, p.BK.Y, p.M.Y, q.WK.Y, b.Ranks))).Not()))
}

// guarded returns: the rook is beside the black king only if it is beside the white one.
func (b krkBoard) guarded(q Pos) encode.Bool {
	return b.Implies(b.within(q.M, q.BK), b.within(q.M, q.WK))
}

func (b krkBoard) toEdge(m Move) encode.Bool {
	edge := func(from, to encode.Int, size int) encode.Bool {
		return b.Or(b.And(b.Is(to, 0), b.Is(from, 0).Not()), b.And(b.Is(to, size-1), b.Is(from, size-1).Not()))
	}
	return b.Or(edge(m.P.M.X, m.Q.M.X, b.Files), edge(m.P.M.Y, m.Q.M.Y, b.Ranks))
}

func (b krkBoard) home(m Move) encode.Bool {
	p, q := m.P, m.Q
	line := func(k, c, r, to encode.Int) encode.Bool {
		return b.Or(
			b.And(b.Lt(k, c), b.Eq(to, b.Plus(k, 1))),
			b.And(b.Lt(c, k), b.Eq(to, b.Plus(k, -1))),
			b.And(b.Eq(r, k), b.Eq(k, c), b.Is(b.AbsDiff(r, to), 1)))
	}
	return b.Ite(m.AlongRank, line(p.WK.X, p.BK.X, p.M.X, q.M.X), line(p.WK.Y, p.BK.Y, p.M.Y, q.M.Y))
}

// allows returns the condition of a step.
func (b krkBoard) allows(step int, m Move) ranked {
	p, q := m.P, m.Q
	ok := func(cs ...encode.Bool) ranked { return ranked{ok: b.And(b.And(cs...), b.stalemates(m).Not())} }
	switch step {
	case plain.ImmediateMate:
		if b.later {
			return ranked{ok: b.mates(m)}
		}
		return ranked{ok: b.And(m.Man, b.mates(m))}
	case plain.ReadyToMate:
		return ok(b.ready(q))
	}
	byKing := step >= plain.ApproachDiag && step <= plain.KeepRoomNonDiag
	if byKing && m.King == b.False || !byKing && m.Man == b.False {
		return ranked{ok: b.False} // without building the rest
	}
	switch step {
	case plain.Squeeze:
		r := ok(m.Man, b.Lt(b.room(q), b.room(p)), b.exposed(q).Not(), b.divides(q))
		r.atMost = b.upTo(b.room(q), 0, b.FarRoom())
		return r
	case plain.ApproachDiag, plain.ApproachNonDiag:
		return ok(m.King, b.Iff(m.Diagonal, b.Of(step == plain.ApproachDiag)), b.Lt(b.criticalDistance(q), b.criticalDistance(p)),
			b.exposed(q).Not(), b.Or(b.divides(q), b.lPattern(q)), b.free(m))
	case plain.KeepRoomDiag, plain.KeepRoomNonDiag:
		return ok(m.King, b.Iff(m.Diagonal, b.Of(step == plain.KeepRoomDiag)), b.Lte(b.distance(q.WK, q.M), b.distance(p.WK, p.M)),
			b.exposed(q).Not(), b.divides(q), b.free(m))
	case plain.RookHome:
		r := ok(m.Man, b.home(m), b.guarded(q))
		if !b.later {
			r.atMost = b.upTo(b.manhattan(q.M, q.BK), 0, b.Files+b.Ranks-2)
		}
		return r
	case plain.RookSafe:
		return ok(m.Man, b.toEdge(m), b.guarded(q), b.Ge(b.distance(q.M, q.BK), 3))
	}
	return ok(m.Man, b.toEdge(m), b.Is(b.distance(q.M, q.BK), 2), b.Or(b.Eq(q.M.X, q.WK.X), b.Eq(q.M.Y, q.WK.Y)))
}

func (b krkBoard) far(p Pos) encode.Bool {
	if !p.White {
		return b.False
	}
	return b.Or(b.exposed(p), b.Stuck(p))
}

func (b krkBoard) measure(p Pos) encode.Int {
	return b.IteInt(b.far(p), b.Int(b.FarMeasure()), b.Add(b.Times(6, b.room(p)), b.criticalDistance(p)))
}

// krk returns the strategy of 2013, or the later one of 2016, on a board.
func krk(board plain.Board, later bool) *Circuits {
	on := func(b Board) krkBoard { return krkBoard{b, later} }
	c := &Circuits{
		Strategy: plain.KRK(board, later),
		claimed:  func(b Board, _ Pos) encode.Bool { return b.True },
		notions: []notion{
			{number: func(b Board, p Pos) encode.Int { return on(b).measure(p) }},
		},
		allows: func(b Board, step int, m Move) ranked { return on(b).allows(step, m) },
	}
	once := []int{plain.RookSafe}
	if later {
		once = append(once, plain.RookSafeSmall)
	}
	all := c.Strictly().Steps
	c.relations = []Relation{
		{Name: "by condition", Steps: all},
		{Name: "best squeeze", Steps: all, None: []int{plain.Squeeze}, Least: true},
		{Name: "after squeeze", Steps: all, None: []int{plain.Squeeze, plain.ApproachDiag, plain.ApproachNonDiag}},
	}
	// A measure greater than 24 falls within two moves, whatever the board's size.
	most := c.Notions[0].Greatest
	c.plan = Plan{
		Early: Early{Once: once, Run: []int{plain.RookHome}, Moves: 3}, Last: plain.ReadyToMate,
		Descents: []Descent{{Name: "measure", In: Claimed, Number: 0, Cases: []Case{
			{Low: 0, High: 24, Moves: 4},
			{Low: 25, High: most, Moves: 1, Steps: []int{plain.ImmediateMate, plain.ApproachDiag, plain.ApproachNonDiag}, By: "by condition"},
			{Low: 25, High: most, Moves: 1, Steps: []int{plain.Squeeze}, By: "best squeeze"},
			{Low: 25, High: most, Moves: 2, Steps: []int{plain.KeepRoomDiag, plain.KeepRoomNonDiag}},
		}}},
	}
	c.lemmas = func(c *Circuits) []Lemma {
		most := 6
		if later {
			most = 5
		}
		return []Lemma{c.ends("short", most, false), c.ends("short-control", most-1, true),
			c.control("measure-control", 0, Case{Low: 0, High: 24, Moves: 3})}
	}
	return c
}

// ends returns the lemma that a play with a measure of at most 24 ends within a number of moves.
func (c *Circuits) ends(key string, moves int, control bool) Lemma {
	return Lemma{Key: key, Extra: true, Satisfiable: control, moves: times(c.Strictly(), moves), reply: true,
		Statement: fmt.Sprintf("If the measure is 24 or less, White mates within %d moves.", moves),
		wrong:     func(f *Formula) { f.Assert(f.Le(f.number(0, 0), 24)) }}
}

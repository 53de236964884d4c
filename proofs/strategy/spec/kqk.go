package spec

import (
	"fmt"

	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
)

// kqkBoard has the notions of the strategy for king and queen against king.
type kqkBoard struct{ Board }

func (b kqkBoard) n() int { return b.Files }

func (b kqkBoard) hang(q Pos) encode.Bool {
	return b.And(b.within(q.BK, q.M), b.within(q.WK, q.M).Not())
}

// digits returns high*base + low, where low is below base.
func (b Board) digits(high encode.Int, base int, low encode.Int) encode.Int {
	least, most := high.Range()
	x := b.Plus(low, least*base)
	for k := least + 1; k <= most; k++ {
		x = b.IteInt(b.Ge(high, k), b.Plus(low, k*base), x)
	}
	return x
}

// room orders positions by the rectangle that the queen confines the black king to.
func (b kqkBoard) room(p Pos) encode.Int {
	side := func(q, k encode.Int) encode.Int { return b.IteInt(b.Lt(k, q), q, b.Minus(b.n()-1, q)) }
	w, h := side(p.M.X, p.BK.X), side(p.M.Y, p.BK.Y)
	// The smaller of the two, as a maximum of what they lack.
	least := b.Minus(b.n()-1, b.Max(b.Minus(b.n()-1, w), b.Minus(b.n()-1, h)))
	aligned := b.Or(b.Eq(p.M.X, p.BK.X), b.Eq(p.M.Y, p.BK.Y))
	return b.IteInt(aligned, b.Int(b.n()*b.n()), b.digits(least, b.n(), b.Max(w, h)))
}

func (b kqkBoard) leak(p Pos) encode.Bool {
	line := func(kAcross, qAcross, k, q, c encode.Int) encode.Bool {
		return b.And(b.Eq(kAcross, qAcross), b.Or(
			b.And(b.Lt(q, k), b.Lt(q, c), b.Le(k, b.n()-2)),
			b.And(b.Lt(k, q), b.Lt(c, q), b.Ge(k, 1))))
	}
	return b.Or(line(p.WK.X, p.M.X, p.WK.Y, p.M.Y, p.BK.Y), line(p.WK.Y, p.M.Y, p.WK.X, p.M.X, p.BK.X))
}

func (b kqkBoard) cagedHere(p Pos) encode.Bool {
	n, k, q, c := b.n(), p.WK, p.M, p.BK
	return b.And(b.Is(c.Y, n-1), b.Is(q.Y, n-2), b.Lte(b.Plus(q.X, 2), c.X), b.Le(q.X, n-4),
		b.And(b.Is(k.Y, n-2), b.Lt(q.X, k.X), b.Lt(k.X, c.X)).Not())
}

// cage says whether the black king is caged in p, and in which copy: the copies exclude each
// other.
type cage struct {
	b                        kqkBoard
	caged                    encode.Bool
	mirrorX, mirrorY, change encode.Bool // bits of the copy
}

func (b kqkBoard) cage(p Pos) cage {
	var in [8]encode.Bool
	for g := range plain.Symmetry(8) {
		in[g] = b.cagedHere(b.image(g, p))
	}
	bit := func(mask int) encode.Bool {
		var or []encode.Bool
		for g := range in {
			if g&mask != 0 {
				or = append(or, in[g])
			}
		}
		return b.Or(or...)
	}
	return cage{b, b.Or(in[:]...), bit(1), bit(2), bit(4)}
}

// view returns the image of q in the copy.
func (c cage) view(q Pos) Pos {
	b := c.b
	square := func(s Sq) Sq {
		x := b.IteInt(c.mirrorX, b.Minus(b.n()-1, s.X), s.X)
		y := b.IteInt(c.mirrorY, b.Minus(b.n()-1, s.Y), s.Y)
		return Sq{b.IteInt(c.change, y, x), b.IteInt(c.change, x, y)}
	}
	return Pos{square(q.WK), square(q.BK), square(q.M), q.White}
}

// steps returns how far the white king of an image has to walk, coarsely.
func (b kqkBoard) steps(p Pos) encode.Int {
	n := b.n()
	t := Sq{b.Int(n - 2), b.Int(n - 3)}
	above := b.IteInt(b.Ge(p.WK.Y, n-1), b.Int(2), b.IteInt(b.Ge(p.WK.Y, n-2), b.Int(1), b.Int(0)))
	return b.digits(above, n, b.distance(p.WK, t))
}

// walk returns how far the white king of an image has to walk.
func (b kqkBoard) walk(p Pos) encode.Int {
	n := b.n()
	return b.digits(b.steps(p), 2*n, b.manhattan(p.WK, Sq{b.Int(n - 2), b.Int(n - 3)}))
}

// allows returns the condition of a step.
func (b kqkBoard) allows(step int, m Move) ranked {
	p, q, n := m.P, m.Q, b.n()
	byKing := step == plain.Walk || step == plain.Wait || step == plain.StepAway
	mover, other := m.Man, m.King
	if byKing {
		mover, other = m.King, m.Man
	}
	if other == b.True {
		return ranked{ok: b.False}
	}
	if step == plain.QueenMate {
		return ranked{ok: b.And(mover, b.mates(m))}
	}
	ok := func(cs ...encode.Bool) encode.Bool {
		return b.And(b.And(cs...), mover, b.hang(q).Not(), b.stalemates(m).Not())
	}
	switch step {
	case plain.Tighten:
		c := b.cage(p)
		to := c.view(q)
		return ranked{ok(c.caged, b.cagedHere(to), b.Lt(c.view(p).M.X, to.M.X)), b.upTo(b.Minus(n, to.M.X), 4, n)}
	case plain.Walk, plain.Wait:
		c := b.cage(p)
		to := c.view(q)
		r := ranked{atMost: b.upTo(b.walk(to), 0, 6*n*n)}
		if r.ok = ok(c.caged, b.cagedHere(to)); step == plain.Walk {
			r.ok = b.And(r.ok, b.Lt(b.walk(to), b.walk(c.view(p))))
		}
		return r
	case plain.EnterCage:
		c := b.cage(q)
		return ranked{ok(m.check.Not(), c.caged), b.upTo(b.Minus(n, c.view(q).M.X), 4, n)}
	case plain.SqueezeQueen:
		room := b.room(q)
		return ranked{ok(m.check.Not(), b.leak(q).Not(), b.Or(b.leak(p), b.Lt(room, b.room(p)))), b.upTo(room, 0, n*n)}
	case plain.StepAway:
		return ranked{ok(m.check.Not(), b.leak(q).Not(), b.Lte(b.room(q), b.room(p))), b.upTo(b.Minus(2*n, b.manhattan(q.WK, q.BK)), 2, 2*n)}
	}
	return ranked{ok(m.check.Not()), b.upTo(b.room(q), 0, n*n)}
}

// outside and inside are the measures.
func (b kqkBoard) outside(p Pos) encode.Int {
	return b.IteInt(b.leak(p), b.Int(b.n()*b.n()+1), b.room(p))
}

func (b kqkBoard) inside(p Pos) encode.Int {
	n, c := b.n(), b.cage(p)
	here := c.view(p)
	// The queen's file is at most n-4 where the king is caged.
	left := b.Minus(n-4, b.Minus(n-1, b.Max(b.Minus(n-1, here.M.X), b.Int(3))))
	return b.IteInt(c.caged, b.digits(left, 3*n, b.steps(here)), b.Int((n-3)*3*n))
}

// longestWait returns within how many moves the queen takes room again, or the king is caged, where
// she leaves him two files or ranks or less.
func longestWait(n int) int {
	if n < 8 {
		return n
	}
	return 4
}

// kqk returns the strategy on a square board.
func kqk(board plain.Board) *Circuits {
	on := func(b Board) kqkBoard { return kqkBoard{b} }
	c := &Circuits{
		Strategy: plain.KQK(board),
		claimed:  func(b Board, _ Pos) encode.Bool { return b.True },
		notions: []notion{
			{property: func(b Board, p Pos) encode.Bool { return on(b).cage(p).caged }},
			{number: func(b Board, p Pos) encode.Int { return on(b).outside(p) }},
			{number: func(b Board, p Pos) encode.Int { return on(b).inside(p) }},
			{property: func(b Board, p Pos) encode.Bool { return on(b).cagedHere(p) }},
		},
		allows: func(b Board, step int, m Move) ranked { return on(b).allows(step, m) },
	}
	c.relations = []Relation{{Name: "by condition", Steps: c.Strictly().Steps}}
	n := board.Files
	c.Home = &Home{Notion: 3, Of: 0, BK: n - 1, M: n - 2}
	outside, inside := n*n+1, (n-3)*3*n
	wide := max(4, n-4)
	wait := []int{plain.StepAway, plain.AnyQueen}
	c.plan = Plan{Last: plain.NoStep, Descents: []Descent{
		{Name: "outside", In: Claimed, Number: 1, Cases: []Case{
			{High: outside, Moves: 1, Steps: []int{plain.QueenMate, plain.Tighten, plain.Walk, plain.Wait, plain.EnterCage, plain.SqueezeQueen}, By: "by condition"},
			// The smaller the room, the longer it may take; on small boards the cage is farther off.
			{High: 3*n - 1, Moves: longestWait(n), Steps: wait},
			{Low: 3 * n, High: wide*n - 1, Moves: 3, Steps: wait},
			{Low: wide * n, High: (wide+1)*n - 1, Moves: 2, Steps: wait},
			{Low: (wide + 1) * n, High: outside, Moves: 1, Steps: wait},
		}},
		{Name: "inside", In: 0, Number: 2, Cases: []Case{
			{High: inside, Moves: 1, Steps: []int{plain.QueenMate, plain.Tighten}, By: "by condition"},
			{High: inside, Moves: 5, Steps: []int{plain.Walk, plain.Wait, plain.EnterCage, plain.SqueezeQueen, plain.StepAway, plain.AnyQueen}},
		}},
	}}
	c.lemmas = func(c *Circuits) []Lemma {
		whole, any := c.Strictly(), c.relation("by condition")
		caged := c.Home.Of
		ten := func(key string, moves int, control bool) Lemma {
			return Lemma{Key: key, Extra: true, Long: true, Satisfiable: control, moves: times(whole, moves), reply: true, home: true,
				Statement: fmt.Sprintf("White mates a caged king, who stays caged by the lemma of this name, within %d moves.", moves),
				wrong: func(f *Formula) {
					for i := range moves {
						f.Assert(f.is(caged, 2*i+2))
					}
				}}
		}
		lemmas := []Lemma{
			{Key: "entered", Extra: true, Statement: "After EnterCage and any reply the king is caged.", moves: []Relation{any}, reply: true,
				wrong: func(f *Formula) { f.Assert(f.step(0, plain.EnterCage), f.is(caged, 2).Not()) }},
			ten("ten", 10, false), ten("ten-control", 9, true),
			c.control("outside-control", 0, Case{High: 3*n - 1, Moves: longestWait(n) - 1, Steps: wait}),
			c.control("inside-control", 1, Case{High: inside, Moves: 4}),
		}
		if n > 5 { // on 5x5 these are false, and not needed
			lemmas = append(lemmas,
				Lemma{Key: "caged", Extra: true, Statement: "A caged king stays caged until he is mated.", moves: []Relation{whole}, reply: true, home: true,
					wrong: func(f *Formula) { f.Assert(f.is(caged, 2).Not()) }},
				Lemma{Key: "first", Extra: true, Statement: "AnyQueen is used at the first move only.", moves: []Relation{any, whole},
					wrong: func(f *Formula) { f.Assert(f.step(1, plain.AnyQueen)) }})
		}
		return lemmas
	}
	return c
}

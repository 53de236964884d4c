package spec

import (
	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
)

// torresBoard has the notions of the automaton.
type torresBoard struct{ Board }

func (b torresBoard) claimed(p Pos) encode.Bool {
	return b.And(b.Lt(p.M.Y, p.WK.Y), b.Lt(p.BK.Y, p.M.Y), b.Or(b.Le(p.M.X, 1), b.Ge(p.M.X, b.Files-2)))
}

// allows returns the condition of a rule. No two rules apply in the same position.
func (b torresBoard) allows(step int, m Move) ranked {
	p, q, last := m.P, m.Q, b.Files-1
	left, right := b.And(b.Le(p.M.X, plain.Zone-1), b.Le(p.BK.X, plain.Zone-1)), b.And(b.Ge(p.M.X, b.Files-plain.Zone), b.Ge(p.BK.X, b.Files-plain.Zone))
	odd := b.False
	apart := b.AbsDiff(p.WK.X, p.BK.X)
	for k := 1; k <= last; k += 2 {
		odd = b.Or(odd, b.Is(apart, k))
	}
	conditions := []encode.Bool{
		b.Or(left, right),
		b.Lte(b.Plus(p.BK.Y, 2), p.M.Y),
		b.Lte(b.Plus(p.BK.Y, 3), p.WK.Y),
		odd,
		b.Is(apart, 0).Not(),
		b.True,
	}
	sameFile, sameRank := b.Eq(p.M.X, q.M.X), b.Eq(p.M.Y, q.M.Y)
	down := b.And(m.Man, sameFile, b.Eq(p.M.Y, b.Plus(q.M.Y, 1)))
	moves := []encode.Bool{
		b.And(m.Man, sameRank, b.Implies(left, b.Is(q.M.X, last)), b.Implies(right, b.Is(q.M.X, 0))),
		down,
		b.And(m.King, b.Eq(p.WK.X, q.WK.X), b.Eq(p.WK.Y, b.Plus(q.WK.Y, 1))),
		b.And(m.Man, sameRank, b.Ite(b.Or(b.Is(p.M.X, 0), b.Is(p.M.X, last-1)), b.Eq(q.M.X, b.Plus(p.M.X, 1)), b.Eq(p.M.X, b.Plus(q.M.X, 1)))),
		b.And(m.King, b.Eq(p.WK.Y, q.WK.Y), b.Ite(b.Lt(p.WK.X, p.BK.X), b.Eq(q.WK.X, b.Plus(p.WK.X, 1)), b.Eq(p.WK.X, b.Plus(q.WK.X, 1)))),
		down,
	}
	and := []encode.Bool{conditions[step], moves[step]}
	for _, earlier := range conditions[:step] {
		and = append(and, earlier.Not())
	}
	return ranked{ok: b.And(and...)}
}

func (b torresBoard) heights(p Pos) encode.Int { return b.Add(p.M.Y, p.WK.Y) }

func (b torresBoard) measure(p Pos) encode.Int {
	k, c, last := p.WK.X, p.BK.X, b.Files-1
	files := b.IteInt(b.Lt(k, c), b.Minus(last, k), b.IteInt(b.Lt(c, k), k, b.Int(0)))
	return b.digits(b.heights(p), b.Files, files)
}

// torres returns the automaton on a board.
func torres(board plain.Board) *Circuits {
	on := func(b Board) torresBoard { return torresBoard{b} }
	c := &Circuits{
		Strategy: plain.Torres(board),
		claimed:  func(b Board, p Pos) encode.Bool { return on(b).claimed(p) },
		notions: []notion{
			{number: func(b Board, p Pos) encode.Int { return on(b).measure(p) }},
			{number: func(b Board, p Pos) encode.Int { return on(b).heights(p) }},
		},
		allows: func(b Board, step int, m Move) ranked { return on(b).allows(step, m) },
	}
	c.relations = []Relation{{Name: "by condition", Steps: c.Strictly().Steps}}
	window, most := board.Files+3, c.Notions[0].Greatest
	c.plan = Plan{Last: plain.NoStep, Descents: []Descent{{Name: "measure", In: Claimed, Number: 0, Cases: []Case{{High: most, Moves: window, By: "by condition"}}}}}
	c.lemmas = func(c *Circuits) []Lemma {
		return []Lemma{
			{Key: "heights", Extra: true, Statement: "The heights of king and rook together never grow.", moves: times(c.relation("by condition"), 1), reply: true,
				wrong: func(f *Formula) { f.Assert(f.Lt(f.number(1, 0), f.number(1, 2))) }},
			c.control("measure-control", 0, Case{High: most, Moves: window - 1}),
		}
	}
	return c
}

package spec

import (
	"fmt"

	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
)

// kpkBoard has the notions of the evaluator for king and pawn against king.
type kpkBoard struct {
	Board
	rules []plain.Rule
}

// min returns the lesser of two numbers.
func (b Board) min(x, y encode.Int) encode.Int {
	return b.Minus(0, b.Max(b.Minus(0, x), b.Minus(0, y)))
}

func (b Board) sub(x, y encode.Int) encode.Int { return b.Add(x, b.Minus(0, y)) }

// inLeft returns: the pawn is on the left half of the board, so that the middle is to its right.
func (b kpkBoard) inLeft(p Pos) encode.Bool { return b.Le(p.M.X, b.Files/2-1) }

// next returns the file beside the pawn's, to the right or to the left.
func (b kpkBoard) next(p Pos, right encode.Bool) encode.Int {
	return b.IteInt(right, b.Plus(p.M.X, 1), b.Plus(p.M.X, -1))
}

// ahead returns the rank some ranks before the pawn, not beyond the last.
func (b kpkBoard) ahead(p Pos, ranks int) encode.Int {
	return b.min(b.Plus(p.M.Y, ranks), b.Int(b.Ranks-1))
}

func (b kpkBoard) flank(p Pos) Sq {
	right := b.Or(b.Lt(p.M.X, p.WK.X), b.And(b.Eq(p.M.X, p.WK.X), b.inLeft(p)))
	return Sq{b.next(p, right), b.ahead(p, 2)}
}

func (b kpkBoard) post(p Pos) Sq { return Sq{b.next(p, b.inLeft(p)), b.Int(b.Ranks - 2)} }

// eachKey calls visit for the key squares, with the condition that one is a square and is a key.
func (b kpkBoard) eachKey(p Pos, visit func(k Sq, is encode.Bool)) {
	for files := -1; files <= 1; files++ {
		x := b.Plus(p.M.X, files)
		on := b.And(b.Ge(x, 0), b.Le(x, b.Files-1))
		visit(Sq{x, b.ahead(p, 2)}, on)
		visit(Sq{x, b.ahead(p, 1)}, b.And(on, b.Ge(p.M.Y, b.Ranks/2)))
	}
}

func (b kpkBoard) toKey(p Pos, king Sq) encode.Int {
	least := b.Int(b.Files)
	b.eachKey(p, func(k Sq, is encode.Bool) {
		least = b.IteInt(is, b.min(least, b.distance(king, k)), least)
	})
	return least
}

func (b kpkBoard) lead(p Pos) encode.Int {
	most := b.Int(-b.Files)
	b.eachKey(p, func(k Sq, is encode.Bool) {
		most = b.IteInt(is, b.Max(most, b.sub(b.distance(p.BK, k), b.distance(p.WK, k))), most)
	})
	return most
}

func (b kpkBoard) catch(p Pos) encode.Int {
	least, home := b.Int(b.Files), b.Le(p.M.Y, 1)
	for moves := range b.Ranks - 1 {
		at := Sq{p.M.X, b.Plus(p.M.Y, moves)}
		late := b.Plus(b.distance(p.BK, at), -moves)
		if moves >= 2 {
			late = b.IteInt(home, b.Plus(late, 1), late)
		}
		least = b.IteInt(b.Le(at.Y, b.Ranks-1), b.min(least, late), least)
	}
	return least
}

// truth returns 1 for a property that holds, else 0.
func (b Board) truth(x encode.Bool) encode.Int { return b.IteInt(x, b.Int(1), b.Int(0)) }

// even returns: the difference of two numbers is even.
func (b Board) even(x, y encode.Int) encode.Bool {
	var or []encode.Bool
	d := b.AbsDiff(x, y)
	for k := 0; k < b.Files; k += 2 {
		or = append(or, b.Is(d, k))
	}
	return b.Or(or...)
}

// number returns the value of a notion that rules refer to.
func (b kpkBoard) number(n plain.KPKNotion, p Pos) encode.Int {
	k, c, m := p.WK, p.BK, p.M
	onFile := func(king Sq, ranks int) encode.Int { return b.distance(king, Sq{m.X, b.ahead(p, ranks)}) }
	switch n {
	case plain.WhitePawn:
		return b.distance(k, m)
	case plain.BlackPawn:
		return b.distance(c, m)
	case plain.WhiteFront:
		return onFile(k, 1)
	case plain.BlackFront:
		return onFile(c, 1)
	case plain.WhiteSecond:
		return onFile(k, 2)
	case plain.BlackSecond:
		return onFile(c, 2)
	case plain.BlackThird:
		return onFile(c, 3)
	case plain.WhiteFlank:
		return b.distance(k, b.flank(p))
	case plain.BlackFlank:
		return b.distance(c, b.flank(p))
	case plain.WhitePost:
		return b.distance(k, b.post(p))
	case plain.BlackPost:
		return b.distance(c, b.post(p))
	case plain.WhiteGoal:
		return onFile(k, b.Ranks)
	case plain.BlackGoal:
		return onFile(c, b.Ranks)
	case plain.WhiteKey:
		return b.toKey(p, k)
	case plain.BlackKey:
		return b.toKey(p, c)
	case plain.Lead:
		return b.lead(p)
	case plain.Catch:
		return b.catch(p)
	case plain.PawnSteps:
		return b.Minus(b.Ranks-1, b.Max(m.Y, b.Int(2)))
	case plain.WhiteFiles:
		return b.AbsDiff(k.X, m.X)
	case plain.BlackFiles:
		return b.AbsDiff(c.X, m.X)
	case plain.WhiteAbove:
		return b.sub(k.Y, m.Y)
	case plain.BlackAbove:
		return b.sub(c.Y, m.Y)
	case plain.KingsFiles:
		return b.AbsDiff(k.X, c.X)
	case plain.KingsRanks:
		return b.sub(k.Y, c.Y)
	case plain.KingsApart:
		return b.distance(k, c)
	case plain.PawnRank:
		return b.Plus(m.Y, 1)
	case plain.PawnEdge:
		return b.min(m.X, b.Minus(b.Files-1, m.X))
	case plain.WhiteRank:
		return b.Plus(k.Y, 1)
	case plain.BlackRank:
		return b.Plus(c.Y, 1)
	case plain.Opposition:
		return b.truth(b.And(b.Eq(k.X, c.X), b.Is(b.AbsDiff(k.Y, c.Y), 2)))
	case plain.DistantOpposition:
		return b.truth(b.And(b.even(k.X, c.X), b.even(k.Y, c.Y)))
	}
	return b.truth(b.Or(b.And(b.Lt(m.X, k.X), b.Lt(m.X, c.X)), b.And(b.Lt(k.X, m.X), b.Lt(c.X, m.X))))
}

// wins returns: White wins by the rules, Black to move.
func (b kpkBoard) wins(q Pos) encode.Bool {
	known := map[plain.KPKNotion]encode.Int{plain.NoNotion: b.Int(0)}
	number := func(n plain.KPKNotion) encode.Int {
		if _, ok := known[n]; !ok {
			known[n] = b.number(n, q)
		}
		return known[n]
	}
	holds := func(c plain.Condition) encode.Bool {
		x, y := number(c.A), b.Plus(number(c.B), c.Than)
		switch c.Op {
		case "<=":
			return b.Lte(x, y)
		case "<":
			return b.Lt(x, y)
		case ">":
			return b.Lt(y, x)
		case ">=":
			return b.Lte(y, x)
		case "=":
			return b.Eq(x, y)
		}
		return b.Eq(x, y).Not()
	}
	win := b.False
	for i := len(b.rules) - 1; i >= 0; i-- {
		var and []encode.Bool
		for _, c := range b.rules[i].Conditions {
			and = append(and, holds(c))
		}
		win = b.Ite(b.And(and...), b.Of(b.rules[i].Win), win)
	}
	return win
}

// kept returns: White wins in a position with Black to move, by the evaluator.
func (b kpkBoard) kept(q Pos) encode.Bool {
	if q.White {
		return b.False
	}
	takes := b.And(b.within(q.BK, q.M), b.within(q.WK, q.M).Not())
	return b.And(b.Legal(q), b.Ite(b.Stuck(q), b.Lost(q), b.And(takes.Not(), b.wins(q))))
}

func (b kpkBoard) claimed(p Pos) encode.Bool {
	if !p.White {
		return b.False
	}
	var or []encode.Bool
	for _, m := range b.candidates(p) {
		or = append(or, b.And(m.Legal, b.kept(m.Q)))
	}
	return b.Or(or...)
}

// allows returns the condition of a step.
func (b kpkBoard) allows(step int, m Move) ranked {
	q := m.Q
	switch step {
	case plain.Promote:
		return ranked{ok: b.And(m.Man, b.promoted(q), b.kept(q))}
	case plain.Advance:
		return ranked{ok: b.And(m.Man, b.kept(q))}
	}
	if m.King == b.False {
		return ranked{ok: b.False}
	}
	n := b.Files
	inner := b.Ite(b.inLeft(q), b.Lt(q.M.X, q.WK.X), b.Lt(q.WK.X, q.M.X))
	far := b.digits(b.AbsDiff(q.WK.X, q.M.X), n, b.Minus(b.Ranks-1, q.WK.Y))
	return ranked{b.And(m.King, b.kept(q)), b.upTo(b.digits(far, 2, b.truth(inner)), 0, 2*n*n)}
}

func (b kpkBoard) measure(p Pos) encode.Int {
	key, post := b.toKey(p, p.WK), b.manhattan(p.WK, b.post(p))
	king := b.Add(b.Times(2, b.Add(key, post)), b.Minus(b.Files-1, b.distance(p.WK, p.M)))
	// With the white king on the pawn it is no position; his part is in range in all others.
	return b.digits(b.Minus(b.Ranks-1, p.M.Y), 7*b.Files, king)
}

// kept is the notion of the evaluator, Black to move.
const kept = 0

// kpk returns the evaluator with its strategy on a board.
func kpk(board plain.Board) *Circuits {
	s := plain.KPK(board)
	on := func(b Board) kpkBoard { return kpkBoard{b, s.Rules} }
	c := &Circuits{
		Strategy: s,
		claimed:  func(b Board, p Pos) encode.Bool { return on(b).claimed(p) },
		notions: []notion{
			{property: func(b Board, p Pos) encode.Bool { return on(b).kept(p) }},
			{number: func(b Board, p Pos) encode.Int { return on(b).measure(p) }},
		},
		allows: func(b Board, step int, m Move) ranked { return on(b).allows(step, m) },
	}
	c.relations = []Relation{{Name: "by condition", Steps: c.Strictly().Steps}}
	most := c.Notions[1].Greatest
	king := []int{plain.KingAhead}
	c.plan = Plan{Last: plain.NoStep, Descents: []Descent{{Name: "measure", In: Claimed, Number: 1, Cases: []Case{
		{High: most, Moves: 1, Steps: []int{plain.Promote, plain.Advance}, By: "by condition"},
		{High: most, Moves: 3, Steps: king},
	}}}}
	c.lemmas = func(c *Circuits) []Lemma {
		lemmas := []Lemma{c.control("measure-control", 0, Case{High: most, Moves: 2, Steps: king})}
		for rank := 1; rank < c.Ranks; rank++ { // the easier for solvers
			lemmas = append(lemmas, drawn(rank))
		}
		return lemmas
	}
	return c
}

// drawn returns the lemma that Black keeps what is not won, for the positions with the pawn on a rank.
func drawn(rank int) Lemma {
	return Lemma{Key: fmt.Sprintf("drawn-%d", rank+1), Draws: true, black: true, rank: rank,
		Statement: fmt.Sprintf("In every legal position with Black to move that is not called won, the pawn on rank %d, Black has not lost, and he is stalemated, takes the pawn, or has a move to a position that is not claimed.", rank+1),
		wrong: func(f *Formula) {
			q := f.chain[0]
			lost := []encode.Bool{f.Stuck(q).Not()}
			for _, r := range f.replies(q) {
				lost = append(lost, f.Implies(r.legal, f.c.property(f.Board, Claimed, r.to)))
			}
			f.Assert(f.is(kept, 0).Not(), f.Or(f.And(f.Stuck(q), f.Lost(q)), f.And(lost...)))
		}}
}

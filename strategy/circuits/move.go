package circuits

import (
	"retroproof/encode"
	"retroproof/proofs/strategy/rules"
)

// move is a symbolic move of White from p to q.
type move struct {
	p, q     Pos
	legal    encode.Bool   // by the rules of chess
	king     encode.Bool   // the king moves
	men      []encode.Bool // or this man
	level    encode.Bool   // a man's move is along its rank
	diagonal encode.Bool   // a king's move is diagonal
}

// moveTo describes the move from p to q, which has the black king of p.
func (b Board) moveTo(p, q Pos) *move {
	stays := []encode.Bool{}
	for i := range p.Men {
		stays = append(stays, b.Same(p.Men[i], q.Men[i]))
	}
	kingStays := b.Same(p.WK, q.WK)
	m := &move{p: p, q: q, diagonal: b.And(b.Eq(p.WK.X, q.WK.X).Not(), b.Eq(p.WK.Y, q.WK.Y).Not())}
	m.king = b.And(b.And(stays...), b.within(p.WK, q.WK), kingStays.Not())
	or, level := []encode.Bool{m.king}, []encode.Bool{}
	for i := range p.Men {
		and := []encode.Bool{kingStays, b.path(p, i, q.Men[i])}
		for j := range p.Men {
			if j != i {
				and = append(and, stays[j])
			}
		}
		m.men = append(m.men, b.And(and...))
		level = append(level, b.And(m.men[i], b.Eq(p.Men[i].Y, q.Men[i].Y)))
	}
	m.level = b.Or(level...)
	m.legal = b.And(b.Or(append(or, m.men...)...), b.Legal(q))
	return m
}

// path returns: man i can move from its square in p to square t, which the black king is not on.
func (b Board) path(p Pos, i int, t Sq) encode.Bool {
	m, others, kind := p.Men[i], others(p, i), b.Men[i].Kind
	var and []encode.Bool
	if kind == rules.Pawn {
		up := b.Or(b.Eq(t.Y, b.Plus(m.Y, 1)), b.And(b.Is(m.Y, 1), b.Is(t.Y, 3)))
		and = append(and, b.Eq(m.X, t.X), up)
		for _, k := range others {
			and = append(and, b.blocks(line{fileOf, rankOf}, m, k, t).Not())
		}
		and = []encode.Bool{b.And(and...)}
	} else {
		and = append(and, b.reaches(kind, m, t, others))
	}
	for _, k := range others {
		and = append(and, b.Same(k, t).Not())
	}
	return b.And(and...)
}

// candidates returns the moves that White may have in p: most are not legal, but all legal ones are among them.
func (b Board) candidates(p Pos) (list []*move) {
	add := func(q Pos, man int, legal, level encode.Bool, diagonal bool) {
		m := &move{p: p, q: q, legal: legal, king: b.Of(man < 0), level: level, diagonal: b.Of(diagonal)}
		for i := range p.Men {
			m.men = append(m.men, b.Of(i == man))
		}
		list = append(list, m)
	}
	free := func(t Sq, man int) encode.Bool { // no man but man and no king stands on t
		and := []encode.Bool{}
		for i, s := range p.Men {
			if i != man {
				and = append(and, b.Same(t, s).Not())
			}
		}
		if man >= 0 {
			and = append(and, b.Same(t, p.WK).Not(), b.Same(t, p.BK).Not())
		}
		return b.And(and...)
	}
	for _, d := range rules.Directions {
		t, on := b.shift(p.WK, d[0], d[1])
		q := Pos{WK: t, BK: p.BK, Men: p.Men}
		add(q, -1, b.And(on, free(t, -1), b.within(t, p.BK).Not()), b.False, d[0] != 0 && d[1] != 0)
	}
	for i, man := range b.Men {
		to := func(t Sq, legal, level encode.Bool) {
			q := Pos{WK: p.WK, BK: p.BK, Men: append([]Sq{}, p.Men...)}
			q.Men[i] = t
			add(q, i, legal, level, false)
		}
		b.manMoves(p, i, man.Kind, func(t Sq) encode.Bool { return free(t, i) }, to)
	}
	return list
}

// knightMoves are the knight's moves, by file and rank.
var knightMoves = [8][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}

// manMoves calls to for the moves of a man: in every direction by every distance; along files and ranks to all squares.
func (b Board) manMoves(p Pos, i int, kind rules.Kind, free func(Sq) encode.Bool,
	to func(t Sq, legal, level encode.Bool)) {
	m := p.Men[i]
	switch kind {
	case rules.Knight:
		for _, d := range knightMoves {
			t, on := b.shift(m, d[0], d[1])
			to(t, b.And(on, free(t)), b.False)
		}
		return
	case rules.Pawn:
		way := b.True
		for n := 1; n <= 2; n++ {
			t, on := b.shift(m, 0, n)
			if way = b.And(way, on, free(t)); n == 2 {
				way = b.And(way, b.Is(m.Y, 1))
			}
			to(t, way, b.False)
		}
		return
	}
	if kind != rules.Bishop {
		others := others(p, i)
		along := func(size int, along, across func(Sq) encode.Int, target func(k int) Sq, level encode.Bool) {
			for k := range size {
				from, and := along(m), []encode.Bool{b.Is(along(m), k).Not()}
				for _, s := range others { // none on the way or on the target
					and = append(and, b.And(b.Eq(across(s), across(m)), b.Or(
						b.And(b.Lt(from, along(s)), b.Le(along(s), k)),
						b.And(b.Lt(along(s), from), b.Ge(along(s), k)))).Not())
				}
				to(target(k), b.And(and...), level)
			}
		}
		along(b.Files, fileOf, rankOf, func(k int) Sq { return Sq{X: b.Int(k), Y: m.Y} }, b.True)
		along(b.Ranks, rankOf, fileOf, func(k int) Sq { return Sq{X: m.X, Y: b.Int(k)} }, b.False)
	}
	if kind == rules.Rook {
		return
	}
	for _, d := range rules.Directions[4:] {
		way := b.True
		for n := 1; n < min(b.Files, b.Ranks); n++ {
			t, on := b.shift(m, n*d[0], n*d[1])
			way = b.And(way, on, free(t))
			to(t, way, b.False)
		}
	}
}

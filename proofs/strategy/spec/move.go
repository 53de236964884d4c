package spec

import (
	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
)

// Move is a symbolic move of White from p to Q, with what the conditions of steps refer to.
type Move struct {
	P, Q      Pos
	Legal     encode.Bool // by the rules of chess
	King, Man encode.Bool // which of them moves
	AlongRank encode.Bool // a man's move is along its rank
	Diagonal  encode.Bool // a king's move is diagonal
	stuck     encode.Bool // Black has no move in Q
	check     encode.Bool // Black is in check in Q
	lost      encode.Bool // Black, if he has no move in Q, has lost
}

// Mate returns: the move mates.
func (b Board) mates(m Move) encode.Bool { return b.And(m.stuck, m.lost) }

// stalemates returns: the move stalemates.
func (b Board) stalemates(m Move) encode.Bool { return b.And(m.stuck, m.lost.Not()) }

func (b Board) describe(m Move) Move {
	m.stuck, m.check, m.lost = b.Stuck(m.Q), b.Check(m.Q), b.Lost(m.Q)
	return m
}

// moveTo describes the move from p to q, which has the black king of p.
func (b Board) moveTo(p, q Pos) Move {
	kingStays, manStays := b.Same(p.WK, q.WK), b.Same(p.M, q.M)
	sameX, sameY := b.Eq(p.M.X, q.M.X), b.Eq(p.M.Y, q.M.Y)
	king := b.And(manStays, b.within(p.WK, q.WK), kingStays.Not())
	lines := []encode.Bool{b.And(sameX, sameY.Not()), b.And(sameY, sameX.Not())}
	dp, dq := b.diagonals(p.M), b.diagonals(q.M)
	if b.Man == plain.Queen {
		for i := range dp {
			lines = append(lines, b.And(b.Eq(dp[i], dq[i]), sameX.Not()))
		}
	}
	if b.Man == plain.Pawn {
		lines[0] = b.And(sameX, b.Or(b.Eq(q.M.Y, b.Plus(p.M.Y, 1)), b.And(b.Is(p.M.Y, 1), b.Is(q.M.Y, 3))))
		lines[1] = b.False
	}
	// The man neither jumps over a king nor lands on one.
	free := func(k Sq) encode.Bool {
		and := []encode.Bool{
			b.Same(k, q.M).Not(),
			b.And(lines[0], b.Eq(k.X, p.M.X), b.between(p.M.Y, k.Y, q.M.Y)).Not(),
			b.And(lines[1], b.Eq(k.Y, p.M.Y), b.between(p.M.X, k.X, q.M.X)).Not(),
		}
		if b.Man == plain.Queen {
			dk := b.diagonals(k)
			for i := range dp {
				and = append(and, b.And(lines[2+i], b.Eq(dk[i], dp[i]), b.between(p.M.X, k.X, q.M.X)).Not())
			}
		}
		return b.And(and...)
	}
	man := b.And(kingStays, b.Or(lines...), free(p.WK), free(p.BK))
	return b.describe(Move{
		P: p, Q: q, King: king, Man: man, AlongRank: sameY,
		Diagonal: b.And(b.Eq(p.WK.X, q.WK.X).Not(), b.Eq(p.WK.Y, q.WK.Y).Not()),
		Legal:    b.And(b.Or(king, man), b.Legal(q)),
	})
}

// candidates returns the moves that White may have in p, in the order of plain.Game.Candidates.
func (b Board) candidates(p Pos) (list []Move) {
	add := func(m Move) {
		m.P = p
		list = append(list, b.describe(m))
	}
	for _, d := range plain.KingDirections {
		t, on := b.shift(p.WK, d[0], d[1])
		add(Move{Q: Pos{t, p.BK, p.M, false}, King: b.True, Man: b.False, AlongRank: b.False,
			Diagonal: b.Of(d[0] != 0 && d[1] != 0), Legal: b.And(on, b.Same(t, p.M).Not(), b.within(t, p.BK).Not())})
	}
	if b.Man == plain.Pawn {
		free := b.True
		for n := 1; n <= 2; n++ {
			t, on := b.shift(p.M, 0, n)
			if free = b.And(free, on, b.Same(t, p.WK).Not(), b.Same(t, p.BK).Not()); n == 2 {
				free = b.And(free, b.Is(p.M.Y, 1))
			}
			add(Move{Q: Pos{p.WK, p.BK, t, false}, King: b.False, Man: b.True, AlongRank: b.False, Diagonal: b.False, Legal: free})
		}
		return list
	}
	// line adds the moves along a rank or file, to all of its squares.
	line := func(size int, along, across func(Sq) encode.Int, to func(k int) Sq, rank encode.Bool) {
		for k := range size {
			from := along(p.M)
			free := func(s Sq) encode.Bool { // a king is on the way or on the target
				return b.And(b.Eq(across(s), across(p.M)), b.Or(
					b.And(b.Lt(from, along(s)), b.Le(along(s), k)),
					b.And(b.Lt(along(s), from), b.Ge(along(s), k)))).Not()
			}
			add(Move{Q: Pos{p.WK, p.BK, to(k), false}, King: b.False, Man: b.True, AlongRank: rank, Diagonal: b.False,
				Legal: b.And(b.Is(from, k).Not(), free(p.WK), free(p.BK))})
		}
	}
	x, y := func(s Sq) encode.Int { return s.X }, func(s Sq) encode.Int { return s.Y }
	line(b.Files, x, y, func(k int) Sq { return Sq{b.Int(k), p.M.Y} }, b.True)
	line(b.Ranks, y, x, func(k int) Sq { return Sq{p.M.X, b.Int(k)} }, b.False)
	if b.Man == plain.Rook {
		return list
	}
	for _, d := range plain.BishopDirections {
		free := b.True
		for n := 1; n < min(b.Files, b.Ranks); n++ {
			t, on := b.shift(p.M, n*d[0], n*d[1])
			free = b.And(free, on, b.Same(t, p.WK).Not(), b.Same(t, p.BK).Not())
			add(Move{Q: Pos{p.WK, p.BK, t, false}, King: b.False, Man: b.True, AlongRank: b.False, Diagonal: b.False, Legal: free})
		}
	}
	return list
}

package core

import (
	"slices"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
)

// schema is a clause with parameters, which are named by letters: see parameters. clause returns the literals; nil if
// the parameters do not meet the schema's condition.
type schema struct {
	name, params string
	clause       func(x *in) []Lit
}

// in is an instance of a schema: a question with parameters. J is T+1, the snapshot after slot T.
type in struct {
	*Question
	P, Q, T, J, I, f, r, c, k, s, t, m, x, y, i, j, u, v, w, n int
}

// parameters tells by the letter of a parameter where it is, how many values it has, and which is the least: P and Q
// are pawns, T a slot, I a snapshot, f a file, r a rank (of the pawn's side in way), c a side, k a kind of piece, s, t
// and m squares, x and y places in a list, i and j numbers of a counter, u, v and w numbers below 8, a clause of a
// statement.
var parameters = [...]struct {
	field func(x *in) *int
	count func(q *Question) int
	least int
}{
	'P': {func(x *in) *int { return &x.P }, func(q *Question) int { return len(q.pawns) }, 0},
	'Q': {func(x *in) *int { return &x.Q }, func(q *Question) int { return len(q.pawns) }, 0},
	'T': {func(x *in) *int { return &x.T }, func(q *Question) int { return q.slots }, 0},
	'I': {func(x *in) *int { return &x.I }, func(q *Question) int { return q.slots + 1 }, 0},
	'f': {func(x *in) *int { return &x.f }, func(*Question) int { return 8 }, 0},
	'r': {func(x *in) *int { return &x.r }, func(*Question) int { return 8 }, 1},
	'c': {func(x *in) *int { return &x.c }, func(*Question) int { return 2 }, 0},
	'k': {func(x *in) *int { return &x.k }, func(*Question) int { return 3 }, 0},
	's': {func(x *in) *int { return &x.s }, func(*Question) int { return 64 }, 0},
	't': {func(x *in) *int { return &x.t }, func(*Question) int { return 64 }, 0},
	'm': {func(x *in) *int { return &x.m }, func(*Question) int { return 64 }, 0},
	'x': {func(x *in) *int { return &x.x }, longestList, 0},
	'y': {func(x *in) *int { return &x.y }, longestList, 0},
	'i': {func(x *in) *int { return &x.i }, longestCounter, 1},
	'j': {func(x *in) *int { return &x.j }, longestCounter, 1},
	'u': {func(x *in) *int { return &x.u }, func(*Question) int { return 8 }, 0},
	'v': {func(x *in) *int { return &x.v }, func(*Question) int { return 8 }, 0},
	'w': {func(x *in) *int { return &x.w }, func(*Question) int { return 8 }, 0},
	'a': {func(x *in) *int { return &x.n }, func(q *Question) int { return len(q.assume) }, 0},
}

// No list is longer, and no counter.
func longestList(q *Question) int    { return 2*(len(q.pawns)+q.slots) + 24 }
func longestCounter(q *Question) int { return len(q.pawns) + 2*q.slots + 1 }

// schemas is the table. Files have the places of schemas in it.
var schemas = append(listSchemas(), chessSchemas...)

// or returns a clause, which may be the empty one.
func or(literals ...Lit) []Lit { return append([]Lit{}, literals...) }

// when returns a clause if a condition is met.
func when(ok bool, literals ...Lit) []Lit { return iff(ok, or(literals...)) }

// listSchemas returns the schemas of gates, groups and counters.
func listSchemas() (all []schema) {
	row := func(name, params string, clause func(x *in) []Lit) { all = append(all, schema{name, params, clause}) }
	one := func(l *list) func(x *in) []Lit { // if the gate, or the condition, is true, then one of the list
		return func(x *in) []Lit { return iff(l.of(x) != nil, append([]Lit{-l.is(x)}, l.of(x)...)) }
	}
	for i := range gates {
		l := &gates[i]
		row("in."+l.name, l.params+"x", func(x *in) []Lit {
			list := l.of(x)
			return iff(x.x < len(list), []Lit{-at(list, x.x), l.is(x)})
		})
		row("out."+l.name, l.params, one(l))
	}
	for i := range groups {
		l := &groups[i]
		row("two."+l.name, l.params+"xy", func(x *in) []Lit {
			list := l.of(x)
			return iff(x.x < x.y && x.y < len(list), []Lit{-at(list, x.x), -at(list, x.y)})
		})
		if l.is != nil {
			row("some."+l.name, l.params, one(l))
		}
	}
	for n, l := range counted {
		add := func(variant string, clause func(x *in, c counter) []Lit) {
			row("count."+l.name+"-"+variant, l.params+"ij", func(x *in) []Lit {
				c := x.counter(n, x.c, x.k)
				return iff(x.j <= x.i && x.i <= len(c.entries), clause(x, c))
			})
		}
		add("1", func(x *in, c counter) []Lit { return []Lit{-c.first(x.i-1, x.j), c.first(x.i, x.j)} })
		add("2", func(x *in, c counter) []Lit {
			return []Lit{-at(c.entries, x.i-1), -c.first(x.i-1, x.j-1), c.first(x.i, x.j)}
		})
		add("3", func(x *in, c counter) []Lit {
			return []Lit{-c.first(x.i, x.j), c.first(x.i-1, x.j), at(c.entries, x.i-1)}
		})
		add("4", func(x *in, c counter) []Lit { return []Lit{-c.first(x.i, x.j), c.first(x.i-1, x.j-1)} })
	}
	return all
}

// at returns an entry of a list; of no entry the literal that is never true, for a clause that is refused.
func at(list []Lit, i int) Lit {
	if i >= len(list) {
		return Never
	}
	return list[i]
}

// chessSchemas say something about chess.
var chessSchemas = []schema{
	{"idle", "T", func(x *in) []Lit { return when(x.T > 0, -x.used(x.T), x.used(x.T-1)) }},
	{"victim", "Tcx", func(x *in) []Lit { return x.victim() }},
	{"real-1", "Tf", func(x *in) []Lit { return or(-x.from(x.T, x.f), x.used(x.T)) }},
	{"real-2", "Tf", func(x *in) []Lit { return or(-x.to(x.T, x.f), x.used(x.T)) }},
	{"next-1", "Tf", func(x *in) []Lit { return or(-x.from(x.T, x.f), x.to(x.T, x.f-1), x.to(x.T, x.f+1)) }},
	{"next-2", "Tf", func(x *in) []Lit { return or(-x.to(x.T, x.f), x.from(x.T, x.f-1), x.from(x.T, x.f+1)) }},
	{"row", "Tr", func(x *in) []Lit { return or(-x.row(x.T, x.r), x.row(x.T, x.r-1)) }},
	{"rank", "PIr", func(x *in) []Lit { return or(-x.rank(x.P, x.I, x.r), x.rank(x.P, x.I, x.r-1)) }},
	{"colour", "Tcfr", func(x *in) []Lit {
		return or(-x.man(x.T, x.c, x.otherBishop()), -x.to(x.T, x.f), -x.row(x.T, x.r), x.row(x.T, x.r+1))
	}},
	{"home", "P", func(x *in) []Lit { return or(x.on(x.P, 0, x.pawns[x.P].file), x.byPiece(x.P)) }},
	{"files-1", "PTf", func(x *in) []Lit { return or(-x.takes(x.P, x.T), -x.from(x.T, x.f), x.on(x.P, x.T, x.f)) }},
	{"files-2", "PTf", func(x *in) []Lit { return or(-x.takes(x.P, x.T), x.from(x.T, x.f), -x.on(x.P, x.T, x.f)) }},
	{"files-3", "PTf", func(x *in) []Lit { return or(-x.takes(x.P, x.T), -x.to(x.T, x.f), x.on(x.P, x.J, x.f), x.byPiece(x.P)) }},
	{"files-4", "PTf", func(x *in) []Lit { return or(-x.takes(x.P, x.T), x.to(x.T, x.f), -x.on(x.P, x.J, x.f)) }},
	{"files-5", "PTf", func(x *in) []Lit { return or(-x.taken(x.P, x.T), -x.to(x.T, x.f), x.on(x.P, x.T, x.f)) }},
	{"files-6", "PTf", func(x *in) []Lit { return or(-x.taken(x.P, x.T), x.to(x.T, x.f), -x.on(x.P, x.T, x.f)) }},
	{"files-7", "PTf", func(x *in) []Lit { return or(-x.taken(x.P, x.T), -x.on(x.P, x.J, x.f)) }},
	{"files-8", "PTf", func(x *in) []Lit {
		return or(-x.on(x.P, x.T, x.f), x.takes(x.P, x.T), x.taken(x.P, x.T), x.byPiece(x.P), x.on(x.P, x.J, x.f))
	}},
	{"files-9", "PTf", func(x *in) []Lit { return or(x.takes(x.P, x.T), x.on(x.P, x.T, x.f), -x.on(x.P, x.J, x.f)) }},
	{"flags-1", "PT", func(x *in) []Lit { return or(-x.takes(x.P, x.T), -x.promoted(x.P, x.T)) }},
	{"flags-2", "PT", func(x *in) []Lit { return or(-x.taken(x.P, x.T), -x.promoted(x.P, x.T)) }},
	{"flags-3", "PT", func(x *in) []Lit { return or(-x.takenPiece(x.P, x.T), x.promoted(x.P, x.T)) }},
	{"way-1", "PTr", func(x *in) []Lit { return when(x.r > 1, -x.advanced(x.P, x.T, x.r), x.advanced(x.P, x.J, x.r)) }},
	{"way-2", "PTr", func(x *in) []Lit {
		return when(x.r > 1, -x.takes(x.P, x.T), -x.advanced(x.P, x.T, x.r-1), x.advanced(x.P, x.J, x.r))
	}},
	{"way-3", "PTr", func(x *in) []Lit {
		return when(x.r > 1, -x.takes(x.P, x.T), -x.ahead(x.P, x.T, x.r), x.advanced(x.P, x.T, x.r-1))
	}},
	{"way-4", "PTr", func(x *in) []Lit {
		return when(x.r > 1, -x.takes(x.P, x.T), x.ahead(x.P, x.T, x.r), -x.advanced(x.P, x.T, x.r-1))
	}},
	{"way-5", "PTr", func(x *in) []Lit {
		return when(x.r > 1, -x.taken(x.P, x.T), -x.ahead(x.P, x.T, x.r), x.advanced(x.P, x.T, x.r))
	}},
	{"way-6", "PTr", func(x *in) []Lit {
		return when(x.r > 1, -x.taken(x.P, x.T), x.ahead(x.P, x.T, x.r), -x.advanced(x.P, x.T, x.r))
	}},
	{"side-1", "PTr", func(x *in) []Lit { return or(-x.under(x.P, x.T), -x.rank(x.P, x.T, x.r), x.row(x.T, x.r+1)) }},
	{"side-2", "PTr", func(x *in) []Lit { return or(-x.over(x.P, x.T), -x.row(x.T, x.r), x.rank(x.P, x.T, x.r+1)) }},
	{"lands", "PTf", func(x *in) []Lit {
		return or(-x.to(x.T, x.f), -x.on(x.P, x.T, x.f), x.taken(x.P, x.T), x.promoted(x.P, x.T), x.under(x.P, x.T), x.over(x.P, x.T))
	}},
	{"meet", "PQIf", func(x *in) []Lit {
		return when(x.P != x.Q, -x.on(x.P, x.I, x.f), -x.on(x.Q, x.I, x.f), x.below(x.P, x.Q, x.I), x.below(x.Q, x.P, x.I))
	}},
	{"order", "PQIr", func(x *in) []Lit {
		return when(!x.bothLast(), -x.below(x.P, x.Q, x.I), -x.rank(x.P, x.I, x.r), x.rank(x.Q, x.I, x.r+1))
	}},
	{"keeps-1", "PQT", func(x *in) []Lit { return or(-x.below(x.P, x.Q, x.J), -x.below(x.Q, x.P, x.T)) }},
	{"keeps-2", "PQT", func(x *in) []Lit { return or(-x.below(x.P, x.Q, x.J), -x.takes(x.P, x.T), -x.under(x.Q, x.T)) }},
	{"keeps-3", "PQT", func(x *in) []Lit { return or(-x.below(x.P, x.Q, x.J), -x.takes(x.Q, x.T), -x.over(x.P, x.T)) }},
	{"straight-1", "Pf", func(x *in) []Lit { return when(!x.promotes(1), -x.on(x.P, 0, x.f), -x.promoted(x.P, 0)) }},
	{"straight-2", "PTf", func(x *in) []Lit {
		return when(!x.promotes(1), -x.on(x.P, x.J, x.f), -x.promoted(x.P, x.J), x.promoted(x.P, x.T), x.takes(x.P, x.T))
	}},
	{"straight-3", "PTf", func(x *in) []Lit {
		return when(!x.promotes(1), -x.on(x.P, x.J, x.f), -x.promoted(x.P, x.J), x.promoted(x.P, x.T), x.advanced(x.P, x.T, 7))
	}},
	{"askew-1", "PTf", func(x *in) []Lit {
		return when(!x.promotes(0), -x.takes(x.P, x.T), -x.advanced(x.P, x.T, 7), -x.from(x.T, x.f), -x.to(x.T, x.f-1))
	}},
	{"askew-2", "PTf", func(x *in) []Lit {
		return when(!x.promotes(2), -x.takes(x.P, x.T), -x.advanced(x.P, x.T, 7), -x.from(x.T, x.f), -x.to(x.T, x.f+1))
	}},
	{"arrived-1", "Ps", func(x *in) []Lit { return or(-x.goal(x.P, x.s), x.on(x.P, x.slots, x.s%8)) }},
	{"arrived-2", "Ps", func(x *in) []Lit { return or(-x.goal(x.P, x.s), x.rank(x.P, x.slots, x.s/8+1)) }},
	{"arrived-3", "Ps", func(x *in) []Lit { return or(-x.goal(x.P, x.s), -x.rank(x.P, x.slots, x.s/8+2)) }},
	{"became", "Pk", func(x *in) []Lit { return or(-x.role(x.P, x.k), x.promoted(x.P, x.slots)) }},
	{"wrong", "Pkf", func(x *in) []Lit {
		return when(!x.a.BishopFits(kinds[x.k][0], x.pawns[x.P].color, x.f), -x.role(x.P, x.k), -x.on(x.P, x.slots, x.f))
	}},
	{"caged-1", "Ps", func(x *in) []Lit { return or(-x.cage(x.P, x.s), x.on(x.P, x.slots, x.s%8)) }},
	{"caged-2", "Ps", func(x *in) []Lit { return or(-x.cage(x.P, x.s), x.promoted(x.P, x.slots)) }},
	{"least", "ck", func(x *in) []Lit { return or(x.becomes(x.missing())) }},
	{"most", "ck", func(x *in) []Lit { return or(-x.becomes(x.replaced() + 1)) }},
	{"replaced", "ckj", func(x *in) []Lit { return or(-x.counter(Men, x.c, x.k).atLeast(x.j), x.becomes(x.more()+x.j)) }},
	{"limit-1", "c", func(x *in) []Lit { return or(-x.counter(Caps, x.c, 0).atLeast(x.a.Captures[x.c] + 1)) }},
	{"limit-2", "", func(x *in) []Lit { return or(-x.counter(AllCaps, 0, 0).atLeast(x.a.Captures[0] + x.a.Captures[1] + 1)) }},
	{"spare", "c", func(x *in) []Lit { return or(-x.losses(x.c, x.spare(x.c)+1)) }},
	{"opened", "f", func(x *in) []Lit { return when(x.pairs[x.f] != nil && !x.faceAtGoal(x.f), x.open(x.f)) }},
	{"openings", "uvw", func(x *in) []Lit {
		return or(-x.counter(Opens, 0, 0).atLeast(x.u+x.v+x.w+1), x.used(x.u), x.losses(0, x.v+1), x.losses(1, x.w+1))
	}},
	{"there-1", "sTP", func(x *in) []Lit {
		return when(x.closings[x.s] != nil, x.stands(x.there(x.s, x.T), -x.advanced(x.P, x.T, x.ownRank(x.P, x.s)))...)
	}},
	{"there-2", "sTP", func(x *in) []Lit {
		return when(x.closings[x.s] != nil, x.stands(x.there(x.s, x.T), -x.takes(x.P, x.T), -x.ahead(x.P, x.T, x.ownRank(x.P, x.s)))...)
	}},
	{"beside-1", "msTP", func(x *in) []Lit {
		return when(x.isBeside(), x.stands(x.beside(x.m, x.s, x.T), -x.advanced(x.P, x.T, x.ownRank(x.P, x.s)))...)
	}},
	{"beside-2", "msTP", func(x *in) []Lit {
		return when(x.isBeside(), x.stands(x.beside(x.m, x.s, x.T), -x.takes(x.P, x.T), -x.ahead(x.P, x.T, x.ownRank(x.P, x.s)))...)
	}},
	{"gone", "sTP", func(x *in) []Lit {
		return when(x.gone(), -x.there(x.s, x.T), -x.on(x.P, x.T, x.pawns[x.P].file), x.advanced(x.P, x.T, x.ownRank(x.P, int(x.pawns[x.P].at))+1))
	}},
	{"shut-1", "sTPf", func(x *in) []Lit { return when(x.isTaken(), x.promotesLate()...) }},
	{"shut-2", "sTPfk", func(x *in) []Lit { return when(x.isLost(), append(x.promotesLate(), -x.role(x.P, x.k))...) }},
	{"again-1", "stP", func(x *in) []Lit { return or(-x.again(x.s, x.t, x.P), x.role(x.P, 0)) }},
	{"again-2", "stP", func(x *in) []Lit { return or(-x.again(x.s, x.t, x.P), x.on(x.P, x.slots, x.t%8)) }},
	{"corner", "stPk", func(x *in) []Lit { return x.cornerClause() }},
	{"made", "mP", func(x *in) []Lit { return x.madeClause() }},
	{"makers", "m", func(x *in) []Lit {
		return when(x.jams[x.m] != nil && x.jams[x.m].Makers != 0, x.every(func(p int) Lit { return x.made(x.m, p) })...)
	}},
	{"closed", "mT", func(x *in) []Lit { return x.closedClause() }},
	{"jammed-1", "mTP", func(x *in) []Lit {
		return when(x.jams[x.m] != nil, -x.closed(x.m, x.T), -x.made(x.m, x.P), x.promoted(x.P, x.T))
	}},
	{"jammed-2", "mTP", func(x *in) []Lit {
		return when(x.jams[x.m] != nil, -x.closed(x.m, x.T), -x.rank(x.P, x.T, x.m/8+1), x.rank(x.P, x.T, x.m/8+2), -x.on(x.P, x.T, x.m%8))
	}},
	{"jammed-3", "mTP", func(x *in) []Lit {
		return when(x.jams[x.m] != nil, -x.closed(x.m, x.T), -x.on(x.P, x.J, x.m%8), x.advanced(x.P, x.T, x.ownRank(x.P, x.m)), -x.advanced(x.P, x.J, x.ownRank(x.P, x.m)+1))
	}},
	{"jammed-4", "mT", func(x *in) []Lit {
		return when(x.jams[x.m] != nil, -x.closed(x.m, x.T), -x.to(x.T, x.m%8), -x.row(x.T, x.m/8+1), x.row(x.T, x.m/8+2))
	}},
	{"assume", "a", func(x *in) []Lit { return or(x.assume[x.n]...) }},
}

// victim: what a pawn captures is captured by a pawn of the other side.
func (x *in) victim() []Lit {
	list := x.victims(x.T, x.c)
	return iff(x.x < len(list), []Lit{-at(list, x.x), x.by(x.T, 1-x.c)})
}

// otherBishop is the kind of bishops that are never on a square. (a1 is dark.)
func (x *in) otherBishop() int { return 2 - (x.f+x.r-1)%2 }

// bothLast: rank r is the last one of two pawns of one colour. Both may have promoted there.
func (x *in) bothLast() bool {
	c := x.pawns[x.P].color
	return c == x.pawns[x.Q].color && x.r == 1+c.RelativeRank(7)
}

// promotes reports whether a pawn may promote, coming from file f: 0 to the left, 1 straight on, 2 to the right.
func (x *in) promotes(direction int) bool { return x.a.Promotes[x.pawns[x.P].color][x.f][direction] }

func (x *in) more() int     { more, _, _ := x.pieces(x.c, x.k); return more }
func (x *in) missing() int  { _, missing, _ := x.pieces(x.c, x.k); return missing }
func (x *in) replaced() int { _, _, replaced := x.pieces(x.c, x.k); return replaced }

// becomes is the literal for: so many pawns or more have become pieces of the goal of the kind; losses: so many are
// lost.
func (x *in) becomes(n int) Lit   { return x.counter(Become, x.c, x.k).atLeast(n) }
func (x *in) losses(c, n int) Lit { return x.counter(AllLost, c, 0).atLeast(n) }

// stands: a pawn that will be on a square is there once it is on its rank, or captures there.
func (x *in) stands(is Lit, unless ...Lit) []Lit { return append(unless, -x.goal(x.P, x.s), is) }

func (x *in) isBeside() bool {
	return x.jams[x.m] != nil && x.jams[x.m].Pawns.Has(chess.Square(x.s))
}

// gone: the pawn has moved once the closing pawn is there.
func (x *in) gone() bool {
	return x.closings[x.s] != nil && x.closings[x.s].Gone.Has(x.pawns[x.P].at)
}

// promotion is the square where a pawn promotes on the file f.
func (x *in) promotion() chess.Square {
	return chess.MakeSquare(x.f, x.pawns[x.P].color.RelativeRank(7))
}

// isTaken: once the closing pawn is there, nothing promotes on the square; isLost: what promotes to the kind there is
// captured.
func (x *in) isTaken() bool {
	return x.closings[x.s] != nil && x.closings[x.s].Taken.Has(x.promotion())
}

func (x *in) isLost() bool {
	ok := x.closings[x.s] != nil
	for _, k := range kinds[x.k] {
		ok = ok && x.closings[x.s].Lost[k].Has(x.promotion())
	}
	return ok
}

// promotesLate: not, if the closing pawn is there after slot T, has the pawn promoted at J and not at T.
func (x *in) promotesLate() []Lit {
	return []Lit{-x.there(x.s, x.T), -x.on(x.P, x.J, x.f), -x.promoted(x.P, x.J), x.promoted(x.P, x.T)}
}

// cornerClause: if the pawn behind the closing pawn becomes it, then P does not become a bishop of the goal in the
// corner.
func (x *in) cornerClause() []Lit {
	corner, ok := x.corner(x.s, x.t, x.P)
	behind := slices.IndexFunc(x.pawns, func(p pawn) bool { return p.at == corner.From })
	if !ok || behind < 0 || x.k == 0 {
		return nil
	}
	clause := []Lit{-x.goal(behind, x.s), -x.role(x.P, x.k), -x.on(x.P, x.slots, x.t%8)}
	return append(clause, x.every(func(p int) Lit { return x.again(x.s, x.t, p) })...)
}

// madeClause: what became the piece of a jam became a piece of its kind.
func (x *in) madeClause() []Lit {
	if x.jams[x.m] == nil {
		return nil
	}
	kind := max(0, slices.IndexFunc(kinds[:], func(list []facts.PieceKind) bool { return slices.Contains(list, x.jams[x.m].Kind) }))
	return []Lit{-x.made(x.m, x.P), x.role(x.P, kind)}
}

// closedClause: a jam is closed if all pawns beside its piece are there.
func (x *in) closedClause() []Lit {
	if x.jams[x.m] == nil {
		return nil
	}
	clause := []Lit{x.closed(x.m, x.T)}
	for s := range x.jams[x.m].Pawns.Squares() {
		clause = append(clause, -x.beside(x.m, int(s), x.T))
	}
	return clause
}

// Schemas returns how many schemas there are.
func Schemas() int { return len(schemas) }

// SchemaName returns the name of a schema.
func SchemaName(schema int) string { return schemas[schema].name }

// Parameters returns the letters of a schema's parameters.
func Parameters(schema int) string { return schemas[schema].params }

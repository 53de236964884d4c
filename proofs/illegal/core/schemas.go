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
	clause       func(i *in) []Lit
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
	field func(i *in) *int
	count func(q *Question) int
	least int
}{
	'P': {func(i *in) *int { return &i.P }, func(q *Question) int { return len(q.pawns) }, 0},
	'Q': {func(i *in) *int { return &i.Q }, func(q *Question) int { return len(q.pawns) }, 0},
	'T': {func(i *in) *int { return &i.T }, func(q *Question) int { return q.slots }, 0},
	'I': {func(i *in) *int { return &i.I }, func(q *Question) int { return q.slots + 1 }, 0},
	'f': {func(i *in) *int { return &i.f }, func(*Question) int { return 8 }, 0},
	'r': {func(i *in) *int { return &i.r }, func(*Question) int { return 8 }, 1},
	'c': {func(i *in) *int { return &i.c }, func(*Question) int { return 2 }, 0},
	'k': {func(i *in) *int { return &i.k }, func(*Question) int { return 3 }, 0},
	's': {func(i *in) *int { return &i.s }, func(*Question) int { return 64 }, 0},
	't': {func(i *in) *int { return &i.t }, func(*Question) int { return 64 }, 0},
	'm': {func(i *in) *int { return &i.m }, func(*Question) int { return 64 }, 0},
	'x': {func(i *in) *int { return &i.x }, longestList, 0},
	'y': {func(i *in) *int { return &i.y }, longestList, 0},
	'i': {func(i *in) *int { return &i.i }, longestCounter, 1},
	'j': {func(i *in) *int { return &i.j }, longestCounter, 1},
	'u': {func(i *in) *int { return &i.u }, func(*Question) int { return 8 }, 0},
	'v': {func(i *in) *int { return &i.v }, func(*Question) int { return 8 }, 0},
	'w': {func(i *in) *int { return &i.w }, func(*Question) int { return 8 }, 0},
	'a': {func(i *in) *int { return &i.n }, func(q *Question) int { return len(q.assume) }, 0},
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
	row := func(name, params string, clause func(i *in) []Lit) { all = append(all, schema{name, params, clause}) }
	one := func(l *list) func(i *in) []Lit { // if the gate, or the condition, is true, then one of the list
		return func(i *in) []Lit { return iff(l.of(i) != nil, append([]Lit{-l.is(i)}, l.of(i)...)) }
	}
	for i := range gates {
		l := &gates[i]
		row("in."+l.name, l.params+"x", func(i *in) []Lit {
			list := l.of(i)
			return iff(i.x < len(list), []Lit{-at(list, i.x), l.is(i)})
		})
		row("out."+l.name, l.params, one(l))
	}
	for i := range groups {
		l := &groups[i]
		row("two."+l.name, l.params+"xy", func(i *in) []Lit {
			list := l.of(i)
			return iff(i.x < i.y && i.y < len(list), []Lit{-at(list, i.x), -at(list, i.y)})
		})
		if l.is != nil {
			row("some."+l.name, l.params, one(l))
		}
	}
	for n, l := range counted {
		add := func(variant string, clause func(i *in, c counter) []Lit) {
			row("count."+l.name+"-"+variant, l.params+"ij", func(i *in) []Lit {
				c := i.counter(n, i.c, i.k)
				return iff(i.j <= i.i && i.i <= len(c.entries), clause(i, c))
			})
		}
		add("1", func(i *in, c counter) []Lit { return []Lit{-c.first(i.i-1, i.j), c.first(i.i, i.j)} })
		add("2", func(i *in, c counter) []Lit {
			return []Lit{-at(c.entries, i.i-1), -c.first(i.i-1, i.j-1), c.first(i.i, i.j)}
		})
		add("3", func(i *in, c counter) []Lit {
			return []Lit{-c.first(i.i, i.j), c.first(i.i-1, i.j), at(c.entries, i.i-1)}
		})
		add("4", func(i *in, c counter) []Lit { return []Lit{-c.first(i.i, i.j), c.first(i.i-1, i.j-1)} })
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
	{"idle", "T", func(i *in) []Lit { return when(i.T > 0, -i.used(i.T), i.used(i.T-1)) }},
	{"victim", "Tcx", func(i *in) []Lit { return i.victim() }},
	{"real-1", "Tf", func(i *in) []Lit { return or(-i.from(i.T, i.f), i.used(i.T)) }},
	{"real-2", "Tf", func(i *in) []Lit { return or(-i.to(i.T, i.f), i.used(i.T)) }},
	{"next-1", "Tf", func(i *in) []Lit { return or(-i.from(i.T, i.f), i.to(i.T, i.f-1), i.to(i.T, i.f+1)) }},
	{"next-2", "Tf", func(i *in) []Lit { return or(-i.to(i.T, i.f), i.from(i.T, i.f-1), i.from(i.T, i.f+1)) }},
	{"row", "Tr", func(i *in) []Lit { return or(-i.row(i.T, i.r), i.row(i.T, i.r-1)) }},
	{"rank", "PIr", func(i *in) []Lit { return or(-i.rank(i.P, i.I, i.r), i.rank(i.P, i.I, i.r-1)) }},
	{"colour", "Tcfr", func(i *in) []Lit {
		return or(-i.man(i.T, i.c, i.otherBishop()), -i.to(i.T, i.f), -i.row(i.T, i.r), i.row(i.T, i.r+1))
	}},
	{"home", "P", func(i *in) []Lit { return or(i.on(i.P, 0, i.pawns[i.P].file), i.byPiece(i.P)) }},
	{"files-1", "PTf", func(i *in) []Lit { return or(-i.takes(i.P, i.T), -i.from(i.T, i.f), i.on(i.P, i.T, i.f)) }},
	{"files-2", "PTf", func(i *in) []Lit { return or(-i.takes(i.P, i.T), i.from(i.T, i.f), -i.on(i.P, i.T, i.f)) }},
	{"files-3", "PTf",
		func(i *in) []Lit { return or(-i.takes(i.P, i.T), -i.to(i.T, i.f), i.on(i.P, i.J, i.f), i.byPiece(i.P)) }},
	{"files-4", "PTf", func(i *in) []Lit { return or(-i.takes(i.P, i.T), i.to(i.T, i.f), -i.on(i.P, i.J, i.f)) }},
	{"files-5", "PTf", func(i *in) []Lit { return or(-i.taken(i.P, i.T), -i.to(i.T, i.f), i.on(i.P, i.T, i.f)) }},
	{"files-6", "PTf", func(i *in) []Lit { return or(-i.taken(i.P, i.T), i.to(i.T, i.f), -i.on(i.P, i.T, i.f)) }},
	{"files-7", "PTf", func(i *in) []Lit { return or(-i.taken(i.P, i.T), -i.on(i.P, i.J, i.f)) }},
	{"files-8", "PTf", func(i *in) []Lit {
		return or(-i.on(i.P, i.T, i.f), i.takes(i.P, i.T), i.taken(i.P, i.T), i.byPiece(i.P), i.on(i.P, i.J, i.f))
	}},
	{"files-9", "PTf", func(i *in) []Lit { return or(i.takes(i.P, i.T), i.on(i.P, i.T, i.f), -i.on(i.P, i.J, i.f)) }},
	{"flags-1", "PT", func(i *in) []Lit { return or(-i.takes(i.P, i.T), -i.promoted(i.P, i.T)) }},
	{"flags-2", "PT", func(i *in) []Lit { return or(-i.taken(i.P, i.T), -i.promoted(i.P, i.T)) }},
	{"flags-3", "PT", func(i *in) []Lit { return or(-i.takenPiece(i.P, i.T), i.promoted(i.P, i.T)) }},
	{"way-1", "PTr", func(i *in) []Lit { return when(i.r > 1, -i.advanced(i.P, i.T, i.r), i.advanced(i.P, i.J, i.r)) }},
	{"way-2", "PTr", func(i *in) []Lit {
		return when(i.r > 1, -i.takes(i.P, i.T), -i.advanced(i.P, i.T, i.r-1), i.advanced(i.P, i.J, i.r))
	}},
	{"way-3", "PTr", func(i *in) []Lit {
		return when(i.r > 1, -i.takes(i.P, i.T), -i.ahead(i.P, i.T, i.r), i.advanced(i.P, i.T, i.r-1))
	}},
	{"way-4", "PTr", func(i *in) []Lit {
		return when(i.r > 1, -i.takes(i.P, i.T), i.ahead(i.P, i.T, i.r), -i.advanced(i.P, i.T, i.r-1))
	}},
	{"way-5", "PTr", func(i *in) []Lit {
		return when(i.r > 1, -i.taken(i.P, i.T), -i.ahead(i.P, i.T, i.r), i.advanced(i.P, i.T, i.r))
	}},
	{"way-6", "PTr", func(i *in) []Lit {
		return when(i.r > 1, -i.taken(i.P, i.T), i.ahead(i.P, i.T, i.r), -i.advanced(i.P, i.T, i.r))
	}},
	{"side-1", "PTr", func(i *in) []Lit { return or(-i.under(i.P, i.T), -i.rank(i.P, i.T, i.r), i.row(i.T, i.r+1)) }},
	{"side-2", "PTr", func(i *in) []Lit { return or(-i.over(i.P, i.T), -i.row(i.T, i.r), i.rank(i.P, i.T, i.r+1)) }},
	{"lands", "PTf", func(i *in) []Lit {
		return or(-i.to(i.T, i.f), -i.on(i.P, i.T, i.f), i.taken(i.P, i.T), i.promoted(i.P, i.T), i.under(i.P, i.T),
			i.over(i.P, i.T))
	}},
	{"meet", "PQIf", func(i *in) []Lit {
		return when(i.P != i.Q, -i.on(i.P, i.I, i.f), -i.on(i.Q, i.I, i.f), i.below(i.P, i.Q, i.I), i.below(i.Q, i.P, i.I))
	}},
	{"order", "PQIr", func(i *in) []Lit {
		return when(!i.bothLast(), -i.below(i.P, i.Q, i.I), -i.rank(i.P, i.I, i.r), i.rank(i.Q, i.I, i.r+1))
	}},
	{"keeps-1", "PQT", func(i *in) []Lit { return or(-i.below(i.P, i.Q, i.J), -i.below(i.Q, i.P, i.T)) }},
	{"keeps-2", "PQT", func(i *in) []Lit { return or(-i.below(i.P, i.Q, i.J), -i.takes(i.P, i.T), -i.under(i.Q, i.T)) }},
	{"keeps-3", "PQT", func(i *in) []Lit { return or(-i.below(i.P, i.Q, i.J), -i.takes(i.Q, i.T), -i.over(i.P, i.T)) }},
	{"straight-1", "Pf", func(i *in) []Lit { return when(!i.promotes(1), -i.on(i.P, 0, i.f), -i.promoted(i.P, 0)) }},
	{"straight-2", "PTf", func(i *in) []Lit {
		return when(!i.promotes(1), -i.on(i.P, i.J, i.f), -i.promoted(i.P, i.J), i.promoted(i.P, i.T), i.takes(i.P, i.T))
	}},
	{"straight-3", "PTf", func(i *in) []Lit {
		return when(!i.promotes(1), -i.on(i.P, i.J, i.f), -i.promoted(i.P, i.J), i.promoted(i.P, i.T),
			i.advanced(i.P, i.T, 7))
	}},
	{"askew-1", "PTf", func(i *in) []Lit {
		return when(!i.promotes(0), -i.takes(i.P, i.T), -i.advanced(i.P, i.T, 7), -i.from(i.T, i.f), -i.to(i.T, i.f-1))
	}},
	{"askew-2", "PTf", func(i *in) []Lit {
		return when(!i.promotes(2), -i.takes(i.P, i.T), -i.advanced(i.P, i.T, 7), -i.from(i.T, i.f), -i.to(i.T, i.f+1))
	}},
	{"arrived-1", "Ps", func(i *in) []Lit { return or(-i.goal(i.P, i.s), i.on(i.P, i.slots, i.s%8)) }},
	{"arrived-2", "Ps", func(i *in) []Lit { return or(-i.goal(i.P, i.s), i.rank(i.P, i.slots, i.s/8+1)) }},
	{"arrived-3", "Ps", func(i *in) []Lit { return or(-i.goal(i.P, i.s), -i.rank(i.P, i.slots, i.s/8+2)) }},
	{"became", "Pk", func(i *in) []Lit { return or(-i.role(i.P, i.k), i.promoted(i.P, i.slots)) }},
	{"wrong", "Pkf", func(i *in) []Lit {
		return when(!i.a.BishopFits(kinds[i.k][0], i.pawns[i.P].color, i.f), -i.role(i.P, i.k), -i.on(i.P, i.slots, i.f))
	}},
	{"caged-1", "Ps", func(i *in) []Lit { return or(-i.cage(i.P, i.s), i.on(i.P, i.slots, i.s%8)) }},
	{"caged-2", "Ps", func(i *in) []Lit { return or(-i.cage(i.P, i.s), i.promoted(i.P, i.slots)) }},
	{"least", "ck", func(i *in) []Lit { return or(i.becomes(i.missing())) }},
	{"most", "ck", func(i *in) []Lit { return or(-i.becomes(i.replaced() + 1)) }},
	{"replaced", "ckj", func(i *in) []Lit { return or(-i.counter(Men, i.c, i.k).atLeast(i.j), i.becomes(i.more()+i.j)) }},
	{"limit-1", "c", func(i *in) []Lit { return or(-i.counter(Caps, i.c, 0).atLeast(i.a.Captures[i.c] + 1)) }},
	{"limit-2", "",
		func(i *in) []Lit { return or(-i.counter(AllCaps, 0, 0).atLeast(i.a.Captures[0] + i.a.Captures[1] + 1)) }},
	{"spare", "c", func(i *in) []Lit { return or(-i.losses(i.c, i.spare(i.c)+1)) }},
	{"opened", "f", func(i *in) []Lit { return when(i.pairs[i.f] != nil && !i.faceAtGoal(i.f), i.open(i.f)) }},
	{"openings", "uvw", func(i *in) []Lit {
		return or(-i.counter(Opens, 0, 0).atLeast(i.u+i.v+i.w+1), i.used(i.u), i.losses(0, i.v+1), i.losses(1, i.w+1))
	}},
	{"there-1", "sTP", func(i *in) []Lit {
		return when(i.closings[i.s] != nil, i.stands(i.there(i.s, i.T), -i.advanced(i.P, i.T, i.ownRank(i.P, i.s)))...)
	}},
	{"there-2", "sTP", func(i *in) []Lit {
		return when(i.closings[i.s] != nil,
			i.stands(i.there(i.s, i.T), -i.takes(i.P, i.T), -i.ahead(i.P, i.T, i.ownRank(i.P, i.s)))...)
	}},
	{"beside-1", "msTP", func(i *in) []Lit {
		return when(i.isBeside(), i.stands(i.beside(i.m, i.s, i.T), -i.advanced(i.P, i.T, i.ownRank(i.P, i.s)))...)
	}},
	{"beside-2", "msTP", func(i *in) []Lit {
		return when(i.isBeside(), i.stands(i.beside(i.m, i.s, i.T), -i.takes(i.P, i.T),
			-i.ahead(i.P, i.T, i.ownRank(i.P, i.s)))...)
	}},
	{"gone", "sTP", func(i *in) []Lit {
		return when(i.gone(), -i.there(i.s, i.T), -i.on(i.P, i.T, i.pawns[i.P].file),
			i.advanced(i.P, i.T, i.ownRank(i.P, int(i.pawns[i.P].at))+1))
	}},
	{"shut-1", "sTPf", func(i *in) []Lit { return when(i.isTaken(), i.promotesLate()...) }},
	{"shut-2", "sTPfk", func(i *in) []Lit { return when(i.isLost(), append(i.promotesLate(), -i.role(i.P, i.k))...) }},
	{"again-1", "stP", func(i *in) []Lit { return or(-i.again(i.s, i.t, i.P), i.role(i.P, 0)) }},
	{"again-2", "stP", func(i *in) []Lit { return or(-i.again(i.s, i.t, i.P), i.on(i.P, i.slots, i.t%8)) }},
	{"corner", "stPk", func(i *in) []Lit { return i.cornerClause() }},
	{"made", "mP", func(i *in) []Lit { return i.madeClause() }},
	{"makers", "m", func(i *in) []Lit {
		return when(i.makers[i.m] != nil, i.every(func(p int) Lit { return i.made(i.m, p) })...)
	}},
	{"closed", "mT", func(i *in) []Lit { return i.closedClause() }},
	{"jammed-1", "mTP", func(i *in) []Lit {
		return when(i.jams[i.m] != nil, -i.closed(i.m, i.T), -i.made(i.m, i.P), i.promoted(i.P, i.T))
	}},
	{"jammed-2", "mTP", func(i *in) []Lit {
		return when(i.jams[i.m] != nil, -i.closed(i.m, i.T), -i.rank(i.P, i.T, i.m/8+1), i.rank(i.P, i.T, i.m/8+2),
			-i.on(i.P, i.T, i.m%8))
	}},
	{"jammed-3", "mTP", func(i *in) []Lit {
		return when(i.jams[i.m] != nil, -i.closed(i.m, i.T), -i.on(i.P, i.J, i.m%8),
			i.advanced(i.P, i.T, i.ownRank(i.P, i.m)), -i.advanced(i.P, i.J, i.ownRank(i.P, i.m)+1))
	}},
	{"jammed-4", "mT", func(i *in) []Lit {
		return when(i.jams[i.m] != nil, -i.closed(i.m, i.T), -i.to(i.T, i.m%8), -i.row(i.T, i.m/8+1), i.row(i.T, i.m/8+2))
	}},
	{"assume", "a", func(i *in) []Lit { return or(i.assume[i.n]...) }},
	{"where", "mP", func(i *in) []Lit { return i.whereClause() }},
	{"two.made", "Pms", func(i *in) []Lit { return when(i.m < i.s, -i.made(i.m, i.P), -i.made(i.s, i.P)) }},
}

// victim: what a pawn captures is captured by a pawn of the other side.
func (i *in) victim() []Lit {
	list := i.victims(i.T, i.c)
	return iff(i.x < len(list), []Lit{-at(list, i.x), i.by(i.T, 1-i.c)})
}

// otherBishop is the kind of bishops that are never on a square. (a1 is dark.)
func (i *in) otherBishop() int { return 2 - (i.f+i.r-1)%2 }

// bothLast: rank r is the last one of two pawns of one colour. Both may have promoted there.
func (i *in) bothLast() bool {
	c := i.pawns[i.P].color
	return c == i.pawns[i.Q].color && i.r == 1+c.RelativeRank(7)
}

// promotes reports whether a pawn may promote, coming from file f: 0 to the left, 1 straight on, 2 to the right.
func (i *in) promotes(direction int) bool { return i.a.Promotes[i.pawns[i.P].color][i.f][direction] }

func (i *in) more() int     { more, _, _ := i.pieces(i.c, i.k); return more }
func (i *in) missing() int  { _, missing, _ := i.pieces(i.c, i.k); return missing }
func (i *in) replaced() int { _, _, replaced := i.pieces(i.c, i.k); return replaced }

// becomes is the literal for: so many pawns or more have become pieces of the goal of the kind; losses: so many are
// lost.
func (i *in) becomes(n int) Lit   { return i.counter(Become, i.c, i.k).atLeast(n) }
func (i *in) losses(c, n int) Lit { return i.counter(AllLost, c, 0).atLeast(n) }

// stands: a pawn that will be on a square is there once it is on its rank, or captures there.
func (i *in) stands(is Lit, unless ...Lit) []Lit { return append(unless, -i.goal(i.P, i.s), is) }

func (i *in) isBeside() bool {
	return i.jams[i.m] != nil && i.jams[i.m].Pawns.Has(chess.Square(i.s))
}

// gone: the pawn has moved once the closing pawn is there.
func (i *in) gone() bool {
	return i.closings[i.s] != nil && i.closings[i.s].Gone.Has(i.pawns[i.P].at)
}

// promotion is the square where a pawn promotes on the file f.
func (i *in) promotion() chess.Square {
	return chess.MakeSquare(i.f, i.pawns[i.P].color.RelativeRank(7))
}

// isTaken: once the closing pawn is there, nothing promotes on the square; isLost: what promotes to the kind there is
// captured.
func (i *in) isTaken() bool {
	return i.closings[i.s] != nil && i.closings[i.s].Taken.Has(i.promotion())
}

func (i *in) isLost() bool {
	ok := i.closings[i.s] != nil
	for _, k := range kinds[i.k] {
		ok = ok && i.closings[i.s].Lost[k].Has(i.promotion())
	}
	return ok
}

// promotesLate: not, if the closing pawn is there after slot T, has the pawn promoted at J and not at T.
func (i *in) promotesLate() []Lit {
	return []Lit{-i.there(i.s, i.T), -i.on(i.P, i.J, i.f), -i.promoted(i.P, i.J), i.promoted(i.P, i.T)}
}

// cornerClause: if the pawn behind the closing pawn becomes it, then P does not become a bishop of the goal in the
// corner.
func (i *in) cornerClause() []Lit {
	corner, ok := i.corner(i.s, i.t, i.P)
	behind := slices.IndexFunc(i.pawns, func(p pawn) bool { return p.at == corner.From })
	if !ok || behind < 0 || i.k == 0 {
		return nil
	}
	clause := []Lit{-i.goal(behind, i.s), -i.role(i.P, i.k), -i.on(i.P, i.slots, i.t%8)}
	return append(clause, i.every(func(p int) Lit { return i.again(i.s, i.t, p) })...)
}

// madeClause: what became the piece became a piece of its kind.
func (i *in) madeClause() []Lit {
	if i.makers[i.m] == nil {
		return nil
	}
	kind := max(0, slices.IndexFunc(kinds[:],
		func(list []facts.PieceKind) bool { return slices.Contains(list, i.makers[i.m].Kind) }))
	return []Lit{-i.made(i.m, i.P), i.role(i.P, kind)}
}

// whereClause: what became the piece promoted on a square from which the piece has a way to where it is.
func (i *in) whereClause() []Lit {
	if i.makers[i.m] == nil {
		return nil
	}
	clause := []Lit{-i.made(i.m, i.P)}
	for sq := range i.makers[i.m].On.Squares() {
		clause = append(clause, i.on(i.P, i.slots, sq.File()))
	}
	return clause
}

// closedClause: a jam is closed if all pawns beside its piece are there.
func (i *in) closedClause() []Lit {
	if i.jams[i.m] == nil {
		return nil
	}
	clause := []Lit{i.closed(i.m, i.T)}
	for s := range i.jams[i.m].Pawns.Squares() {
		clause = append(clause, -i.beside(i.m, int(s), i.T))
	}
	return clause
}

// Schemas returns how many schemas there are.
func Schemas() int { return len(schemas) }

// SchemaName returns the name of a schema.
func SchemaName(schema int) string { return schemas[schema].name }

// Parameters returns the letters of a schema's parameters.
func Parameters(schema int) string { return schemas[schema].params }

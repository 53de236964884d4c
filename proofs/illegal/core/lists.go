package core

import "slices"

// A list is a function of its parameters, as a schema has them. It is nil if the parameters name none; some of its
// literals may be never true.
type list struct {
	name, params string
	of           func(x *in) []Lit
	is           func(x *in) Lit // the variable of a gate; in groups, the condition of some, nil for a list without it
}

// each returns the literals of numbers.
func each(numbers []int, literal func(n int) Lit) []Lit {
	list := make([]Lit, 0, len(numbers))
	for _, n := range numbers {
		list = append(list, literal(n))
	}
	return list
}

// upTo returns the literals of numbers from 0.
func upTo(n int, literal func(i int) Lit) []Lit {
	list := make([]Lit, 0, n)
	for i := range n {
		list = append(list, literal(i))
	}
	return list
}

// all returns the literals of all slots, and pawns those of all pawns.
func (q *Question) all(literal func(t int) Lit) []Lit   { return upTo(q.slots, literal) }
func (q *Question) every(literal func(p int) Lit) []Lit { return upTo(len(q.pawns), literal) }

// iff returns a list if there is one.
func iff(ok bool, list []Lit) []Lit {
	if !ok {
		return nil
	}
	return list
}

// victims are the men of a side that a capture may take.
func (q *Question) victims(t, c int) (list []Lit) {
	for _, p := range q.of[c] {
		list = append(list, q.taken(p, t), q.takenPiece(p, t))
	}
	return append(list, q.man(t, c, 0), q.man(t, c, 1), q.man(t, c, 2))
}

// ends is what may become of a pawn.
func (q *Question) ends(p int) []Lit {
	return slices.Concat([]Lit{q.lost(p)}, q.all(func(t int) Lit { return q.takenPiece(p, t) }), each(q.goals, func(s int) Lit { return q.goal(p, s) }),
		upTo(3, func(k int) Lit { return q.role(p, k) }), each(q.specials, func(s int) Lit { return q.cage(p, s) }))
}

// opened is what opens the file of a pair.
func (q *Question) opened(f int) []Lit {
	if q.pairs[f] == nil {
		return nil
	}
	low, high := q.pairs[f][0], q.pairs[f][1]
	return slices.Concat(each(q.pairs[f], q.lost), q.all(func(t int) Lit { return q.takes(low, t) }), q.all(func(t int) Lit { return q.takes(high, t) }))
}

// gates are variables that are true if and only if a literal of the list is.
var gates = []list{
	{"by", "Tc", func(x *in) []Lit { return each(x.of[x.c], func(p int) Lit { return x.takes(p, x.T) }) }, func(x *in) Lit { return x.by(x.T, x.c) }},
	{"used", "T", func(x *in) []Lit { return []Lit{x.by(x.T, 0), x.by(x.T, 1)} }, func(x *in) Lit { return x.used(x.T) }},
	{"lost", "P", func(x *in) []Lit {
		return append([]Lit{x.byPiece(x.P)}, x.all(func(t int) Lit { return x.taken(x.P, t) })...)
	}, func(x *in) Lit { return x.lost(x.P) }},
	{"open", "f", func(x *in) []Lit { return x.opened(x.f) }, func(x *in) Lit { return x.open(x.f) }},
}

func used(x *in) Lit        { return x.Question.used(x.T) }
func unconditional(*in) Lit { return Always }

// groups are lists of which no two literals are true, and one is, where there is a condition and it is true.
var groups = []list{
	{"takes", "T", func(x *in) []Lit { return each(slices.Concat(x.of[:]...), func(p int) Lit { return x.takes(p, x.T) }) }, nil},
	{"victims", "T", func(x *in) []Lit { return append(x.victims(x.T, 0), x.victims(x.T, 1)...) }, used},
	{"from", "T", func(x *in) []Lit { return upTo(8, func(f int) Lit { return x.from(x.T, f) }) }, used},
	{"to", "T", func(x *in) []Lit { return upTo(8, func(f int) Lit { return x.to(x.T, f) }) }, used},
	{"goal", "s", func(x *in) []Lit {
		return iff(slices.Contains(x.goals, x.s), x.every(func(p int) Lit { return x.goal(p, x.s) }))
	}, unconditional},
	{"cage", "s", func(x *in) []Lit {
		return iff(slices.Contains(x.specials, x.s), x.every(func(p int) Lit { return x.cage(p, x.s) }))
	}, unconditional},
	{"end", "P", func(x *in) []Lit { return x.ends(x.P) }, unconditional},
}

// counted are lists whose true literals are counted.
var counted = [...]list{
	Become:   {"become", "ck", func(x *in) []Lit { return each(x.of[x.c], func(p int) Lit { return x.role(p, x.k) }) }, nil},
	Men:      {"men", "ck", func(x *in) []Lit { return x.all(func(t int) Lit { return x.man(t, x.c, x.k) }) }, nil},
	Caps:     {"caps", "c", func(x *in) []Lit { return x.captures(x.c) }, nil},
	AllCaps:  {"allcaps", "", func(x *in) []Lit { return append(x.captures(0), x.captures(1)...) }, nil},
	AllLost:  {"alllost", "c", func(x *in) []Lit { return each(x.of[x.c], x.lost) }, nil},
	Opens:    {"opens", "", func(x *in) []Lit { return upTo(8, x.open) }, nil},
	PawnCaps: {"pawncaps", "c", func(x *in) []Lit { return x.all(func(t int) Lit { return x.by(t, x.c) }) }, nil},
}

// The places of lists in counted.
const (
	Become   = iota // c k: pawns that have become pieces of the goal
	Men             // c k: pieces of the start that pawns capture
	Caps            // c: captures
	AllCaps         // captures of both sides
	AllLost         // c: pawns that are lost
	Opens           // files that have been opened
	PawnCaps        // c: captures by pawns
)

// captures are the captures that a side makes, dead bishops aside.
func (q *Question) captures(c int) []Lit {
	return append(q.all(func(t int) Lit { return q.by(t, c) }), each(q.of[1-c], q.byPiece)...)
}

// counter counts the true literals of a list.
type counter struct {
	number  int
	entries []Lit // of the list, those that are not never true
}

// Counter is the number of a list that is counted, with its side and kind, among the arguments of variables.
func Counter(list, c, k int) int { return 8*list + 3*c + k }

// counter returns the counter of a list, which need not have a side or a kind.
func (q *Question) counter(list, c, k int) counter {
	entries := counted[list].of(&in{Question: q, c: c, k: k})
	return counter{Counter(list, c, k), slices.DeleteFunc(entries, func(l Lit) bool { return l == Never })}
}

// first is the literal for: j or more of the first i entries are true.
func (c counter) first(i, j int) Lit {
	switch {
	case j <= 0:
		return Always
	case j > i:
		return Never
	}
	return Key(VarCount, c.number, i, j)
}

// atLeast is the literal for: j or more of all are true.
func (c counter) atLeast(j int) Lit { return c.first(len(c.entries), j) }

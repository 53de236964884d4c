package core

import "slices"

// A list is a function of its parameters, as a schema has them. It is nil if the parameters name none; some of its
// literals may be never true.
type list struct {
	name, params string
	of           func(i *in) []Lit
	is           func(i *in) Lit // the variable of a gate; in groups, the condition of some, nil for a list without it
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
	return slices.Concat([]Lit{q.lost(p)}, q.all(func(t int) Lit { return q.takenPiece(p, t) }),
		each(q.goals, func(s int) Lit { return q.goal(p, s) }),
		upTo(3, func(k int) Lit { return q.role(p, k) }), each(q.specials, func(s int) Lit { return q.cage(p, s) }))
}

// opened is what opens the file of a pair.
func (q *Question) opened(f int) []Lit {
	if q.pairs[f] == nil {
		return nil
	}
	low, high := q.pairs[f][0], q.pairs[f][1]
	return slices.Concat(each(q.pairs[f], q.lost), q.all(func(t int) Lit { return q.takes(low, t) }),
		q.all(func(t int) Lit { return q.takes(high, t) }))
}

// gates are variables that are true if and only if a literal of the list is.
var gates = []list{
	{"by", "Tc", func(i *in) []Lit { return each(i.of[i.c], func(p int) Lit { return i.takes(p, i.T) }) },
		func(i *in) Lit { return i.by(i.T, i.c) }},
	{"used", "T", func(i *in) []Lit { return []Lit{i.by(i.T, 0), i.by(i.T, 1)} }, func(i *in) Lit { return i.used(i.T) }},
	{"lost", "P", func(i *in) []Lit {
		return append([]Lit{i.byPiece(i.P)}, i.all(func(t int) Lit { return i.taken(i.P, t) })...)
	}, func(i *in) Lit { return i.lost(i.P) }},
	{"open", "f", func(i *in) []Lit { return i.opened(i.f) }, func(i *in) Lit { return i.open(i.f) }},
}

func used(i *in) Lit        { return i.Question.used(i.T) }
func unconditional(*in) Lit { return Always }

// groups are lists of which no two literals are true, and one is, where there is a condition and it is true.
var groups = []list{
	{"takes", "T",
		func(i *in) []Lit { return each(slices.Concat(i.of[:]...), func(p int) Lit { return i.takes(p, i.T) }) }, nil},
	{"victims", "T", func(i *in) []Lit { return append(i.victims(i.T, 0), i.victims(i.T, 1)...) }, used},
	{"from", "T", func(i *in) []Lit { return upTo(8, func(f int) Lit { return i.from(i.T, f) }) }, used},
	{"to", "T", func(i *in) []Lit { return upTo(8, func(f int) Lit { return i.to(i.T, f) }) }, used},
	{"goal", "s", func(i *in) []Lit {
		return iff(slices.Contains(i.goals, i.s), i.every(func(p int) Lit { return i.goal(p, i.s) }))
	}, unconditional},
	{"cage", "s", func(i *in) []Lit {
		return iff(slices.Contains(i.specials, i.s), i.every(func(p int) Lit { return i.cage(p, i.s) }))
	}, unconditional},
	{"end", "P", func(i *in) []Lit { return i.ends(i.P) }, unconditional},
}

// counted are lists whose true literals are counted.
var counted = [...]list{
	Become: {"become", "ck", func(i *in) []Lit { return each(i.of[i.c], func(p int) Lit { return i.role(p, i.k) }) },
		nil},
	Men:      {"men", "ck", func(i *in) []Lit { return i.all(func(t int) Lit { return i.man(t, i.c, i.k) }) }, nil},
	Caps:     {"caps", "c", func(i *in) []Lit { return i.captures(i.c) }, nil},
	AllCaps:  {"allcaps", "", func(i *in) []Lit { return append(i.captures(0), i.captures(1)...) }, nil},
	AllLost:  {"alllost", "c", func(i *in) []Lit { return each(i.of[i.c], i.lost) }, nil},
	Opens:    {"opens", "", func(i *in) []Lit { return upTo(8, i.open) }, nil},
	PawnCaps: {"pawncaps", "c", func(i *in) []Lit { return i.all(func(t int) Lit { return i.by(t, i.c) }) }, nil},
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

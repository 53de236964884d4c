package formula

import (
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// NewWith returns the formula of a question about an abstraction, to which a statement has been added. A
// game to the goal of which it is true is a model.
func NewWith(a *facts.Abstraction, q *core.Question, s *core.Statement) *CNF {
	f := build(a)
	f.suppose(q.Assumed(), s)
	return &f.CNF
}

// suppose adds the clauses of a statement. here.T is true if the capture T is one that the statement is
// about.
func (b *builder) suppose(clauses [][]core.Lit, s *core.Statement) {
	if s.Kind == core.PieceTook {
		c := sides[0]
		if s.Side == sides[1].String() {
			c = sides[1]
		}
		var list []literal
		for _, slot := range b.slots {
			list = append(list, slot.by[c])
		}
		b.count(list, b.a.Captures[c], core.PawnCaps, []int{int(c)}, "pawns")
	}
	numbers := make(map[core.Lit]literal, len(b.Keys))
	for i, key := range b.Keys {
		numbers[key] = literal(i + 1)
	}
	for i := range b.slots {
		if key := core.Key(core.VarHere, i); s.Kind == core.TakenByPawn || s.Kind == core.Took {
			numbers[key] = b.variable(true, key, "here.%d", i)
		}
	}
	for x, clause := range clauses {
		var literals []literal
		for _, l := range clause {
			switch n := numbers[max(l, -l)]; {
			case l == core.Always || l == core.Never:
				literals = append(literals, literal(l/core.Always)*always)
			case l < 0:
				literals = append(literals, -n)
			default:
				literals = append(literals, n)
			}
		}
		b.clause(at("assume", x), literals...)
	}
}

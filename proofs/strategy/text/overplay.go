package text

import (
	"fmt"
	"slices"

	"retroproof/proofs/strategy/core"
)

// overPlay brings the condition of a lemma into the form of which lemmas make formulas: properties and steps of a play,
// and comparisons of its numbers. What it says besides of a single position becomes a property.
func (p *parser) overPlay(x *core.Expr, lemma string) *core.Expr {
	named := func(x *core.Expr) bool {
		return x.Op == core.Ply && x.Args[0].Op == core.Ref && p.Strategy.Notion(x.Args[0].Label) != nil
	}
	notNamed := func(x *core.Expr) bool { return x.Op != core.Const && !named(x) }
	switch x.Op {
	case core.By:
		return x
	case core.Less, core.Equal:
		if !slices.ContainsFunc(x.Args, notNamed) {
			return x
		}
	case core.And, core.Or, core.Not, core.True:
		return p.rebuilt(x, func(a *core.Expr) *core.Expr { return p.overPlay(a, lemma) })
	}
	if named(x) {
		return x
	}
	n := -1
	def := &core.Def{Name: fmt.Sprintf("%s-%d", lemma, len(p.Notions)+1)}
	def.Body = p.single(x, func(ply int) {
		if n >= 0 && n != ply {
			p.fail("what is said of several positions at once compares numbers that the text has")
		}
		n = ply
	})
	p.Defs, p.Notions = append(p.Defs, def), append(p.Notions, &core.Notion{Name: def.Name, Greatest: 1})
	return p.node(core.Ply, max(0, n), p.named(core.Ref, def))
}

// single returns a condition of a play as one of the single position that it is about, whose number is passed on.
func (p *parser) single(x *core.Expr, about func(ply int)) *core.Expr {
	switch {
	case x.Op == core.Ply:
		about(x.N)
		return x.Args[0]
	case x.Op == core.Ref || len(x.Args) == 0 && x.Op != core.Const && x.Op != core.True:
		about(0)
	}
	return p.rebuilt(x, func(a *core.Expr) *core.Expr { return p.single(a, about) })
}

// rebuilt returns an expression with other arguments of the same types.
func (p *parser) rebuilt(x *core.Expr, of func(a *core.Expr) *core.Expr) *core.Expr {
	y := *x
	y.Args = nil
	for _, a := range x.Args {
		y.Args = append(y.Args, of(a))
	}
	return p.link(&y)
}

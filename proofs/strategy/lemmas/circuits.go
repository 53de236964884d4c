// Package lemmas composes formulas of lemmas, negated, as plays of several moves, of circuits that somebody has made of
// the rules of chess and of a strategy's text; and it deduces the theorems. It contains and imports no solver and no
// search.
//
//	circuits.go   the strategy's notions and relations, of which there are circuits
//	side.go       the circuits, as they are read, and copies of them in a formula
//	formula.go    the lemmas that a plan asks for
//	deduction.go  the theorems
//
// A position with White to move is p or p1, p3, ...; with Black to move q or p2, p4, ....
//
// Believed: The statements of the lemmas, how plays are composed, and the deduction. The circuits are compared with the
// text and the rules, and not believed.
package lemmas

import (
	"errors"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// Circuits are a strategy as circuits.
type Circuits struct {
	*core.Strategy
	Encoding
	Compared []*core.Notion        // those that formulas may refer to: legal, claimed, stuck, lost, then those of the text
	Sides    map[bool]func() *Side // by the side to move, true for White
}

func (c *Circuits) side(white bool) *Side { return c.Sides[white]() }

// Everywhere is how many of Compared, the first, are defined for all diagrams, and not for legal positions only.
const Everywhere = 2

// Encoding is how formulas are written. Those of certificates have the zero value: squares in order encoding, the
// symmetries of the board broken.
type Encoding struct {
	Rep   encode.Representation
	Whole bool // the first position of a play is any, and not only one of each set of images
}

// New returns a strategy whose circuits are to be read or made. The error says why it has no lemmas: it forces a
// measure, Black has men, or its plan is about what is not there.
func New(s *core.Strategy) (c *Circuits, err error) {
	white, legal := s.Property("white", core.White), s.Property("legal", core.Legal)
	c = &Circuits{Strategy: s, Sides: map[bool]func() *Side{}}
	c.Compared = append([]*core.Notion{legal, s.Property("claimed", core.And, white.Expr, legal.Expr, s.Claim.When),
		s.Property("stuck", core.Stuck), s.Property("lost", core.Lost)}, s.Notions...)
	why := ""
	switch {
	case s.Force != nil:
		why = " forces a measure: it has no lemmas, and wins is proved by going back from mate"
	case slices.ContainsFunc(s.Game.Men, func(m rules.Man) bool { return m.Black }):
		why = ": lemmas are about White's men against the king alone"
	case s.Claim.Won:
		why = " claims what best play wins: of that no circuit is made"
	case s.About.Op != core.True:
		why = " is about some positions only: lemmas are about all"
	case !c.wellFormed():
		why = ": what is said of its lemmas names what is not there, or is about too many moves"
	default:
		return c, nil
	}
	return nil, errors.New(s.Name + why)
}

// mostMoves is how many White moves a lemma may be about, and mostValue what a number may be.
const (
	mostMoves = 40
	mostValue = 1 << 15
)

// wellFormed reports whether all steps, relations and notions that the plan names exist.
func (c *Circuits) wellFormed() bool {
	ok := true
	require := func(is bool) { ok = ok && is }
	steps := func(lists ...[]int) {
		for _, s := range slices.Concat(lists...) {
			require(s >= 0 && s < len(c.Steps))
		}
	}
	notion := func(name string, of byte) { require(c.own(name, of)) }
	relation := func(name string) { require(name == "" || name == core.Strictly || c.relation(name) > 0) }
	for _, n := range c.Notions {
		require(n.Greatest >= 0 && n.Greatest <= mostValue && (n.Expr.Type == 'i' || n.Expr.Type == 'b' && n.Greatest == 1))
	}
	for _, s := range c.Steps {
		require(max(-s.Low, s.High) <= mostValue)
	}
	if c.Kept != "" {
		notion(c.Kept, 'b')
	}
	// What the plan names must be there, and within bounds: steps, notions of a type, relations, moves.
	p := &c.Plan
	steps(p.Early.Once, p.Early.Run)
	require(p.Early.Moves >= 0 && p.Early.Moves <= mostMoves && p.Last >= core.NoStep && p.Last < len(c.Steps))
	for _, r := range p.Relations {
		steps(r.None)
		require(r.Name != core.Strictly)
	}
	for _, d := range p.Descents {
		if notion(d.Number, 'i'); d.In != "" {
			notion(d.In, 'b')
		}
		for _, x := range d.Cases {
			steps(x.Steps)
			relation(x.By)
			require(x.Moves >= 0 && x.Moves <= mostMoves)
		}
	}
	for _, l := range p.Lemmas {
		// A lemma's condition may say that moves are not by some step only of the strategy itself.
		strictly := true
		for _, name := range l.Play {
			relation(name)
			strictly = strictly && name == core.Strictly
		}
		plies := 2*len(l.Play) - 1
		if l.Reply {
			plies++
		}
		require(len(l.Play) <= mostMoves && c.says(l.Never, plies, len(l.Play), true, strictly))
	}
	return ok
}

// says reports whether a condition is about notions of positions and the moves of a play and, since by a relation a
// move may be by several steps, says of them only that they are by some steps, and not that they are not.
func (c *Circuits) says(x *core.Expr, plies, moves int, positive, strictly bool) bool {
	ply := func(x *core.Expr, of byte) bool {
		return x.Op == core.Ply && x.N <= plies && x.Args[0].Op == core.Ref && c.own(x.Args[0].Def.Name, of)
	}
	switch x.Op {
	case core.By:
		return x.N < moves && (positive || strictly) &&
			!slices.ContainsFunc(x.Args, func(a *core.Expr) bool { return a.Op != core.Const || a.N < 0 || a.N >= len(c.Steps) })
	case core.Less, core.Equal:
		return !slices.ContainsFunc(x.Args, func(a *core.Expr) bool { return a.Op != core.Const && !ply(a, 'i') })
	case core.True, core.And, core.Or, core.Not:
		positive = positive && x.Op != core.Not
		return !slices.ContainsFunc(x.Args, func(a *core.Expr) bool { return !c.says(a, plies, moves, positive, strictly) })
	}
	return ply(x, 'b')
}

// own reports whether a name is that of a notion of the strategy, which has no other's name, of a type.
func (c *Circuits) own(name string, of byte) bool {
	n := c.Strategy.Notion(name)
	return n != nil && n == c.Notion(name) && n.Expr.Type == of
}

// Relations returns the strategy itself, and the other relations that formulas use.
func (c *Circuits) Relations() []core.Relation {
	strictly := core.Relation{Name: core.Strictly, None: c.Others(nil), Least: true}
	return append([]core.Relation{strictly}, c.Plan.Relations...)
}

// relation returns a relation's place in Relations; names of no others are the strategy's.
func (c *Circuits) relation(name string) int {
	return 1 + slices.IndexFunc(c.Plan.Relations, func(r core.Relation) bool { return r.Name == name })
}

// named returns the name of a relation, or that of the strategy itself if there is none of this name.
func (c *Circuits) named(relation string) string { return c.Relations()[c.relation(relation)].Name }

// Notion returns a notion by its name; nil if there is none.
func (c *Circuits) Notion(name string) *core.Notion {
	if i := c.place(name); i >= 0 {
		return c.Compared[i]
	}
	return nil
}

// place returns a notion's place in Compared; -1 if there is none of this name.
func (c *Circuits) place(name string) int {
	return slices.IndexFunc(c.Compared, func(n *core.Notion) bool { return n.Name == name })
}

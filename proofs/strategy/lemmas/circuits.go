// Package lemmas makes circuits of the rules of chess and of a strategy's text, and of them the formulas of lemmas,
// negated, as plays of several moves; and it deduces the theorems. It contains and imports no solver and no search.
//
//	board.go      positions, legality, check, Black's moves
//	move.go       White's moves
//	expr.go       the expressions of texts
//	circuits.go   the strategy as a relation between positions, notions
//	formula.go    the lemmas that a plan asks for
//	deduction.go  the theorems
//
// A position with White to move is p or p1, p3, ...; with Black to move q or p2, p4, ....
//
// Believed: The statements of the lemmas, how plays are composed, and the deduction. The circuits are compared with the
// text and the rules, and not believed.
package lemmas

import (
	"fmt"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// Circuits are a strategy as circuits.
type Circuits struct {
	*core.Strategy
	Encoding
}

// Encoding is how formulas are written. Those of certificates have the zero value: squares in order encoding, the
// symmetries of the board broken.
type Encoding struct {
	Rep   encode.Representation
	Whole bool // the first position of a play is any, and not only one of each set of images
}

// New returns the circuits of a strategy. The error says why there are none: it forces a measure, Black has men, or its
// text says something of which no circuit is made.
func New(s *core.Strategy) (c *Circuits, err error) {
	if s.Force != nil {
		return nil, fmt.Errorf("%s forces a measure: it has no lemmas, and wins is proved by going back from mate", s.Name)
	}
	if len(s.Men) == 0 || slices.ContainsFunc(s.Game.Men, func(m rules.Man) bool { return m.Black }) {
		return nil, fmt.Errorf("%s: lemmas are about White's men against the king alone", s.Name)
	}
	if s.Claim.Won {
		return nil, fmt.Errorf("%s claims what best play wins: of that no circuit is made", s.Name)
	}
	if s.About.Op != core.True {
		return nil, fmt.Errorf("%s is about some positions only: lemmas are about all", s.Name)
	}
	c = &Circuits{Strategy: s}
	if !c.wellFormed() {
		return nil, fmt.Errorf("%s: what is said of its lemmas names what is not there, or is about too many moves", s.Name)
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unsupported:
			c, err = nil, fmt.Errorf("%s has no lemmas: %v", s.Name, r)
		default:
			panic(r)
		}
	}()
	b := c.NewBoard()
	p := NewScope(b, b.PosInput("p", true))
	for _, n := range c.Compared() {
		c.AtLeast(n, p)
	}
	c.By(c.Strictly(), p)
	return c, nil
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
	notion := func(name string, of byte) { // one of the strategy's, which has no other's name
		n := c.Strategy.Notion(name)
		require(n != nil && n == c.Notion(name) && n.Expr.Type == of)
	}
	relation := func(name string) { require(name == "" || c.Relation(name).Name == name) }
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

// says reports whether a condition is about the positions and the moves of a play and, since by a relation a move may
// be by several steps, says of them only that they are by some steps, and not that they are not.
func (c *Circuits) says(x *core.Expr, plies, moves int, positive, strictly bool) bool {
	switch x.Op {
	case core.Ply:
		return x.N <= plies
	case core.By:
		return x.N < moves && (positive || strictly) &&
			!slices.ContainsFunc(x.Args, func(a *core.Expr) bool { return a.Op != core.Const || a.N < 0 || a.N >= len(c.Steps) })
	}
	positive = positive && (x.Op == core.And || x.Op == core.Or)
	return !slices.ContainsFunc(x.Args, func(a *core.Expr) bool { return !c.says(a, plies, moves, positive, strictly) })
}

// Strictly is the strategy itself.
func (c *Circuits) Strictly() core.Relation {
	r := core.Relation{Name: core.Strictly, Least: true}
	for i := range c.Steps {
		r.None = append(r.None, i)
	}
	return r
}

// Relations returns the strategy and the other relations that formulas use.
func (c *Circuits) Relations() []core.Relation {
	return append([]core.Relation{c.Strictly()}, c.Plan.Relations...)
}

// Relation returns a relation by name; "" is the strategy.
func (c *Circuits) Relation(name string) core.Relation {
	for _, r := range c.Relations() {
		if r.Name == name {
			return r
		}
	}
	return c.Strictly()
}

// ranked is the condition under which a move that is legal satisfies a step, with the amount that is to be least among
// the moves that do.
type ranked struct {
	ok encode.Bool
	// atMost says that the amount is at most the first threshold, the second, and so on; none if the step has no amount.
	atMost []encode.Bool
}

// allows returns the condition of a step for a move.
func (c *Circuits) allows(step int, s *Scope) (r ranked) {
	x := &c.Steps[step]
	if r.ok = s.bool(x.Condition); r.ok == s.b.False || x.Amount == nil {
		return r
	}
	amount := s.num(x.Amount)
	for k := x.Low; k < x.High; k++ {
		r.atMost = append(r.atMost, s.b.Le(amount, k))
	}
	return r
}

// RelationAt is a relation at a position p.
type RelationAt struct {
	c *Circuits
	p *Scope
	r core.Relation
	// By step: it is used in p: some move satisfies it, and none an earlier one; of steps of Relation.None
	First  []encode.Bool
	none   []encode.Bool   // no move satisfies an earlier step
	atMost [][]encode.Bool // some move of the step has at most this amount
}

// By prepares a relation at p.
func (c *Circuits) By(r core.Relation, p *Scope) *RelationAt {
	s, b := &RelationAt{c: c, p: p, r: r}, p.b
	var candidates []*Scope
	if len(r.None) > 0 {
		for _, m := range b.candidates(p.p) {
			candidates = append(candidates, p.by(m))
		}
	}
	none := b.True
	for step := range c.Steps {
		var ok, first []encode.Bool
		var atMost [][]encode.Bool
		if slices.Contains(r.None, step) {
			for _, m := range candidates {
				x := c.allows(step, m)
				x.ok = b.And(x.ok, m.move.legal)
				if x.ok == b.False {
					continue
				}
				ok = append(ok, x.ok)
				for k, most := range x.atMost {
					if k == len(atMost) {
						atMost = append(atMost, nil)
					}
					atMost[k] = append(atMost[k], b.And(x.ok, most))
				}
			}
		}
		for _, or := range atMost {
			first = append(first, b.Or(or...))
		}
		usable := b.Or(ok...)
		s.none, s.First, s.atMost = append(s.none, none), append(s.First, b.And(none, usable)), append(s.atMost, first)
		none = b.And(none, usable.Not())
	}
	return s
}

// Move returns, for each step, the condition that q is reached from p by a move of that step.
func (a *RelationAt) Move(q Pos) []encode.Bool {
	b := a.p.b
	m := a.p.by(b.moveTo(a.p.p, q))
	by := make([]encode.Bool, len(a.c.Steps))
	for step := range by {
		x := a.c.allows(step, m)
		and := []encode.Bool{a.none[step], m.move.legal, x.ok}
		if a.r.Least && x.ok != b.False {
			for k, some := range a.atMost[step] { // if some move has at most this amount, so has this one
				and = append(and, b.Implies(some, x.atMost[k]))
			}
		}
		by[step] = b.And(and...)
	}
	return by
}

// Notion returns a notion by its name: of the text, or legal, claimed, stuck or lost; nil if there is none.
func (c *Circuits) Notion(name string) *core.Notion {
	for _, n := range c.Compared() {
		if n.Name == name {
			return n
		}
	}
	return nil
}

// Notions that all strategies have, besides their own.
var (
	legal   = &core.Notion{Name: "legal", Greatest: 1, Expr: &core.Expr{Op: core.Legal, Type: 'b'}}
	stuck   = &core.Notion{Name: "stuck", Greatest: 1, Expr: &core.Expr{Op: core.Stuck, Type: 'b'}}
	lost    = &core.Notion{Name: "lost", Greatest: 1, Expr: &core.Expr{Op: core.Lost, Type: 'b'}}
	claimed = &core.Notion{Name: "claimed", Greatest: 1}
)

// Compared returns the notions that formulas may refer to: legal, claimed, stuck, lost, then those of the text.
func (c *Circuits) Compared() []*core.Notion {
	return append([]*core.Notion{legal, claimed, stuck, lost}, c.Notions...)
}

// is returns a property of a position.
func (c *Circuits) is(n *core.Notion, p *Scope) encode.Bool {
	if n == claimed {
		if !p.p.White {
			return p.b.False
		}
		return p.b.And(p.bool(legal.Expr), p.bool(c.Claim.When))
	}
	return p.bool(n.Expr)
}

// AtLeast returns a notion as a list of conditions: for a property, the property itself; for a number, that it is at
// least 0, 1, and so on up to one more than the greatest value.
func (c *Circuits) AtLeast(n *core.Notion, p *Scope) []encode.Bool {
	if n == claimed || n.Expr.Type == 'b' {
		return []encode.Bool{c.is(n, p)}
	}
	x, ge := p.num(n.Expr), make([]encode.Bool, n.Greatest+2)
	for k := range ge {
		ge[k] = p.b.Ge(x, k)
	}
	return ge
}

// Side has the circuits for a position P with one side to move, and for Q, to which it moves, built as formulas build
// them: with the same variables before and after a move for each man that does not move, and for all men of White in a
// move of his.
type Side struct {
	Board
	P, Q      Pos
	Notions   [][]encode.Bool // of Compared: conditions, as AtLeast returns them
	Canonical encode.Bool
	Reply     encode.Bool     // Black moves from P to Q
	First     []encode.Bool   // White's strategy uses the step in P
	By        [][]encode.Bool // by relation and step: White's move from P to Q is of this step
}

// Side returns the circuits of a side to move.
func (c *Circuits) Side(white bool) *Side {
	s := &Side{Board: c.NewBoard()}
	s.P = s.PosInput("p", white)
	p := NewScope(s.Board, s.P)
	for _, n := range c.Compared() {
		s.Notions = append(s.Notions, c.AtLeast(n, p))
	}
	s.Canonical = s.canonical(s.P, c.Group)
	if !white {
		s.Q = Pos{s.P.WK, s.SquareInput("q.bk"), s.P.Men, true}
		s.Reply = s.Board.Reply(s.P, s.Q)
		return s
	}
	s.Q = s.whiteInput("q", s.P.BK)
	for i, r := range c.Relations() {
		by := c.By(r, p)
		if i == 0 {
			s.First = by.First
		}
		s.By = append(s.By, by.Move(s.Q))
	}
	return s
}

// Value returns the value of a notion in a legal position, by the rules and the text.
func (c *Circuits) Value(n *core.Notion, p rules.Position, isClaimed bool) int {
	var holds bool
	switch n {
	case legal:
		holds = true
	case claimed:
		holds = isClaimed
	case stuck:
		holds = c.Stuck(p)
	case lost:
		holds = c.Lost(&p)
	default:
		return c.Strategy.Value(n, p)
	}
	if holds {
		return 1
	}
	return 0
}

// Everywhere reports whether a notion is defined for all diagrams, not for legal positions only.
func Everywhere(n *core.Notion) bool { return n == legal || n == claimed }

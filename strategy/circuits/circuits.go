// Package circuits makes circuits of the rules of chess and of a strategy's text. Package lemmas composes formulas of
// them, and a certificate has them in a file.
//
//	board.go     legality, check, Black's moves
//	move.go      White's moves
//	expr.go      the expressions of texts
//	circuits.go  the strategy as a relation between positions, notions
//	file.go      the file of a certificate
//
// Nothing of this is believed: a checker compares circuits with the text and the rules, in every position.
package circuits

import (
	"fmt"
	"slices"
	"sync"

	"retroproof/encode"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
)

// New returns a strategy with its circuits, which are made when they are asked for. The error is that of lemmas.New, or
// says that the text has something of which no circuit is made.
func New(s *core.Strategy, e lemmas.Encoding) (c *lemmas.Circuits, err error) {
	if c, err = lemmas.New(s); err != nil {
		return nil, err
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
	c.Encoding = e
	b := Board{c.NewBoard()}
	p := NewScope(b, b.PosInput("p", true))
	for _, n := range c.Compared {
		Notion(n, p)
	}
	By(c, c.Relations()[0], p)
	for _, white := range []bool{false, true} {
		c.Sides[white] = sync.OnceValue(func() *lemmas.Side { return side(c, white) })
	}
	return c, nil
}

// side makes the circuits of a side to move.
func side(c *lemmas.Circuits, white bool) *lemmas.Side {
	s := c.NewSide(white)
	b := Board{s.Board}
	p := NewScope(b, s.P)
	Notion(c.Notion("claimed"), p) // first, as formulas begin with it: gates are shared best then
	s.Canonical, s.Escape, s.Reply = b.canonical(s.P, c.Group), b.False, b.False
	var at []*Relation
	for range s.By {
		at = append(at, By(c, c.Relations()[len(at)], p))
	}
	for i, n := range c.Compared {
		s.Notions[i] = Notion(n, p)
	}
	if !white {
		if c.Kept != "" {
			var or []encode.Bool
			for _, r := range b.replies(s.P) {
				or = append(or, b.And(r.legal, NewScope(b, r.to).bool(c.Notion("claimed").Expr).Not()))
			}
			s.Escape = b.Or(or...)
		}
		s.AddMove()
		s.Reply = b.Reply(s.P, s.Q)
		return s
	}
	s.First = at[0].First
	s.AddMove()
	for r, x := range at {
		s.By[r] = x.Move(s.Q)
	}
	return s
}

// Notion makes the circuit of a notion.
func Notion(n *core.Notion, p *Scope) encode.Int {
	if n.Expr.Type == 'i' {
		return p.num(n.Expr)
	}
	return encode.OrderInt(0, []encode.Bool{p.bool(n.Expr)})
}

// ranked is the condition under which a move that is legal satisfies a step, with the amount that is to be least among
// the moves that do.
type ranked struct {
	ok encode.Bool
	// atMost says that the amount is at most the first threshold, the second, and so on; none if the step has no amount.
	atMost []encode.Bool
}

// allows returns the condition of a step for a move.
func allows(c *lemmas.Circuits, step int, s *Scope) (r ranked) {
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

// Relation is a relation at a position p.
type Relation struct {
	c        *lemmas.Circuits
	p        *Scope
	relation core.Relation
	// By step: it is used in p: some move satisfies it, and none an earlier one; of steps of core.Relation.None
	First  []encode.Bool
	none   []encode.Bool   // no move satisfies an earlier step
	atMost [][]encode.Bool // some move of the step has at most this amount
}

// By prepares a relation at p.
func By(c *lemmas.Circuits, r core.Relation, p *Scope) *Relation {
	s, b := &Relation{c: c, p: p, relation: r}, p.b
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
				x := allows(c, step, m)
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
func (r *Relation) Move(q Pos) []encode.Bool {
	b := r.p.b
	m := r.p.by(b.moveTo(r.p.p, q))
	by := make([]encode.Bool, len(r.c.Steps))
	for step := range by {
		x := allows(r.c, step, m)
		and := []encode.Bool{r.none[step], m.move.legal, x.ok}
		if r.relation.Least && x.ok != b.False {
			for k, some := range r.atMost[step] { // if some move has at most this amount, so has this one
				and = append(and, b.Implies(some, x.atMost[k]))
			}
		}
		by[step] = b.And(and...)
	}
	return by
}

package spec

import (
	"slices"

	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
)

// Circuits are a strategy as circuits: what plain.Strategy says in plain code.
type Circuits struct {
	*plain.Strategy
	// claimed returns: the strategy claims the position as won, if it is legal.
	claimed func(b Board, p Pos) encode.Bool
	// notions, in the order of the text's: a property, or a number.
	notions []notion
	// allows returns the condition of a step under which it allows a move that is legal.
	allows func(b Board, step int, m Move) ranked
	// relations besides Strictly that formulas use.
	relations []Relation
	lemmas    func(c *Circuits) []Lemma
	plan      Plan
	Home      *Home // nil if no formula needs it
}

type notion struct {
	property func(b Board, p Pos) encode.Bool
	number   func(b Board, p Pos) encode.Int
}

// ranked is a condition with the amount that is to be least among the moves that satisfy it.
type ranked struct {
	ok encode.Bool
	// atMost says that the amount is at most the first threshold, the second, and so on; none if
	// the step has no amount.
	atMost []encode.Bool
}

// upTo returns the thresholds of a number: least, least+1, ... most-1.
func (b Board) upTo(x encode.Int, least, most int) (list []encode.Bool) {
	for k := least; k < most; k++ {
		list = append(list, b.Le(x, k))
	}
	return list
}

// Relation is the strategy, or a relation that contains all of its moves by some steps, and more.
// What is proved for such a relation holds for the strategy, and its formula is smaller.
type Relation struct {
	Name  string
	Steps []int // whose moves it contains
	None  []int // the steps that must have no move for a later one to be used
	Least bool  // moves have the least amount; of steps in None only
}

// Strictly is the strategy itself.
func (c *Circuits) Strictly() Relation {
	var all []int
	for i := range c.Steps {
		all = append(all, i)
	}
	return Relation{strictly, all, all, true}
}

const strictly = "strictly"

// Relations returns the strategy and the other relations that formulas use.
func (c *Circuits) Relations() []Relation {
	return append([]Relation{c.Strictly()}, c.relations...)
}

// By is a relation at a position p.
type By struct {
	c      *Circuits
	b      Board
	p      Pos
	r      Relation
	First  []encode.Bool   // the step is used in p: some move satisfies it, and none an earlier one; Relation.None only
	none   []encode.Bool   // no move satisfies an earlier step
	atMost [][]encode.Bool // some move of the step has at most this amount
}

// By prepares a relation at p.
func (c *Circuits) By(b Board, r Relation, p Pos) *By {
	s := &By{c: c, b: b, p: p, r: r}
	var candidates []Move
	if len(r.None) > 0 {
		candidates = b.candidates(p)
	}
	none := b.True
	for step := range c.Steps {
		var ok, first []encode.Bool
		var atMost [][]encode.Bool
		if slices.Contains(r.None, step) {
			for _, m := range candidates {
				x := c.allows(b, step, m)
				x.ok = b.And(x.ok, m.Legal)
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
func (s *By) Move(q Pos) []encode.Bool {
	b := s.b
	m := b.moveTo(s.p, q)
	by := make([]encode.Bool, len(s.c.Steps))
	for step := range by {
		by[step] = b.False
		if !slices.Contains(s.r.Steps, step) {
			continue
		}
		x := s.c.allows(b, step, m)
		and := []encode.Bool{s.none[step], m.Legal, x.ok}
		if s.r.Least {
			for k, some := range s.atMost[step] { // if some move has at most this amount, so has this one
				and = append(and, b.Implies(some, x.atMost[k]))
			}
		}
		by[step] = b.And(and...)
	}
	return by
}

// Notions that all strategies have, besides their own, which are numbered from 0.
const (
	Legal = -1 - iota
	Claimed
	Lost
	Stuck
	Captured
	Canonical
	leastNotion = Canonical
)

// AtLeast returns a notion as a list of conditions: for a property, the property itself; for a
// number, that it is at least 0, 1, and so on up to one more than the greatest value.
func (c *Circuits) AtLeast(b Board, n int, p Pos) []encode.Bool {
	if n < 0 || c.notions[n].property != nil {
		return []encode.Bool{c.property(b, n, p)}
	}
	x, ge := c.notions[n].number(b, p), make([]encode.Bool, c.Strategy.Notions[n].Greatest+2)
	for k := range ge {
		ge[k] = b.Ge(x, k)
	}
	return ge
}

func (c *Circuits) property(b Board, n int, p Pos) encode.Bool {
	switch n {
	case Legal:
		return b.Legal(p)
	case Claimed:
		return b.And(b.Legal(p), c.claimed(b, p))
	case Lost:
		return b.Lost(p)
	case Stuck:
		return b.Stuck(p)
	case Captured:
		return b.Captured(p)
	case Canonical:
		return b.Canonical(p, c.Symmetries)
	}
	return c.notions[n].property(b, p)
}

// NotionsToCompare returns the notions that formulas may refer to.
func (c *Circuits) NotionsToCompare() (list []int) {
	for n := leastNotion; n < len(c.notions); n++ {
		list = append(list, n)
	}
	return list
}

// Symmetric reports whether a notion has to be the same in a position and its images.
func (c *Circuits) Symmetric(n int) bool {
	return n != Canonical && (c.Home == nil || n != c.Home.Notion)
}

// Everywhere reports whether a notion is defined for all diagrams, not for legal positions only.
func Everywhere(n int) bool { return n == Legal || n == Claimed || n == Captured }

// Value returns the value of a notion by the plain definitions; 1 for a property that holds.
func (c *Circuits) Value(n int, p plain.Position) int {
	var holds bool
	switch n {
	case Legal:
		holds = c.Legal(p)
	case Claimed:
		holds = c.Legal(p) && c.Strategy.Claimed(p)
	case Lost:
		holds = c.Strategy.Lost(p)
	case Stuck:
		holds = c.Strategy.Stuck(p)
	case Captured:
		holds = p.BK == p.M
	case Canonical:
		holds = c.Strategy.Canonical(p, c.Symmetries)
	default:
		return c.Strategy.Notions[n].Value(p)
	}
	if holds {
		return 1
	}
	return 0
}

// NotionName returns the name of a notion.
func (c *Circuits) NotionName(n int) string {
	if n < 0 {
		return [...]string{"legal", "claimed", "lost", "stuck", "captured", "canonical"}[-1-n]
	}
	return c.Strategy.Notions[n].Name
}

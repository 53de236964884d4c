package strategy

import (
	"fmt"
	"math"
	"slices"

	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
)

// Exhaustion decides the lemmas of a strategy without formulas: it tries all plays from the claimed positions, one of each set
// of images, with the values that the text and the rules give.
type Exhaustion struct {
	*wins.Table
	list   []rules.Position // by number
	moves  [][]move         // from claimed positions
	step   []int
	values map[*text.Notion][]int // by number
}

// move is a move of the strategy's to a position, with Black's replies.
type move struct {
	to      rules.Position
	replies []rules.Position
}

// play is a beginning of a play; White is to move in every other position, from the first on.
type play struct {
	at []rules.Position
	by []int // the steps of White's moves
}

// pattern is what a play has that violates a lemma.
type pattern struct {
	length int  // White's moves
	reply  bool // to the last, too
	parts  []part
}

// part is a property of a play, of its positions first to last and, perhaps, of the one that it begins with.
type part struct {
	first, last int
	holds       func(p *play) bool
}

// NewExhaustion lists the moves of a strategy.
func NewExhaustion(t *wins.Table) *Exhaustion {
	x := &Exhaustion{Table: t, values: map[*text.Notion][]int{}}
	for _, p := range t.Least(true) {
		to, step := t.By(nil, p)
		var moves []move
		for i := range to {
			moves = append(moves, move{to[i], t.Game.Moves(nil, to[i])})
		}
		x.list, x.moves, x.step = append(x.list, p), append(x.moves, moves), append(x.step, step)
	}
	return x
}

// Violations returns the positions from which some play violates a lemma, one of each set of images; ok is false for a lemma
// whose condition is none of those that are read here.
func (x *Exhaustion) Violations(l lemmas.Lemma) (list []rules.Position, ok bool) {
	v, ok := x.pattern(l.Key)
	switch {
	case l.Draws:
		rank := 0
		fmt.Sscanf(l.Key, "drawn-%d", &rank)
		for _, p := range x.Least(false) {
			if (rank == 0 || p.Men[0].Y == rank-1) && x.notDrawn(p) {
				list = append(list, p)
			}
		}
		return list, true
	case !ok:
		return nil, false
	}
	for _, p := range x.Least(true) {
		if x.Claims(p) && (&search{Exhaustion: x, pattern: v, dead: map[[2]int]bool{}}).white(p) {
			list = append(list, p)
		}
	}
	return list, true
}

// notDrawn reports whether Black, in a legal position that does not have the property that decides, has lost, or can neither
// draw at once nor move to a position that is not claimed.
func (x *Exhaustion) notDrawn(p rules.Position) bool {
	replies := x.Game.Moves(nil, p)
	if x.Strategy.Value(x.Kept, p) != 0 || len(replies) == 0 {
		return x.Strategy.Value(x.Kept, p) == 0 && x.Lost(&p)
	}
	return !slices.ContainsFunc(replies, func(r rules.Position) bool { return !x.Claims(r) })
}

// search looks for a play with a pattern.
type search struct {
	*Exhaustion
	pattern
	play
	dead map[[2]int]bool // by the number of White's moves and that of the position: no play goes on from here
}

// hold reports whether what is said of the play's last position, and of none after it, holds.
func (s *search) hold() bool {
	return !slices.ContainsFunc(s.parts, func(c part) bool { return c.last == len(s.at)-1 && !c.holds(&s.play) })
}

// white goes on from a position with White to move, by way of the image that stands for it.
func (s *search) white(p rules.Position) bool {
	n, k := len(s.by), s.Place(p)
	if k >= 0 {
		p = s.list[k]
	}
	if s.at = append(s.at[:2*n], p); !s.hold() {
		return false
	}
	if n == s.length || k < 0 || s.dead[[2]int{n, k}] {
		return n == s.length
	}
	for _, m := range s.moves[k] {
		s.at, s.by = append(s.at[:2*n+1], m.to), append(s.by[:n], s.step[k])
		if s.hold() && s.black(m, n) {
			return true
		}
	}
	s.by = s.by[:n]
	if !slices.ContainsFunc(s.parts, func(c part) bool { return c.first < 2*n && 2*n < c.last }) {
		s.dead[[2]int{n, k}] = true
	}
	return false
}

// black goes on after White's move n.
func (s *search) black(m move, n int) bool {
	if n == s.length-1 && !s.reply {
		return true
	}
	for _, r := range m.replies {
		if s.by = s.by[:n+1]; s.white(r) {
			return true
		}
	}
	return false
}

// pattern returns what a play has that violates a lemma: what package lemmas makes formulas of.
func (x *Exhaustion) pattern(key string) (v pattern, ok bool) {
	by := func(i int, steps ...int) part { // White's move i is by one of the steps
		return part{2*i + 1, 2*i + 1, func(p *play) bool { return slices.Contains(steps, p.by[i]) }}
	}
	plan, all := &x.Plan, make([]int, len(x.Steps))
	for i := range all {
		all[i] = i
	}
	early, once := plan.Early.Steps(), plan.Early.Once
	switch key {
	case "closed":
		return pattern{1, true, []part{{2, 2, func(p *play) bool { return !x.Claims(p.at[2]) }}}}, true
	case "moves":
		return pattern{0, false, []part{{0, 0, func(p *play) bool { return x.step[x.Place(p.at[0])] == text.NoStep }}}}, true
	case "stalemate":
		return pattern{1, false, []part{{1, 1, func(p *play) bool { return x.Stuck(p.at[1]) && !x.Lost(&p.at[1]) }}}}, true
	case "early-1":
		return pattern{2, false, []part{by(0, without(all, early)...), by(1, early...)}}, true
	case "early-2":
		return pattern{2, false, []part{by(0, early...), by(1, once...)}}, true
	case "early-3":
		v := pattern{length: plan.Early.Moves}
		for i := range v.length {
			v.parts = append(v.parts, by(i, plan.Early.Run...))
		}
		return v, true
	case "last":
		return pattern{2, false, []part{by(0, plan.Last), {3, 3, func(p *play) bool { return !x.Stuck(p.at[3]) || !x.Lost(&p.at[3]) }}}}, true
	}
	for i, d := range plan.Descents {
		k := 0
		for _, c := range d.Cases {
			if !c.Control {
				k++
			}
			if c.Control && key == c.Name || !c.Control && key == fmt.Sprintf("%s-%d", d.Name, k) {
				return x.descent(i, c, by), true
			}
		}
	}
	for _, l := range plan.Lemmas {
		if l.Name == key {
			v = pattern{length: len(l.Play), reply: l.Reply}
			v.parts, ok = x.conjuncts(l.Never)
		}
	}
	return v, ok
}

// without returns the elements of a list that another has not.
func without(list, other []int) (rest []int) {
	for _, v := range list {
		if !slices.Contains(other, v) {
			rest = append(rest, v)
		}
	}
	return rest
}

// descent returns the pattern of a measure that does not fall, and after which no later one begins.
func (x *Exhaustion) descent(i int, c text.Case, by func(i int, steps ...int) part) pattern {
	plan := &x.Plan
	d, not := plan.Descents[i], plan.Early.Steps()
	if plan.Last != text.NoStep {
		not = append(not, plan.Last)
	}
	within := func(d *text.Descent, p rules.Position) bool {
		return x.Claims(p) && (d.In == nil || x.value(d.In, p) != 0)
	}
	begun := func(p rules.Position) bool {
		return slices.ContainsFunc(plan.Descents[i+1:], func(l text.Descent) bool { return within(&l, p) })
	}
	v := pattern{c.Moves, true, []part{{0, 0, func(p *play) bool {
		n := x.value(d.Number, p.at[0])
		return within(&d, p.at[0]) && !begun(p.at[0]) && c.Low <= n && n <= c.High
	}}}}
	if c.Steps != nil {
		v.parts = append(v.parts, by(0, c.Steps...))
	}
	for k := range c.Moves {
		now := 2*k + 2
		v.parts = append(v.parts, part{now - 1, now - 1, func(p *play) bool { return !slices.Contains(not, p.by[k]) }},
			part{now, now, func(p *play) bool {
				q := p.at[now]
				return !begun(q) && (!within(&d, q) || x.value(d.Number, q) >= x.value(d.Number, p.at[0]))
			}})
	}
	return v
}

// value returns the value of a notion in a claimed position, which is computed once.
func (x *Exhaustion) value(n *text.Notion, p rules.Position) int {
	list := x.values[n]
	if list == nil {
		for _, p := range x.list {
			v := 0
			if x.Claims(p) {
				v = x.Strategy.Value(n, p)
			}
			list = append(list, v)
		}
		x.values[n] = list
	}
	return list[x.Place(p)]
}

// conjuncts reads the condition of a lemma of the text: a conjunction of conditions that say which steps moves are by and compare
// numbers, properties and constants; ok is false for others.
func (x *Exhaustion) conjuncts(e *text.Expr) (list []part, ok bool) {
	if e.Op == text.And {
		for _, a := range e.Args {
			more, ok := x.conjuncts(a)
			if !ok {
				return nil, false
			}
			list = append(list, more...)
		}
		return list, true
	}
	c := part{first: math.MaxInt}
	value := x.expression(e, &c)
	if c.holds = func(p *play) bool { return value(p) != 0 }; value == nil {
		return nil, false
	}
	return []part{c}, true
}

// expression returns what computes an expression, 1 for a condition that holds; nil if it is none of those that conjuncts reads. It
// adds the positions that the expression is about.
func (x *Exhaustion) expression(e *text.Expr, c *part) func(p *play) int {
	at, of := 0, e
	switch e.Op {
	case text.Const:
		return func(*play) int { return e.N }
	case text.By:
		c.first, c.last = min(c.first, 2*e.N+1), max(c.last, 2*e.N+1)
		return func(p *play) int {
			return truth(slices.ContainsFunc(e.Args, func(s *text.Expr) bool { return s.N == p.by[e.N] }))
		}
	case text.Not, text.Less, text.Equal, text.Or, text.And:
		var args []func(p *play) int
		for _, a := range e.Args {
			f := x.expression(a, c)
			if f == nil {
				return nil
			}
			args = append(args, f)
		}
		return func(p *play) int { return operation(e.Op, args, p) }
	case text.Ply:
		at, of = e.N, e.Args[0]
	}
	i := slices.IndexFunc(x.Notions, func(n *text.Notion) bool { return of.Op == text.Ref && n.Expr == of.Def.Body })
	if i < 0 {
		return nil
	}
	if c.last = max(c.last, at); at > 0 {
		c.first = min(c.first, at)
	}
	return func(p *play) int { return x.Strategy.Value(x.Notions[i], p.at[at]) }
}

// operation applies an operation to values.
func operation(op text.Op, args []func(p *play) int, p *play) int {
	switch op {
	case text.Not:
		return 1 - args[0](p)
	case text.Less:
		return truth(args[0](p) < args[1](p))
	case text.Equal:
		return truth(args[0](p) == args[1](p))
	}
	stop := truth(op == text.Or)
	for _, f := range args {
		if f(p) == stop {
			return stop
		}
	}
	return 1 - stop
}

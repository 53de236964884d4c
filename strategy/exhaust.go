package strategy

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
)

// Exhaustion decides the lemmas of a strategy without formulas: it tries all plays from the claimed positions, one of
// each set of images, with the values that the text and the rules give.
type Exhaustion struct {
	*wins.Table
	list   []rules.Position // by number
	moves  [][]move         // from claimed positions
	step   []int
	values map[string][]int // by notion and number
}

// move is a move of the strategy's to a position, with Black's replies.
type move struct {
	to      rules.Position
	replies []rules.Position // each the image that stands for it, if it has a number
	numbers []int            // of these; -1 if there is none: a man has been captured, say
}

// Play is a beginning of a play; White is to move in every other position, from the first on.
type Play struct {
	At     []rules.Position
	Number []int // of every other position in the table; -1 if it has none
	By     []int // the steps of White's moves
}

// Pattern is what a play has that violates a lemma.
type Pattern struct {
	Moves int  // of White
	Reply bool // to the last, too
	Parts []Part
}

// Part is a property of a play, of its positions First to Last and, if Start is set, of the one that it begins with.
type Part struct {
	First, Last int
	Holds       func(p *Play) bool
	Start       bool
}

// NewExhaustion lists the moves of a strategy.
func NewExhaustion(t *wins.Table) *Exhaustion {
	x := &Exhaustion{Table: t, values: map[string][]int{}}
	for _, p := range t.Least(true) {
		to, step := t.By(nil, p)
		var moves []move
		for i := range to {
			m := move{to: to[i], replies: t.Game.Moves(nil, to[i])}
			for _, r := range m.replies {
				m.numbers = append(m.numbers, t.Place(r))
			}
			moves = append(moves, m)
		}
		x.list, x.moves, x.step = append(x.list, p), append(x.moves, moves), append(x.step, step)
	}
	for _, moves := range x.moves {
		for _, m := range moves {
			for i, k := range m.numbers {
				if k >= 0 {
					m.replies[i] = x.list[k]
				}
			}
		}
	}
	return x
}

// Violations returns the positions from which some play violates a lemma, one of each set of images; ok is false for a
// lemma that is none of the strategy's.
func (e *Exhaustion) Violations(l lemmas.Lemma) (list []rules.Position, ok bool) {
	v, ok := e.Pattern(l.Key)
	switch {
	case l.Draws:
		rank := 0
		fmt.Sscanf(l.Key, "drawn-%d", &rank)
		for _, p := range e.Least(false) {
			if (rank == 0 || int(p.Men[0].Y) == rank-1) && e.notDrawn(p) {
				list = append(list, p)
			}
		}
		return list, true
	case !ok:
		return nil, false
	}
	return e.Starts(v), true
}

// Starts returns the claimed positions, one of each set of images, from which some play has a pattern.
func (e *Exhaustion) Starts(v Pattern) (list []rules.Position) {
	s := &search{Exhaustion: e, Pattern: v, dead: make([]int32, v.Moves*len(e.list))}
	for n := range v.Moves {
		s.spans = append(s.spans, slices.ContainsFunc(v.Parts, func(c Part) bool { return c.First < 2*n && 2*n < c.Last }))
		later := slices.ContainsFunc(v.Parts, func(c Part) bool { return c.Start && 2*n < c.Last })
		s.ofStart = append(s.ofStart, int32(truth(later)))
	}
	for k, p := range e.list {
		if s.start, s.By = int32(k), s.By[:0]; e.Claimed(k) && s.white(p, k) {
			list = append(list, p)
		}
	}
	return list
}

// notDrawn reports whether Black, in a legal position that does not have the property that decides, has lost, or can
// neither draw at once nor move to a position that is not claimed.
func (e *Exhaustion) notDrawn(p rules.Position) bool {
	replies, kept := e.Game.Moves(nil, p), e.Strategy.Value(e.Notion(e.Kept), p) != 0
	if kept || len(replies) == 0 {
		return !kept && e.Lost(&p)
	}
	return !slices.ContainsFunc(replies, func(r rules.Position) bool { return !e.Claims(r) })
}

// search looks for a play with a pattern.
type search struct {
	*Exhaustion
	Pattern
	Play
	spans   []bool  // by White's moves: a part is about what comes before and after them
	ofStart []int32 // by White's moves: 1 if a part that comes after them is about the play's first position
	start   int32   // the number of that
	dead    []int32 // by White's moves and the position's number: 1 plus the start, or 1, from which no play goes on here
}

// hold reports whether what is said of the play's last position, and of none after it, holds.
func (s *search) hold() bool {
	return !slices.ContainsFunc(s.Parts, func(c Part) bool { return c.Last == len(s.At)-1 && !c.Holds(&s.Play) })
}

// white goes on from a position with White to move and its number.
func (s *search) white(p rules.Position, k int) bool {
	n := len(s.By)
	if s.At, s.Number = append(s.At[:2*n], p), append(s.Number[:n], k); !s.hold() {
		return false
	}
	if n == s.Moves || k < 0 {
		return n == s.Moves
	}
	dead, start := &s.dead[n*len(s.list)+k], 1+s.ofStart[n]*s.start
	if *dead == start {
		return false
	}
	for _, m := range s.moves[k] {
		s.At, s.By = append(s.At[:2*n+1], m.to), append(s.By[:n], s.step[k])
		if s.hold() && s.black(m, n) {
			return true
		}
	}
	s.By = s.By[:n]
	if !s.spans[n] {
		*dead = start
	}
	return false
}

// black goes on after White's move n.
func (s *search) black(m move, n int) bool {
	if n == s.Moves-1 && !s.Reply {
		return true
	}
	for i, r := range m.replies {
		if s.By = s.By[:n+1]; s.white(r, m.numbers[i]) {
			return true
		}
	}
	return false
}

// By is the property that White's move i, counted from 0, is by one of the steps.
func By(i int, steps ...int) Part {
	return At(2*i+1, func(p *Play) bool { return slices.Contains(steps, p.By[i]) })
}

// At is a property of position j.
func At(j int, holds func(p *Play) bool) Part { return Part{First: j, Last: j, Holds: holds} }

// Pattern returns what a play has that violates the lemma with a key: what package lemmas makes formulas of. ok is
// false for a lemma that is none of the text's.
func (e *Exhaustion) Pattern(key string) (v Pattern, ok bool) {
	plan := &e.Plan
	early, once := plan.Early.Steps(), plan.Early.Once
	// Lemmas that every strategy has, by their keys.
	switch key {
	case "closed":
		return Pattern{1, true, []Part{At(2, func(p *Play) bool { return !e.Claimed(p.Number[1]) })}}, true
	case "moves":
		return Pattern{0, false, []Part{At(0, func(p *Play) bool { return e.step[p.Number[0]] == core.NoStep })}}, true
	case "stalemate":
		return Pattern{1, false, []Part{At(1, func(p *Play) bool { return e.Stuck(p.At[1]) && !e.Lost(&p.At[1]) })}}, true
	case "early-1":
		return Pattern{2, false, []Part{By(0, e.Others(early)...), By(1, early...)}}, true
	case "early-2":
		return Pattern{2, false, []Part{By(0, early...), By(1, once...)}}, true
	case "early-3":
		v := Pattern{Moves: plan.Early.Moves}
		for i := range v.Moves {
			v.Parts = append(v.Parts, By(i, plan.Early.Run...))
		}
		return v, true
	case "last":
		return Pattern{2, false, []Part{By(0, plan.Last),
			At(3, func(p *Play) bool { return !e.Stuck(p.At[3]) || !e.Lost(&p.At[3]) })}}, true
	}
	// Then those of its measures, which are numbered, controls aside, and those that the text has.
	for i, d := range plan.Descents {
		k := 0
		for _, c := range d.Cases {
			if c.Control == "" {
				k++
			}
			if key == cmp.Or(c.Control, fmt.Sprintf("%s-%d", d.Number, k)) {
				return e.descent(i, c), true
			}
		}
	}
	for _, l := range plan.Lemmas {
		if l.Name == key {
			return Pattern{len(l.Play), l.Reply, e.conjuncts(l.Never)}, true
		}
	}
	return v, ok
}

// descent returns the pattern of a measure that does not fall, and after which no later one begins.
func (e *Exhaustion) descent(i int, c core.Case) Pattern {
	plan := &e.Plan
	d, not := plan.Descents[i], plan.Early.Steps()
	if plan.Last != core.NoStep {
		not = append(not, plan.Last)
	}
	within := func(d *core.Descent, k int) bool {
		return e.Claimed(k) && (d.In == "" || e.Value(d.In, k) != 0)
	}
	begun := func(k int) bool {
		return slices.ContainsFunc(plan.Descents[i+1:], func(l core.Descent) bool { return within(&l, k) })
	}
	v := Pattern{c.Moves, true, []Part{At(0, func(p *Play) bool {
		n := e.Value(d.Number, p.Number[0])
		return within(&d, p.Number[0]) && !begun(p.Number[0]) && c.Low <= n && n <= c.High
	})}}
	if c.Steps != nil {
		v.Parts = append(v.Parts, By(0, c.Steps...))
	}
	for k := range c.Moves {
		now := 2*k + 2
		v.Parts = append(v.Parts, At(now-1, func(p *Play) bool { return !slices.Contains(not, p.By[k]) }),
			Part{now, now, func(p *Play) bool {
				q := p.Number[k+1]
				return !begun(q) && (!within(&d, q) || e.Value(d.Number, q) >= e.Value(d.Number, p.Number[0]))
			}, true})
	}
	return v
}

// Claimed reports whether the position with a number is claimed.
func (e *Exhaustion) Claimed(number int) bool { return number >= 0 && e.ClaimsNumber(number) }

// Value returns the value of a notion in the claimed position with a number, which is computed once; 0 in others.
func (e *Exhaustion) Value(notion string, number int) int {
	list := e.values[notion]
	if list == nil {
		list = make([]int, len(e.list))
		for k, p := range e.list {
			if e.Claimed(k) {
				list[k] = e.Strategy.Value(e.Notion(notion), p)
			}
		}
		e.values[notion] = list
	}
	if number < 0 {
		return 0
	}
	return list[number]
}

// conjuncts divides the condition of a lemma of the text, so that a play is given up at the first part that does not
// hold.
func (e *Exhaustion) conjuncts(whole *core.Expr) (list []Part) {
	if whole.Op == core.And {
		for _, a := range whole.Args {
			list = append(list, e.conjuncts(a)...)
		}
		return list
	}
	c, holds := Part{First: math.MaxInt}, e.OfPlay(whole)
	c.about(whole)
	c.Holds = func(p *Play) bool { return holds(p.At, p.By) }
	return []Part{c}
}

// about adds the positions of a play that an expression is about.
func (p *Part) about(e *core.Expr) {
	at := map[core.Op]int{core.Ply: e.N, core.By: 2*e.N + 1}[e.Op]
	if p.Last = max(p.Last, at); at > 0 {
		p.First = min(p.First, at)
	}
	p.Start = p.Start || e.Op == core.Ply && e.N == 0
	for _, a := range e.Args {
		p.about(a)
	}
}

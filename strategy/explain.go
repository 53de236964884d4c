package strategy

import (
	"fmt"
	"regexp"
	"strings"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// condition is one of the conditions that a step's moves have to meet, all of them, in the words of the strategy's
// text.
type condition struct {
	words string
	expr  *core.Expr
}

// conditions returns the conditions of a step: the arguments of a conjunction one by one, if its text has as many
// words between its "and"s; a condition of another form whole.
func conditions(s *core.Strategy, step int) (list []condition) {
	expr, words := s.Steps[step].Condition, s.Steps[step].Words
	if expr.Op != core.And || len(words) != len(expr.Args) {
		return []condition{{strings.Join(words, " and "), expr}}
	}
	for i, a := range expr.Args {
		list = append(list, condition{words[i], a})
	}
	return list
}

// say says of a move that it meets a condition, or that it does not; "" if it goes without saying.
func (c condition) say(m *played, holds bool) string {
	if text, ok := m.phrase(c.expr, holds); ok {
		return text
	}
	x := c.expr
	if x.Op == core.Not {
		x = x.Args[0]
	}
	if x.Op != core.Less && x.Op != core.Equal {
		if !holds {
			return "not " + c.words
		}
		return c.words
	}
	a, b := x.Args[0], x.Args[1]
	sign := comparison.FindString(c.words)
	if sign == "<=" || sign == ">" { // the parser turns them around
		a, b = b, a
	}
	if d := definition(a); d != nil && d == definition(b) && b.Op == core.Ref {
		return fmt.Sprintf("%s %d -> %d", name(d), m.eval(b), m.eval(a))
	}
	if d := definition(a); d != nil && len(d.Says) > 0 {
		return fmt.Sprintf("%s %d %s %d", name(d), m.eval(a), sign, m.eval(b))
	}
	values := fmt.Sprint(m.eval(a))
	if b.Op != core.Const {
		values += fmt.Sprintf(" and %d", m.eval(b))
	}
	return fmt.Sprintf("%s: %s", c.words, values)
}

var comparison = regexp.MustCompile(`[<>!]=|[<>=]`)

// played is a White move.
type played struct {
	s    *core.Strategy
	p, q rules.Position
}

func (p *played) eval(x *core.Expr) int { return p.s.Eval(x, p.p, p.q) }

// definition returns the definition that an expression is, here or after the move; nil if it is none.
func definition(x *core.Expr) *core.Def {
	if x.Op == core.Next {
		x = x.Args[0]
	}
	if x.Op == core.Ref {
		return x.Def
	}
	return nil
}

// name is what a number is called.
func name(d *core.Def) string {
	if len(d.Says) > 0 {
		return d.Says[0]
	}
	return d.Name
}

// phrase says that a condition holds, or that it does not, in the phrases of the text and some of its own; ok is false
// if there are none.
func (p *played) phrase(x *core.Expr, holds bool) (say string, ok bool) {
	either := func(yes, no string) (string, bool) {
		if holds {
			return yes, true
		}
		return no, true
	}
	switch x.Op {
	case core.Not:
		return p.phrase(x.Args[0], !holds)
	case core.Next:
		return p.phrase(x.Args[0], holds)
	case core.Moved:
		man := "king"
		if x.N >= 0 {
			man = kindName[p.s.Game.Men[x.N].Kind]
		}
		return either("", "it does not move the "+man)
	case core.Sloping:
		return either("the king goes diagonally", "the king goes straight")
	// A definition has phrases of its own, or is said by what it is made of.
	case core.Ref:
		switch says := x.Def.Says; len(says) {
		case 0:
			return p.phrase(x.Def.Body, holds)
		case 1:
			return either(says[0], "not "+says[0])
		default:
			return either(says[0], says[1])
		}
	// Of conjunctions only mate and stalemate have a phrase.
	case core.And:
		if len(x.Args) == 2 && x.Args[0].Op == core.Stuck && x.Args[1].Op == core.Lost {
			return either("mate", "no mate")
		}
		if len(x.Args) == 2 && x.Args[0].Op == core.Stuck && x.Args[1].Op == core.Not && x.Args[1].Args[0].Op == core.Lost {
			return either("stalemate", "")
		}
	case core.Or: // the first that holds, or none of them
		var all []string
		for _, a := range x.Args {
			text, ok := p.phrase(a, holds)
			switch {
			case !ok:
				return "", false
			case holds && p.eval(a) != 0:
				return text, true
			}
			all = append(all, text)
		}
		return strings.Join(all, ", "), !holds
	}
	return "", false
}

// kindName names men in sentences.
var kindName = map[rules.Kind]string{rules.Queen: "queen", rules.Rook: "rook", rules.Bishop: "bishop",
	rules.Knight: "knight", rules.Pawn: "pawn"}

// amount is what a step has least.
func (p *played) amount(step int) string {
	if d := definition(p.s.Steps[step].Amount); d != nil {
		return name(d)
	}
	return "amount"
}

// why says what holds of a move by a step.
func why(s *core.Strategy, step int, p, q rules.Position) string {
	if s.Force != nil {
		return fmt.Sprintf("it forces the least measure within %d moves, which is %d now", s.Force.Within, s.Measure(p))
	}
	m := &played{s, p, q}
	var list []string
	for _, c := range conditions(s, step) {
		if say := c.say(m, true); say != "" {
			list = append(list, say)
		}
	}
	if s.Steps[step].Amount != nil {
		list = append(list, "least "+m.amount(step))
	}
	return strings.Join(list, ", ")
}

// whyNot says why a legal move is not one of those by the step that the strategy uses.
func whyNot(s *core.Strategy, step int, p, q, used rules.Position) string {
	if s.Force != nil {
		return "another move forces a lesser measure, or the least one sooner"
	}
	m := &played{s, p, q}
	var failed []string
	for _, c := range conditions(s, step) {
		if m.eval(c.expr) == 0 {
			failed = append(failed, c.say(m, false))
		}
	}
	if amount := s.Steps[step].Amount; len(failed) == 0 {
		return fmt.Sprintf("%s wants the least %s, which is %d, not %d",
			s.Steps[step].Name, m.amount(step), s.Eval(amount, p, used), m.eval(amount))
	}
	if later := meets(s, p, q); later != "" {
		failed = append(failed, fmt.Sprintf("it meets the conditions of %s, a later step", later))
	} else {
		failed = append(failed, "it meets the conditions of no later step")
	}
	return fmt.Sprintf("the strategy uses %s here: %s", s.Steps[step].Name, strings.Join(failed, ", "))
}

// meets returns the first step whose conditions a move meets; "" if there is none.
func meets(s *core.Strategy, p, q rules.Position) string {
	for _, step := range s.Steps {
		if s.Eval(step.Condition, p, q) != 0 {
			return step.Name
		}
	}
	return ""
}

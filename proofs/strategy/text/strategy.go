// Package text reads strategies: what they are about, the conditions of their steps, and the lemmas that prove them, in a
// small declarative language that doc/strategy-language.md defines. A text has one meaning and two uses: here its
// conditions are evaluated in positions; package lemmas makes circuits of them, and a checker compares both.
//
//	expr.go       expressions, and their values in a position
//	parse.go      their syntax
//	strategy.go   what a strategy is
//	statements.go the statements of a text
//
// Believed: All of it, for the text that a certificate shows.
package text

import (
	"retroproof/proofs/strategy/rules"
)

// Strategy is a strategy for White on a board.
type Strategy struct {
	Source string // the text
	Name   string // by which it is called
	Title  string
	rules.Game
	Names  []string // of the men
	Boards Boards
	Group  rules.Group // symmetries that it respects; tables have one position of each set of images
	About  *Expr       // the positions that it is about satisfy this
	Claim  Claim
	// Kept is a property of positions with Black to move, of a strategy that decides: it claims a position if some move
	// of White's leads to one with the property, and says that all others are drawn.
	Kept    *Notion
	Steps   []Step
	Force   *Force // the only step, if it is there
	Notions []*Notion
	Plan    Plan
	about   evalBool
	claimed evalBool
}

// Boards says on which boards a strategy is defined.
type Boards struct {
	Least, Most int // numbers of files and ranks
	Square      bool
}

// Claim says which legal positions with White to move are claimed to be won by the strategy.
type Claim struct {
	Won  bool  // those that best play wins
	When *Expr // those that satisfy this, otherwise
}

// Step is a step: its moves are those legal ones that satisfy a condition, and of these the ones with the least amount.
type Step struct {
	Name      string
	Condition *Expr
	Amount    *Expr // nil for none
	Low, High int   // the amount is from Low to High in all moves that satisfy the condition
	condition evalBool
	amount    evalNum
}

// Force is the step "within so many moves force the least value of a measure, as soon as possible"
// (doc/strategy-language.md).
type Force struct {
	Measure *Expr
	Within  int // White's moves
	measure evalNum
}

// Notion is a property of positions, or a number from 0 to Greatest, that lemmas refer to.
type Notion struct {
	Name     string
	Expr     *Expr
	Greatest int // 1 for a property
	property evalBool
	number   evalNum
}

// Plan has what lemmas are about (package lemmas).
type Plan struct {
	Relations []Relation
	Early     Early
	Last      int // the step after which White's next move mates; NoStep if there is none
	Descents  []Descent
	Lemmas    []Lemma
}

// Relation contains all moves of the strategy by some steps, and more: a later step is used only if the steps None have
// no move, but the others may have. What is proved for a relation holds for the strategy, and its formula is smaller.
type Relation struct {
	Name  string
	None  []int
	Least bool // moves by one of None have the least amount
}

// Early are the steps that are used in the first Moves moves only: no other step comes before one of them, those of
// Once do not follow one of them, and those of Run are not used Moves times in a row.
type Early struct {
	Once, Run []int
	Moves     int
}

// Steps returns all early steps.
func (e Early) Steps() []int { return append(e.Once[:len(e.Once):len(e.Once)], e.Run...) }

// Descent is a measure that falls in the positions that have a property.
type Descent struct {
	Name   string
	In     *Notion // nil for all claimed positions
	Number *Notion
	Cases  []Case
}

// Case says that a measure from Low to High, White's next move by one of some steps, falls within a number of full moves.
type Case struct {
	Name             string // of a control; "" for a lemma
	Low, High, Moves int
	Steps            []int  // nil for all
	By               string // the relation that proves it; "" is the strategy itself
	Control          bool   // it is false: its formula has a model
}

// Lemma is a lemma besides those that the theorems need: no play by some relations satisfies a condition.
type Lemma struct {
	Name, Statement string
	Play            []string // the relations of White's moves
	Reply           bool     // Black replies to the last, too
	Never           *Expr
	Control, Long   bool // it is false; it takes long, and no certificate has it
}

// NoStep is the step of a position in which no step has a move.
const NoStep = -1

// Moves appends the positions that the strategy may move to from p, a legal position with White to move, and returns
// the number of the step that it uses; NoStep if none has a move. It is not for a strategy that forces a measure, whose
// moves need a table.
func (s *Strategy) Moves(dst []rules.Position, p rules.Position) ([]rules.Position, int) {
	var buf [64]rules.Position
	legal := s.Game.Moves(buf[:0], p)
	start, e := len(dst), env{g: &s.Game, cur: p}
	for i := range s.Steps {
		step, best := &s.Steps[i], 0
		for _, e.next = range legal {
			if !step.condition(&e) {
				continue
			}
			amount := 0
			if step.amount != nil {
				amount = step.amount(&e)
			}
			switch {
			case len(dst) > start && amount > best:
				continue
			case amount < best:
				dst = dst[:start]
			}
			best, dst = amount, append(dst, e.next)
		}
		if len(dst) > start {
			return dst, i
		}
	}
	return dst, NoStep
}

// Claimed reports whether a legal position with White to move satisfies Claim.When.
func (s *Strategy) Claimed(p rules.Position) bool { return s.claimed(&env{g: &s.Game, cur: p}) }

// Covers reports whether p is a legal position that the strategy is about.
func (s *Strategy) Covers(p *rules.Position) bool { return s.Legal(p) && s.Within(p) }

// Within is Covers for a position that is known to be legal.
func (s *Strategy) Within(p *rules.Position) bool { return s.about(&env{g: &s.Game, cur: *p}) }

// Value returns a notion's value in a position; 1 for a property that it has.
func (s *Strategy) Value(n *Notion, p rules.Position) int {
	e := env{g: &s.Game, cur: p}
	if n.number != nil {
		return n.number(&e)
	}
	return truth(n.property(&e))
}

// Eval returns the value of a number, or of a condition as 0 or 1, for White's move from p to q.
func (s *Strategy) Eval(x *Expr, p, q rules.Position) int {
	e := env{g: &s.Game, cur: p, next: q}
	if x.Type == Num {
		return compileNum(x)(&e)
	}
	return truth(compileBool(x)(&e))
}

// Measure returns the value of Force.Measure.
func (s *Strategy) Measure(p rules.Position) int { return s.Force.measure(&env{g: &s.Game, cur: p}) }

// compile makes the functions of all expressions.
func (s *Strategy) compile() {
	s.about, s.claimed = compileBool(s.About), compileBool(s.Claim.When)
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.condition = compileBool(step.Condition); step.Amount != nil {
			step.amount = compileNum(step.Amount)
		}
	}
	if s.Force != nil {
		s.Force.measure = compileNum(s.Force.Measure)
	}
	for _, n := range s.Notions {
		if n.Expr.Type == Bool {
			n.property = compileBool(n.Expr)
		} else {
			n.number = compileNum(n.Expr)
		}
	}
}

// Package core has strategies in the form in which they are believed: what they are about, the conditions of their
// steps, and what lemmas about them are to say, for one board, with nothing left to resolve.
// doc/strategy-certificates.md defines it. Texts for people (package text) are turned into it. It has one meaning and
// two uses: here its conditions are evaluated in positions; package lemmas makes circuits of them, and a checker
// compares both.
//
//	core.go  what a strategy is, and its moves
//	plan.go  what lemmas are about
//	expr.go  expressions: their form and types
//	eval.go  their values in a position
//
// Believed: All of it.
package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"retroproof/proofs/strategy/rules"
)

// Strategy is a strategy for White on a board.
type Strategy struct {
	Name   string `json:"-"` // a name, of which nothing is proved
	Source string `json:"-"` // the text that it was made of, if it is known; not believed
	Core   []byte `json:"-"` // what was read
	Title  string `json:"title"`
	rules.Game
	Names []string    `json:"names"`  // of the men
	Group rules.Group `json:"images"` // symmetries that it respects; tables have one position of each set of images
	Defs  []*Def      `json:"definitions"`
	About *Expr       `json:"positions"` // the positions that it is about satisfy this
	Claim Claim       `json:"claims"`
	// Kept names a definition, of a strategy that decides: it claims a position if some White move leads to one in
	// which this holds, and says that all others are drawn.
	Kept    string    `json:"decides"`
	Steps   []Step    `json:"steps"`
	Force   *Force    `json:"force"` // the only step, if it is there
	Notions []*Notion `json:"notions"`
	Plan    Plan      `json:"lemmas"`
	defs    map[string]*Def
}

// Claim says which legal positions with White to move are claimed to be won by the strategy.
type Claim struct {
	Won  bool  `json:"won"`   // those that best play wins
	When *Expr `json:"where"` // those that satisfy this, and that best play wins, if Won is set
}

// Step is a step: its moves are those legal ones that satisfy a condition, and of these the ones with the least amount.
type Step struct {
	Name      string   `json:"name"`
	Condition *Expr    `json:"if"`
	Amount    *Expr    `json:"least,omitempty"`
	Low       int      `json:"from"` // the amount is from Low to High in all moves that satisfy the condition
	High      int      `json:"to"`
	Words     []string `json:"-"` // the condition's conjuncts in the text
}

// Force is the step "within so many moves force the least value of a measure, as soon as possible"
// (doc/strategy-language.md).
type Force struct {
	Measure *Expr `json:"least"`
	Within  int   `json:"within"` // White's moves
}

// Notion is a definition that lemmas refer to: a property of positions, or a number from 0 to Greatest.
type Notion struct {
	Name     string `json:"name"`
	Greatest int    `json:"to"` // 1 for a property
	Expr     *Expr  `json:"-"`
}

// Property returns a notion that is an operation on conditions of the strategy.
func (s *Strategy) Property(name string, op Op, args ...*Expr) *Notion {
	x := &Expr{Op: op, Args: args}
	_ = s.Link(x)
	return &Notion{Name: name, Greatest: 1, Expr: x}
}

// NoStep is the step of a position in which no step has a move.
const NoStep = -1

// Largest is the largest number of files and of ranks of a board.
const Largest = 12

// ErrForm is wrapped by errors about the form.
var ErrForm = errors.New("no strategy in core form")

// Read reads a strategy. Two texts are the same strategy if and only if they differ in white space alone: one that is
// written otherwise than json.Marshal writes it is refused, so that no field is there twice, or has another name.
func Read(text []byte) (s *Strategy, err error) {
	s = &Strategy{Core: text, defs: map[string]*Def{}}
	defer func() {
		if why := recover(); why != nil {
			s, err = nil, why.(formError).error
		}
	}()
	var dense bytes.Buffer
	if err := json.Unmarshal(text, s); err != nil {
		fail("%v", err)
	}
	if written, err := json.Marshal(s); err != nil || json.Compact(&dense, text) != nil ||
		!bytes.Equal(written, dense.Bytes()) {
		fail("it is not written as this program writes it")
	}
	// Definitions are linked in their order, so that none refers to itself or to a later one.
	s.checkMen()
	for _, d := range s.Defs {
		if d == nil || s.defs[d.Name] != nil {
			fail("a definition is missing, or there twice")
		}
		s.use(d.Body, 0, true, false)
		s.defs[d.Name] = d
	}
	if s.Kept != "" {
		kept := &Expr{Op: Ref, Label: s.Kept}
		s.Claim.When = &Expr{Op: Move, Args: []*Expr{{Op: Next, Args: []*Expr{kept}}}}
	}
	s.use(s.About, 'b', false, false)
	s.use(s.Claim.When, 'b', false, false)
	// Every expression is linked once, whatever it costs to evaluate: what is too dear is refused there.
	for i := range s.Steps {
		step := &s.Steps[i]
		if slices.ContainsFunc(s.Steps[:i], func(other Step) bool { return other.Name == step.Name }) {
			fail("two steps %.40q", step.Name)
		}
		if s.use(step.Condition, 'b', true, false); step.Amount != nil {
			s.use(step.Amount, 'i', true, false)
		}
	}
	if s.Force != nil {
		s.use(s.Force.Measure, 'i', false, false)
	}
	for _, n := range s.Notions {
		if n == nil || s.defs[n.Name] == nil || s.defs[n.Name].Body.OfMove {
			fail("a notion of which there is no definition")
		}
		n.Expr = s.defs[n.Name].Body
	}
	for _, l := range s.Plan.Lemmas {
		s.use(l.Never, 'b', false, true)
	}
	return s, nil
}

// checkMen checks what is no expression.
func (s *Strategy) checkMen() {
	low, high, pawn := min(s.Files, s.Ranks), max(s.Files, s.Ranks), false
	wrong := low < 3 || high > Largest || len(s.Men) == 0 || len(s.Men) > rules.Most || len(s.Names) != len(s.Men)
	for i, m := range s.Men {
		// A pawn is White's only man, and a black man not the first.
		pawn = pawn || m.Kind == rules.Pawn
		wrong = wrong || !strings.Contains("QRBNP", string(m.Kind)) || len(m.Kind) != 1 || m.Black && i == 0 ||
			pawn && (m.Black || len(s.Men) > 1)
	}
	switch {
	// What the men allow of symmetries: a pawn goes in one direction, and bishops of one colour keep it.
	case wrong:
		fail("the board or the men")
	case s.Group != rules.Files && (pawn || s.Group != rules.All && (s.Group != rules.Colours || low != high)):
		fail("images %.40q", s.Group)
	case s.Force != nil && (len(s.Steps) > 0 || s.Force.Within < 1 || s.Force.Within > 100) || len(s.Steps) > 100:
		fail("the steps")
	case s.Kept != "" && (s.Claim.Won || s.Claim.When == nil || s.Claim.When.Op != True):
		fail("a strategy that decides claims what it says is kept")
	}
}

// formError has an error that wraps ErrForm.
type formError struct{ error }

func fail(format string, args ...any) {
	panic(formError{fmt.Errorf("%w: "+format, append([]any{ErrForm}, args...)...)})
}

// use links an expression that has been read. It has to be of a type, of any if that is 0; move and play say whether it
// may be about White's move and about a play.
func (s *Strategy) use(x *Expr, of byte, move, play bool) {
	if s.link(x); of != 0 && x.Type != of || x.OfMove && !move || x.OfPlay && !play {
		fail("an expression of another type, or about a move or a play")
	}
}

func (s *Strategy) link(x *Expr) {
	if x == nil {
		fail("an expression is missing")
	}
	for _, a := range x.Args {
		s.link(a)
	}
	x.Def = s.defs[x.Label]
	if err := s.Link(x); err != nil {
		fail("%v", err)
	}
}

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
			if step.Condition.eval(&e) == 0 {
				continue
			}
			amount := 0
			if step.Amount != nil {
				amount = step.Amount.eval(&e)
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

func (s *Strategy) at(x *Expr, p *rules.Position) int { return x.eval(&env{g: &s.Game, cur: *p}) }

// Claimed reports whether a legal position with White to move satisfies Claim.When.
func (s *Strategy) Claimed(p rules.Position) bool { return s.at(s.Claim.When, &p) != 0 }

// Covers reports whether p is a legal position that the strategy is about.
func (s *Strategy) Covers(p *rules.Position) bool { return s.Legal(p) && s.Within(p) }

// Within is Covers for a position that is known to be legal.
func (s *Strategy) Within(p *rules.Position) bool { return s.at(s.About, p) != 0 }

// Measure returns the value of Force.Measure.
func (s *Strategy) Measure(p rules.Position) int { return s.at(s.Force.Measure, &p) }

// Value returns a notion's value in a position; 1 for a property that it has.
func (s *Strategy) Value(n *Notion, p rules.Position) int { return s.at(n.Expr, &p) }

// Notion returns a notion by name; nil if there is none.
func (s *Strategy) Notion(name string) *Notion {
	for _, n := range s.Notions {
		if n.Name == name {
			return n
		}
	}
	return nil
}

// OfPlay returns what evaluates a condition about a play: its positions, and the steps of White's moves.
func (s *Strategy) OfPlay(x *Expr) func(play []rules.Position, by []int) bool {
	return func(play []rules.Position, by []int) bool {
		return x.eval(&env{g: &s.Game, cur: play[0], play: play, by: by}) != 0
	}
}

// Eval returns the value of an expression for White's move from p to q.
func (s *Strategy) Eval(x *Expr, p, q rules.Position) int {
	return x.eval(&env{g: &s.Game, cur: p, next: q})
}

// Invariant reports whether an expression has the same value in all images of a position by what it is made of, none of
// which is a file, a rank, a square by its name, or one image of several.
func Invariant(x *Expr) bool {
	switch x.Op {
	case FileOf, RankOf, At, View, Level:
		return false
	case Image, Least: // over all eight images, whatever of them
		return true
	case Ref:
		return Invariant(x.Def.Body)
	}
	return !slices.ContainsFunc(x.Args, func(a *Expr) bool { return !Invariant(a) })
}

package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Op is an operation.
type Op string

// The operations. Those about a position are about the one that an expression is evaluated in; White's move leads from
// it to the next one.
const (
	Const    Op = "const"     // N, written as a number alone
	True     Op = "true"      //
	And      Op = "and"       // of all arguments
	Or       Op = "or"        // of all arguments
	Not      Op = "not"       //
	If       Op = "if"        // condition, then, else: of any type
	Less     Op = "less"      // of two numbers
	Equal    Op = "="         // two numbers
	Same     Op = "same"      // two squares
	Even     Op = "even"      // a number
	Add      Op = "+"         // two numbers
	Sub      Op = "-"         // two numbers
	Mul      Op = "*"         // the constant N times a number
	Digits   Op = "digits"    // the first argument times N, plus the second
	Min      Op = "min"       // of two numbers
	Max      Op = "max"       // of two numbers
	AbsOf    Op = "abs"       // a number
	FileOf   Op = "file"      // of a square, from 0
	RankOf   Op = "rank"      // of a square, from 0
	King     Op = "distance"  // between two squares: king's moves
	City     Op = "manhattan" // distance by file plus distance by rank
	WKing    Op = "wk"        // White's king's square
	BKing    Op = "bk"        // Black's
	ManAt    Op = "man"       // the square of man N, from 0
	At       Op = "at"        // the square of a file and a rank
	Var      Op = "var"       // the square of quantifier N
	White    Op = "white"     // White is to move
	Legal    Op = "legal"     // the position is legal
	Stuck    Op = "stuck"     // Black would have no move
	Lost     Op = "lost"      // Black, if he has no move, has lost
	Attack   Op = "attacked"  // White attacks a square
	Moved    Op = "moved"     // man N moves; -1 the king
	Sloping  Op = "sloping"   // the king moves diagonally
	Level    Op = "level"     // a man moves along its rank
	Next     Op = "next"      // the argument after the move
	Ref      Op = "def"       // the definition Def
	View     Op = "view"      // the argument in the first image in which Def holds; in the position itself if in none
	Image    Op = "image"     // some image of the position satisfies the argument
	Move     Op = "move"      // some legal move of White satisfies the argument
	Least    Op = "least"     // the least of the second argument in the images that satisfy the first; 0 if in none
	Squares  Op = "squares"   // all squares
	Region   Op = "region"    // where the black king can go, never to an attacked square, in at most N moves; 0 is any
	Greatest Op = "greatest"  // of the second argument over a set, for quantifier N; -1 if it is empty
	Count    Op = "count"     // the squares of a set that satisfy the second argument, for quantifier N
	Ply      Op = "ply"       // the argument in position N of a play, whose first is 0; in lemmas only
	By       Op = "by"        // White's move N of a play, from 0, is by one of the steps that follow; in lemmas only
)

// Expr is an expression.
type Expr struct {
	Op     Op
	N      int    // the number that follows the operation
	Label  string // the name that follows it, of Def
	Def    *Def
	Args   []*Expr
	Type   byte // b, i, s or r
	OfMove bool // its value depends on White's move
	OfPlay bool // it depends on a play
	open   bool // it refers to squares of quantifiers
	Cost   int  // operations of an evaluation, at most
	value  value
}

// Def is a definition.
type Def struct {
	Name string   `json:"name"`
	Body *Expr    `json:"is"`
	Says []string `json:"-"` // phrases for people: that it holds, and that it does not; of a number, what it is
}

// The limits: how deep expressions are nested, how many operations the evaluation of one takes, and how many
// quantifiers over squares there are.
const (
	MostDepth = 400
	MostCost  = 1 << 18
	MostVars  = 4
)

// UnmarshalJSON reads an expression: a number, or a list of an operation and what follows it.
func (e *Expr) UnmarshalJSON(text []byte) error {
	return e.read(json.NewDecoder(bytes.NewReader(text)), 0)
}

func (e *Expr) read(d *json.Decoder, depth int) error {
	token, err := d.Token()
	switch t := token.(type) {
	case float64:
		e.Op, e.N = Const, int(t)
	case json.Delim:
		err = d.Decode(&e.Op)
		switch operations[e.Op].front {
		case 'n':
			err = d.Decode(&e.N)
		case 'd':
			err = d.Decode(&e.Label)
		}
		for d.More() && err == nil && depth < MostDepth {
			e.Args = append(e.Args, &Expr{})
			err = e.Args[len(e.Args)-1].read(d, depth+1)
		}
		d.Token()
	}
	return err
}

// MarshalJSON writes an expression.
func (e *Expr) MarshalJSON() ([]byte, error) {
	if e.Op == Const {
		return json.Marshal(e.N)
	}
	list := []any{e.Op}
	switch operations[e.Op].front {
	case 'n':
		list = append(list, e.N)
	case 'd':
		list = append(list, e.Label)
	}
	for _, a := range e.Args {
		list = append(list, a)
	}
	return json.Marshal(list)
}

// FormError says that an operation has not the arguments that it wants: of this type if it is said.
type FormError struct {
	Op          Op
	Found, Want byte
}

// Error names the operation.
func (e FormError) Error() string {
	return fmt.Sprintf("the operation %.40q, or what follows it", e.Op)
}

var errCost = errors.New("an expression takes too long to evaluate")

// Link checks the form of an expression whose definition and arguments are linked, and finds out its type and what its
// value depends on. The error is a FormError, or errCost.
func (s *Strategy) Link(x *Expr) error {
	op := operations[x.Op]
	want := op.args
	if rest, many := strings.CutSuffix(want, "*"); many {
		want = strings.Repeat(rest[len(rest)-1:], len(x.Args))
	}
	if op.of == 0 || len(want) != len(x.Args) || op.front == 'd' && x.Def == nil {
		return FormError{Op: x.Op}
	}
	x.value, x.Type, x.Cost, x.open, x.OfPlay = op.value, op.of, 1, x.Op == Var, x.Op == Ply || x.Op == By
	x.OfMove = x.Op == Next || x.Op == Moved || x.Op == Sloping || x.Op == Level
	ok := s.has(x.Op, x.N)
	// What is named by a definition depends on what that depends on.
	switch x.Op {
	case Ref:
		x.Type, x.OfMove, x.open, x.Cost = x.Def.Body.Type, x.Def.Body.OfMove, x.Def.Body.open, x.Def.Body.Cost
	case View:
		x.Cost, x.open = x.Cost+x.Def.Body.Cost, x.Def.Body.open
		ok = x.Def.Body.Type == 'b' && !x.Def.Body.OfMove
	}
	// The types of arguments give that of an operation on anything, and their costs add up.
	for i, a := range x.Args {
		of := want[i]
		if of == 'a' && x.Type == 'a' {
			x.Type = a.Type
		}
		if of == 'a' {
			of = x.Type
		}
		if a.Type != of {
			return FormError{x.Op, a.Type, of}
		}
		ok = ok && !(a.OfMove && (x.Op == Next || x.Op == Ply) || a.OfPlay && x.Op == Ply)
		x.OfMove, x.open = x.OfMove || a.OfMove && x.Op != Move, x.open || a.open
		x.OfPlay, x.Cost = x.OfPlay || a.OfPlay, x.Cost+a.Cost
	}
	switch x.Cost *= max(1, repeats[x.Op]); {
	case x.Cost > MostCost:
		return errCost
	case !ok, x.Type == 'r' && (x.Op == If || x.Op == View || x.Op == Ply):
		return FormError{Op: x.Op}
	}
	return nil
}

// has reports whether N may be the number that follows an operation, or a constant.
func (s *Strategy) has(op Op, n int) bool {
	switch op {
	case ManAt:
		return n >= 0 && n < len(s.Men)
	case Moved:
		return n >= -1 && n < len(s.Men)
	case Var, Greatest, Count:
		return n >= 0 && n < MostVars
	case Region, Ply, By:
		return n >= 0
	}
	return max(n, -n) <= 1<<20
}

// repeats is how often an operation evaluates its arguments, if more than once.
var repeats = map[Op]int{Image: 8, Least: 8, View: 8, Move: 32, Greatest: 64, Count: 64}

package core

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Op is an operation.
type Op string

// The operations. Those about a position are about the one that an expression is evaluated in; White's move leads from
// it to the next one.
const (
	Const    Op = "const"     // N, written as a number
	Name     Op = "name"      // of a definition, written as a string, where Ref or View wants one
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

// forms has the types of operations and of what follows them: b is a condition, i a number, s a square, r a set of
// squares, a any of these, the same wherever it stands; n is a constant, d the name of a definition; * is any number of
// the last.
var forms = map[string][]Op{
	"b": {True, White, Legal, Stuck, Lost, Sloping, Level}, "bb": {Not, Image, Move}, "bb*": {And, Or},
	"bi": {Even}, "bii": {Less, Equal}, "bs": {Attack}, "bss": {Same}, "bn": {Moved}, "bni*": {By},
	"i": {Const}, "iii": {Add, Sub, Min, Max}, "ini": {Mul}, "inii": {Digits}, "ii": {AbsOf}, "is": {FileOf, RankOf},
	"iss": {King, City}, "ibi": {Least}, "inri": {Greatest}, "inrb": {Count},
	"s": {WKing, BKing}, "sn": {ManAt, Var}, "sii": {At}, "r": {Squares}, "rn": {Region},
	"abaa": {If}, "aa": {Next}, "ana": {Ply}, "ad": {Ref}, "ada": {View},
}

// Form is forms by operation: the type of an operation, then those of what follows it.
var Form = map[Op]string{}

func init() {
	for f, list := range forms {
		for _, op := range list {
			Form[op] = f
		}
	}
}

// Expr is an expression.
type Expr struct {
	Op     Op
	N      int
	Label  string // of Name
	Args   []*Expr
	Def    *Def
	Type   byte // b, i, s or r
	OfMove bool // its value depends on White's move
	open   bool // it refers to squares of quantifiers
	Cost   int  // operations of an evaluation, at most
}

// Def is a definition.
type Def struct {
	Name  string   `json:"name"`
	Body  *Expr    `json:"is"`
	Says  []string `json:"-"` // phrases for people: that it holds, and that it does not; of a number, what it is
	value value
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
	case string:
		e.Op, e.Label = Name, t
	case json.Delim:
		op, _ := d.Token()
		name, _ := op.(string)
		e.Op = Op(name)
		for d.More() && err == nil && depth < MostDepth {
			e.Args = append(e.Args, &Expr{})
			err = e.Args[len(e.Args)-1].read(d, depth+1)
		}
		d.Token()
	}
	return err
}

// MarshalJSON writes an expression that is not linked yet.
func (e *Expr) MarshalJSON() ([]byte, error) {
	switch e.Op {
	case Const:
		return json.Marshal(e.N)
	case Name:
		return json.Marshal(e.Label)
	}
	list := []any{e.Op}
	for _, a := range e.Args {
		list = append(list, a)
	}
	return json.Marshal(list)
}

// link checks the form of an expression, and finds out what it refers to and its type. A move says whether it may be
// about White's move, a play whether it may be about a play.
func (s *Strategy) link(x *Expr, move, play bool) {
	if x == nil {
		fail("an expression is missing")
	}
	f := Form[x.Op]
	require := func(ok bool) {
		if !ok {
			fail("the operation %.40q, or what follows it", x.Op)
		}
	}
	require(f != "")
	// A number or a name in front is no argument.
	want := f[1:]
	if strings.HasPrefix(want, "n") || strings.HasPrefix(want, "d") {
		require(len(x.Args) > 0)
		first := x.Args[0]
		x.N, x.Args, x.Def = first.N, x.Args[1:], s.defs[first.Label]
		require(want[0] == 'n' && first.Op == Const || want[0] == 'd' && first.Op == Name && x.Def != nil)
		want = want[1:]
	}
	if rest, many := strings.CutSuffix(want, "*"); many {
		want = strings.Repeat(rest[len(rest)-1:], len(x.Args))
	}
	x.Type, x.Cost, x.open = f[0], 1, x.Op == Var
	x.OfMove = x.Op == Next || x.Op == Moved || x.Op == Sloping || x.Op == Level
	if x.Op == Ref {
		x.Type, x.OfMove, x.open, x.Cost = x.Def.Body.Type, x.Def.Body.OfMove, x.Def.Body.open, x.Def.Body.Cost
	}
	require(len(want) == len(x.Args) && s.has(x.Op, x.N) && (move || !x.OfMove) && (play || x.Op != Ply && x.Op != By))
	// Arguments first: their types give the type of an operation on anything, and their costs add up.
	for i, a := range x.Args {
		s.link(a, x.Op == Move || move && x.Op != Next && x.Op != Ply, play && x.Op != Ply)
		if want[i] == 'a' && x.Type == 'a' {
			x.Type = a.Type
		}
		require(a.Type == want[i] || want[i] == 'a' && a.Type == x.Type)
		x.OfMove, x.open = x.OfMove || a.OfMove && x.Op != Move, x.open || a.open
		x.Cost += a.Cost
	}
	require(x.Type != 'r' || x.Op != If && x.Op != View && x.Op != Ply)
	if x.Op == View {
		require(x.Def.Body.Type == 'b' && !x.Def.Body.OfMove)
		x.Cost, x.open = x.Cost+x.Def.Body.Cost, x.open || x.Def.Body.open
	}
	if x.Cost *= max(1, Repeats[x.Op]); x.Cost > MostCost {
		fail("an expression takes too long to evaluate")
	}
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

// Repeats is how often an operation evaluates its arguments, if more than once.
var Repeats = map[Op]int{Image: 8, Least: 8, View: 8, Move: 32, Greatest: 64, Count: 64}

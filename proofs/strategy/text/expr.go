package text

import "retroproof/proofs/strategy/rules"

// Type is the type of an expression.
type Type int

// The types.
const (
	Bool Type = iota
	Num
	Square
	Set // of squares
)

// String names the type for errors.
func (t Type) String() string {
	return [...]string{"a condition", "a number", "a square", "a set of squares"}[t]
}

// Op is an operation.
type Op int

// The operations. Those about a position are about the one that an expression is evaluated in; White's move leads from
// it to the next one.
const (
	True     Op = iota
	And         // of all arguments
	Or          // of all arguments
	Not         //
	If          // condition, then, else: of any type
	Less        // of two numbers
	Equal       // two numbers
	Same        // two squares
	Even        // a number
	Const       // N
	Add         // two numbers
	Sub         // two numbers
	Mul         // by the constant N
	Digits      // the first argument times N, plus the second, which is below N
	Min         // of two numbers
	Max         // of two numbers
	AbsOf       // a number
	FileOf      // of a square
	RankOf      // of a square
	King        // Distance between two squares: king's moves
	City        // distance by file plus distance by rank
	WKing       // White's king's square
	BKing       // Black's
	ManAt       // the square of man N
	At          // the square of a file and a rank
	Var         // the square of quantifier N
	White       // White is to move
	Legal       // the position is legal
	Stuck       // Black would have no move
	Lost        // Black, if he has no move, has lost
	Attack      // White attacks a square
	Moved       // man N moves; -1 the king
	Sloping     // the king moves diagonally
	Level       // a man moves along its rank
	Next        // the argument after the move
	Ref         // the definition Def
	View        // the argument in the first image in which Def holds; in the position itself if in none
	Image       // some image of the position satisfies the argument
	Move        // some legal move of White satisfies the argument
	Least       // the least of the second argument in the images that satisfy the first
	Squares     // all squares
	Region      // what the black king can reach without entering an attacked square, in at most N moves; 0 is any number
	Greatest    // of the second argument over a set, for quantifier N; -1 if it is empty
	Count       // the squares of a set that satisfy the second argument, for quantifier N
	Ply         // the argument in position N of a play, whose first is 0; in lemmas only
	By          // White's move N of a play, the first is 0, is by one of the steps Args, constants; in lemmas only
)

// Expr is an expression.
type Expr struct {
	Op     Op
	Type   Type
	N      int
	Def    *Def
	Args   []*Expr
	OfMove bool // its value depends on White's move
	cost   int  // operations of an evaluation, at most
}

// each calls f for an expression and all that it is made of.
func (e *Expr) each(f func(x *Expr)) {
	f(e)
	for _, a := range e.Args {
		a.each(f)
	}
	if e.Def != nil {
		e.Def.Body.each(f)
	}
}

// positive reports whether By stands below And and Or only.
func (e *Expr) positive() bool {
	if e.Op != And && e.Op != Or {
		found := false
		e.each(func(y *Expr) { found = found || y.Op == By })
		return !found || e.Op == By
	}
	for _, a := range e.Args {
		if !a.positive() {
			return false
		}
	}
	return true
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
	for _, a := range x.Args {
		if !Invariant(a) {
			return false
		}
	}
	return true
}

// Def is a definition without parameters.
type Def struct {
	Name string
	Says []string // phrases for people: that it holds, and that it does not; of a number, what it is. None is believed
	Body *Expr
	eval any // its function
}

// env is what an expression is evaluated in.
type env struct {
	g         *rules.Game
	cur, next rules.Position
	vars      [maxVars]rules.Square
	inner     *env // for images
}

// maxVars is how many quantifiers over squares may stand in each other.
const maxVars = 4

// The functions that evaluate expressions. One is made of each, once: a tree of closures is some times faster than
// going through the tree of the expression.
type (
	evalBool   func(e *env) bool
	evalNum    func(e *env) int
	evalSquare func(e *env) rules.Square
)

// lemmaOnly is the error about @ and by outside of a lemma.
var lemmaOnly = &Error{1, "@ and by are about plays: they stand in lemmas only"}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// after calls f in the position after the move.
func after[T any](f func(e *env) T) func(e *env) T {
	return func(e *env) T {
		before := e.cur
		e.cur = e.next
		v := f(e)
		e.cur = before
		return v
	}
}

// mapped calls f in an image.
func mapped[T any](e *env, g rules.Symmetry, f func(e *env) T) T {
	if g == 0 {
		return f(e)
	}
	if e.inner == nil {
		e.inner = &env{}
	}
	there, board := e.inner, e.g.Board
	there.g, there.cur, there.next = e.g, g.Position(board, e.cur), g.Position(board, e.next)
	for i := range there.vars {
		there.vars[i] = board.Image(g, e.vars[i])
	}
	if g&4 != 0 && board.Files != board.Ranks {
		game := *e.g
		game.Board = rules.Board{Files: board.Ranks, Ranks: board.Files}
		there.g = &game
	}
	return f(there)
}

// images are the eight symmetries, also of a rectangle, of which half make another board of it.
var images = [8]rules.Symmetry{0, 1, 2, 3, 4, 5, 6, 7}

// general returns the function of an operation of any type, nil for others.
func general[T any](x *Expr, compile func(*Expr) func(e *env) T) func(e *env) T {
	switch x.Op {
	case If:
		c, t, f := compileBool(x.Args[0]), compile(x.Args[1]), compile(x.Args[2])
		return func(e *env) T {
			if c(e) {
				return t(e)
			}
			return f(e)
		}
	case Ref:
		f, ok := x.Def.eval.(func(e *env) T)
		if !ok {
			f = compile(x.Def.Body)
			x.Def.eval = f
		}
		return f
	case Next:
		return after(compile(x.Args[0]))
	case View:
		c, f := compileBool(x.Def.Body), compile(x.Args[0])
		return func(e *env) T {
			for _, g := range images {
				if mapped(e, g, c) {
					return mapped(e, g, f)
				}
			}
			return f(e)
		}
	}
	return nil
}

func compileBool(x *Expr) func(e *env) bool {
	if f := general(x, compileBool); f != nil {
		return f
	}
	switch x.Op {
	case True:
		return func(*env) bool { return true }
	case And, Or:
		var fs []evalBool
		for _, a := range x.Args {
			fs = append(fs, compileBool(a))
		}
		stop := x.Op == Or
		return func(e *env) bool {
			for _, f := range fs {
				if f(e) == stop {
					return stop
				}
			}
			return !stop
		}
	case Not:
		f := compileBool(x.Args[0])
		return func(e *env) bool { return !f(e) }
	case Less, Equal:
		a, b := compileNum(x.Args[0]), compileNum(x.Args[1])
		if x.Op == Less {
			return func(e *env) bool { return a(e) < b(e) }
		}
		return func(e *env) bool { return a(e) == b(e) }
	case Same:
		a, b := compileSquare(x.Args[0]), compileSquare(x.Args[1])
		return func(e *env) bool { return a(e) == b(e) }
	case Even:
		a := compileNum(x.Args[0])
		return func(e *env) bool { return a(e)%2 == 0 }
	case White:
		return func(e *env) bool { return e.cur.White }
	case Legal:
		return func(e *env) bool { return e.g.Legal(&e.cur) }
	case Stuck:
		return func(e *env) bool { return e.g.Stuck(e.cur) }
	case Lost:
		return func(e *env) bool { return e.g.Lost(&e.cur) }
	case Attack:
		a := compileSquare(x.Args[0])
		return func(e *env) bool { return e.g.Attacked(&e.cur, a(e), true) }
	case Moved:
		if i := x.N; i >= 0 {
			return func(e *env) bool { return e.cur.Men[i] != e.next.Men[i] }
		}
		return func(e *env) bool { return e.cur.WK != e.next.WK }
	case Sloping:
		return func(e *env) bool { return e.cur.WK.X != e.next.WK.X && e.cur.WK.Y != e.next.WK.Y }
	case Level:
		return func(e *env) bool {
			for i := range e.g.Men {
				if s, t := e.cur.Men[i], e.next.Men[i]; s != t && s.Y == t.Y {
					return true
				}
			}
			return false
		}
	case Image:
		f := compileBool(x.Args[0])
		return func(e *env) bool {
			for _, g := range images {
				if mapped(e, g, f) {
					return true
				}
			}
			return false
		}
	case Move:
		f := compileBool(x.Args[0])
		return func(e *env) bool {
			var buf [32]rules.Position
			there := *e
			for _, there.next = range e.g.Moves(buf[:0], e.cur) {
				if f(&there) {
					return true
				}
			}
			return false
		}
	}
	panic(lemmaOnly)
}

func compileNum(x *Expr) func(e *env) int {
	if f := general(x, compileNum); f != nil {
		return f
	}
	var a, b evalNum
	var s, t evalSquare
	switch x.Op {
	case Add, Sub, Min, Max, Digits:
		a, b = compileNum(x.Args[0]), compileNum(x.Args[1])
	case Mul, AbsOf:
		a = compileNum(x.Args[0])
	case FileOf, RankOf:
		s = compileSquare(x.Args[0])
	case King, City:
		s, t = compileSquare(x.Args[0]), compileSquare(x.Args[1])
	}
	n := x.N
	switch x.Op {
	case Const:
		return func(*env) int { return n }
	case Add:
		return func(e *env) int { return a(e) + b(e) }
	case Sub:
		return func(e *env) int { return a(e) - b(e) }
	case Min:
		return func(e *env) int { return min(a(e), b(e)) }
	case Max:
		return func(e *env) int { return max(a(e), b(e)) }
	case Digits:
		return func(e *env) int { return a(e)*n + b(e) }
	case Mul:
		return func(e *env) int { return a(e) * n }
	case AbsOf:
		return func(e *env) int { return rules.Abs(a(e)) }
	case FileOf:
		return func(e *env) int { return s(e).X }
	case RankOf:
		return func(e *env) int { return s(e).Y }
	case King:
		return func(e *env) int { return rules.Distance(s(e), t(e)) }
	case City:
		return func(e *env) int { p, q := s(e), t(e); return rules.Abs(p.X-q.X) + rules.Abs(p.Y-q.Y) }
	case Least:
		c, f := compileBool(x.Args[0]), compileNum(x.Args[1])
		return func(e *env) int {
			least, some := 0, false
			for _, g := range images {
				if mapped(e, g, c) {
					if v := mapped(e, g, f); !some || v < least {
						least, some = v, true
					}
				}
			}
			return least
		}
	case Greatest:
		set, f := compileSet(x.Args[0]), compileNum(x.Args[1])
		return func(e *env) int {
			most, old := -1, e.vars[n]
			for _, e.vars[n] = range set(e) {
				most = max(most, f(e))
			}
			e.vars[n] = old
			return most
		}
	case Count:
		set, f := compileSet(x.Args[0]), compileBool(x.Args[1])
		return func(e *env) (k int) {
			old := e.vars[n]
			for _, e.vars[n] = range set(e) {
				k += truth(f(e))
			}
			e.vars[n] = old
			return k
		}
	}
	panic(lemmaOnly)
}

func compileSquare(x *Expr) func(e *env) rules.Square {
	if f := general(x, compileSquare); f != nil {
		return f
	}
	n := x.N
	switch x.Op {
	case WKing:
		return func(e *env) rules.Square { return e.cur.WK }
	case BKing:
		return func(e *env) rules.Square { return e.cur.BK }
	case ManAt:
		return func(e *env) rules.Square { return e.cur.Men[n] }
	case Var:
		return func(e *env) rules.Square { return e.vars[n] }
	case At:
		a, b := compileNum(x.Args[0]), compileNum(x.Args[1])
		return func(e *env) rules.Square { return rules.Square{X: a(e), Y: b(e)} }
	}
	panic(lemmaOnly)
}

func compileSet(x *Expr) func(e *env) []rules.Square {
	if f := general(x, compileSet); f != nil {
		return f
	}
	n := x.N
	switch x.Op {
	case Squares:
		return func(e *env) (list []rules.Square) {
			for i := range e.g.Size() {
				list = append(list, e.g.Square(i))
			}
			return list
		}
	case Region:
		return func(e *env) []rules.Square { return region(e.g, &e.cur, n) }
	}
	panic(lemmaOnly)
}

// region returns the squares that the black king can reach, his own first, over squares that White does not attack, the
// other men standing still; in at most so many moves, 0 for any number. He may enter a man's square.
func region(g *rules.Game, p *rules.Position, moves int) []rules.Square {
	list := make([]rules.Square, 1, 64)
	list[0] = p.BK
	seen := make([]bool, g.Size())
	seen[g.Number(p.BK)] = true
	for from, depth := 0, 1; from < len(list) && (moves == 0 || depth <= moves); depth++ {
		ring := list[from:]
		from = len(list)
		for _, s := range ring {
			for _, d := range rules.Directions {
				t := rules.Square{X: s.X + d[0], Y: s.Y + d[1]}
				if g.Has(t) && !seen[g.Number(t)] {
					seen[g.Number(t)] = true
					if !g.Attacked(p, t, true) {
						list = append(list, t)
					}
				}
			}
		}
	}
	return list
}

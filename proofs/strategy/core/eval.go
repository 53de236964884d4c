package core

import (
	"slices"

	"retroproof/proofs/strategy/rules"
)

// value evaluates an expression of an operation: a condition is 0 or 1, a square (pack) a number. Each expression has
// that of its own: to call it is some times faster than to go through the operations.
type value func(e *env, x *Expr) int

func (x *Expr) in(e *env) int { return x.value(e, x) }

// arg evaluates argument i.
func (x *Expr) arg(e *env, i int) int { return x.Args[i].in(e) }

func (x *Expr) square(e *env, i int) rules.Square { return unpack(x.arg(e, i)) }

// env is what an expression is evaluated in.
type env struct {
	g         *rules.Game
	cur, next rules.Position
	vars      [MostVars]int
	play      []rules.Position // of a lemma
	by        []int            // the steps of White's moves in it
	inner     *env             // for images
}

// span is more than twice the number of a file or a rank of any square, on the board or not.
const span, shift = 1 << shift, 13

// pack makes a number of a square, with file and rank within a range far beyond the board.
func pack(x, y int) int { return clamp(x)*span + clamp(y) }

func clamp(n int) int { return min(max(n, 1-span/2), span/2-1) }

func packed(s rules.Square) int { return int(s.X)*span + int(s.Y) }

// unpack is the inverse of pack.
func unpack(n int) rules.Square {
	x := (n + span/2) >> shift
	return rules.Square{X: int16(x), Y: int16(n - x*span)}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mapped evaluates an expression in an image.
func (x *Expr) mapped(e *env, g rules.Symmetry) int {
	if g == 0 {
		return x.in(e)
	}
	if e.inner == nil {
		e.inner = &env{}
	}
	there, board := e.inner, e.g.Board
	there.g, there.cur, there.play, there.by = e.g, e.g.ImageOf(g, e.cur), e.play, e.by
	if x.OfMove {
		there.next = e.g.ImageOf(g, e.next)
	}
	for i := 0; i < len(there.vars) && x.open; i++ {
		there.vars[i] = packed(board.Image(g, unpack(e.vars[i])))
	}
	if g&4 != 0 && board.Files != board.Ranks {
		there.g = &rules.Game{Board: rules.Board{Files: board.Ranks, Ranks: board.Files}, Men: e.g.Men}
	}
	return x.in(there)
}

// images are the eight symmetries, also of a rectangle, of which half make another board of it.
const images = rules.Symmetry(8)

// first returns the first image in which a condition holds, the number of images if there is none.
func (x *Expr) first(e *env) rules.Symmetry {
	for g := range images {
		if x.mapped(e, g) != 0 {
			return g
		}
	}
	return images
}

// operations has of each operation the type of its value; whether a number (n) or the name of a definition (d) follows
// it first; the types of its arguments; and its value. b is a condition, i a number, s a square, r a set of squares,
// which has no value, a any of these, the same wherever it stands; * is any number of the last.
var operations = map[Op]struct {
	of, front byte
	args      string
	value     value
}{
	Const:    {'i', 0, "", func(_ *env, x *Expr) int { return x.N }},
	True:     {'b', 0, "", func(*env, *Expr) int { return 1 }},
	And:      {'b', 0, "b*", func(e *env, x *Expr) int { return x.until(e, 0) }},
	Or:       {'b', 0, "b*", func(e *env, x *Expr) int { return x.until(e, 1) }},
	Not:      {'b', 0, "b", func(e *env, x *Expr) int { return 1 - x.arg(e, 0) }},
	If:       {'a', 0, "baa", func(e *env, x *Expr) int { return x.arg(e, 2-x.arg(e, 0)) }},
	Less:     {'b', 0, "ii", func(e *env, x *Expr) int { return truth(x.arg(e, 0) < x.arg(e, 1)) }},
	Equal:    {'b', 0, "ii", func(e *env, x *Expr) int { return truth(x.arg(e, 0) == x.arg(e, 1)) }},
	Same:     {'b', 0, "ss", func(e *env, x *Expr) int { return truth(x.arg(e, 0) == x.arg(e, 1)) }},
	Even:     {'b', 0, "i", func(e *env, x *Expr) int { return truth(x.arg(e, 0)%2 == 0) }},
	Add:      {'i', 0, "ii", func(e *env, x *Expr) int { return x.arg(e, 0) + x.arg(e, 1) }},
	Sub:      {'i', 0, "ii", func(e *env, x *Expr) int { return x.arg(e, 0) - x.arg(e, 1) }},
	Mul:      {'i', 'n', "i", func(e *env, x *Expr) int { return x.N * x.arg(e, 0) }},
	Digits:   {'i', 'n', "ii", func(e *env, x *Expr) int { return x.arg(e, 0)*x.N + x.arg(e, 1) }},
	Min:      {'i', 0, "ii", func(e *env, x *Expr) int { return min(x.arg(e, 0), x.arg(e, 1)) }},
	Max:      {'i', 0, "ii", func(e *env, x *Expr) int { return max(x.arg(e, 0), x.arg(e, 1)) }},
	AbsOf:    {'i', 0, "i", func(e *env, x *Expr) int { return rules.Abs(x.arg(e, 0)) }},
	FileOf:   {'i', 0, "s", func(e *env, x *Expr) int { return int(x.square(e, 0).X) }},
	RankOf:   {'i', 0, "s", func(e *env, x *Expr) int { return int(x.square(e, 0).Y) }},
	King:     {'i', 0, "ss", func(e *env, x *Expr) int { return rules.Distance(x.square(e, 0), x.square(e, 1)) }},
	City:     {'i', 0, "ss", func(e *env, x *Expr) int { return city(x.square(e, 0), x.square(e, 1)) }},
	WKing:    {'s', 0, "", func(e *env, _ *Expr) int { return packed(e.cur.WK) }},
	BKing:    {'s', 0, "", func(e *env, _ *Expr) int { return packed(e.cur.BK) }},
	ManAt:    {'s', 'n', "", func(e *env, x *Expr) int { return packed(e.cur.Men[x.N]) }},
	At:       {'s', 0, "ii", func(e *env, x *Expr) int { return pack(x.arg(e, 0), x.arg(e, 1)) }},
	Var:      {'s', 'n', "", func(e *env, x *Expr) int { return e.vars[x.N] }},
	White:    {'b', 0, "", func(e *env, _ *Expr) int { return truth(e.cur.White) }},
	Legal:    {'b', 0, "", func(e *env, _ *Expr) int { return truth(e.g.Legal(&e.cur)) }},
	Stuck:    {'b', 0, "", func(e *env, _ *Expr) int { return truth(e.g.Stuck(e.cur)) }},
	Lost:     {'b', 0, "", func(e *env, _ *Expr) int { return truth(e.g.Lost(&e.cur)) }},
	Attack:   {'b', 0, "s", func(e *env, x *Expr) int { return truth(e.g.Attacked(&e.cur, x.square(e, 0), true)) }},
	Moved:    {'b', 'n', "", func(e *env, x *Expr) int { return truth(man(&e.cur, x.N) != man(&e.next, x.N)) }},
	Sloping:  {'b', 0, "", sloping},
	Level:    {'b', 0, "", level},
	Next:     {'a', 0, "a", func(e *env, x *Expr) int { return x.Args[0].at(e, &e.next) }},
	Ref:      {'a', 'd', "", func(e *env, x *Expr) int { return x.Def.Body.in(e) }},
	View:     {'a', 'd', "a", func(e *env, x *Expr) int { return x.Args[0].mapped(e, x.Def.Body.first(e)%images) }},
	Image:    {'b', 0, "b", func(e *env, x *Expr) int { return truth(x.Args[0].first(e) < images) }},
	Move:     {'b', 0, "b", someMove},
	Least:    {'i', 0, "bi", least},
	Squares:  {'r', 0, "", nil},
	Region:   {'r', 'n', "", nil},
	Greatest: {'i', 'n', "ri", overSet},
	Count:    {'i', 'n', "rb", overSet},
	Ply:      {'a', 'n', "a", func(e *env, x *Expr) int { return x.Args[0].at(e, &e.play[x.N]) }},
	By:       {'b', 'n', "i*", func(e *env, x *Expr) int { return x.by(e.by[x.N]) }},
}

// Follow returns how much follows an operation.
func (o Op) Follow() int { return int(min(1, operations[o].front)) + len(operations[o].args) }

// until evaluates conditions as far as one has a value, which it returns; the other one if none has.
func (x *Expr) until(e *env, stop int) int {
	for _, a := range x.Args {
		if a.in(e) == stop {
			return stop
		}
	}
	return 1 - stop
}

func city(s, t rules.Square) int { return int(rules.Abs(s.X-t.X) + rules.Abs(s.Y-t.Y)) }

// man returns the square of man n; of White's king if it is -1.
func man(p *rules.Position, n int) rules.Square {
	if n < 0 {
		return p.WK
	}
	return p.Men[n]
}

func sloping(e *env, _ *Expr) int {
	return truth(e.cur.WK.X != e.next.WK.X && e.cur.WK.Y != e.next.WK.Y)
}

func level(e *env, _ *Expr) int {
	for i, s := range e.cur.Men {
		if t := e.next.Men[i]; s != t && s.Y == t.Y {
			return 1
		}
	}
	return 0
}

// at evaluates an expression in another position.
func (x *Expr) at(e *env, p *rules.Position) int {
	before := e.cur
	e.cur = *p
	v := x.in(e)
	e.cur = before
	return v
}

// by reports whether a step is one of the arguments.
func (x *Expr) by(step int) int {
	return truth(slices.ContainsFunc(x.Args, func(a *Expr) bool { return a.N == step }))
}

func someMove(e *env, x *Expr) int {
	var buf [32]rules.Position
	there := *e
	for _, there.next = range e.g.Moves(buf[:0], e.cur) {
		if x.arg(&there, 0) != 0 {
			return 1
		}
	}
	return 0
}

func least(e *env, x *Expr) int {
	least, some := 0, false
	for g := range images {
		if x.Args[0].mapped(e, g) != 0 {
			if v := x.Args[1].mapped(e, g); !some || v < least {
				least, some = v, true
			}
		}
	}
	return least
}

// overSet goes through a set.
func overSet(e *env, x *Expr) int {
	most, count, old := -1, 0, e.vars[x.N]
	for _, s := range x.Args[0].set(e) {
		e.vars[x.N] = packed(s)
		v := x.arg(e, 1)
		most, count = max(most, v), count+v
	}
	if e.vars[x.N] = old; x.Op == Count {
		return count
	}
	return most
}

// set returns the squares of a set.
func (x *Expr) set(e *env) (all []rules.Square) {
	switch x.Op {
	case Ref:
		return x.Def.Body.set(e)
	case Next:
		there := *e
		there.cur = e.next
		return x.Args[0].set(&there)
	case Region:
		return region(e.g, &e.cur, x.N)
	}
	for i := range e.g.Size() {
		all = append(all, e.g.Square(i))
	}
	return all
}

// region returns the squares that the black king can reach, his own first, over squares that White does not attack, the
// other men standing still; in at most so many moves, 0 for any number. He may enter a man's square.
func region(g *rules.Game, p *rules.Position, moves int) []rules.Square {
	list := append(make([]rules.Square, 0, 64), p.BK)
	seen := make([]bool, g.Size())
	seen[g.Number(p.BK)] = true
	for from, depth := 0, 1; from < len(list) && (moves == 0 || depth <= moves); depth++ {
		ring := list[from:]
		from = len(list)
		for _, s := range ring {
			for _, d := range rules.Directions {
				t := s.Plus(d)
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

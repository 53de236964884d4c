package core

import (
	"slices"

	"retroproof/proofs/strategy/rules"
)

// value evaluates an expression of an operation: a condition is 0 or 1, a square (pack) a number. Each expression has
// that of its own: to call it is some times faster than to go through the operations.
type value func(in *env, e *Expr) int

func (e *Expr) eval(in *env) int { return e.value(in, e) }

// arg evaluates argument i.
func (e *Expr) arg(in *env, i int) int { return e.Args[i].eval(in) }

func (e *Expr) square(in *env, i int) rules.Square { return unpack(e.arg(in, i)) }

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
func (e *Expr) mapped(in *env, g rules.Symmetry) int {
	if g == 0 {
		return e.eval(in)
	}
	if in.inner == nil {
		in.inner = &env{}
	}
	there, board := in.inner, in.g.Board
	there.g, there.cur, there.play, there.by = in.g, in.g.ImageOf(g, in.cur), in.play, in.by
	if e.OfMove {
		there.next = in.g.ImageOf(g, in.next)
	}
	for i := 0; i < len(there.vars) && e.open; i++ {
		there.vars[i] = packed(board.Image(g, unpack(in.vars[i])))
	}
	if g&4 != 0 && board.Files != board.Ranks {
		there.g = &rules.Game{Board: rules.Board{Files: board.Ranks, Ranks: board.Files}, Men: in.g.Men}
	}
	return e.eval(there)
}

// images are the eight symmetries, also of a rectangle, of which half make another board of it.
const images = rules.Symmetry(8)

// first returns the first image in which a condition holds, the number of images if there is none.
func (e *Expr) first(in *env) rules.Symmetry {
	for g := range images {
		if e.mapped(in, g) != 0 {
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
	Const:    {'i', 0, "", func(_ *env, e *Expr) int { return e.N }},
	True:     {'b', 0, "", func(*env, *Expr) int { return 1 }},
	And:      {'b', 0, "b*", func(in *env, e *Expr) int { return e.until(in, 0) }},
	Or:       {'b', 0, "b*", func(in *env, e *Expr) int { return e.until(in, 1) }},
	Not:      {'b', 0, "b", func(in *env, e *Expr) int { return 1 - e.arg(in, 0) }},
	If:       {'a', 0, "baa", func(in *env, e *Expr) int { return e.arg(in, 2-e.arg(in, 0)) }},
	Less:     {'b', 0, "ii", func(in *env, e *Expr) int { return truth(e.arg(in, 0) < e.arg(in, 1)) }},
	Equal:    {'b', 0, "ii", func(in *env, e *Expr) int { return truth(e.arg(in, 0) == e.arg(in, 1)) }},
	Same:     {'b', 0, "ss", func(in *env, e *Expr) int { return truth(e.arg(in, 0) == e.arg(in, 1)) }},
	Even:     {'b', 0, "i", func(in *env, e *Expr) int { return truth(e.arg(in, 0)%2 == 0) }},
	Add:      {'i', 0, "ii", func(in *env, e *Expr) int { return e.arg(in, 0) + e.arg(in, 1) }},
	Sub:      {'i', 0, "ii", func(in *env, e *Expr) int { return e.arg(in, 0) - e.arg(in, 1) }},
	Mul:      {'i', 'n', "i", func(in *env, e *Expr) int { return e.N * e.arg(in, 0) }},
	Digits:   {'i', 'n', "ii", func(in *env, e *Expr) int { return e.arg(in, 0)*e.N + e.arg(in, 1) }},
	Min:      {'i', 0, "ii", func(in *env, e *Expr) int { return min(e.arg(in, 0), e.arg(in, 1)) }},
	Max:      {'i', 0, "ii", func(in *env, e *Expr) int { return max(e.arg(in, 0), e.arg(in, 1)) }},
	AbsOf:    {'i', 0, "i", func(in *env, e *Expr) int { return rules.Abs(e.arg(in, 0)) }},
	FileOf:   {'i', 0, "s", func(in *env, e *Expr) int { return int(e.square(in, 0).X) }},
	RankOf:   {'i', 0, "s", func(in *env, e *Expr) int { return int(e.square(in, 0).Y) }},
	King:     {'i', 0, "ss", func(in *env, e *Expr) int { return rules.Distance(e.square(in, 0), e.square(in, 1)) }},
	City:     {'i', 0, "ss", func(in *env, e *Expr) int { return city(e.square(in, 0), e.square(in, 1)) }},
	WKing:    {'s', 0, "", func(in *env, _ *Expr) int { return packed(in.cur.WK) }},
	BKing:    {'s', 0, "", func(in *env, _ *Expr) int { return packed(in.cur.BK) }},
	ManAt:    {'s', 'n', "", func(in *env, e *Expr) int { return packed(in.cur.Men[e.N]) }},
	At:       {'s', 0, "ii", func(in *env, e *Expr) int { return pack(e.arg(in, 0), e.arg(in, 1)) }},
	Var:      {'s', 'n', "", func(in *env, e *Expr) int { return in.vars[e.N] }},
	White:    {'b', 0, "", func(in *env, _ *Expr) int { return truth(in.cur.White) }},
	Legal:    {'b', 0, "", func(in *env, _ *Expr) int { return truth(in.g.Legal(&in.cur)) }},
	Stuck:    {'b', 0, "", func(in *env, _ *Expr) int { return truth(in.g.Stuck(in.cur)) }},
	Lost:     {'b', 0, "", func(in *env, _ *Expr) int { return truth(in.g.Lost(&in.cur)) }},
	Attack:   {'b', 0, "s", func(in *env, e *Expr) int { return truth(in.g.Attacked(&in.cur, e.square(in, 0), true)) }},
	Moved:    {'b', 'n', "", func(in *env, e *Expr) int { return truth(man(&in.cur, e.N) != man(&in.next, e.N)) }},
	Sloping:  {'b', 0, "", sloping},
	Level:    {'b', 0, "", level},
	Next:     {'a', 0, "a", func(in *env, e *Expr) int { return e.Args[0].at(in, &in.next) }},
	Ref:      {'a', 'd', "", func(in *env, e *Expr) int { return e.Def.Body.eval(in) }},
	View:     {'a', 'd', "a", func(in *env, e *Expr) int { return e.Args[0].mapped(in, e.Def.Body.first(in)%images) }},
	Image:    {'b', 0, "b", func(in *env, e *Expr) int { return truth(e.Args[0].first(in) < images) }},
	Move:     {'b', 0, "b", someMove},
	Least:    {'i', 0, "bi", least},
	Squares:  {'r', 0, "", nil},
	Region:   {'r', 'n', "", nil},
	Greatest: {'i', 'n', "ri", overSet},
	Count:    {'i', 'n', "rb", overSet},
	Ply:      {'a', 'n', "a", func(in *env, e *Expr) int { return e.Args[0].at(in, &in.play[e.N]) }},
	By:       {'b', 'n', "i*", func(in *env, e *Expr) int { return e.by(in.by[e.N]) }},
}

// Follow returns how much follows an operation.
func (o Op) Follow() int { return int(min(1, operations[o].front)) + len(operations[o].args) }

// until evaluates conditions as far as one has a value, which it returns; the other one if none has.
func (e *Expr) until(in *env, stop int) int {
	for _, a := range e.Args {
		if a.eval(in) == stop {
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

func sloping(in *env, _ *Expr) int {
	return truth(in.cur.WK.X != in.next.WK.X && in.cur.WK.Y != in.next.WK.Y)
}

func level(in *env, _ *Expr) int {
	for i, s := range in.cur.Men {
		if t := in.next.Men[i]; s != t && s.Y == t.Y {
			return 1
		}
	}
	return 0
}

// at evaluates an expression in another position.
func (e *Expr) at(in *env, p *rules.Position) int {
	before := in.cur
	in.cur = *p
	v := e.eval(in)
	in.cur = before
	return v
}

// by reports whether a step is one of the arguments.
func (e *Expr) by(step int) int {
	return truth(slices.ContainsFunc(e.Args, func(a *Expr) bool { return a.N == step }))
}

func someMove(in *env, e *Expr) int {
	var buf [32]rules.Position
	there := *in
	for _, there.next = range in.g.Moves(buf[:0], in.cur) {
		if e.arg(&there, 0) != 0 {
			return 1
		}
	}
	return 0
}

func least(in *env, e *Expr) int {
	least, some := 0, false
	for g := range images {
		if e.Args[0].mapped(in, g) != 0 {
			if v := e.Args[1].mapped(in, g); !some || v < least {
				least, some = v, true
			}
		}
	}
	return least
}

// overSet goes through a set.
func overSet(in *env, e *Expr) int {
	most, count, old := -1, 0, in.vars[e.N]
	for _, s := range e.Args[0].set(in) {
		in.vars[e.N] = packed(s)
		v := e.arg(in, 1)
		most, count = max(most, v), count+v
	}
	if in.vars[e.N] = old; e.Op == Count {
		return count
	}
	return most
}

// set returns the squares of a set.
func (e *Expr) set(in *env) (all []rules.Square) {
	switch e.Op {
	case Ref:
		return e.Def.Body.set(in)
	case Next:
		there := *in
		there.cur = in.next
		return e.Args[0].set(&there)
	case Region:
		return region(in.g, &in.cur, e.N)
	}
	for i := range in.g.Size() {
		all = append(all, in.g.Square(i))
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

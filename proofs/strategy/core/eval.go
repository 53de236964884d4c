package core

import (
	"slices"

	"retroproof/proofs/strategy/rules"
)

// value is the function that evaluates an expression: a condition is 0 or 1, a square (Square) a number. One is made of
// each expression: a tree of closures is some times faster than going through the expression.
type value func(e *env) int

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

// mapped calls f, of an expression or a part of it, in an image.
func mapped(e *env, g rules.Symmetry, x *Expr, f value) int {
	if g == 0 {
		return f(e)
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
	return f(there)
}

// images are the eight symmetries, also of a rectangle, of which half make another board of it.
const images = rules.Symmetry(8)

// simple are the operations whose value is one of N and of the values of the arguments, in a position.
var simple = map[Op]func(e *env, n, a, b int) int{
	True:   func(_ *env, _, _, _ int) int { return 1 },
	Even:   func(_ *env, _, a, _ int) int { return truth(a%2 == 0) },
	Add:    func(_ *env, _, a, b int) int { return a + b },
	Sub:    func(_ *env, _, a, b int) int { return a - b },
	Mul:    func(_ *env, n, a, _ int) int { return n * a },
	Digits: func(_ *env, n, a, b int) int { return a*n + b },
	Min:    func(_ *env, _, a, b int) int { return min(a, b) },
	Max:    func(_ *env, _, a, b int) int { return max(a, b) },
	AbsOf:  func(_ *env, _, a, _ int) int { return rules.Abs(a) },
	King:   func(_ *env, _, a, b int) int { return rules.Distance(unpack(a), unpack(b)) },
	City: func(_ *env, _, a, b int) int {
		s, t := unpack(a), unpack(b)
		return int(rules.Abs(s.X-t.X) + rules.Abs(s.Y-t.Y))
	},
	At:      func(_ *env, _, a, b int) int { return pack(a, b) },
	FileOf:  func(_ *env, _, a, _ int) int { return int(unpack(a).X) },
	RankOf:  func(_ *env, _, a, _ int) int { return int(unpack(a).Y) },
	Var:     func(e *env, n, _, _ int) int { return e.vars[n] },
	WKing:   func(e *env, _, _, _ int) int { return packed(e.cur.WK) },
	BKing:   func(e *env, _, _, _ int) int { return packed(e.cur.BK) },
	ManAt:   func(e *env, n, _, _ int) int { return packed(e.cur.Men[n]) },
	White:   func(e *env, _, _, _ int) int { return truth(e.cur.White) },
	Legal:   func(e *env, _, _, _ int) int { return truth(e.g.Legal(&e.cur)) },
	Stuck:   func(e *env, _, _, _ int) int { return truth(e.g.Stuck(e.cur)) },
	Lost:    func(e *env, _, _, _ int) int { return truth(e.g.Lost(&e.cur)) },
	Attack:  func(e *env, _, a, _ int) int { return truth(e.g.Attacked(&e.cur, unpack(a), true)) },
	Moved:   func(e *env, n, _, _ int) int { return truth(man(&e.cur, n) != man(&e.next, n)) },
	Sloping: func(e *env, _, _, _ int) int { return truth(e.cur.WK.X != e.next.WK.X && e.cur.WK.Y != e.next.WK.Y) },
	Level: func(e *env, _, _, _ int) int {
		for i, s := range e.cur.Men {
			if t := e.next.Men[i]; s != t && s.Y == t.Y {
				return 1
			}
		}
		return 0
	},
}

// man returns the square of man n; of White's king if it is -1.
func man(p *rules.Position, n int) rules.Square {
	if n < 0 {
		return p.WK
	}
	return p.Men[n]
}

// compile makes the function of an expression that is linked; nil of a set.
func compile(x *Expr) value {
	if x.Op == Greatest || x.Op == Count {
		return overSet(x)
	}
	n, all := x.N, make([]value, len(x.Args), len(x.Args)+3)
	for i, arg := range x.Args {
		all[i] = compile(arg)
	}
	f := append(all, nil, nil, nil)
	// Most operations are functions of the values of their arguments, and evaluate all of these.
	a, b := f[0], f[1]
	if f := simple[x.Op]; f != nil {
		switch len(all) {
		case 0:
			return func(e *env) int { return f(e, n, 0, 0) }
		case 1:
			return func(e *env) int { return f(e, n, a(e), 0) }
		}
		return func(e *env) int { return f(e, n, a(e), b(e)) }
	}
	return partial(x, all, a, b, f[2])
}

// partial makes the function of an operation that evaluates what it needs: some of the arguments, or all in other
// positions, images or moves. The first three are a, b and c.
func partial(x *Expr, all []value, a, b, c value) value {
	switch x.Op {
	case Const:
		return func(*env) int { return x.N }
	case Ref:
		return x.Def.value
	case Not:
		return func(e *env) int { return 1 - a(e) }
	case Less:
		return func(e *env) int { return truth(a(e) < b(e)) }
	case Equal, Same:
		return func(e *env) int { return truth(a(e) == b(e)) }
	case And, Or: // as far as it is decided
		stop := truth(x.Op == Or)
		return func(e *env) int {
			for _, f := range all {
				if f(e) == stop {
					return stop
				}
			}
			return 1 - stop
		}
	case If:
		return func(e *env) int {
			if a(e) != 0 {
				return b(e)
			}
			return c(e)
		}
	case Next, Ply: // in the position that comes next, or is n plies into the play
		return func(e *env) int {
			before, there := e.cur, &e.next
			if x.Op == Ply {
				there = &e.play[x.N]
			}
			e.cur = *there
			v := a(e)
			e.cur = before
			return v
		}
	case By:
		return func(e *env) int {
			return truth(slices.ContainsFunc(x.Args, func(step *Expr) bool { return step.N == e.by[x.N] }))
		}
	case Move:
		return func(e *env) int {
			var buf [32]rules.Position
			there := *e
			for _, there.next = range e.g.Moves(buf[:0], e.cur) {
				if a(&there) != 0 {
					return 1
				}
			}
			return 0
		}
	case Image:
		return func(e *env) int {
			return truth(e.first(x, a) < images)
		}
	case View:
		return func(e *env) int {
			return mapped(e, e.first(x, x.Def.value)%images, x, a) // the position itself if there is none
		}
	case Least:
		return func(e *env) int {
			least, some := 0, false
			for g := range images {
				if mapped(e, g, x, a) != 0 {
					if v := mapped(e, g, x, b); !some || v < least {
						least, some = v, true
					}
				}
			}
			return least
		}
	}
	return nil
}

// first returns the first image in which a condition holds, the number of images if there is none.
func (e *env) first(x *Expr, is value) rules.Symmetry {
	for g := range images {
		if mapped(e, g, x, is) != 0 {
			return g
		}
	}
	return images
}

// overSet is compile for what is about a set.
func overSet(x *Expr) value {
	n, set, f := x.N, compileSet(x.Args[0]), compile(x.Args[1])
	return func(e *env) int {
		most, count, old := -1, 0, e.vars[n]
		for _, s := range set(e) {
			e.vars[n] = packed(s)
			v := f(e)
			most, count = max(most, v), count+v
		}
		if e.vars[n] = old; x.Op == Count {
			return count
		}
		return most
	}
}

func compileSet(x *Expr) func(e *env) []rules.Square {
	switch x.Op {
	case Ref:
		return compileSet(x.Def.Body)
	case Next:
		f := compileSet(x.Args[0])
		return func(e *env) []rules.Square {
			there := *e
			there.cur = e.next
			return f(&there)
		}
	case Region:
		return func(e *env) []rules.Square { return region(e.g, &e.cur, x.N) }
	}
	return func(e *env) (all []rules.Square) {
		for i := range e.g.Size() {
			all = append(all, e.g.Square(i))
		}
		return all
	}
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

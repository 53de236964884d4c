package circuits

import (
	"fmt"

	"retroproof/encode"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// Scope is what an expression is built in: a position, and White's move from it where there is one. It keeps the values
// of definitions, so that each is built once.
type Scope struct {
	b      Board
	base   *Scope // the scope of the position alone
	p      Pos
	move   *move
	next   *Scope // after the move
	defs   map[*core.Def]any
	views  map[*core.Def]*Scope
	images [8]*Scope
	facts  map[core.Op]encode.Bool
}

// NewScope returns the scope of a position.
func NewScope(b Board, p Pos) *Scope {
	s := &Scope{b: b, p: p, defs: map[*core.Def]any{}, views: map[*core.Def]*Scope{}, facts: map[core.Op]encode.Bool{}}
	s.base = s
	return s
}

// by returns the scope of a move from the position.
func (s *Scope) by(m *move) *Scope {
	t := NewScope(s.b, s.p)
	t.base, t.move, t.next = s, m, NewScope(s.b, m.q)
	return t
}

// unsupported is the panic about an operation of which no circuit is made; New turns it into an error.
type unsupported core.Op

// fact returns a condition of the rules, built once.
func (s *Scope) fact(op core.Op, f func(Pos) encode.Bool) encode.Bool {
	v, ok := s.facts[op]
	if !ok {
		v = f(s.p)
		s.facts[op] = v
	}
	return v
}

// mapped returns the scope of squares that f maps, and after the move too.
func (s *Scope) mapped(f func(Sq) Sq) *Scope {
	t := NewScope(s.b, mapped(s.p, f))
	if s.move == nil {
		return t
	}
	m := *s.move
	m.p, m.q, m.level = t.p, mapped(s.move.q, f), s.b.False
	for i := range m.men {
		m.level = s.b.Or(m.level, s.b.And(m.men[i], s.b.Eq(m.p.Men[i].Y, m.q.Men[i].Y)))
	}
	return t.by(&m)
}

func (s *Scope) image(g rules.Symmetry) *Scope {
	if s.images[g] == nil {
		s.images[g] = s.mapped(func(x Sq) Sq { return s.b.image(g, x) })
	}
	return s.images[g]
}

// view returns the scope in the first image in which a property holds. In most texts it holds in one image only.
func (s *Scope) view(d *core.Def) *Scope {
	if v := s.views[d]; v != nil {
		return v
	}
	b, none := s.b, s.b.True
	var bits [3][]encode.Bool
	for g := range rules.Symmetry(8) {
		in := s.base.image(g).bool(d.Body)
		for i := range bits {
			if g>>i&1 != 0 {
				bits[i] = append(bits[i], b.And(none, in))
			}
		}
		none = b.And(none, in.Not())
	}
	mirrorX, mirrorY, change := b.Or(bits[0]...), b.Or(bits[1]...), b.Or(bits[2]...)
	v := s.mapped(func(q Sq) Sq {
		x := b.IteInt(mirrorX, b.Minus(b.Files-1, q.X), q.X)
		y := b.IteInt(mirrorY, b.Minus(b.Ranks-1, q.Y), q.Y)
		return Sq{X: b.IteInt(change, y, x), Y: b.IteInt(change, x, y)}
	})
	s.views[d] = v
	return v
}

// general builds an operation of any type; ok is false for others.
func general[T any](s *Scope, x *core.Expr, build func(*Scope, *core.Expr) T, ite func(encode.Bool, T, T) T) (
	v T, ok bool) {
	switch x.Op {
	case core.If:
		return ite(s.bool(x.Args[0]), build(s, x.Args[1]), build(s, x.Args[2])), true
	case core.Ref:
		v, ok = s.defs[x.Def].(T)
		if !ok {
			v = build(s, x.Def.Body)
			s.defs[x.Def] = v
		}
		return v, true
	case core.Next:
		return build(s.next, x.Args[0]), true
	case core.View:
		return build(s.view(x.Def), x.Args[0]), true
	}
	return v, false
}

func (s *Scope) bool(x *core.Expr) encode.Bool {
	if !x.OfMove {
		s = s.base
	}
	b := s.b
	if v, ok := general(s, x, (*Scope).bool, func(c, t, f encode.Bool) encode.Bool { return b.Ite(c, t, f) }); ok {
		return v
	}
	switch x.Op {
	case core.True:
		return b.True
	case core.And, core.Or:
		var list []encode.Bool
		for _, a := range x.Args {
			v := s.bool(a)
			if v == b.False && x.Op == core.And || v == b.True && x.Op == core.Or { // without building the rest
				return v
			}
			list = append(list, v)
		}
		if x.Op == core.And {
			return b.And(list...)
		}
		return b.Or(list...)
	case core.Not:
		return s.bool(x.Args[0]).Not()
	case core.Less:
		return s.less(x.Args[0], x.Args[1])
	case core.Equal:
		for i, a := range x.Args {
			if a.Op == core.Const {
				return b.Is(s.num(x.Args[1-i]), a.N)
			}
		}
		return b.Eq(s.num(x.Args[0]), s.num(x.Args[1]))
	case core.Same:
		return b.Same(s.square(x.Args[0]), s.square(x.Args[1]))
	// Without division: the number is one of the even ones of its range.
	case core.Even:
		v := s.num(x.Args[0])
		low, high := v.Range()
		var or []encode.Bool
		for k := low; k <= high; k++ {
			if k%2 == 0 {
				or = append(or, b.Is(v, k))
			}
		}
		return b.Or(or...)
	case core.Image:
		// Eight circuits, or for some move one for each direction and distance, in place of one.
		var or []encode.Bool
		for g := range rules.Symmetry(8) {
			or = append(or, s.image(g).bool(x.Args[0]))
		}
		return b.Or(or...)
	case core.Move:
		if !s.p.White {
			return b.False
		}
		var or []encode.Bool
		for _, m := range b.candidates(s.p) {
			or = append(or, b.And(m.legal, s.by(m).bool(x.Args[0])))
		}
		return b.Or(or...)
	}
	return s.property(x)
}

// property returns a property of the position by the rules of chess, or of White's move.
func (s *Scope) property(x *core.Expr) encode.Bool {
	b := s.b
	switch x.Op {
	case core.White:
		return b.Of(s.p.White)
	case core.Legal:
		return s.fact(x.Op, b.Legal)
	case core.Stuck:
		return s.fact(x.Op, b.Stuck)
	case core.Lost:
		return s.fact(x.Op, b.Lost)
	case core.Attack:
		t := s.square(x.Args[0])
		return b.Or(b.hit(s.p, t), b.And(b.within(s.p.WK, t), b.Same(s.p.WK, t).Not()))
	case core.Moved:
		if x.N < 0 {
			return s.move.king
		}
		return s.move.men[x.N]
	case core.Sloping:
		return s.move.diagonal
	case core.Level:
		return s.move.level
	}
	panic(unsupported(x.Op))
}

// less returns x < y.
func (s *Scope) less(x, y *core.Expr) encode.Bool {
	b := s.b
	switch {
	case x.Op == core.Const && x.N == 1 && y.Op == core.King: // no number is needed for adjacent squares
		return b.within(s.square(y.Args[0]), s.square(y.Args[1])).Not()
	case x.Op == core.Const:
		return b.Ge(s.num(y), x.N+1)
	case y.Op == core.Const:
		return b.Le(s.num(x), y.N-1)
	}
	return b.Lt(s.num(x), s.num(y))
}

func (s *Scope) num(x *core.Expr) encode.Int {
	if !x.OfMove {
		s = s.base
	}
	b := s.b
	if v, ok := general(s, x, (*Scope).num,
		func(c encode.Bool, t, f encode.Int) encode.Int { return b.IteInt(c, t, f) }); ok {
		return v
	}
	switch x.Op {
	case core.Const:
		return b.Int(x.N)
	case core.Add:
		for i, a := range x.Args {
			if a.Op == core.Const {
				return b.Plus(s.num(x.Args[1-i]), a.N)
			}
		}
		return b.Add(s.num(x.Args[0]), s.num(x.Args[1]))
	case core.Sub:
		switch l, r := x.Args[0], x.Args[1]; {
		case l.Op == core.Const:
			return b.Minus(l.N, s.num(r))
		case r.Op == core.Const:
			return b.Plus(s.num(l), -r.N)
		default:
			return b.Add(s.num(l), b.Minus(0, s.num(r)))
		}
	case core.Mul:
		if x.N < 0 {
			return b.Minus(0, b.Times(-x.N, s.num(x.Args[0])))
		}
		return b.Times(x.N, s.num(x.Args[0]))
	case core.Digits:
		return b.digits(s.num(x.Args[0]), x.N, s.num(x.Args[1]))
	// By the greatest of the negated numbers: encode has no other.
	case core.Min:
		return b.Minus(0, b.Max(b.Minus(0, s.num(x.Args[0])), b.Minus(0, s.num(x.Args[1]))))
	case core.Max:
		return b.Max(s.num(x.Args[0]), s.num(x.Args[1]))
	// Of a difference without computing that.
	case core.AbsOf:
		if d := x.Args[0]; d.Op == core.Sub {
			return b.AbsDiff(s.num(d.Args[0]), s.num(d.Args[1]))
		}
		return b.AbsDiff(s.num(x.Args[0]), b.Int(0))
	case core.FileOf:
		return s.square(x.Args[0]).X
	case core.RankOf:
		return s.square(x.Args[0]).Y
	case core.King:
		return b.distance(s.square(x.Args[0]), s.square(x.Args[1]))
	case core.City:
		p, q := s.square(x.Args[0]), s.square(x.Args[1])
		return b.Add(b.AbsDiff(p.X, q.X), b.AbsDiff(p.Y, q.Y))
	}
	panic(unsupported(x.Op))
}

// digits returns high*base + low, where low is below base.
func (b Board) digits(high encode.Int, base int, low encode.Int) encode.Int {
	least, most := high.Range()
	x := b.Plus(low, least*base)
	for k := least + 1; k <= most; k++ {
		x = b.IteInt(b.Ge(high, k), b.Plus(low, k*base), x)
	}
	return x
}

func (s *Scope) square(x *core.Expr) Sq {
	if !x.OfMove {
		s = s.base
	}
	b := s.b
	ite := func(c encode.Bool, t, f Sq) Sq { return Sq{X: b.IteInt(c, t.X, f.X), Y: b.IteInt(c, t.Y, f.Y)} }
	if v, ok := general(s, x, (*Scope).square, ite); ok {
		return v
	}
	switch x.Op {
	case core.WKing:
		return s.p.WK
	case core.BKing:
		return s.p.BK
	case core.ManAt:
		return s.p.Men[x.N]
	case core.At:
		return Sq{X: s.num(x.Args[0]), Y: s.num(x.Args[1])}
	}
	panic(unsupported(x.Op))
}

// String names what no circuit is made of.
func (u unsupported) String() string {
	return fmt.Sprintf("no circuit is made of %s", map[core.Op]string{
		core.Region: "a region", core.Greatest: "greatest", core.Count: "count", core.Least: "least image",
		core.Var: "a square of a set", core.Squares: "squares",
	}[core.Op(u)])
}

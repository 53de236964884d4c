package text

import (
	"fmt"
	"slices"
	"strconv"
	"unicode"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// typeNames names the types of expressions for errors.
var typeNames = map[byte]string{'b': "a condition", 'i': "a number", 's': "a square", 'r': "a set of squares"}

// parser reads the tokens of a text for a board.
type parser struct {
	*core.Strategy
	boards Boards
	tokens []token
	at     int
	defs   map[string]*macro
	args   map[string]*core.Expr // of the macro that is being expanded, and the squares of quantifiers
	says   map[string][]string   // phrases, by definition
	vars   int
	depth  int
}

// macro is a definition: with parameters it is expanded where it is used.
type macro struct {
	params []string
	tokens []token
	def    *core.Def // if it has no parameters
	view   bool
}

func (p *parser) fail(format string, args ...any) {
	line := 1
	if p.at < len(p.tokens) {
		line = p.tokens[p.at].line
	} else if len(p.tokens) > 0 {
		line = p.tokens[len(p.tokens)-1].line
	}
	panic(&Error{line, fmt.Sprintf(format, args...)})
}

// peek returns the next token of the statement, "" at its end.
func (p *parser) peek() string {
	if p.at >= len(p.tokens) || p.tokens[p.at].first {
		return ""
	}
	return p.tokens[p.at].text
}

func (p *parser) next() string {
	t := p.peek()
	if t == "" {
		p.fail("the statement is not complete")
	}
	p.at++
	return t
}

// accept takes the next token if it is the one given.
func (p *parser) accept(t string) bool {
	if p.peek() != t {
		return false
	}
	p.at++
	return true
}

func (p *parser) expect(t string) {
	if !p.accept(t) {
		p.fail("%.40q, want %q", p.peek(), t)
	}
}

func isWord(t string) bool { return t != "" && (unicode.IsLetter(rune(t[0])) || t[0] == '_') }

func (p *parser) word() string {
	t := p.next()
	if !isWord(t) {
		p.at--
		p.fail("%.40q, want a name", t)
	}
	return t
}

// node makes an expression, with a number if one follows the operation.
func (p *parser) node(op core.Op, n int, args ...*core.Expr) *core.Expr {
	return p.link(&core.Expr{Op: op, N: n, Args: args})
}

// named makes an expression that names a definition: its value, or in the image that it tells, that of another one.
func (p *parser) named(op core.Op, def *core.Def, args ...*core.Expr) *core.Expr {
	return p.link(&core.Expr{Op: op, Label: def.Name, Def: def, Args: args})
}

// link checks the types of the arguments of an expression. One that would take too long to evaluate is refused here
// already, since definitions with parameters grow by themselves; what else is wrong with its form is found at the end.
func (p *parser) link(x *core.Expr) *core.Expr {
	switch e, ok := p.Link(x).(core.FormError); {
	case ok && e.Found != 0:
		p.fail("found %s where %s is wanted", typeNames[e.Found], typeNames[e.Want])
	case x.Cost > core.MostCost:
		p.fail("an expression takes too long to evaluate")
	}
	return x
}

// ofMove is the error about what refers to White's move where there is none.
const ofMove = "' and what is said of a move stand in the conditions of steps and after some move only"

// still refuses what is about White's move.
func (p *parser) still(x *core.Expr) *core.Expr {
	if x.OfMove {
		p.fail(ofMove)
	}
	return x
}

func (p *parser) constant(n int) *core.Expr {
	return p.node(core.Const, n)
}

// arith makes an operation on numbers, and computes it if they are constants.
func (p *parser) arith(op core.Op, a, b *core.Expr) *core.Expr {
	if op != core.Mul {
		return p.fold(p.node(op, 0, a, b))
	}
	if a.Op == core.Const {
		a, b = b, a
	}
	if b.Op != core.Const {
		p.fail("a product of two numbers of which neither is constant")
	}
	return p.fold(p.node(op, b.N, a))
}

// fold computes an operation on constants: conditions on boards vanish from the core form.
func (p *parser) fold(x *core.Expr) *core.Expr {
	if slices.ContainsFunc(x.Args, func(a *core.Expr) bool { return a.Op != core.Const }) {
		return x
	}
	v := p.Eval(x, rules.Position{}, rules.Position{})
	switch {
	case x.Type == 'i':
		return p.constant(v)
	case v != 0:
		return p.node(core.True, 0)
	}
	return p.not(p.node(core.True, 0))
}

func (p *parser) not(x *core.Expr) *core.Expr { return p.node(core.Not, 0, x) }

// expr reads an expression: if, quantifiers, implies, or, and, not, comparisons, sums, products.
func (p *parser) expr() *core.Expr {
	if p.depth++; p.depth > core.MostDepth {
		p.fail("expressions are nested too deeply")
	}
	defer func() { p.depth-- }()
	switch {
	case p.accept("if"):
		c := p.expr()
		p.expect("then")
		t := p.expr()
		p.expect("else")
		f := p.expr()
		if c.Type != 'b' || t.Type != f.Type || t.Type == 'r' {
			p.fail("if %s then %s else %s", typeNames[c.Type], typeNames[t.Type], typeNames[f.Type])
		}
		switch {
		case c.Op == core.True:
			return t
		case c.Op == core.Not && c.Args[0].Op == core.True:
			return f
		}
		return p.node(core.If, 0, c, t, f)
	case p.accept("some"):
		op := map[string]core.Op{"image": core.Image, "move": core.Move}[p.next()]
		if op == "" {
			p.at--
			p.fail("some %.40q, want some image or some move", p.peek())
		}
		p.expect(":")
		return p.node(op, 0, p.expr())
	case p.accept("least"):
		p.expect("image")
		c := p.expr()
		p.expect(":")
		return p.node(core.Least, 0, c, p.expr())
	case p.accept("greatest"):
		return p.overSet(core.Greatest)
	case p.accept("count"):
		return p.overSet(core.Count)
	}
	x := p.or()
	if p.accept("implies") {
		return p.node(core.Or, 0, p.not(x), p.expr())
	}
	return x
}

// overSet reads NAME in SET: EXPR.
func (p *parser) overSet(op core.Op) *core.Expr {
	name := p.word()
	p.expect("in")
	set := p.unary()
	p.expect(":")
	n := p.vars
	if p.vars++; p.vars > core.MostVars {
		p.fail("more than %d quantifiers in each other", core.MostVars)
	}
	old, ok := p.args[name]
	p.args[name] = p.node(core.Var, n)
	x := p.node(op, n, set, p.expr())
	if delete(p.args, name); ok {
		p.args[name] = old
	}
	p.vars--
	return x
}

func (p *parser) or() *core.Expr { return p.chain("or", core.Or, p.and) }

func (p *parser) and() *core.Expr { return p.chain("and", core.And, p.comparison) }

// chain reads operands between words of one precedence.
func (p *parser) chain(word string, op core.Op, operand func() *core.Expr) *core.Expr {
	list := []*core.Expr{operand()}
	for p.accept(word) {
		list = append(list, operand())
	}
	if len(list) == 1 {
		return list[0]
	}
	return p.node(op, 0, list...)
}

// comparisons are all less and equal, their arguments exchanged and the whole negated as it takes.
var comparisons = map[string]struct {
	op            core.Op
	exchange, not bool
}{
	"=": {core.Equal, false, false}, "!=": {core.Equal, false, true}, "<": {core.Less, false, false},
	">=": {core.Less, false, true}, ">": {core.Less, true, false}, "<=": {core.Less, true, true},
}

func (p *parser) comparison() *core.Expr {
	if p.accept("not") {
		return p.not(p.comparison())
	}
	a := p.sum()
	c, ok := comparisons[p.peek()]
	if !ok {
		return a
	}
	p.at++
	b := p.sum()
	if c.exchange {
		a, b = b, a
	}
	if c.op == core.Equal && a.Type == 's' && b.Type == 's' {
		c.op = core.Same
	}
	switch x := p.fold(p.node(c.op, 0, a, b)); {
	case !c.not:
		return x
	case x.Op == core.Not:
		return x.Args[0]
	default:
		return p.not(x)
	}
}

func (p *parser) sum() *core.Expr {
	x := p.product()
	for {
		switch {
		case p.accept("+"):
			x = p.arith(core.Add, x, p.product())
		case p.accept("-"):
			x = p.arith(core.Sub, x, p.product())
		default:
			return x
		}
	}
}

func (p *parser) product() *core.Expr {
	x := p.unary()
	for {
		switch {
		case p.accept("*"):
			x = p.arith(core.Mul, x, p.unary())
		case p.accept("/"):
			if y := p.unary(); x.Op == core.Const && y.Op == core.Const && y.N > 0 {
				x = p.constant(x.N / y.N)
			} else {
				p.fail("only constants can be divided")
			}
		default:
			return x
		}
	}
}

// unary reads an operand with what follows it: ' is after the move, .x and .y are file and rank, @N a position of a
// play.
func (p *parser) unary() *core.Expr {
	if p.accept("-") {
		return p.arith(core.Sub, p.constant(0), p.unary())
	}
	x := p.primary()
	for {
		switch {
		case p.accept("'"):
			x = p.node(core.Next, 0, p.still(x))
		case p.accept("@"):
			n, err := strconv.Atoi(p.next())
			if err != nil || n > 100 {
				p.fail("@ wants the number of a position")
			}
			x = p.node(core.Ply, n, p.still(x))
		case p.accept("."):
			op := map[string]core.Op{"x": core.FileOf, "y": core.RankOf}[p.next()]
			if op == "" {
				p.at--
				p.fail(".%.20s, want .x or .y", p.peek())
			}
			x = p.node(op, 0, x)
		default:
			return x
		}
	}
}

// atoms are words without arguments, and functions take some in brackets.
var (
	atoms = map[string]core.Op{
		"true": core.True, "white": core.White, "legal": core.Legal, "stuck": core.Stuck, "lost": core.Lost,
		"diagonally": core.Sloping,
		"alongrank":  core.Level, "wk": core.WKing, "bk": core.BKing, "squares": core.Squares,
	}
	functions = map[string]core.Op{
		"min": core.Min, "max": core.Max, "abs": core.AbsOf, "even": core.Even, "digits": core.Digits,
		"distance": core.King, "manhattan": core.City, "attacked": core.Attack,
	}
)

func (p *parser) primary() *core.Expr {
	t := p.next()
	if slices.Contains([]string{"if", "some", "greatest", "count", "least"}, t) { // as far to the right as possible
		p.at--
		return p.expr()
	}
	// What the text has named comes before what the language has.
	if x, ok := p.args[t]; ok {
		return x
	}
	if m, ok := p.defs[t]; ok {
		return p.use(t, m)
	}
	if op, ok := atoms[t]; ok {
		return p.node(op, 0)
	}
	if op, ok := functions[t]; ok {
		return p.call(op, p.list(op.Follow()))
	}
	if i := slices.Index(p.Names, t); i >= 0 {
		return p.node(core.ManAt, i)
	}
	if n, err := strconv.Atoi(t); err == nil {
		return p.constant(n)
	}
	if x, y, ok := p.square(t); ok {
		return p.node(core.At, 0, p.constant(x), p.constant(y))
	}
	switch t {
	case "(":
		x := p.expr()
		if p.accept(",") {
			x = p.node(core.At, 0, x, p.expr())
		}
		p.expect(")")
		return x
	case "files":
		return p.constant(p.Files)
	case "ranks":
		return p.constant(p.Ranks)
	case "false":
		return p.not(p.node(core.True, 0))
	// Shorthands of several operations.
	case "mate":
		return p.node(core.And, 0, p.node(core.Stuck, 0), p.node(core.Lost, 0))
	case "stalemate":
		return p.node(core.And, 0, p.node(core.Stuck, 0), p.not(p.node(core.Lost, 0)))
	case "moved":
		p.expect("(")
		name := p.word()
		i := slices.Index(p.Names, name)
		if i < 0 && name != "wk" {
			p.fail("moved(%.40s), want a white man", name)
		}
		p.expect(")")
		return p.node(core.Moved, i)
	case "region":
		n := 0
		if p.peek() == "(" {
			n = p.number(p.list(1)[0])
		}
		return p.node(core.Region, n)
	case "by":
		p.expect("(")
		x := p.node(core.By, p.number(p.expr())-1)
		for p.accept(",") {
			x.Args = append(x.Args, p.constant(p.step()))
		}
		p.expect(")")
		return x
	}
	p.at--
	p.fail("%.40q is not known here", t)
	return nil
}

// call applies a function.
func (p *parser) call(op core.Op, args []*core.Expr) *core.Expr {
	switch op {
	case core.Min, core.Max:
		return p.arith(op, args[0], args[1])
	case core.Digits:
		return p.node(core.Digits, p.number(args[1]), args[0], args[2])
	}
	return p.node(op, 0, args...)
}

// list reads arguments in brackets, so many of them.
func (p *parser) list(n int) (list []*core.Expr) {
	p.expect("(")
	for i := range n {
		if i > 0 {
			p.expect(",")
		}
		list = append(list, p.expr())
	}
	p.expect(")")
	return list
}

// number returns the value of a constant.
func (p *parser) number(x *core.Expr) int {
	if x.Op != core.Const {
		p.fail("want a constant number")
	}
	return x.N
}

// square reads a square's name: its file and its rank, from 0.
func (p *parser) square(t string) (x, y int, ok bool) {
	y, err := strconv.Atoi(t[1:])
	return int(t[0]) - 'a', y - 1, t[0] >= 'a' && t[0] <= 'z' && err == nil && y >= 1
}

// use refers to a definition, or writes it out if it has parameters.
func (p *parser) use(name string, m *macro) *core.Expr {
	switch {
	case m.view:
		x := p.list(1)[0]
		if x.Type == 'r' {
			p.fail("found %s where another type is wanted", typeNames[x.Type])
		}
		p.still(m.def.Body)
		return p.named(core.View, m.def, x)
	case m.def != nil && m.def.Body.Op == core.Const:
		return m.def.Body
	case m.def != nil:
		return p.named(core.Ref, m.def)
	}
	args := p.list(len(m.params))
	tokens, at, old := p.tokens, p.at, p.args
	p.tokens, p.at, p.args = m.tokens, 0, map[string]*core.Expr{}
	for i, name := range m.params {
		p.args[name] = args[i]
	}
	x := p.expr()
	if p.peek() != "" {
		p.fail("%.40q after the definition of %s", p.peek(), name)
	}
	p.tokens, p.at, p.args = tokens, at, old
	return x
}

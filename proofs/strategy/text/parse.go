package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"retroproof/proofs/strategy/rules"
)

// Error says what is wrong with a text, and where.
type Error struct {
	Line   int
	Detail string
}

// Error names the line.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Detail) }

// token is a word, a number, a sign or a quoted text. A statement begins with a token that begins its line.
type token struct {
	text  string
	line  int
	first bool
}

// signs are the signs, the longer ones first.
var signs = []string{"..", "<=", ">=", "!=", "(", ")", ",", ":", "=", "<", ">", "+", "-", "*", "/", "'", ".", "@"}

// scan divides a text into tokens. A remark goes from # to the end of its line.
func scan(source string) (list []token, err error) {
	for n, line := range strings.Split(source, "\n") {
		line = strings.TrimSuffix(line, "\r")
		for rest := line; ; {
			rest = strings.TrimLeft(rest, " \t")
			if rest == "" || rest[0] == '#' {
				break
			}
			end := strings.IndexFunc(rest, func(r rune) bool { return !(r == '_' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r))) })
			switch sign := slices.IndexFunc(signs, func(s string) bool { return strings.HasPrefix(rest, s) }); {
			case end < 0:
				end = len(rest)
			case end > 0:
			case rest[0] == '"':
				if end = strings.IndexByte(rest[1:], '"') + 2; end < 2 {
					return nil, &Error{n + 1, "a quotation without end"}
				}
			case sign >= 0:
				end = len(signs[sign])
			default:
				return nil, &Error{n + 1, fmt.Sprintf("unexpected %.20q", rest)}
			}
			list = append(list, token{rest[:end], n + 1, len(rest) == len(line)})
			rest = rest[end:]
		}
	}
	return list, nil
}

// parser reads the tokens of a text for a board.
type parser struct {
	*Strategy
	tokens []token
	at     int
	defs   map[string]*macro
	args   map[string]*Expr // of the macro that is being expanded, and the squares of quantifiers
	vars   int
	depth  int
}

// macro is a definition: with parameters it is expanded where it is used.
type macro struct {
	params []string
	body   []token
	def    *Def // if it has no parameters
	view   bool
}

// mostCost bounds the operations of an expression's evaluation, and mostDepth how deep expressions are nested.
const (
	mostCost  = 1 << 18
	mostDepth = 400
)

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

// node makes an expression, and checks the types of its arguments.
func (p *parser) node(op Op, t Type, n int, want []Type, args ...*Expr) *Expr {
	for i, a := range args {
		if a.Type != want[min(i, len(want)-1)] {
			p.fail("found %v where %v is wanted", a.Type, want[min(i, len(want)-1)])
		}
	}
	x := &Expr{Op: op, Type: t, N: n, Args: args, cost: 1}
	x.OfMove = slices.Contains([]Op{Next, Moved, Sloping, Level}, op)
	for _, a := range args {
		x.OfMove = x.OfMove || a.OfMove && op != Move && op != Ply
		x.cost += a.cost
	}
	p.charge(x, repeats[op])
	return x
}

// repeats is how often an operation evaluates its arguments, if more than once.
var repeats = map[Op]int{Image: 8, Least: 8, View: 8, Move: 32, Greatest: 64, Count: 64}

// charge multiplies an expression's cost, and refuses it if it is too great.
func (p *parser) charge(x *Expr, times int) {
	if x.cost *= max(1, times); x.cost > mostCost {
		p.fail("an expression takes too long to evaluate")
	}
}

var (
	bools   = []Type{Bool}
	nums    = []Type{Num}
	squares = []Type{Square}
)

func (p *parser) constant(n int) *Expr { return p.node(Const, Num, n, nil) }

// arith makes an operation on numbers, and computes it if they are constants.
func (p *parser) arith(op Op, f func(a, b int) int, a, b *Expr) *Expr {
	if a.Op == Const && b.Op == Const {
		return p.constant(f(a.N, b.N))
	}
	if op == Mul {
		if a.Op == Const {
			a, b = b, a
		}
		if b.Op != Const {
			p.fail("a product of two numbers of which neither is constant")
		}
		return p.node(Mul, Num, b.N, nums, a)
	}
	return p.node(op, Num, 0, nums, a, b)
}

func add(a, b int) int   { return a + b }
func sub(a, b int) int   { return a - b }
func mul(a, b int) int   { return a * b }
func least(a, b int) int { return min(a, b) }
func most(a, b int) int  { return max(a, b) }

func (p *parser) not(x *Expr) *Expr { return p.node(Not, Bool, 0, bools, x) }

// expr reads an expression: if, quantifiers, implies, or, and, not, comparisons, sums, products.
func (p *parser) expr() *Expr {
	if p.depth++; p.depth > mostDepth {
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
		if c.Type != Bool || t.Type != f.Type {
			p.fail("if %v then %v else %v", c.Type, t.Type, f.Type)
		}
		switch {
		case c.Op == True:
			return t
		case c.Op == Not && c.Args[0].Op == True:
			return f
		}
		return p.node(If, t.Type, 0, []Type{Bool, t.Type}, c, t, f)
	case p.accept("some"):
		op := map[string]Op{"image": Image, "move": Move}[p.next()]
		if op == 0 {
			p.at--
			p.fail("some %.40q, want some image or some move", p.peek())
		}
		p.expect(":")
		return p.node(op, Bool, 0, bools, p.expr())
	case p.accept("least"):
		p.expect("image")
		c := p.expr()
		p.expect(":")
		return p.node(Least, Num, 0, []Type{Bool, Num}, c, p.expr())
	case p.accept("greatest"):
		return p.overSet(Greatest, Num)
	case p.accept("count"):
		return p.overSet(Count, Bool)
	}
	x := p.or()
	if p.accept("implies") {
		return p.node(Or, Bool, 0, bools, p.not(x), p.expr())
	}
	return x
}

// overSet reads NAME in SET: EXPR.
func (p *parser) overSet(op Op, of Type) *Expr {
	name := p.word()
	p.expect("in")
	set := p.unary()
	p.expect(":")
	n := p.vars
	if p.vars++; p.vars > maxVars {
		p.fail("more than %d quantifiers in each other", maxVars)
	}
	old, ok := p.args[name]
	p.args[name] = p.node(Var, Square, n, nil)
	x := p.node(op, Num, n, []Type{Set, of}, set, p.expr())
	if delete(p.args, name); ok {
		p.args[name] = old
	}
	p.vars--
	return x
}

// chain reads operands between signs of one precedence.
func (p *parser) or() *Expr {
	list := []*Expr{p.and()}
	for p.accept("or") {
		list = append(list, p.and())
	}
	if len(list) == 1 {
		return list[0]
	}
	return p.node(Or, Bool, 0, bools, list...)
}

func (p *parser) and() *Expr {
	list := []*Expr{p.comparison()}
	for p.accept("and") {
		list = append(list, p.comparison())
	}
	if len(list) == 1 {
		return list[0]
	}
	return p.node(And, Bool, 0, bools, list...)
}

func (p *parser) comparison() *Expr {
	if p.accept("not") {
		return p.not(p.comparison())
	}
	a := p.sum()
	sign := p.peek()
	if !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, sign) {
		return a
	}
	p.at++
	b := p.sum()
	if a.Type == Square && b.Type == Square && (sign == "=" || sign == "!=") {
		if x := p.node(Same, Bool, 0, squares, a, b); sign == "=" {
			return x
		} else {
			return p.not(x)
		}
	}
	if sign == ">" || sign == "<=" {
		a, b = b, a
	}
	op := Less
	if sign == "=" || sign == "!=" {
		op = Equal
	}
	x := p.node(op, Bool, 0, nums, a, b)
	if a.Op == Const && b.Op == Const {
		if x = p.node(True, Bool, 0, nil); op == Less && a.N >= b.N || op == Equal && a.N != b.N {
			x = p.not(x)
		}
	}
	if sign == "<=" || sign == ">=" || sign == "!=" {
		if x.Op == Not {
			return x.Args[0]
		}
		return p.not(x)
	}
	return x
}

func (p *parser) sum() *Expr {
	x := p.product()
	for {
		switch {
		case p.accept("+"):
			x = p.arith(Add, add, x, p.product())
		case p.accept("-"):
			x = p.arith(Sub, sub, x, p.product())
		default:
			return x
		}
	}
}

func (p *parser) product() *Expr {
	x := p.unary()
	for {
		switch {
		case p.accept("*"):
			x = p.arith(Mul, mul, x, p.unary())
		case p.accept("/"):
			if y := p.unary(); x.Op == Const && y.Op == Const && y.N > 0 {
				x = p.constant(x.N / y.N)
			} else {
				p.fail("only constants can be divided")
			}
		default:
			return x
		}
	}
}

// unary reads an operand with what follows it: ' is after the move, .x and .y are file and rank, @N a position of a play.
func (p *parser) unary() *Expr {
	if p.accept("-") {
		return p.arith(Sub, sub, p.constant(0), p.unary())
	}
	x := p.primary()
	for {
		switch {
		case p.accept("'"):
			x = p.node(Next, x.Type, 0, []Type{x.Type}, x)
		case p.accept("@"):
			n, err := strconv.Atoi(p.next())
			if err != nil || n > 100 {
				p.fail("@ wants the number of a position")
			}
			x = p.node(Ply, x.Type, n, []Type{x.Type}, x)
		case p.accept("."):
			switch p.next() {
			case "x":
				x = p.node(FileOf, Num, 0, squares, x)
			case "y":
				x = p.node(RankOf, Num, 0, squares, x)
			default:
				p.at--
				p.fail(".%.20s, want .x or .y", p.peek())
			}
		default:
			return x
		}
	}
}

// atoms are words without arguments.
var atoms = map[string]struct {
	op Op
	t  Type
}{
	"true": {True, Bool}, "white": {White, Bool}, "legal": {Legal, Bool}, "stuck": {Stuck, Bool}, "lost": {Lost, Bool},
	"diagonally": {Sloping, Bool}, "alongrank": {Level, Bool}, "wk": {WKing, Square}, "bk": {BKing, Square}, "squares": {Squares, Set},
}

// functions take arguments of one type.
var functions = map[string]struct {
	op   Op
	t    Type
	of   Type
	args int
}{
	"min": {Min, Num, Num, 2}, "max": {Max, Num, Num, 2}, "abs": {AbsOf, Num, Num, 1}, "even": {Even, Bool, Num, 1}, "digits": {Digits, Num, Num, 3},
	"distance": {King, Num, Square, 2}, "manhattan": {City, Num, Square, 2}, "attacked": {Attack, Bool, Square, 1},
}

func (p *parser) primary() *Expr {
	t := p.next()
	if slices.Contains([]string{"if", "some", "greatest", "count", "least"}, t) { // as far to the right as possible
		p.at--
		return p.expr()
	}
	if x, ok := p.args[t]; ok {
		return x
	}
	if m, ok := p.defs[t]; ok {
		return p.use(t, m)
	}
	if a, ok := atoms[t]; ok {
		return p.node(a.op, a.t, 0, nil)
	}
	if f, ok := functions[t]; ok {
		return p.call(f.op, f.t, f.of, p.list(f.args))
	}
	if i := slices.Index(p.Names, t); i >= 0 {
		return p.node(ManAt, Square, i, nil)
	}
	if n, err := strconv.Atoi(t); err == nil {
		return p.constant(n)
	}
	if s, ok := p.square(t); ok {
		return p.node(At, Square, 0, nums, p.constant(s.X), p.constant(s.Y))
	}
	switch t {
	case "(":
		x := p.expr()
		if p.accept(",") {
			x = p.node(At, Square, 0, nums, x, p.expr())
		}
		p.expect(")")
		return x
	case "files":
		return p.constant(p.Files)
	case "ranks":
		return p.constant(p.Ranks)
	case "false":
		return p.not(p.node(True, Bool, 0, nil))
	case "mate":
		return p.node(And, Bool, 0, bools, p.node(Stuck, Bool, 0, nil), p.node(Lost, Bool, 0, nil))
	case "stalemate":
		return p.node(And, Bool, 0, bools, p.node(Stuck, Bool, 0, nil), p.not(p.node(Lost, Bool, 0, nil)))
	case "moved":
		p.expect("(")
		name := p.word()
		i := slices.Index(p.Names, name)
		if i < 0 && name != "wk" {
			p.fail("moved(%.40s), want a man of White's", name)
		}
		p.expect(")")
		return p.node(Moved, Bool, i, nil)
	case "region":
		n := 0
		if p.peek() == "(" {
			n = p.number(p.list(1)[0])
		}
		return p.node(Region, Set, n, nil)
	case "by":
		p.expect("(")
		x := p.node(By, Bool, p.number(p.expr())-1, nil)
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
func (p *parser) call(op Op, t, of Type, args []*Expr) *Expr {
	switch op {
	case Min:
		return p.arith(Min, least, args[0], args[1])
	case Max:
		return p.arith(Max, most, args[0], args[1])
	case Digits:
		return p.node(Digits, Num, p.number(args[1]), nums, args[0], args[2])
	}
	return p.node(op, t, 0, []Type{of}, args...)
}

// list reads arguments in brackets, so many of them.
func (p *parser) list(n int) (list []*Expr) {
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
func (p *parser) number(x *Expr) int {
	if x.Op != Const {
		p.fail("want a constant number")
	}
	return x.N
}

// square reads a square's name.
func (p *parser) square(t string) (rules.Square, bool) {
	y, err := strconv.Atoi(t[1:])
	if t[0] < 'a' || t[0] > 'z' || err != nil || y < 1 {
		return rules.Square{}, false
	}
	return rules.Square{X: int(t[0] - 'a'), Y: y - 1}, true
}

// use refers to a definition, or writes it out if it has parameters.
func (p *parser) use(name string, m *macro) *Expr {
	if m.view {
		x := p.list(1)[0]
		v := p.node(View, x.Type, 0, []Type{x.Type}, x)
		v.Def = m.def
		v.cost += 8 * m.def.Body.cost
		p.charge(v, 1)
		return v
	}
	if m.def != nil {
		if m.def.Body.Op == Const {
			return m.def.Body
		}
		x := p.node(Ref, m.def.Body.Type, 0, nil)
		x.Def, x.OfMove, x.cost = m.def, m.def.Body.OfMove, m.def.Body.cost
		return x
	}
	args := p.list(len(m.params))
	tokens, at, old := p.tokens, p.at, p.args
	p.tokens, p.at, p.args = m.body, 0, map[string]*Expr{}
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

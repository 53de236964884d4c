package ursa

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// ErrProgram is wrapped by all errors about the text of a program and its run.
var ErrProgram = errors.New("the program cannot be followed")

// Limits of a program's text, so that hostile ones do no harm.
const (
	maxSource   = 4 << 20
	maxConstant = 2000 // characters
	maxNesting  = 2000
	maxBits     = 1024
)

// Program is a program that has been read.
type Program struct {
	width      int
	body       []*node
	procedures map[string]*node // formal parameters and the body
	optimizes  bool             // it has minimize or maximize
}

// node is an expression or a statement. What op says is in its place in the source: an operator, a keyword, the name of
// a function, or one of variable, constant, range, assign, list, block; unary - and ~ say so.
type node struct {
	op      string
	line    int
	name    string   // of a variable or procedure
	value   *big.Int // of a constant
	args    []*node  // operands, indices, parts of a statement
	boolean bool
	paren   bool // in parentheses
}

// token is a word or sign.
type token struct {
	// n and b: names of numbers and Booleans, p: other names, 0: constants, k: keywords, s: signs, and a zero at the end
	kind byte
	text string
	line int
}

var (
	blanks = regexp.MustCompile(`^(?:[ \t\r\n]|//[^\n]*|/\*(?s:.*?)\*/)+`)
	words  = regexp.MustCompile(`^(?:[A-Za-z0-9][A-Za-z0-9_]*|\.\.|<<=|>>=|&&=|\|\|=|\^\^=|\+\+|--|` +
		`[-+*&|^<>=!]=|<<|>>|&&|\|\||\^\^|[-+*<>=!~&|^()\[\]{},;])`)
	keywords = strings.Fields("num2bool bool2num sgn ite while for if else print printb printx listvars clear halt " +
		"minimize maximize assert assert_all procedure call true false")
)

// operator is a binary operator: how tight it binds, and whether it takes and gives Booleans.
type operator struct {
	level        int
	takes, gives bool
}

const comparison = 4

var operators = map[string]operator{
	"^^": {1, true, true}, "||": {2, true, true}, "&&": {3, true, true},
	"<": {comparison, false, true}, ">": {comparison, false, true}, "<=": {comparison, false, true},
	">=": {comparison, false, true}, "==": {comparison, false, true}, "!=": {comparison, false, true},
	"|": {5, false, false}, "^": {6, false, false}, "&": {7, false, false}, "<<": {8, false, false},
	">>": {8, false, false}, "+": {9, false, false}, "-": {9, false, false}, "*": {10, false, false},
}

// function is a function: the types of its arguments, n or b each, a star behind the last if there may be more of it
// and ranges; and whether it gives a Boolean. ite has two types.
type function struct {
	takes string
	gives bool
}

var functions = map[string]function{
	"sgn": {"n", false}, "bool2num": {"b", false}, "num2bool": {"n", true}, "ite": {"b??", false},
	"div": {"nn", false}, "mod": {"nn", false}, "sdiv": {"nn", false}, "smod": {"nn", false}, "slt": {"nn", true},
	"sle": {"nn", true}, "sum": {"n*", false}, "alldifferent": {"n*", true}, "atmost": {"nb*", true},
}

// parser reads the tokens by recursive descent; a mistake is a panic with an error that wraps ErrProgram.
type parser struct {
	*Program
	tokens []token
	calls  []*node
	depth  int
}

func fail(line int, format string, args ...any) {
	panic(&stopped{fmt.Errorf("%w: line %d: %s", ErrProgram, line, fmt.Sprintf(format, args...))})
}

// stopped ends the reading of a program, or a run, by panic.
type stopped struct{ err error }

// caught makes an error of such a panic.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case *stopped:
		if r.err != errHalt {
			*err = r.err
		}
	default:
		panic(r)
	}
}

// Read reads a program, whose numbers have so many bits. What the language leaves to options is as without --strict; a
// constant that is too large is reduced.
func Read(text string, bits int) (p *Program, err error) {
	defer caught(&err)
	if bits < 1 || bits > maxBits || len(text) > maxSource {
		return nil, fmt.Errorf("%w: numbers of %d bits, %d bytes", ErrProgram, bits, len(text))
	}
	r := &parser{Program: &Program{width: bits, procedures: map[string]*node{}}}
	r.split(text)
	for r.tokens[0].kind != 0 {
		if r.accept("procedure") {
			r.procedure()
		} else {
			r.body = append(r.body, r.statement())
		}
	}
	for _, c := range r.calls {
		f := r.procedures[c.name]
		if f == nil || len(f.args)-1 != len(c.args) {
			fail(c.line, "no procedure %.60q with %d parameters", c.name, len(c.args))
		}
		for i, a := range c.args {
			if a.boolean != f.args[i].boolean {
				fail(c.line, "argument %d of %.60q is of the other type", i+1, c.name)
			}
		}
	}
	return r.Program, nil
}

// split makes tokens of the text.
func (p *parser) split(text string) {
	text = strings.TrimPrefix(text, "\ufeff")
	line := 1
	for {
		space := blanks.FindString(text)
		line += strings.Count(space, "\n")
		if text = text[len(space):]; text == "" {
			p.tokens = append(p.tokens, token{line: line})
			return
		}
		w := words.FindString(text)
		t := token{'s', w, line}
		switch {
		case w == "":
			fail(line, "unexpected %.1q", text)
		case slices.Contains(keywords, w):
			t.kind = 'k'
		case w[0] >= '0' && w[0] <= '9':
			t.kind = '0'
		case w[0] == 'n' || w[0] == 'b':
			t.kind = w[0]
		case w[0]|0x20 >= 'a' && w[0]|0x20 <= 'z':
			t.kind = 'p'
		}
		p.tokens = append(p.tokens, t)
		text = text[len(w):]
	}
}

// next takes a token.
func (p *parser) next() token {
	t := p.tokens[0]
	if t.kind != 0 {
		p.tokens = p.tokens[1:]
	}
	return t
}

// accept takes the next token if it is this keyword or sign.
func (p *parser) accept(text string) bool {
	if t := p.tokens[0]; t.text != text || t.kind != 'k' && t.kind != 's' {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(text string) {
	if t := p.tokens[0]; !p.accept(text) {
		fail(t.line, "expected %s, found %.60q", text, t.text)
	}
}

// name takes a name of one of some kinds.
func (p *parser) name(kinds string) token {
	t := p.next()
	if t.kind == 0 || strings.IndexByte(kinds, t.kind) < 0 {
		fail(t.line, "a name expected, found %.60q", t.text)
	}
	return t
}

func (p *parser) deeper(by int) {
	if p.depth += by; p.depth > maxNesting {
		fail(p.tokens[0].line, "nested more than %d deep", maxNesting)
	}
}

func (p *parser) procedure() {
	t := p.name("p")
	if p.procedures[t.text] != nil {
		fail(t.line, "procedure %.60q is there twice", t.text)
	}
	f := &node{op: "procedure", line: t.line, name: t.text}
	p.procedures[t.text] = f
	p.expect("(")
	for !p.accept(")") {
		if len(f.args) > 0 {
			p.expect(",")
		}
		v := p.name("nb")
		if slices.ContainsFunc(f.args, func(a *node) bool { return a.name == v.text }) {
			fail(v.line, "parameter %.60q is there twice", v.text)
		}
		f.args = append(f.args, &node{op: "variable", name: v.text, boolean: v.kind == 'b'})
	}
	p.expect("{")
	f.args = append(f.args, p.block(t.line))
}

// block reads statements up to a brace.
func (p *parser) block(line int) *node {
	b := &node{op: "block", line: line}
	for !p.accept("}") {
		b.args = append(b.args, p.statement())
	}
	return b
}

func (p *parser) statement() *node {
	p.deeper(1)
	defer p.deeper(-1)
	t := p.tokens[0]
	n := &node{op: t.text, line: t.line}
	switch {
	case p.accept("{"):
		return p.block(t.line)
	case p.accept("if"):
		n.args = []*node{p.condition(), p.statement()}
		if p.accept("else") {
			n.args = append(n.args, p.statement())
		}
	case p.accept("while"):
		n.op, n.args = "for", []*node{{op: "block"}, p.condition(), {op: "block"}, p.statement()}
	case p.accept("for"):
		p.expect("(")
		first := p.simple()
		p.expect(";")
		cond := want(p.expression(), true)
		p.expect(";")
		step := p.simple()
		p.expect(")")
		n.args = []*node{first, cond, step, p.statement()}
	default:
		n = p.simple()
		p.expect(";")
	}
	return n
}

func (p *parser) condition() *node {
	p.expect("(")
	n := want(p.expression(), true)
	p.expect(")")
	return n
}

// simple reads a statement without its semicolon, perhaps an empty one.
func (p *parser) simple() *node {
	t := p.tokens[0]
	n := &node{op: t.text, line: t.line}
	switch {
	case t.kind == 'n' || t.kind == 'b':
		return p.assignment()
	case p.accept("call"):
		n.name = p.name("p").text
		p.expect("(")
		for !p.accept(")") {
			if len(n.args) > 0 {
				p.expect(",")
			}
			n.args = append(n.args, p.expression())
		}
		p.calls = append(p.calls, n)
	case p.accept("assert"), p.accept("assert_all"):
		p.expect("(")
		for more := true; more; more = p.accept(";") {
			n.args = append(n.args, want(p.expression(), true))
		}
		p.expect(")")
	case p.accept("minimize"), p.accept("maximize"):
		p.optimizes = true
		p.expect("(")
		n.name = p.name("n").text
		for range 2 {
			p.expect(",")
			n.args = append(n.args, want(p.expression(), false))
		}
		p.expect(")")
	case p.accept("print"), p.accept("printx"), p.accept("printb"):
		n.op, n.args = "print", []*node{p.expression()}
	case p.accept("listvars"), p.accept("clear"), p.accept("halt"):
	default:
		return &node{op: "block", line: t.line}
	}
	return n
}

// assignment reads an assignment; x += y is x = x + y.
func (p *parser) assignment() *node {
	target := p.variable()
	want(target, target.boolean)
	t := p.next()
	n := &node{op: "assign", line: t.line, args: []*node{target, nil}}
	op := strings.TrimSuffix(t.text, "=")
	switch {
	case t.kind != 's':
		fail(t.line, "an assignment expected, found %.60q", t.text)
	case t.text == "=" && len(target.args) == 0 && p.accept("{"):
		n.op, n.args = "list", n.args[:1]
		for more := true; more; more = p.accept(",") {
			n.args = append(n.args, want(p.expression(), target.boolean))
		}
		p.expect("}")
	case t.text == "=":
		n.args[1] = want(p.expression(), target.boolean)
	case t.text == "++" || t.text == "--":
		one := &node{op: "constant", line: t.line, value: big.NewInt(1)}
		n.args[1] = &node{op: t.text[:1], line: t.line, args: []*node{want(target, false), one}}
	case op != t.text && operators[op].level != 0 && operators[op].level != comparison &&
		operators[op].takes == target.boolean:
		value := want(p.expression(), target.boolean)
		n.args[1] = &node{op: op, line: t.line, boolean: target.boolean, args: []*node{target, value}}
	default:
		fail(t.line, "an assignment expected, found %.60q", t.text)
	}
	return n
}

// want returns an expression of a type; a range is none.
func want(n *node, boolean bool) *node {
	if n.boolean != boolean || n.op == "range" {
		fail(n.line, "a number where a Boolean belongs, the reverse, or a range")
	}
	return n
}

func (p *parser) expression() *node {
	n := p.binary(1)
	return want(n, n.boolean)
}

// binary reads operands with operators between them of a level or tighter.
func (p *parser) binary(level int) *node {
	left := p.prefix()
	for {
		t := p.tokens[0]
		o := operators[t.text]
		if t.kind != 's' || o.level < max(level, 1) {
			return left
		}
		p.next()
		if o.level == comparison && operators[left.op].level == comparison && !left.paren {
			fail(t.line, "a comparison of a comparison (for ^ between two, write ^^)")
		}
		args := []*node{want(left, o.takes), want(p.binary(o.level+1), o.takes)}
		left = &node{op: t.text, line: t.line, boolean: o.gives, args: args}
	}
}

func (p *parser) prefix() *node {
	p.deeper(1)
	defer p.deeper(-1)
	t := p.tokens[0]
	switch {
	case p.accept("-"), p.accept("~"):
		return &node{op: "unary " + t.text, line: t.line, args: []*node{want(p.prefix(), false)}}
	case p.accept("!"):
		return &node{op: "!", line: t.line, boolean: true, args: []*node{want(p.binary(comparison), true)}}
	}
	return p.operand()
}

func (p *parser) operand() *node {
	t := p.tokens[0]
	f, isFunction := functions[t.text]
	switch {
	case t.kind == '0':
		return p.constant(p.next())
	case t.kind == 'n' || t.kind == 'b':
		return p.variable()
	case p.accept("("):
		n := p.expression()
		n.paren = true
		p.expect(")")
		return n
	case p.accept("true"), p.accept("false"):
		return &node{op: t.text, line: t.line, boolean: true}
	case isFunction:
		p.next()
		return p.application(&node{op: t.text, line: t.line, boolean: f.gives}, f.takes)
	}
	fail(t.line, "a value expected, found %.60q", t.text)
	return nil
}

// application reads the arguments of a function.
func (p *parser) application(n *node, takes string) *node {
	p.expect("(")
	for more := true; more; more = p.accept(",") {
		if takes == "" {
			fail(n.line, "%s has too many arguments", n.op)
		}
		many := strings.HasSuffix(takes, "*") && len(takes) == 2
		x := p.binary(1)
		switch {
		case takes[0] == '?':
			if len(n.args) == 1 {
				n.boolean = x.boolean
			}
			want(x, n.boolean)
		case x.op != "range" || x.paren || !many:
			want(x, takes[0] == 'b')
		case x.boolean != (takes[0] == 'b'):
			fail(n.line, "a range of the other type")
		}
		n.args = append(n.args, x)
		if !many {
			takes = takes[1:]
		}
	}
	p.expect(")")
	if takes != "" && (takes[len(takes)-1] != '*' || n.op == "atmost" && len(n.args) < 2) {
		fail(n.line, "%s has too few arguments", n.op)
	}
	return n
}

// variable reads a variable, an element of an array, or a range of them.
func (p *parser) variable() *node {
	t := p.name("nb")
	n := &node{op: "variable", line: t.line, name: t.text, boolean: t.kind == 'b'}
	for n.op == "variable" && len(n.args) < 2 && p.accept("[") {
		n.args = append(n.args, want(p.expression(), false))
		if p.accept("..") {
			n.op, n.args = "range", append(n.args, want(p.expression(), false))
		}
		p.expect("]")
	}
	return n
}

func (p *parser) constant(t token) *node {
	n := &node{op: "constant", line: t.line, value: new(big.Int)}
	base, digits := 10, t.text
	if after, ok := strings.CutPrefix(t.text, "0x"); ok {
		base, digits = 16, after
	} else if after, ok := strings.CutPrefix(t.text, "0b"); ok {
		base, digits = 2, after
	}
	if _, ok := n.value.SetString(digits, base); !ok || len(digits) > maxConstant || strings.Contains(digits, "_") {
		fail(t.line, "%.60q is no number", t.text)
	}
	return n
}

package ursa

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"retroproof/internal/answer"
)

// Limits of the text of a program.
const (
	// MaxBits is the greatest width of numbers.
	MaxBits = 1024
	// maxSource is the length of the longest program in bytes.
	maxSource = 4 << 20
	// maxTokens is the largest number of words and signs. A statement or an operator takes some hundred bytes.
	maxTokens = 1 << 20
	// maxNesting is the largest nesting depth of expressions or statements; a+b+c+... is not nested.
	maxNesting = 2000
	// maxErrors is the largest number of errors that are reported.
	maxErrors = 20
)

// DefaultBits is the width of numbers where nothing says another.
const DefaultBits = 8

// Parse reads a program. File is its name in messages. Bits is the width of numbers; with 0 it is what a first comment
// says, /* bits: 19 */, or DefaultBits. Strict refuses what the original URSA does. The error is an *Error.
func Parse(file, text string, bits int, strict bool) (*Program, error) {
	p := &parser{prog: &Program{file: file, bits: DefaultBits, strict: strict}, text: text, procs: map[string]*procedure{}}
	if len(text) > maxSource {
		p.errorf(Pos{1, 1}, "the program has %d bytes, want at most %d", len(text), maxSource)
		return nil, &Error{Diagnostics: p.errors}
	}
	// All words and signs are looked at before the first statement is read, so that their mistakes come first. They are
	// not kept: the parser reads them again, as far as it gets.
	l := &lexer{text: text, line: 1, strict: strict, report: p.errorf}
	for n := 0; l.next().kind != endOfFile && len(p.errors) < maxErrors; n++ {
		if n == maxTokens {
			p.errorf(l.pos(l.at), "the program has more than %d words and signs", maxTokens)
			break
		}
	}
	switch {
	case bits != 0:
		p.prog.bits = bits
	case l.width != 0:
		p.prog.bits = l.width
	}
	if len(p.errors) == 0 {
		p.lexer = lexer{text: text, line: 1, strict: strict, report: func(Pos, string, ...any) {}}
		p.program()
	}
	if len(p.errors) > 0 {
		return nil, &Error{Diagnostics: p.errors}
	}
	return p.prog, nil
}

// parser reads the tokens by recursive descent.
type parser struct {
	prog    *Program
	text    string
	lexer   lexer
	tokens  []token // the last ones read; all from the current statement on
	first   int     // number of the first of them
	i       int     // number of the next token
	procs   map[string]*procedure
	calls   []*callStmt
	errors  []Diagnostic
	nesting int
	retries int
	ranges  bool // the variable that is read may be a range
}

// bail ends the reading of a statement after an error; retry has an expression read again.
type (
	bail  struct{}
	retry struct{}
)

// errorf notes an error.
func (p *parser) errorf(at Pos, format string, args ...any) {
	if len(p.errors) < maxErrors {
		p.errors = append(p.errors, Diagnostic{File: p.prog.file, Pos: at, Text: fmt.Sprintf(format, args...)})
	}
}

// failf notes an error and ends the reading of the statement.
func (p *parser) failf(at Pos, format string, args ...any) {
	p.errorf(at, format, args...)
	panic(bail{})
}

func (p *parser) warnf(at Pos, format string, args ...any) {
	const most = 1000
	if len(p.prog.warnings) < most {
		p.prog.warnings = append(p.prog.warnings,
			Diagnostic{File: p.prog.file, Pos: at, Warning: true, Text: fmt.Sprintf(format, args...)})
	}
}

// strictf is errorf about what only the original refuses.
func (p *parser) strictf(at Pos, format string, args ...any) {
	if p.prog.strict {
		p.errorf(at, format+" is an extension, which --strict refuses", args...)
	}
}

func (p *parser) tok() token { return *p.at(p.i) }

// at returns a token by its number. Only those from the current statement on can be asked for.
func (p *parser) at(i int) *token {
	for i >= p.first+len(p.tokens) {
		p.tokens = append(p.tokens, p.lexer.next())
	}
	return &p.tokens[i-p.first]
}

// forget drops the tokens before the next one: nobody goes back behind the beginning of a statement.
func (p *parser) forget() {
	p.tokens = p.tokens[:copy(p.tokens, p.tokens[p.i-p.first:])]
	p.first = p.i
}

// is reports whether the next token is this keyword or sign.
func (p *parser) is(text string) bool {
	t := p.at(p.i)
	return (t.kind == keyword || t.kind == sign) && t.text == text
}

// accept takes the next token if it is this keyword or sign.
func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.i++
		return true
	}
	return false
}

// separated reads one thing or more with a sign between them.
func (p *parser) separated(by string, one func()) {
	for one(); p.accept(by); {
		one()
	}
}

func (p *parser) expect(text, where string) {
	if !p.accept(text) {
		p.failf(p.tok().pos, "%s expected %s, found %s%s", text, where, p.tok(), elsewhere[strings.ToLower(p.tok().text)])
	}
}

// elsewhere says what takes the place of operators of other languages, which an expression
// ends before.
var elsewhere = map[string]string{
	"=":   "; a comparison is ==",
	"and": `; "and" is &&`,
	"or":  `; "or" is ||`,
	"xor": `; "xor" is ^^ for Booleans, ^ for numbers`,
	"mod": "; URSA has no remainder",
	"div": "; URSA has no division",
}

// deeper counts what stands in each other, and returns the function that ends it.
func (p *parser) deeper(at Pos) func() {
	p.nesting++
	if p.nesting > maxNesting {
		p.failf(at, "nested more than %d deep", maxNesting)
	}
	return func() { p.nesting-- }
}

func (p *parser) program() {
	for p.tok().kind != endOfFile && len(p.errors) < maxErrors {
		if p.is("procedure") {
			if len(p.prog.body) > 0 {
				p.strictf(p.tok().pos, "a procedure after a statement")
			}
			p.recovering(p.procedure)
			continue
		}
		if s := p.statement(); s != nil {
			p.prog.body = append(p.prog.body, s)
		}
	}
	for _, c := range p.calls {
		p.resolve(c)
	}
}

// recovering runs part of the parser; after an error it goes on behind the next semicolon, or before the next brace
// that closes.
func (p *parser) recovering(part func()) {
	nesting, begin := p.nesting, p.i
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case bail:
			p.nesting = nesting
			for p.tok().kind != endOfFile && !p.is("}") && !p.accept(";") {
				p.i++
				p.forget()
			}
			if (p.i == begin || p.nesting == 0 && p.is("}")) && p.tok().kind != endOfFile {
				p.i++ // never stay in one place
			}
		default:
			panic(r)
		}
	}()
	part()
}

// statement reads a statement; nil after an error.
func (p *parser) statement() (s stmt) {
	p.recovering(func() { s = p.readStatement() })
	return s
}

func (p *parser) procedure() {
	p.i++
	t := p.tok()
	switch {
	case t.kind == numName || t.kind == boolName:
		p.failf(t.pos, "%s is a variable: names of procedures begin with another letter than n and b", clip(t.text))
	case t.kind != otherName:
		p.failf(t.pos, "the name of a procedure expected, found %s", t)
	}
	p.i++
	proc := &procedure{name: t.text, pos: t.pos, index: len(p.procs)}
	if first := p.procs[t.text]; first != nil {
		p.errorf(t.pos, "procedure %s is there already, in line %d", clip(t.text), first.pos.Line)
	} else {
		p.procs[t.text] = proc
	}
	p.expect("(", "after the name of a procedure")
	if p.is(")") {
		p.strictf(p.tok().pos, "an empty list of parameters")
	} else {
		p.separated(",", func() {
			t := p.tok()
			if t.kind != numName && t.kind != boolName {
				p.failf(t.pos, "the name of a parameter, beginning with n or b, expected, found %s", t)
			}
			p.i++
			if p.is("[") {
				p.failf(t.pos, "parameter %s: arrays are no parameters; pass the elements", clip(t.text))
			}
			if slices.Contains(proc.formals, t.text) {
				p.errorf(t.pos, "parameter %s is there twice", clip(t.text))
			}
			proc.formals = append(proc.formals, t.text)
		})
	}
	p.expect(")", "after the parameters")
	proc.body = p.block("a procedure's body")
}

// block reads statements in braces.
func (p *parser) block(what string) stmt {
	b := &block{Pos: p.tok().pos}
	defer p.deeper(b.Pos)()
	if !p.is("{") {
		p.failf(b.Pos, "{ expected before %s, found %s", what, p.tok())
	}
	p.i++
	if p.is("}") {
		p.strictf(b.Pos, "an empty pair of braces")
	}
	for !p.is("}") {
		switch {
		case p.tok().kind == endOfFile && len(p.errors) > 0:
			panic(bail{}) // after an error it may well be closed
		case p.tok().kind == endOfFile:
			p.failf(b.Pos, "the { here has no }")
		case p.is("procedure"):
			p.failf(p.tok().pos, "a procedure in braces: procedures stand outside of all others")
		case len(p.errors) >= maxErrors:
			panic(bail{})
		}
		if s := p.statement(); s != nil {
			b.list = append(b.list, s)
		}
	}
	p.i++
	return b
}

func (p *parser) readStatement() stmt {
	p.forget()
	t := p.tok()
	defer p.deeper(t.pos)()
	switch {
	case p.is("{"):
		return p.block("statements")
	case p.accept("if"):
		return p.readIf(t.pos)
	case p.accept("while"):
		p.expect("(", "after while")
		s := &loopStmt{Pos: t.pos, cond: p.condition("the condition of while")}
		p.expect(")", "after the condition")
		s.body = p.readStatement()
		return s
	case p.accept("for"):
		p.expect("(", "after for")
		s := &loopStmt{Pos: t.pos, first: p.simple()}
		p.expect(";", "after the first statement of for")
		s.cond = p.condition("the condition of for")
		p.expect(";", "after the condition of for")
		s.step = p.simple()
		p.expect(")", "after the last statement of for")
		s.body = p.readStatement()
		return s
	case p.is("}"):
		p.failf(t.pos, "a } without its {")
	case p.is("else"):
		p.failf(t.pos, "an else without its if")
	case p.is("procedure"):
		p.failf(t.pos, "a procedure here: procedures stand outside of all statements")
	}
	s := p.simple()
	if s == nil {
		p.strictf(t.pos, "an empty statement")
		s = &block{Pos: t.pos}
	}
	p.expect(";", "after a statement")
	return s
}

// readIf reads what follows if; a chain of else if is read without recursion.
func (p *parser) readIf(at Pos) stmt {
	first := &ifStmt{Pos: at}
	for s := first; ; {
		p.expect("(", "after if")
		s.cond = p.condition("the condition of if")
		p.expect(")", "after the condition")
		s.then = p.readStatement()
		if !p.accept("else") {
			return first
		}
		at := p.tok().pos
		if !p.accept("if") {
			s.other = p.readStatement()
			return first
		}
		next := &ifStmt{Pos: at}
		s.other = next
		s = next
	}
}

// simple reads a statement without its semicolon; nil if the text is not a statement.
func (p *parser) simple() stmt {
	t := p.tok()
	switch t.kind {
	case numName, boolName:
		return p.assignment()
	case otherName:
		if p.at(p.i+1).text == "(" {
			p.failf(t.pos, "a procedure is called by: call %s(...)", clip(t.text))
		}
		p.failf(t.pos, "%s is no variable: names of numbers begin with n, of Booleans with b", clip(t.text))
	case keyword:
		if s := p.command(t); s != nil {
			return s
		}
	}
	if p.is(";") || p.is(")") {
		return nil
	}
	p.failf(t.pos, "a statement expected, found %s", t)
	return nil
}

// command reads a statement that begins with a keyword; nil if the text is not such a statement.
func (p *parser) command(t token) stmt {
	p.i++
	switch t.text {
	case "call":
		return p.call(t.pos)
	case "assert", "assert_all":
		s := &assertStmt{Pos: t.pos, all: t.text == "assert_all"}
		p.expect("(", "after "+t.text)
		p.separated(";", func() { s.conds = append(s.conds, p.condition("a constraint")) })
		p.expect(")", "after the constraint")
		return s
	case "minimize", "maximize":
		p.prog.optimize = true
		s := &optimizeStmt{Pos: t.pos, maximize: t.text == "maximize"}
		p.expect("(", "after "+t.text)
		v := p.tok()
		if v.kind != numName {
			p.failf(v.pos, "the name of a number expected, found %s", v)
		}
		s.name = v.text
		p.i++
		if p.is("[") {
			p.failf(v.pos, "%s takes the name of a number, not an element", t.text)
		}
		p.expect(",", "after the name of the number")
		s.lo = p.number("the least value")
		p.expect(",", "after the least value")
		s.hi = p.number("the greatest value")
		p.compared(s.lo, "the least value")
		p.compared(s.hi, "the greatest value")
		p.expect(")", "after the greatest value")
		return s
	case "print", "printx", "printb":
		s := &printStmt{Pos: t.pos, base: map[string]int{"print": 10, "printx": 16, "printb": 2}[t.text]}
		begin := p.i
		if s.e = p.expression(); s.base != 10 {
			s.e = p.typed(s.e, false, "what "+t.text+" prints")
		}
		s.text = strings.Join(strings.Fields(p.text[p.at(begin).end-len(p.at(begin).text):p.at(p.i-1).end]), " ")
		return s
	case "listvars":
		return &listStmt{t.pos}
	case "clear":
		return &clearStmt{t.pos}
	case "halt":
		return &haltStmt{t.pos}
	}
	p.i--
	return nil
}

func (p *parser) call(at Pos) stmt {
	t := p.tok()
	if t.kind != otherName {
		p.failf(t.pos, "the name of a procedure expected after call, found %s", t)
	}
	p.i++
	s := &callStmt{Pos: at, name: t.text}
	p.expect("(", "after the name of a procedure")
	if p.is(")") {
		p.strictf(p.tok().pos, "an empty list of arguments")
	} else {
		p.separated(",", func() { s.args = append(s.args, p.expression()) })
	}
	p.expect(")", "after the arguments")
	for i, a := range s.args {
		if a.op != opVar || a.paren {
			continue
		}
		if len(a.args) > 0 {
			p.strictf(a.pos, "an element of an array as an argument")
			continue
		}
		same := func(b *expr) bool { return b.op == opVar && !b.paren && len(b.args) == 0 && b.name == a.name }
		if slices.ContainsFunc(s.args[:i], same) {
			p.warnf(a.pos, "%s is passed twice: after the call it has the value of the first parameter", clip(a.name))
		}
	}
	p.calls = append(p.calls, s)
	return s
}

// resolve finds the procedure of a call, and compares the arguments with its parameters.
func (p *parser) resolve(c *callStmt) {
	c.proc = p.procs[c.name]
	if c.proc == nil {
		hint := ""
		for name := range p.procs {
			if strings.EqualFold(name, c.name) {
				hint = "; capital and small letters differ: " + clip(name)
			}
		}
		p.errorf(c.Pos, "there is no procedure %s%s", clip(c.name), hint)
		return
	}
	if len(c.args) != len(c.proc.formals) {
		p.errorf(c.Pos, "procedure %s, in line %d, has %s, the call %s",
			clip(c.name), c.proc.pos.Line, answer.Counted(len(c.proc.formals), "parameter", "parameters"),
			answer.Counted(len(c.args), "argument", "arguments"))
		return
	}
	for i, a := range c.args {
		if f := c.proc.formals[i]; a.boolean != (f[0] == 'b') {
			p.errorf(a.pos, "argument %d of %s: %s expected for the parameter %s, found %s%s",
				i+1, clip(c.name), typeName(!a.boolean), clip(f), typeName(a.boolean), conversion(a.boolean))
		}
	}
}

func typeName(boolean bool) string {
	if boolean {
		return "a Boolean"
	}
	return "a number"
}

// conversion says how to make the other type of one.
func conversion(boolean bool) string {
	if boolean {
		return "; bool2num(...) makes it 0 or 1"
	}
	return "; num2bool(...) tells whether it is not 0"
}

var assignments = map[string]op{
	"=": opConst, "+=": opAdd, "-=": opSub, "*=": opMul, "&=": opBitAnd, "|=": opBitOr, "^=": opBitXor, "<<=": opShl,
	">>=": opShr,
	"&&=": opAnd, "||=": opOr, "^^=": opXor, "++": opAdd, "--": opSub,
}

func (p *parser) assignment() stmt {
	target := p.variable()
	t := p.tok()
	if t.kind == sign && t.text == "/=" {
		p.failf(t.pos, "URSA has no division; div(a, b)")
	}
	o, ok := assignments[t.text]
	switch {
	case !ok || t.kind != sign:
		p.failf(t.pos, "an assignment expected, found %s behind %s", t, clip(target.name))
	case o != opConst && target.boolean != (o >= opNot):
		p.failf(t.pos, "%s is for %s, and %s is %s",
			t.text, map[bool]string{true: "Booleans", false: "numbers"}[!target.boolean],
			clip(target.name), typeName(target.boolean))
	}
	p.i++
	if o == opConst && p.is("{") {
		if len(target.args) > 0 {
			p.failf(t.pos, "a list of values is assigned to an array, %s without indices", clip(target.name))
		}
		return p.list(t.pos, target)
	}
	s := &assignStmt{Pos: t.pos, target: target, op: o}
	if t.text == "++" || t.text == "--" {
		s.value = p.constant(t.pos, big.NewInt(1))
		return s
	}
	s.value = p.typed(p.expression(), target.boolean, "the value of "+clip(target.name))
	return s
}

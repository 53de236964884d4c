package ursa

import "math/big"

// operator is a binary operator: how tight it binds, and the types it takes and gives.
type operator struct {
	level           int // the greater, the tighter
	op              op
	booleans, gives bool // operands are Booleans; so is the result
}

// Levels of operators. Every operator on numbers binds tighter than every comparison, and ^^ weaker than all.
const (
	lowest     = 1
	comparison = 4
	unary      = 12
)

var binaries = map[string]operator{
	"^^": {1, opXor, true, true},
	"||": {2, opOr, true, true},
	"&&": {3, opAnd, true, true},
	"<":  {comparison, opLt, false, true}, ">": {comparison, opGt, false, true}, "<=": {comparison, opLe, false, true},
	">=": {comparison, opGe, false, true}, "==": {comparison, opEq, false, true}, "!=": {comparison, opNe, false, true},
	"|":  {5, opBitOr, false, false},
	"^":  {6, opBitXor, false, false},
	"&":  {7, opBitAnd, false, false},
	"<<": {8, opShl, false, false}, ">>": {8, opShr, false, false},
	"+": {9, opAdd, false, false}, "-": {9, opSub, false, false},
	"*": {10, opMul, false, false},
}

// mostRetries is how many times a ^ is read as ^^ in one program.
const mostRetries = 200

// expression reads an expression of either type. Where ^ stands between two comparisons it is read again, with ^^.
func (p *parser) expression() (e *expr) {
	begin, nesting, errors, warnings := p.i, p.nesting, len(p.errors), len(p.prog.warnings)
	for e == nil {
		func() {
			defer func() {
				switch r := recover(); r.(type) {
				case nil:
				case retry:
					last := p.prog.warnings[len(p.prog.warnings)-1] // about the ^
					p.i, p.nesting, p.errors = begin, nesting, p.errors[:errors]
					p.prog.warnings = append(p.prog.warnings[:warnings], last)
					warnings++
				default:
					panic(r)
				}
			}()
			e = p.binaries(lowest)
		}()
	}
	return e
}

// number reads an expression of this type; what says of what.
func (p *parser) number(what string) *expr { return p.typed(p.expression(), false, what) }

// condition reads a Boolean that ends with its parenthesis or semicolon: = behind it is meant to compare.
func (p *parser) condition(what string) *expr {
	e := p.expression()
	if t := p.tok(); p.is("=") {
		p.failf(t.pos, "= is an assignment; a comparison is ==")
	}
	return p.typed(e, true, what)
}

// typed complains about an expression of the other type.
func (p *parser) typed(e *expr, boolean bool, what string) *expr {
	if e.boolean != boolean {
		p.errorf(e.pos, "%s is %s, want %s%s", what, typeName(e.boolean), typeName(boolean), conversion(e.boolean))
		return p.placeholder(e, boolean)
	}
	return e
}

// placeholder stands for an expression of the wrong type, so that there is one complaint only.
func (p *parser) placeholder(e *expr, boolean bool) *expr {
	return &expr{op: opConst, boolean: boolean, pos: e.pos, value: new(big.Int)}
}

// binaries reads operands with operators between them of a level or tighter.
func (p *parser) binaries(level int) *expr {
	left := p.prefix()
	for {
		t := p.tok()
		if t.kind == sign && (t.text == "/" || t.text == "%") {
			p.failf(t.pos, "URSA has no %s", map[string]string{"/": "division; div(a, b)", "%": "remainder; mod(a, b)"}[t.text])
		}
		b, ok := binaries[t.text]
		if !ok || t.kind != sign || b.level < level {
			return left
		}
		if b.level == comparison && left.op.isRelation() && !left.paren {
			p.chained(left, t)
		}
		at := p.i
		p.i++
		left = p.combine(b, t, left, p.binaries(b.level+1))
		left.sign = at
	}
}

// chained is for a comparison whose left operand is a comparison. In a == b ^ c == d, ^ was meant to be ^^.
func (p *parser) chained(left *expr, t token) {
	isXor := func(e *expr) bool { return e.op == opBitXor && !e.paren }
	if x := left.args[1]; isXor(x) && !isXor(x.args[0]) && !p.prog.strict && p.retries < mostRetries {
		p.retries++
		sign := p.at(x.sign)
		sign.text = "^^"
		p.warnf(sign.pos, "^ between two comparisons is read as ^^")
		panic(retry{})
	}
	p.failf(t.pos, "a comparison has no third operand: its result is a Boolean; write a < b && b < c")
}

// combine applies a binary operator.
func (p *parser) combine(b operator, t token, left, right *expr) *expr {
	e := &expr{op: b.op, boolean: b.gives, pos: t.pos}
	for i, x := range []*expr{left, right} {
		if x.boolean == b.booleans {
			if b.level == comparison && (left.op != opConst || right.op != opConst) {
				p.compared(x, "the comparison")
			}
			continue
		}
		side := [2]string{"left", "right"}[i]
		switch {
		case b.booleans:
			p.errorf(x.pos, "Booleans expected on both sides of %s, and a number is on the %s%s",
				t.text, side, conversion(false))
		case left.boolean && right.boolean && (b.op == opEq || b.op == opNe || b.op == opBitXor):
			p.errorf(t.pos, "%s: numbers expected; for Booleans use ^^ (differs) or !(a^^b)", t.text)
			left, right = p.placeholder(left, false), p.placeholder(right, false)
		case b.op == opBitAnd || b.op == opBitOr:
			p.errorf(x.pos, "numbers expected on both sides of %s, and a Boolean is on the %s; for Booleans use %s%s",
				t.text, side, t.text, t.text)
		default:
			p.errorf(x.pos, "numbers expected on both sides of %s, and a Boolean is on the %s%s", t.text, side, conversion(true))
		}
		if i == 0 {
			left = p.placeholder(x, b.booleans)
		} else {
			right = p.placeholder(x, b.booleans)
		}
	}
	e.args = []*expr{left, right}
	return e
}

// prefix reads an operand with the unary operators before it.
func (p *parser) prefix() *expr {
	t := p.tok()
	defer p.deeper(t.pos)()
	switch {
	case p.accept("-"), p.accept("~"):
		o := opNeg
		if t.text == "~" {
			o = opCom
		}
		x := p.prefix()
		if x.boolean {
			more := conversion(true)
			if o == opCom {
				more = "; for Booleans use !"
			}
			p.errorf(x.pos, "a number expected behind %s, found a Boolean%s", t.text, more)
			x = p.placeholder(x, false)
		}
		return &expr{op: o, pos: t.pos, args: []*expr{x}}
	case p.accept("!"):
		x := p.binaries(comparison)
		if !x.boolean {
			p.errorf(x.pos, "a Boolean expected behind !, found a number; for numbers use ~%s", conversion(false))
			x = p.placeholder(x, true)
		}
		return &expr{op: opNot, boolean: true, pos: t.pos, args: []*expr{x}}
	}
	return p.operand()
}

func (p *parser) operand() *expr {
	t := p.tok()
	// The kind of the first token decides, so that one token of looking ahead is enough, and the cost is linear.
	switch t.kind {
	case constant:
		p.i++
		return p.constant(t.pos, t.value)
	case numName, boolName:
		return p.variable()
	case otherName:
		if p.at(p.i+1).text == "(" {
			if f, ok := functions[t.text]; ok {
				return p.function(t, f)
			}
			p.failf(t.pos, "%s is no function: a procedure gives its results in its arguments, call %s(...);",
				clip(t.text), clip(t.text))
		}
		p.failf(t.pos, "%s is no variable: names of numbers begin with n, of Booleans with b", clip(t.text))
	case keyword:
		p.i++
		switch t.text {
		case "true", "false":
			return &expr{op: opConst, boolean: true, truth: t.text == "true", pos: t.pos}
		case "sgn":
			return &expr{op: opSgn, pos: t.pos, args: p.arguments(t, 1)}
		case "bool2num":
			return &expr{op: opBool2Num, pos: t.pos, args: p.arguments(t, 1)}
		case "num2bool":
			return &expr{op: opNum2Bool, boolean: true, pos: t.pos, args: p.arguments(t, 1)}
		case "ite":
			args := p.arguments(t, 3)
			return &expr{op: opIte, boolean: args[1].boolean, pos: t.pos, args: args}
		}
		// Another keyword is no operand: the message below shall name it.
		p.i--
	case sign:
		switch t.text {
		case "(":
			p.i++
			e := p.binaries(lowest)
			p.expect(")", "behind an expression in parentheses")
			if e.op == opVar || e.op == opBitXor || e.op.isRelation() {
				e.paren = true
			}
			return e
		case "=":
			p.failf(t.pos, "= is an assignment; a comparison is ==")
		}
	}
	p.failf(t.pos, "a value expected, found %s", t)
	return nil
}

// arguments reads the arguments of a function, of the types it takes.
func (p *parser) arguments(t token, n int) []*expr {
	p.expect("(", "after "+t.text)
	var args []*expr
	p.separated(",", func() { args = append(args, p.binaries(lowest)) })
	if len(args) != n {
		p.failf(t.pos, "%s takes %d arguments, found %d", t.text, n, len(args))
	}
	p.expect(")", "after the arguments of "+t.text)
	what := "the argument of " + t.text
	if n == 3 {
		what = "the condition of ite"
	}
	args[0] = p.typed(args[0], t.text == "ite" || t.text == "bool2num", what)
	if n == 3 && args[1].boolean != args[2].boolean {
		p.errorf(t.pos, "ite: one value is %s, the other %s", typeName(args[1].boolean), typeName(args[2].boolean))
		args[2] = p.placeholder(args[2], args[1].boolean)
	}
	return args
}

// variable reads a variable or an element of an array.
func (p *parser) variable() *expr {
	t := p.tok()
	p.i++
	e := &expr{op: opVar, boolean: t.kind == boolName, pos: t.pos, name: t.text}
	for p.accept("[") {
		if len(e.args) == 2 {
			p.failf(t.pos, "%s has three indices, want two at most", clip(t.text))
		}
		e.args = append(e.args, p.index())
		if p.is("..") && p.ranges && e.op == opVar {
			p.i++
			e.op, e.args = opRange, append(e.args, p.index())
			p.expect("]", "after a range")
			return e
		}
		if p.is("..") {
			p.failf(p.tok().pos, "a range stands alone, as an argument of sum, alldifferent or atmost")
		}
		p.expect("]", "after an index")
	}
	return e
}

// index reads an index, in which no range stands.
func (p *parser) index() *expr {
	before := p.ranges
	p.ranges = false
	e := p.typed(p.binaries(lowest), false, "an index")
	p.ranges = before
	return e
}

// constant makes a number of the program's width.
func (p *parser) constant(at Pos, v *big.Int) *expr {
	e := &expr{op: opConst, pos: at, value: v}
	if v.BitLen() > p.prog.bits {
		e.value = new(big.Int).And(v, allOnes(p.prog.bits))
		p.warnf(at, "%s does not fit %d bits and is reduced to %d", clip(v.String()), p.prog.bits, e.value)
		e.tooLarge = v
	}
	if e.value.IsUint64() {
		e.low = e.value.Uint64()
	}
	return e
}

// compared complains about a constant that is too large where its size is what matters: reduced, it would make nx > 256
// mean nx > 0. The original language takes it so.
func (p *parser) compared(e *expr, where string) {
	if e.tooLarge != nil && !p.prog.strict {
		p.errorf(e.pos, "%s does not fit %d bits, and %s would be with %d: --bits %d is enough", clip(e.tooLarge.String()),
			p.prog.bits, where, e.value, e.tooLarge.BitLen())
	}
}

// allOnes is the greatest number of a width.
func allOnes(bits int) *big.Int {
	one := big.NewInt(1)
	return one.Sub(one.Lsh(one, uint(bits)), big.NewInt(1))
}

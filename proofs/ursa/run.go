package ursa

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"retroproof/encode"
)

// Limits of a run: of what it does, counted in bits that operations compute, of calls in each other, and of gates.
const (
	maxWork  = 1 << 35
	maxCalls = 10_000
	maxDepth = 100_000
	maxGates = 20_000_000
	maxRange = 100_000
)

// Variable is an independent variable: the program read it before it had a value.
type Variable struct {
	Name    string
	Boolean bool
	bits    encode.Num // inputs of the circuit, the lowest first
}

// cell holds a variable. Booleans have one bit.
type cell struct {
	bits    encode.Num
	defined bool
	origin  string // the name under which it becomes independent
}

// scope has the variables of the main program or of a call.
type scope struct {
	prefix string // of the names that become independent
	cells  map[string]*cell
	lists  map[string]int // arrays that a list of values was assigned to, with its length
}

// machine runs a program: every value is bits of a circuit, in which what is known folds to constants.
type machine struct {
	*Program
	ctx      context.Context
	c        *encode.Circuit
	scope    *scope
	vars     []Variable
	names    map[string]int
	work     int64
	checked  int64 // of work, where the context was looked at last
	calls    int
	depth    int
	asserts  int
	preset   *preset
	onAssert func(*Assertion) error
	onBounds func(*node) error // at minimize and maximize
}

// preset is a variable of the main program that has a value for a try of minimize or maximize.
type preset struct {
	name  string
	value *big.Int
}

// run runs the program, with a preset if there is one.
func (p *Program) run(
	ctx context.Context, with *preset, onAssert func(*Assertion) error, onBounds func(*machine, *node) error,
) (err error) {
	defer caught(&err)
	m := &machine{Program: p, ctx: ctx, preset: with, onAssert: onAssert}
	m.onBounds = func(n *node) error { return onBounds(m, n) }
	m.forget()
	m.set()
	for _, s := range p.body {
		m.exec(s)
	}
	return nil
}

// forget makes the main program's scope and the circuit new.
func (m *machine) forget() {
	m.c, m.vars, m.names = encode.NewCircuit(), nil, map[string]int{}
	m.scope = &scope{cells: map[string]*cell{}, lists: map[string]int{}}
}

// set gives the preset its value.
func (m *machine) set() {
	if m.preset != nil {
		c := m.cell(m.preset.name)
		c.bits, c.defined = m.number(m.preset.value), true
	}
}

// charge counts work, and ends the run if it is too much.
func (m *machine) charge(n *node, work int) {
	m.work += int64(1 + work)
	if m.work > maxWork || m.c.Len() > maxGates {
		fail(n.line, "it takes too much time or memory")
	}
	if m.work-m.checked > 1<<20 {
		m.checked = m.work
		m.stop(m.ctx.Err())
	}
}

// stop ends the run with an error, if there is one.
func (m *machine) stop(err error) {
	if err != nil {
		panic(&stopped{err})
	}
}

// number makes the bits of a number.
func (m *machine) number(v *big.Int) encode.Num {
	n := m.c.Num(0, m.width)
	for i := range n {
		n[i] = m.c.Of(v.Bit(i) == 1)
	}
	return n
}

// known returns the value of bits that are constants.
func (m *machine) known(n encode.Num) (*big.Int, bool) {
	v := new(big.Int)
	for i, b := range n {
		one, ok := m.c.Ground(b)
		if !ok {
			return nil, false
		}
		if one {
			v.SetBit(v, i, 1)
		}
	}
	return v, true
}

// ground computes what must be known.
func (m *machine) ground(n *node) *big.Int {
	v, ok := m.known(m.eval(n))
	if !ok {
		fail(n.line, "a condition, an index or a bound is not known")
	}
	return v
}

// exec executes a statement.
func (m *machine) exec(n *node) {
	m.charge(n, 0)
	if m.depth++; m.depth > maxDepth {
		fail(n.line, "more than %d statements stand in each other", maxDepth)
	}
	defer func() { m.depth-- }()
	// A statement takes the time of what it computes, which is counted there.
	switch n.op {
	case "block":
		for _, s := range n.args {
			m.exec(s)
		}
	case "if":
		if m.ground(n.args[0]).Sign() != 0 {
			m.exec(n.args[1])
		} else if len(n.args) > 2 {
			m.exec(n.args[2])
		}
	case "for":
		for m.exec(n.args[0]); m.ground(n.args[1]).Sign() != 0; m.exec(n.args[2]) {
			m.exec(n.args[3])
		}
	case "assign":
		key := m.key(n.args[0])
		v := m.eval(n.args[1])
		c := m.cell(key)
		c.bits, c.defined = v, true
	case "list":
		m.list(n)
	case "call":
		m.call(n)
	case "assert", "assert_all": // the circuit is as it is now: what comes later does not matter
		m.asserts++
		a := &Assertion{Number: m.asserts, Line: n.line, All: n.op == "assert_all", circuit: m.c, constraint: m.c.True}
		for _, x := range n.args {
			a.constraint = m.c.And(a.constraint, m.eval(x)[0])
		}
		a.Inputs = slices.Clone(m.vars)
		m.stop(m.onAssert(a))
	case "minimize", "maximize":
		m.stop(m.onBounds(n))
	case "print":
		m.eval(n.args[0])
	case "clear":
		if m.scope.prefix == "" {
			m.forget()
		} else {
			m.scope.cells, m.scope.lists = map[string]*cell{}, map[string]int{}
		}
	case "halt":
		m.stop(errHalt)
	}
}

// errHalt ends a run that is to be regular.
var errHalt = errors.New("halt")

// list assigns the elements of an array.
func (m *machine) list(n *node) {
	var values []encode.Num
	for _, x := range n.args[1:] {
		values = append(values, m.eval(x))
	}
	name := n.args[0].name
	for i, v := range values {
		c := m.cell(fmt.Sprintf("%s[%d]", name, i))
		c.bits, c.defined = v, true
	}
	m.scope.lists[name] = len(values)
}

// call calls a procedure: arguments are copied in, and those that are variables out, of one passed twice the first.
func (m *machine) call(n *node) {
	if m.calls++; m.calls > maxCalls {
		fail(n.line, "more than %d calls in each other", maxCalls)
	}
	f := m.procedures[n.name]
	inner := &scope{prefix: n.name + ".", cells: map[string]*cell{}, lists: map[string]int{}}
	isVariable := func(a *node) bool { return a.op == "variable" && !a.paren }
	for i, a := range n.args {
		if !isVariable(a) {
			inner.cells[f.args[i].name] = &cell{bits: m.eval(a), defined: true}
		}
	}
	back := make([]*cell, len(n.args))
	for i, a := range n.args {
		if isVariable(a) {
			back[i] = m.cell(m.key(a))
			formal := *back[i]
			inner.cells[f.args[i].name] = &formal
		}
	}
	outer := m.scope
	m.scope = inner
	m.exec(f.args[len(n.args)])
	m.scope = outer
	for i, c := range slices.Backward(back) {
		if formal := inner.cells[f.args[i].name]; c != nil && formal != nil && formal.defined {
			c.bits, c.defined = formal.bits, true
		}
	}
	m.calls--
}

// cell returns the cell of a variable, which it makes if need be.
func (m *machine) cell(key string) *cell {
	c := m.scope.cells[key]
	if c == nil {
		c = &cell{origin: m.scope.prefix + key}
		m.scope.cells[key] = c
	}
	return c
}

// key returns the name of a variable with its indices.
func (m *machine) key(n *node) string {
	var b strings.Builder
	b.WriteString(n.name)
	for _, x := range n.args {
		fmt.Fprintf(&b, "[%d]", m.ground(x))
	}
	return b.String()
}

// read returns the value of a variable, which becomes independent if it has none.
func (m *machine) read(key string, boolean bool) encode.Num {
	c := m.cell(key)
	if c.defined {
		return c.bits
	}
	name := c.origin
	if m.names[name]++; m.names[name] > 1 {
		name = fmt.Sprintf("%s#%d", name, m.names[name])
	}
	if boolean {
		c.bits = encode.Num{m.c.Input(name)}
	} else {
		c.bits = m.c.NumInput(name, m.width)
	}
	c.defined = true
	m.vars = append(m.vars, Variable{name, boolean, c.bits})
	return c.bits
}

// chosen returns the element of a list at an index that is not known: 0 behind its end; nil for all other variables.
func (m *machine) chosen(n *node) (v encode.Num) {
	if len(n.args) != 1 || m.scope.lists[n.name] == 0 {
		return nil
	}
	index := m.eval(n.args[0])
	if _, ok := m.known(index); ok {
		return nil
	}
	if v = m.c.Num(0, m.width); n.boolean {
		v = encode.Num{m.c.False}
	}
	for i := range m.scope.lists[n.name] {
		at := big.NewInt(int64(i))
		if at.BitLen() > m.width {
			break
		}
		m.charge(n, 2*m.width)
		v = m.c.IteNum(m.c.EqNum(index, m.number(at)), m.read(fmt.Sprintf("%s[%d]", n.name, i), n.boolean), v)
	}
	return v
}

// eval computes an expression. Chains of operators are gone along without recursion.
func (m *machine) eval(n *node) encode.Num {
	var chain []*node
	for operators[n.op].level > 0 {
		chain = append(chain, n)
		n = n.args[0]
	}
	x := m.operand(n)
	for _, n := range slices.Backward(chain) {
		x = m.operate(n, x, m.eval(n.args[1]))
	}
	return x
}

// computes and compares have the operators; > and >= are < and <= with the operands exchanged, != is not ==.
var (
	computes = map[string]func(*encode.Circuit, encode.Num, encode.Num) encode.Num{
		"^^": (*encode.Circuit).BitXor, "||": (*encode.Circuit).BitOr, "&&": (*encode.Circuit).BitAnd,
		"^": (*encode.Circuit).BitXor, "|": (*encode.Circuit).BitOr, "&": (*encode.Circuit).BitAnd,
		"<<": (*encode.Circuit).Shl, ">>": (*encode.Circuit).Shr,
		"+": (*encode.Circuit).Add, "-": (*encode.Circuit).Sub, "*": (*encode.Circuit).Mul,
	}
	compares = map[string]func(*encode.Circuit, encode.Num, encode.Num) encode.Bool{
		"<": (*encode.Circuit).LtNum, "<=": (*encode.Circuit).LeNum, "==": (*encode.Circuit).EqNum,
	}
)

func (m *machine) operate(n *node, x, y encode.Num) encode.Num {
	if n.op == "*" || n.op == "<<" || n.op == ">>" {
		m.charge(n, m.width*m.width)
	}
	m.charge(n, m.width)
	_, known := m.known(x)
	switch {
	case n.op == ">":
		return encode.Num{m.c.LtNum(y, x)}
	case n.op == ">=":
		return encode.Num{m.c.LeNum(y, x)}
	case n.op == "!=":
		return encode.Num{m.c.EqNum(x, y).Not()}
	case compares[n.op] != nil:
		return encode.Num{compares[n.op](m.c, x, y)}
	case n.op == "*" && known:
		return m.c.Mul(y, x) // which adds y for each bit of x
	}
	return computes[n.op](m.c, x, y)
}

// operand computes what is no binary operator.
func (m *machine) operand(n *node) encode.Num {
	m.charge(n, m.width)
	c := m.c
	switch n.op { // what is no function of the values of its operands
	case "constant":
		return m.number(n.value)
	case "true", "false":
		return encode.Num{c.Of(n.op == "true")}
	case "variable":
		if v := m.chosen(n); v != nil {
			return v
		}
		return m.read(m.key(n), n.boolean)
	case "atmost":
		return m.atMost(n)
	}
	// All others are functions of values, of which those with ranges have many. What that costs is counted by value.
	args := m.values(n.args)
	x := args[0]
	switch n.op {
	case "unary -":
		return c.Neg(x)
	case "unary ~", "!":
		return c.BitNot(x)
	case "sgn":
		return c.Bool2Num(c.Num2Bool(x), m.width)
	case "bool2num":
		return c.Bool2Num(x[0], m.width)
	case "num2bool":
		return encode.Num{c.Num2Bool(x)}
	case "ite":
		return c.IteNum(x[0], args[1], args[2])
	case "sum":
		for _, y := range args[1:] {
			m.charge(n, m.width)
			x = c.Add(x, y)
		}
		return x
	case "alldifferent":
		different := c.True
		for i, x := range args {
			for _, y := range args[:i] {
				m.charge(n, m.width)
				different = c.And(different, c.EqNum(x, y).Not())
			}
		}
		return encode.Num{different}
	}
	return m.signed(n, x, args[1])
}

// values computes arguments, of which some may be ranges.
func (m *machine) values(args []*node) (all []encode.Num) {
	for _, n := range args {
		if n.op != "range" {
			all = append(all, m.eval(n))
			continue
		}
		last := len(n.args) - 1
		from, to := m.ground(n.args[last-1]), m.ground(n.args[last])
		if d := new(big.Int).Sub(to, from); d.Sign() < 0 || d.Cmp(big.NewInt(maxRange)) >= 0 {
			fail(n.line, "the range goes from %d to %d", from, to)
		}
		for i := from; i.Cmp(to) <= 0; i = new(big.Int).Add(i, big.NewInt(1)) {
			m.charge(n, m.width)
			at := &node{op: "constant", line: n.line, value: i}
			element := &node{name: n.name, args: append(slices.Clone(n.args[:last-1]), at)}
			all = append(all, m.read(m.key(element), n.boolean))
		}
	}
	return all
}

// atMost counts the Booleans in a number that is wide enough.
func (m *machine) atMost(n *node) encode.Num {
	most := m.ground(n.args[0])
	all := m.values(n.args[1:])
	w := bits.Len(uint(len(all)))
	if most.BitLen() > w {
		return encode.Num{m.c.True}
	}
	sum := m.c.Num(0, w)
	for _, b := range all {
		m.charge(n, w)
		sum = m.c.Add(sum, m.c.Bool2Num(b[0], w))
	}
	return encode.Num{m.c.LeNum(sum, m.c.Num(most.Uint64(), w))}
}

// signed computes comparison and division. Of signed numbers the comparison is that of unsigned ones with the highest
// bits inverted, the division that of the absolute values.
func (m *machine) signed(n *node, x, y encode.Num) encode.Num {
	c, top := m.c, m.width-1
	m.charge(n, m.width*m.width)
	negX, negY := x[top], y[top]
	switch n.op {
	case "slt", "sle":
		x, y = slices.Clone(x), slices.Clone(y)
		x[top], y[top] = negX.Not(), negY.Not()
		if n.op == "slt" {
			return encode.Num{c.LtNum(x, y)}
		}
		return encode.Num{c.LeNum(x, y)}
	case "sdiv", "smod":
		x, y = c.IteNum(negX, c.Neg(x), x), c.IteNum(negY, c.Neg(y), y)
	}
	quotient, rest := m.divide(x, y)
	switch n.op {
	case "div":
		return quotient
	case "mod":
		return rest
	case "smod":
		return c.IteNum(negX, c.Neg(rest), rest)
	}
	return c.IteNum(c.Xor(negX, negY), c.Neg(quotient), quotient)
}

// divide returns quotient and remainder by long division: the remainder takes in one digit after the other, and the
// divisor is taken off where it can be. Division by 0 gives the greatest number, and the first operand as remainder.
func (m *machine) divide(x, y encode.Num) (quotient, rest encode.Num) {
	c := m.c
	quotient, rest = c.Num(0, m.width), c.Num(0, m.width+1)
	y = c.Resize(y, m.width+1)
	for i := m.width - 1; i >= 0; i-- {
		rest = append(encode.Num{x[i]}, rest[:m.width]...)
		quotient[i] = c.LeNum(y, rest)
		rest = c.IteNum(quotient[i], c.Sub(rest, y), rest)
	}
	return quotient, rest[:m.width]
}
